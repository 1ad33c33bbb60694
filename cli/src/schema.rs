//! `waybill schema`: the JSON Schema of `waybill.toml`, for editors.

use std::process::ExitCode;

use crate::failure::Failure;
use crate::screen;

/// The schema; a test holds it to what is read.
pub(crate) const SCHEMA: &str = include_str!("../schema/waybill.json");

/// The file that `waybill init` writes it to, beside `waybill.toml`.
pub(crate) const NAME: &str = "waybill.schema.json";

/// What `--help` shows below the options.
const EXAMPLES: &str = "Examples:

  waybill schema > waybill.schema.json

and as the first line of waybill.toml, for editors that know taplo's comment:

  #:schema ./waybill.schema.json";

/// Print the JSON Schema of waybill.toml, by which editors complete and check it.
///
/// `waybill init` writes it beside the file, with the comment that names it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {}

/// Prints the schema.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments {} = arguments;
    screen::print_document(SCHEMA.as_bytes(), "the schema")
}
