//! Processes in several languages share one login through Redis against Keycloak, and are killed, frozen and cut off from the
//! store: no refresh token reaches Keycloak twice, and every call is answered that somebody could have served.
//!
//! Each run has a realm, a proxy and a store of its own.

mod exchanges;
mod judge;
mod locks;
mod members;
mod monitor;
mod plan;
mod record;
mod recordings;
pub(super) mod redis;
mod registry;
mod replays;
mod restored;
mod scale;
mod shared;
mod store_down;
mod timeline;
mod unsafe_store;
mod without_password;
mod wrong_password;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::admin::Admin;
use super::{Report, joined};

/// One run of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleetRun {
    /// Processes with a password, with every disturbance.
    Shared,
    /// Processes with nothing but a refresh token.
    WithoutPassword,
    /// A store that was restored from an older copy.
    Restored,
    /// A store that is down, while which processes log in for themselves.
    StoreDown,
    /// A store without lock and checks: the login is lost.
    UnsafeStore,
    /// A password that is wrong.
    WrongPassword,
    /// Many processes, and nothing that disturbs them.
    Scale,
}

impl FleetRun {
    /// All of them, in the order in which they are run.
    pub const ALL: [Self; 7] = [
        Self::Shared,
        Self::WithoutPassword,
        Self::Restored,
        Self::StoreDown,
        Self::UnsafeStore,
        Self::WrongPassword,
        Self::Scale,
    ];

    /// What the command line and the results call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Shared => "fleet",
            Self::WithoutPassword => "fleet-without-password",
            Self::Restored => "fleet-restored",
            Self::StoreDown => "fleet-store-down",
            Self::UnsafeStore => "fleet-unsafe-store",
            Self::WrongPassword => "fleet-wrong-password",
            Self::Scale => "fleet-scale",
        }
    }

    /// Whether it takes the machine for itself: others would make its times worse.
    fn is_alone(self) -> bool {
        matches!(self, Self::Shared | Self::Scale)
    }
}

/// What all runs have.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) admin: Arc<Admin>,
    /// The hosts by name, and the command that starts each; the first is the Node one.
    pub(super) hosts: Vec<(String, Vec<String>)>,
    pub(super) work: PathBuf,
    pub(super) seed: u64,
    /// How long the run with every disturbance takes.
    pub(super) length: Duration,
    /// How many processes the run of many has.
    pub(super) size: usize,
}

impl Setup {
    fn work(&self) -> &Path {
        &self.work
    }

    /// The first host alone: the one that takes the store's place or stops itself where a run wants it.
    fn first_host(&self) -> Vec<(String, Vec<String>)> {
        self.hosts.iter().take(1).cloned().collect()
    }
}

/// Makes these runs, those at once that leave each other alone.
pub(super) fn run(setup: &Setup, runs: &[FleetRun]) -> io::Result<Vec<Report>> {
    let (mut reports, mut beside) = (Vec::new(), Vec::new());
    for run in FleetRun::ALL.into_iter().filter(|run| runs.contains(run)) {
        if run.is_alone() {
            reports.extend(joined(std::mem::take(&mut beside))?);
            reports.push(make(run, setup));
        } else {
            let setup = setup.clone();
            beside.push(thread::spawn(move || Ok(make(run, &setup))));
        }
    }
    reports.extend(joined(beside)?);
    Ok(reports)
}

/// Makes one run; what breaks it off is a complaint, so that the others are heard of.
fn make(run: FleetRun, setup: &Setup) -> Report {
    let made = match run {
        FleetRun::Shared => shared::run(setup),
        FleetRun::WithoutPassword => without_password::run(setup),
        FleetRun::Restored => restored::run(setup),
        FleetRun::StoreDown => store_down::run(setup),
        FleetRun::UnsafeStore => unsafe_store::run(setup),
        FleetRun::WrongPassword => wrong_password::run(setup),
        FleetRun::Scale => scale::run(setup),
    };
    made.unwrap_or_else(|error| Report {
        line: format!("{}: it broke off", run.name()),
        complaints: vec![error.to_string()],
    })
}
