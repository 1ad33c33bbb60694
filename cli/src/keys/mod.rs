//! `waybill keys`: checks a deployment's keys against the platform's rules. Nothing is sent.

mod deployment;
mod folder;

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;
use waybill_core::key_check::{FILE_SCHEMA, FindingLevel, KeyFinding};
use waybill_core::render::printable;

use crate::count::counted;
use crate::failure::Failure;
use crate::screen::{self, Syntax};
use crate::server::now;

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill keys check --file credentials.json          check the keys of a deployment
  waybill keys schema > credentials.schema.json       the schema of such a file, for editors";

/// Text below the options in `keys check --help`.
const CHECK_EXAMPLES: &str = "\
Without --file and without WAYBILL_CREDENTIALS_FILE, which names such a file, the command reads
  WAYBILL_ENVIRONMENT     development, staging, sandbox or production
  WAYBILL_BASE_URL        the platform API
  WAYBILL_PROXY_URL, WAYBILL_COMMERCE_URL, WAYBILL_AUTH_URL, WAYBILL_MOCK_URL
  WAYBILL_API_KEY         the key
  WAYBILL_REALM           the login's realm, with
  WAYBILL_USERNAME, and WAYBILL_PASSWORD or WAYBILL_REFRESH_TOKEN
Secrets that no variable holds are read from the folder that systemd names in
CREDENTIALS_DIRECTORY, from files such as `waybill_api_key`.

Examples:

  waybill keys check --file credentials.json
  waybill keys check --file credentials.json --search . --format json";

/// Text below the options in `keys schema --help`.
const SCHEMA_EXAMPLES: &str = "Examples:

  waybill keys schema > credentials.schema.json";

/// Check the keys of a deployment, or print the schema of their file.
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

/// Check a deployment's keys against the platform's rules.
///
/// Reads the environment variables or the file that the deployment would read. Nothing is sent, and no key is printed. A
/// key's age, expiry and scopes are read without a check of its signature.
///
/// Exit status: 0 if no rule is broken; 1 if one is; 2 if something could not be read.
#[derive(Debug, clap::Args)]
#[command(after_long_help = CHECK_EXAMPLES)]
struct CheckArguments {
    /// File of credentials to read instead of environment variables.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Search the files in this folder for text that looks like a key; can be repeated.
    #[arg(long, value_name = "DIR")]
    search: Vec<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Rejected, because a key must not be on the command line.
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "", value_name = "KEY")]
    api_key: Option<String>,
}

/// Print the JSON Schema of credentials files, for editors.
#[derive(Debug, clap::Args)]
#[command(after_long_help = SCHEMA_EXAMPLES)]
struct SchemaArguments {}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// A finding, with its location.
struct Found {
    finding: KeyFinding,
    place: Option<String>,
}

/// Runs one of the subcommands.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.command {
        Command::Check(arguments) => check(arguments),
        Command::Schema(SchemaArguments {}) => screen::print_document(FILE_SCHEMA, Syntax::Own, "the schema"),
    }
}

fn check(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let CheckArguments { file, search, format, api_key } = arguments;
    if api_key.is_some() {
        let why =
            "keys are not accepted on the command line, because every process on this machine can read them there";
        return Err(Failure::new(why).help("set WAYBILL_API_KEY, or name a file with --file"));
    }
    let (deployment, mut found) = deployment::read(file.as_deref())?;
    let findings = deployment.check(now());
    found.extend(findings.into_iter().map(|finding| Found { finding, place: None }));
    let mut counts = folder::Counts::default();
    for folder in search {
        folder::search(folder, &mut found, &mut counts)?;
    }
    found.sort_by_key(|found| found.finding.level);
    let (text, syntax) = match format {
        Format::Text => (describe(&deployment.environment, &found, !search.is_empty(), &counts), Syntax::Text),
        Format::Json => (write_json(&deployment.environment, &found, &counts), Syntax::Json),
    };
    screen::print_document(&text, syntax, "the findings")?;
    let is_broken = found.iter().any(|found| found.finding.level == FindingLevel::Error);
    Ok(ExitCode::from(u8::from(is_broken)))
}

fn describe(environment: &str, found: &[Found], is_searched: bool, counts: &folder::Counts) -> String {
    let mut lines = vec![format!("environment `{}`", printable(environment))];
    for Found { finding: KeyFinding { code, level, message, remedy }, place } in found {
        let place = place.as_ref().map(|place| format!("{}: ", printable(place))).unwrap_or_default();
        lines.push(format!("{}: {code}: {place}{}", level.as_str(), printable(message)));
        if !remedy.is_empty() {
            lines.push(format!("  help: {remedy}"));
        }
    }
    if is_searched {
        let folder::Counts { read, skipped } = counts;
        lines.push(format!("{} searched, {skipped} skipped (too large, binary or unreadable)", counted(*read, "file")));
    }
    let count = |level| found.iter().filter(|found| found.finding.level == level).count();
    let (errors, warnings) = (count(FindingLevel::Error), count(FindingLevel::Warning));
    let verdict = if errors == 0 { "no rule is broken" } else { "rules are broken" };
    lines.push(format!("{verdict}: {}, {}; nothing was sent", counted(errors, "error"), counted(warnings, "warning")));
    lines.join("\n") + "\n"
}

fn write_json(environment: &str, found: &[Found], counts: &folder::Counts) -> String {
    let findings: Vec<_> = found
        .iter()
        .map(|Found { finding: KeyFinding { code, level, message, remedy }, place }| {
            json!({"code": code, "level": level.as_str(), "message": message, "remedy": remedy, "place": place})
        })
        .collect();
    let folder::Counts { read, skipped } = counts;
    let whole =
        json!({"environment": environment, "findings": findings, "filesSearched": read, "filesLeftOut": skipped});
    format!("{whole:#}\n")
}
