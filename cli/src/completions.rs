//! `waybill completions`: prints a shell completion script.

use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::screen::{self, Syntax};

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill completions bash > ~/.local/share/bash-completion/completions/waybill
  waybill completions zsh > ~/.zfunc/_waybill     with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  waybill completions fish > ~/.config/fish/completions/waybill.fish
  waybill completions powershell >> $PROFILE";

/// Print a shell completion script.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Shell that uses the script.
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "waybill", &mut script);
    screen::print_document(&String::from_utf8_lossy(&script), Syntax::Own, "the script")
}
