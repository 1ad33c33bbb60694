//! The `waybill` command: parses the arguments, runs a subcommand and converts its result into an exit status.
//!
//! The exit status is 0 for success, 1 for a failed gate, and 2 for an error, including bad arguments. If a signal ended
//! the run, it is 128 plus the number of the signal.

#![deny(clippy::print_stdout, clippy::print_stderr, reason = "all output goes through `screen`, which escapes it")]

mod bump;
mod changelog;
mod charset;
mod check;
mod ci_variables;
mod comment;
mod completions;
mod count;
mod dev;
mod diff;
mod environment_files;
mod exclusions;
mod explain;
mod failure;
mod files;
mod forward;
mod git;
mod init;
mod input;
mod interrupt;
mod keys;
mod limits;
mod manual;
mod mock;
mod notes;
mod pairs;
mod produce;
mod progress_bar;
mod rewrite;
mod schema;
mod screen;
mod server;
mod settings;
mod tree;
mod view;
mod viewer;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Text below the options in `--help`.
const EXAMPLES: &str = "First steps:

  waybill diff old.json new.json        compare two descriptions, and see what breaks
  waybill init                          configure where a repository has its description
  waybill changelog 1.4.0 1.5.0         write the changelog of a release, from two tags
  waybill check                         check a branch for breaking changes
  waybill changelog --help              show the options and examples of a command";

/// Compare API descriptions, write changelogs, and mock the services of a logistics platform.
#[derive(Debug, Parser)]
#[command(name = "waybill", version, about, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_long_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print results, warnings and errors only.
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bump(bump::Arguments),
    Changelog(changelog::Arguments),
    Check(check::Arguments),
    Comment(comment::Arguments),
    Completions(completions::Arguments),
    Dev(dev::Arguments),
    Diff(diff::Arguments),
    Explain(explain::Arguments),
    Forward(forward::Arguments),
    Init(init::Arguments),
    Keys(keys::Arguments),
    Man(manual::Arguments),
    Mock(mock::Arguments),
    Rewrite(rewrite::Arguments),
    Schema(schema::Arguments),
    View(view::Arguments),
}

fn main() -> ExitCode {
    let Arguments { command, quiet } = Arguments::try_parse().unwrap_or_else(|error| refuse(&error));
    if quiet {
        notes::be_quiet();
    }
    let ended = match command {
        Command::Bump(arguments) => bump::run(&arguments),
        Command::Changelog(arguments) => changelog::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Comment(arguments) => comment::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Dev(arguments) => dev::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Forward(arguments) => forward::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::Keys(arguments) => keys::run(&arguments),
        Command::Man(arguments) => manual::run(&arguments),
        Command::Mock(arguments) => mock::run(&arguments),
        Command::Rewrite(arguments) => rewrite::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::View(arguments) => view::run(&arguments),
    };
    ended.unwrap_or_else(|failure| {
        failure.print();
        ExitCode::from(failure.status())
    })
}

/// Prints why the arguments are invalid, or the help that they ask for, and ends the process.
fn refuse(error: &clap::Error) -> ! {
    let text = error.to_string();
    let is_plain = || text.lines().all(|line| line.is_ascii() && screen::escape_line(line) == line);
    if error.use_stderr() && !is_plain() {
        // The message repeats an argument that colours cannot be kept around.
        let _ = screen::print_text(screen::Stream::Error, &text);
        std::process::exit(error.exit_code());
    }
    error.exit()
}
