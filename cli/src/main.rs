//! The `waybill` command: parses the arguments, runs one subcommand and turns how it ended into an exit status.
//!
//! 0 is success, 1 a gate that failed, 2 a run that could not do all of its work (bad arguments included).

mod dev;
mod diff;
mod failure;
mod input;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The embeddable core for a logistics platform's APIs, on the command line.
#[derive(Debug, Parser)]
#[command(name = "waybill", version, about, arg_required_else_help = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Dev(dev::Arguments),
    Diff(diff::Arguments),
}

fn main() -> ExitCode {
    let ended = match Arguments::parse().command {
        Command::Dev(arguments) => dev::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
    };
    ended.unwrap_or_else(|failure| {
        anstream::eprintln!("{failure}");
        ExitCode::from(2)
    })
}
