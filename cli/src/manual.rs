//! `waybill man`: prints the manual pages of the command and of each subcommand.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::changelog::target;
use crate::failure::Failure;
use crate::notes::say;
use crate::screen::{self, Syntax};

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill man | man -l -                               read the page of waybill
  waybill man --output ~/.local/share/man/man1         install all pages";

/// Print the manual page, or write one for each command to a folder.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Write waybill.1, waybill-changelog.1 and so on to this folder.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints the page of the command, or writes all pages.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut command = crate::Arguments::command();
    command.build();
    let Some(folder) = &arguments.output else {
        return screen::print_document(&page(&command), Syntax::Own, "the page");
    };
    let written = write_pages(folder, &command)?;
    say(&format!("Wrote {written} pages to {}", folder.display()));
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command and those of its subcommands. Returns the number of pages.
fn write_pages(folder: &Path, command: &Command) -> Result<usize, Failure> {
    let name = Man::new(command.clone()).get_filename();
    target::prepare(&folder.join(name), page(command))?.replace()?;
    command.get_subcommands().try_fold(1, |written, subcommand| Ok(written + write_pages(folder, subcommand)?))
}

/// Returns the manual page of a command as roff.
fn page(command: &Command) -> String {
    let mut page = Vec::new();
    // Writing into a Vec does not fail.
    let _ = Man::new(command.clone()).source(concat!("waybill ", env!("CARGO_PKG_VERSION"))).render(&mut page);
    String::from_utf8(page).unwrap_or_default()
}
