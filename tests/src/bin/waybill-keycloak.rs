//! Proves the token machine of each host against a real Keycloak, and that `waybill dev` answers as that does; prints a
//! line for each run. Arguments: `--keycloak HOME --waybill PROGRAM --work DIR [--seed N] [--host NAME COMMAND ARGUMENT... --end]...
//! [--provider NAME COMMAND ARGUMENT... --end]... [--fleet NAME]... [--fleet-length SECONDS] [--fleet-size PROCESSES]`.
//! With `--fleet` hosts share a login, and nothing else is run; `all` is every such run.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use waybill_tests::keycloak::{FleetRun, Options, prove, prove_fleets};

const USAGE: &str = "usage: waybill-keycloak --keycloak HOME --waybill PROGRAM --work DIR [--seed N] \
                     [--host NAME COMMAND ARGUMENT... --end]... [--provider NAME COMMAND ARGUMENT... --end]... \
                     [--fleet NAME]... [--fleet-length SECONDS] [--fleet-size PROCESSES]";

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let options = read(std::env::args().skip(1)).ok_or(USAGE)?;
    let mut out = io::stdout();
    writeln!(out, "seed {}", options.seed)?;
    let reports = if options.fleets.is_empty() { prove(&options)? } else { prove_fleets(&options)? };
    for report in &reports {
        writeln!(out, "{}", report.line)?;
        for complaint in &report.complaints {
            writeln!(out, "  {complaint}")?;
        }
    }
    let content = reports.iter().all(|report| report.complaints.is_empty());
    Ok(if content { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
    let (mut keycloak, mut waybill, mut work) = (None, None, None);
    let (mut hosts, mut providers, mut fleets) = (Vec::new(), Vec::new(), Vec::new());
    let (mut fleet_length, mut fleet_size) = (Duration::from_mins(1), 50);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut seed = since.as_secs();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--keycloak" => keycloak = Some(PathBuf::from(arguments.next()?)),
            "--waybill" => waybill = Some(PathBuf::from(arguments.next()?)),
            "--work" => work = Some(PathBuf::from(arguments.next()?)),
            "--seed" => seed = arguments.next()?.parse().ok()?,
            "--fleet" => {
                let name = arguments.next()?;
                let known = fleets.len();
                fleets.extend(FleetRun::ALL.into_iter().filter(|run| name == "all" || name == run.name()));
                if fleets.len() == known {
                    return None;
                }
            }
            "--fleet-length" => fleet_length = Duration::from_secs(arguments.next()?.parse().ok()?),
            "--fleet-size" => fleet_size = arguments.next()?.parse().ok()?,
            "--host" | "--provider" => {
                let list = if argument == "--host" { &mut hosts } else { &mut providers };
                let name = arguments.next()?;
                list.push((name, arguments.by_ref().take_while(|argument| argument != "--end").collect()));
            }
            _ => return None,
        }
    }
    let (keycloak, waybill, work) = (keycloak?, waybill?, work?);
    Some(Options { keycloak, waybill, work, seed, hosts, fleets, fleet_length, fleet_size, providers })
}
