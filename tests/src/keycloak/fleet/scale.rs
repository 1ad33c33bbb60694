//! Many processes, and nothing that disturbs them: what the store and Keycloak are asked for each renewal, held to what
//! `tests/tests/store_scale` foretells in virtual time.
#![allow(clippy::cast_precision_loss, reason = "counts of a run are small")]

use std::io;
use std::time::Duration;

use super::super::Report;
use super::super::ledger::{Verdict, now};
use super::judge::Seen;
use super::members::Fleet;
use super::plan::Plan;
use super::{FleetRun, Setup};

/// Seconds that a token lives; it is renewed when half of them are over.
const LIFESPAN: u32 = 20;
const BETWEEN_CALLS: Duration = Duration::from_secs(2);
/// Renewals that are counted.
const RENEWALS: u32 = 3;
/// How often all processes have the time to be served that a fleet has after disturbances.
const STARTS: usize = 3;
/// Commands for each process and renewal that are enough, where the simulation says 2.2 to 3.0, and how many more for each second
/// of the longest wait: those that wait ask again, with pauses that grow to a second.
const ENOUGH_COMMANDS: f64 = 4.0;
const COMMANDS_WHILE_WAITING: f64 = 1.5;

/// Runs it, and judges it.
pub(super) fn run(setup: &Setup) -> io::Result<Report> {
    let plan = Plan {
        size: setup.size,
        lifespan: LIFESPAN,
        between_calls: BETWEEN_CALLS,
        token_timeout_ms: 30_000,
        looks_up: false,
        ..Plan::new(FleetRun::Scale.name(), setup.first_host())
    };
    let mut fleet = Fleet::start(setup, plan)?;
    fleet.proxy.refuse_never();
    // So many take their time to start.
    for _ in 0..STARTS {
        fleet.recover()?;
        if fleet.record.unserved.is_empty() {
            break;
        }
    }
    // A renewal is over when all have its token: counting begins and ends in the middle between two.
    wait_for_renewal(&mut fleet)?;
    let quarter = Duration::from_secs(u64::from(LIFESPAN) / 4);
    fleet.call_for(quarter)?;
    let from = now();
    fleet.record.slowest = 0;
    fleet.call_for(quarter * 2 * RENEWALS)?;
    let to = now();
    let seen = Seen::gather(&mut fleet)?;
    Ok(judge(&fleet, &seen, from..to))
}

fn wait_for_renewal(fleet: &mut Fleet) -> io::Result<()> {
    let exchanges = fleet.proxy.ledger().tokens.len();
    while fleet.proxy.ledger().tokens.len() == exchanges {
        fleet.step()?;
    }
    Ok(())
}

fn judge(fleet: &Fleet, seen: &Seen, counted: std::ops::Range<i64>) -> Report {
    let exchanges = seen.ledger.tokens.iter().filter(|request| counted.contains(&request.at));
    let (exchanges, renewals): (usize, Vec<_>) = (
        exchanges.clone().count(),
        exchanges.filter(|request| request.answered.as_ref().is_some_and(|it| it.status == 200)).collect(),
    );
    let commands = seen.asked.iter().filter(|asked| counted.contains(&asked.at)).count();
    let refused = seen.ledger.calls.iter().filter(|call| call.verdict != Verdict::Good).count();
    let each = commands as f64 / (fleet.size() * renewals.len().max(1)) as f64;
    let mut complaints = seen.common_complaints(&fleet.record);
    let failed: Vec<_> = fleet.record.failed.iter().filter(|call| counted.contains(&call.began)).collect();
    if let Some(call) = failed.first() {
        complaints.push(format!("{} calls failed, the first of process {}: {}", failed.len(), call.process, call.code));
    }
    if renewals.len() + 1 < RENEWALS as usize {
        complaints.push(format!("{} renewals prove nothing", renewals.len()));
    }
    if exchanges != renewals.len() {
        complaints.push(format!("{exchanges} exchanges for {} renewals", renewals.len()));
    }
    if each > ENOUGH_COMMANDS + COMMANDS_WHILE_WAITING * fleet.record.slowest as f64 / 1_000.0 {
        complaints.push(format!("{each:.1} commands for each process and renewal"));
    }
    let line = format!(
        "{}: {} processes, {} renewals of tokens that live {LIFESPAN} s in {} s, {exchanges} exchanges, {commands} commands: {each:.2} for \
         each process and renewal; {} calls, {refused} refused, longest {} ms",
        FleetRun::Scale.name(),
        fleet.size(),
        renewals.len(),
        (counted.end - counted.start) / 1_000,
        fleet.record.calls,
        fleet.record.slowest,
    );
    Report { line, complaints }
}
