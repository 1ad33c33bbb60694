//! Proves the token machine of each host against a real Keycloak, and prints a line for each run.
//! Arguments: `--keycloak HOME --work DIR [--seed N] [--host NAME COMMAND ARGUMENT... --end]...`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use waybill_tests::keycloak::{Options, prove};

const USAGE: &str =
    "usage: waybill-keycloak --keycloak HOME --work DIR [--seed N] [--host NAME COMMAND ARGUMENT... --end]...";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let options = read(std::env::args().skip(1)).ok_or(USAGE)?;
    let mut out = io::stdout();
    writeln!(out, "seed {}", options.seed)?;
    let verdicts = prove(&options)?;
    for verdict in &verdicts {
        writeln!(out, "{verdict}")?;
        for complaint in &verdict.complaints {
            writeln!(out, "  {complaint}")?;
        }
    }
    let content = verdicts.iter().all(|verdict| verdict.complaints.is_empty());
    Ok(if content { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
    let (mut keycloak, mut work, mut hosts) = (None, None, Vec::new());
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut seed = since.as_secs();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--keycloak" => keycloak = Some(PathBuf::from(arguments.next()?)),
            "--work" => work = Some(PathBuf::from(arguments.next()?)),
            "--seed" => seed = arguments.next()?.parse().ok()?,
            "--host" => {
                let name = arguments.next()?;
                hosts.push((name, arguments.by_ref().take_while(|argument| argument != "--end").collect()));
            }
            _ => return None,
        }
    }
    Some(Options { keycloak: keycloak?, work: work?, seed, hosts })
}
