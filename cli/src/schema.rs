//! `waybill schema`: prints the JSON Schema of `waybill.toml`, for editors.

use std::process::ExitCode;

use crate::failure::Failure;
use crate::screen::{self, Syntax};

/// The schema. A test compares it with the parser.
pub(crate) const SCHEMA: &str = include_str!("../schema/waybill.json");

/// Name of the file in which `waybill init` stores it, next to `waybill.toml`.
pub(crate) const NAME: &str = "waybill.schema.json";

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill schema > waybill.schema.json

Editors that support taplo's comment use it if this is the first line of waybill.toml:

  #:schema ./waybill.schema.json";

/// Print the JSON Schema of waybill.toml, for editors.
///
/// Editors use it to complete and check the file. `waybill init` writes it next to the file, with the comment that refers
/// to it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {}

/// Prints the schema.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments {} = arguments;
    screen::print_document(SCHEMA, Syntax::Own, "the schema")
}
