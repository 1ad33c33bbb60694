//! A store without lock and without both checks of a save, and no password: the login is lost. A run that did not see that
//! could not see anything.

use std::io;
use std::time::{Duration, Instant};

use super::super::Report;
use super::judge::Seen;
use super::members::Fleet;
use super::plan::{Held, Plan};
use super::{FleetRun, Setup, replays};

const PROCESSES: usize = 4;
/// The longest that it may take: a dozen renewals.
const LONGEST: Duration = Duration::from_secs(40);

/// Runs it until the login is lost, and judges it.
pub(super) fn run(setup: &Setup) -> io::Result<Report> {
    let plan = Plan {
        size: PROCESSES,
        held: Held::RefreshToken,
        is_unsafe: true,
        ..Plan::new(FleetRun::UnsafeStore.name(), setup.first_host())
    };
    let mut fleet = Fleet::start(setup, plan)?;
    let end = Instant::now() + LONGEST;
    let is_lost = |fleet: &Fleet| fleet.record.failed.iter().any(|call| call.code == "token.sign-in-again");
    while Instant::now() < end && !is_lost(&fleet) {
        fleet.step()?;
    }
    let was_lost = is_lost(&fleet);
    let seen = Seen::gather(&mut fleet)?;
    let replays = replays::find(&seen, &fleet.record);
    let mut complaints = Vec::new();
    if !was_lost {
        complaints.push("the login was not lost, though the store has neither lock nor checks".to_owned());
    }
    if replays::without_cause(&replays, &[]).is_empty() || seen.reuses == 0 {
        complaints.push("no refresh token reached Keycloak twice".to_owned());
    }
    let (name, counted) = (FleetRun::UnsafeStore.name(), replays::counted(&replays));
    let outcome = if was_lost { "the login was lost, as it has to be" } else { "the login was kept" };
    Ok(Report { line: format!("{name}: {outcome}; {}; {counted}", seen.summary(&fleet.record)), complaints })
}
