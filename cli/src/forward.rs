//! `waybill forward`: checks the allow-list of a back end that forwards requests for a mobile app.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use waybill_core::forward::{AllowList, AllowedRoute};
use waybill_core::openapi::{Limits, Loader};
use waybill_core::render::printable;

use crate::count::counted;
use crate::failure::Failure;
use crate::files::Files;
use crate::input;
use crate::screen::{self, Syntax};
use crate::web::Web;

/// JSON Schema of an allow-list.
const SCHEMA: &str = include_str!("../../core/forward/src/allow-list.schema.json");

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill forward check allow.json openapi.json      check the list against the description
  waybill forward schema > allow-list.schema.json    the list's schema, for editors";

/// Text below the options in `forward check --help`.
const CHECK_EXAMPLES: &str = "Examples:

  waybill forward check allow.json openapi.json
  waybill forward check allow.json openapi.json --route commerce --route commerce-proxy";

/// Text below the options in `forward schema --help`.
const SCHEMA_EXAMPLES: &str = "Examples:

  waybill forward schema > allow-list.schema.json

Editors use it if this is the first member of a list:

  \"$schema\": \"./allow-list.schema.json\",";

/// Check the allow-list of a back end that forwards requests for a mobile app.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckArguments),
    Schema(SchemaArguments),
}

/// Check an allow-list against the description of the API.
///
/// Reports operations and parameters that the description lacks, parts that it requires but the list never sends, and
/// parameters that accept any value.
///
/// Exit status: 0 if the list and the description agree; 1 if they contradict each other; 2 if one of them could not be
/// read.
#[derive(Debug, clap::Args)]
#[command(after_long_help = CHECK_EXAMPLES)]
struct CheckArguments {
    /// Allow-list: a JSON file, or - for standard input.
    list: String,
    /// Description of the API: a JSON or YAML file, or an http or https address.
    description: String,
    /// Routes whose API is described.
    #[arg(long, value_enum, value_name = "ROUTE", default_values_t = [Route::Platform])]
    route: Vec<Route>,
    /// Allow references to files in this folder and its subfolders.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// Print the JSON Schema of allow-lists, for editors.
#[derive(Debug, clap::Args)]
#[command(after_long_help = SCHEMA_EXAMPLES)]
struct SchemaArguments {}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Route {
    Platform,
    Commerce,
    CommerceProxy,
}

impl From<Route> for AllowedRoute {
    fn from(route: Route) -> AllowedRoute {
        match route {
            Route::Platform => AllowedRoute::Platform,
            Route::Commerce => AllowedRoute::Commerce,
            Route::CommerceProxy => AllowedRoute::CommerceProxy,
        }
    }
}

/// Runs one of the subcommands.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.command {
        Command::Check(arguments) => check(arguments),
        Command::Schema(SchemaArguments {}) => screen::print_document(SCHEMA, Syntax::Own, "the schema"),
    }
}

fn check(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let CheckArguments { list, description: name, route, root } = arguments;
    let web = Web::new(false);
    let (text, list_name) = input::read(list, &web)?;
    let allowed = AllowList::read(&text).map_err(|error| {
        Failure::new(error.message)
            .at(list_name.clone())
            .help("correct the list; `waybill forward schema` prints its schema")
    })?;
    let (bytes, shown) = input::read(name, &web)?;
    let files = Files::new(&shown, root.as_deref(), &web)?;
    let unread =
        |error: String| Failure::new(error).help("pass an OpenAPI description, and check that the file is complete");
    let mut loader = Loader::new(&shown, bytes, &Limits::default()).map_err(|error| unread(error.to_string()))?;
    while let Some(wanted) = loader.next_file().cloned() {
        let supplied = files.read(&wanted).map(|file| file.bytes.into());
        loader.provide(&wanted, supplied).map_err(|error| unread(error.to_string()))?;
    }
    let described = loader.finish();
    let routes: Vec<AllowedRoute> = route.iter().copied().map(AllowedRoute::from).collect();
    let findings = allowed.check(&described.operations(), &routes);
    let is_contradicted = findings.iter().any(|finding| finding.is_contradiction);
    let checked = allowed.operations.iter().filter(|operation| routes.contains(&operation.route)).count();
    let mut report = String::new();
    for finding in &findings {
        let level = if finding.is_contradiction { "error" } else { "note" };
        // Writing into a String does not fail.
        let _ = writeln!(report, "{level}: `{}`: {}", printable(&finding.operation), printable(&finding.message));
    }
    let verdict = if is_contradicted {
        "the list and the description contradict each other"
    } else {
        "the description has everything that is listed"
    };
    let left = allowed.operations.len() - checked;
    let left = if left == 0 { String::new() } else { format!(" ({left} of other routes not checked; see --route)") };
    report = format!("{report}{}: {verdict}{left}\n", counted(checked, "operation"));
    screen::print_document(&report, Syntax::Text, "the findings")?;
    Ok(ExitCode::from(u8::from(is_contradicted)))
}
