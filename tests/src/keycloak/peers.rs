//! Clients of several libraries against the same Keycloak with the same faults, counted and not judged.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use super::faults::Fault;
use super::server::Keycloak;
pub use super::tally::Tally;
use super::{CALLS, Target, pair};

/// What is to be run.
#[derive(Debug)]
pub struct Comparison {
    /// The Keycloak distribution, made ready by `kc.sh build`.
    pub keycloak: PathBuf,
    /// Where logs, ledgers and recordings go.
    pub work: PathBuf,
    /// Where all that is drawn comes from: every client meets the same.
    pub seed: u64,
    /// The clients by name, and the command that starts each.
    pub clients: Vec<(String, Vec<String>)>,
}

/// Runs every client both ways at once, and counts what became of its calls and logins.
///
/// # Errors
/// Keycloak or a client cannot be started, or ended before its time.
pub fn compare(comparison: &Comparison) -> io::Result<Vec<Tally>> {
    let Comparison { keycloak, work, seed, clients } = comparison;
    std::fs::create_dir_all(work)?;
    let keycloak = Keycloak::start(keycloak, &work.join("keycloak.log"))?;
    let admin = Arc::new(keycloak.admin());
    let seeds = [0, 1].map(|way| seed.wrapping_mul(100).wrapping_add(way) % (1 << 32));
    let mut runs = Vec::new();
    for (name, command) in clients {
        let target = Target { name, command, admin: Arc::clone(&admin), faults: &Fault::ALL, calls: CALLS };
        for run in pair(work, seeds, &target)? {
            let (command, work) = (command.clone(), work.clone());
            runs.push(thread::spawn(move || Tally::count(&run, &run.make(&command)?, &work)));
        }
    }
    let joined = runs.into_iter().map(|run| run.join().map_err(|_| io::Error::other("a run panicked"))?);
    joined.collect()
}
