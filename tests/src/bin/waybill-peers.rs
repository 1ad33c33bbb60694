//! Runs clients of several libraries against a real Keycloak with the same faults for each, and prints a table.
//! Arguments: `--keycloak HOME --work DIR --seed N [--client NAME COMMAND ARGUMENT... --end]...`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use waybill_tests::keycloak::peers::{Comparison, Tally, compare};

const USAGE: &str =
    "usage: waybill-peers --keycloak HOME --work DIR --seed N [--client NAME COMMAND ARGUMENT... --end]...";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let comparison = read(std::env::args().skip(1)).ok_or(USAGE)?;
    let mut out = io::stdout();
    writeln!(out, "seed {}\n{}", comparison.seed, Tally::head())?;
    let tallies = compare(&comparison)?;
    for tally in &tallies {
        writeln!(out, "{tally}")?;
        for complaint in &tally.complaints {
            writeln!(out, "  {complaint}")?;
        }
    }
    let content = tallies.iter().all(|tally| tally.complaints.is_empty());
    Ok(if content { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<Comparison> {
    let (mut keycloak, mut work, mut seed, mut clients) = (None, None, None, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--keycloak" => keycloak = Some(PathBuf::from(arguments.next()?)),
            "--work" => work = Some(PathBuf::from(arguments.next()?)),
            "--seed" => seed = Some(arguments.next()?.parse().ok()?),
            "--client" => {
                let name = arguments.next()?;
                clients.push((name, arguments.by_ref().take_while(|argument| argument != "--end").collect()));
            }
            _ => return None,
        }
    }
    Some(Comparison { keycloak: keycloak?, work: work?, seed: seed?, clients })
}
