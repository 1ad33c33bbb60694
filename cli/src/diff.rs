//! `waybill diff`: compares two descriptions and prints the report.

use std::io::Write;
use std::process::ExitCode;

use waybill_core::{Format, Options, compare};

use crate::failure::Failure;
use crate::input;

/// Compare two OpenAPI descriptions.
///
/// Exit status: 0 when they were compared, whatever was found; 1 when --fail-on names what was found; 2 when they could
/// not be compared, or only in part.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The description of the previous release: a JSON or YAML file, or - for standard input.
    old: String,
    /// The description of the current release: a JSON or YAML file, or - for standard input.
    new: String,
    /// How to print the report.
    #[arg(long, value_enum, default_value_t = Output::Terminal)]
    format: Output,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Output {
    Terminal,
    Json,
    Markdown,
}

/// Reads both descriptions, compares them and prints the report.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (old, new) = (input::read(&arguments.old)?, input::read(&arguments.new)?);
    let options = Options { previous_name: arguments.old.clone(), current_name: arguments.new.clone() };
    let report = compare(&old, &new, &options).map_err(|error| Failure::new(error.message))?;
    let format = match arguments.format {
        Output::Terminal => Format::Terminal,
        Output::Json => Format::Json,
        Output::Markdown => Format::Markdown,
    };
    let printed = anstream::stdout().write_all(report.render(format).as_bytes());
    printed.map_err(|error| Failure::new(format!("the report cannot be printed: {error}")))?;
    Ok(ExitCode::SUCCESS)
}
