//! `waybill forward`: looks after the list of what a back end forwards for a mobile app.

use std::path::PathBuf;
use std::process::ExitCode;

use waybill_core::forward::{AllowList, AllowedRoute};
use waybill_core::openapi::{Limits, Loader};
use waybill_core::render::printable;

use crate::count::counted;
use crate::failure::Failure;
use crate::files::Files;
use crate::web::Web;
use crate::{input, screen};

/// The schema of an allow-list.
const SCHEMA: &str = include_str!("../../core/forward/src/allow-list.schema.json");

/// What `--help` shows below the options.
const EXAMPLES: &str = "Examples:

  waybill forward check allow.json openapi.json      does the description have what is listed?
  waybill forward schema > allow-list.schema.json    what a list may hold, for editors";

/// What `forward check --help` shows below the options.
const CHECK_EXAMPLES: &str = "Examples:

  waybill forward check allow.json openapi.json
  waybill forward check allow.json openapi.json --route commerce --route commerce-proxy";

/// What `forward schema --help` shows below the options.
const SCHEMA_EXAMPLES: &str = "Examples:

  waybill forward schema > allow-list.schema.json

and as a list's first member, for editors:

  \"$schema\": \"./allow-list.schema.json\",";

/// Check the list of what a back end forwards for a mobile app, or print its schema.
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

/// Hold an allow-list to the description of the API.
///
/// Names the operations and parameters that the description lacks, what it requires and the list never sends, and the
/// parameters that may be anything.
///
/// Exit status: 0 when the list and the description agree; 1 when they contradict each other; 2 when one of them could not
/// be read.
#[derive(Debug, clap::Args)]
#[command(after_long_help = CHECK_EXAMPLES)]
struct CheckArguments {
    /// The allow-list, a JSON file, or - for standard input.
    list: String,
    /// The description of the API: a JSON or YAML file, or its http or https address.
    description: String,
    /// The APIs that the description is of; by default the platform's.
    #[arg(long, value_enum, value_name = "ROUTE", default_values_t = [Route::Platform])]
    route: Vec<Route>,
    /// Read the files that the description refers to from this folder and those in it.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// Print the JSON Schema of allow-lists, by which editors complete and check them.
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

/// Runs one of the commands.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.command {
        Command::Check(arguments) => check(arguments),
        Command::Schema(SchemaArguments {}) => screen::print_document(SCHEMA.as_bytes(), "the schema"),
    }
}

fn check(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let CheckArguments { list, description: name, route, root } = arguments;
    let web = Web::new(false);
    let (text, list_name) = input::read(list, &web)?;
    let allowed = AllowList::read(&text).map_err(|error| {
        Failure::new(error.message).at(list_name.clone()).help("`waybill forward schema` prints what a list may hold")
    })?;
    let (bytes, shown) = input::read(name, &web)?;
    let files = Files::new(&shown, root.as_deref(), &web)?;
    let unread = |error: String| Failure::new(error).help("name an OpenAPI description, and see that it is whole");
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
        report.push_str(&printable(&format!("{level}: `{}`: {}", finding.operation, finding.message)));
        report.push('\n');
    }
    let verdict = if is_contradicted {
        "the list and the description contradict each other"
    } else {
        "the description has all that is listed"
    };
    let left = allowed.operations.len() - checked;
    let left = if left == 0 { String::new() } else { format!(" ({left} of other routes not checked; see --route)") };
    report = format!("{report}{}: {verdict}{left}\n", counted(checked, "operation"));
    screen::print_document(report.as_bytes(), "the findings")?;
    Ok(ExitCode::from(u8::from(is_contradicted)))
}
