//! Runs two processes of each client that share one login against a real Keycloak, and prints a table.
//! Arguments: `--keycloak HOME --work DIR --seed N --seconds N [--answers-lost] [--client NAME COMMAND ARGUMENT... --end]...`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use waybill_tests::keycloak::sharing::{Shared, Sharing, share};

const USAGE: &str = "usage: waybill-sharing --keycloak HOME --work DIR --seed N --seconds N [--answers-lost] \
                     [--client NAME COMMAND ARGUMENT... --end]...";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let sharing = read(std::env::args().skip(1)).ok_or(USAGE)?;
    let mut out = io::stdout();
    let lost = if sharing.answers_lost { ", the answer to every fifth token request lost" } else { "" };
    writeln!(out, "seed {}, {} s{lost}\n{}", sharing.seed, sharing.length.as_secs(), Shared::head())?;
    let mut content = true;
    for shared in share(&sharing)? {
        writeln!(out, "{shared}")?;
        for complaint in &shared.tally.complaints {
            content = false;
            writeln!(out, "  {complaint}")?;
        }
    }
    Ok(if content { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<Sharing> {
    let (mut keycloak, mut work, mut seed, mut seconds) = (None, None, None, None);
    let (mut answers_lost, mut clients) = (false, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--keycloak" => keycloak = Some(PathBuf::from(arguments.next()?)),
            "--work" => work = Some(PathBuf::from(arguments.next()?)),
            "--seed" => seed = Some(arguments.next()?.parse().ok()?),
            "--seconds" => seconds = Some(arguments.next()?.parse().ok()?),
            "--answers-lost" => answers_lost = true,
            "--client" => {
                let name = arguments.next()?;
                clients.push((name, arguments.by_ref().take_while(|argument| argument != "--end").collect()));
            }
            _ => return None,
        }
    }
    let length = Duration::from_secs(seconds?);
    Some(Sharing { keycloak: keycloak?, work: work?, seed: seed?, length, answers_lost, clients })
}
