//! A store that is down for longer than a token lives, where processes may log in for themselves meanwhile: no call is lost, the
//! logins are spread, and once the store is back one of them is shared without another.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use super::super::Report;
use super::super::ledger::{Grant, now};
use super::judge::Seen;
use super::members::Fleet;
use super::plan::Plan;
use super::{FleetRun, Setup};

const PROCESSES: usize = 6;
/// How long the fleet works before and after.
const WORK: Duration = Duration::from_secs(8);
/// How long the store is down: every process needs another token meanwhile.
const DOWN: Duration = Duration::from_secs(12);
/// What began while the store was down is over so long after it is back: a command's second, the five seconds over which logins
/// are spread, and the exchange.
const UNDER_WAY: i64 = 8_000;

/// Runs it, and judges it.
pub(super) fn run(setup: &Setup) -> io::Result<Report> {
    let plan =
        Plan { size: PROCESSES, login_while_down: true, ..Plan::new(FleetRun::StoreDown.name(), setup.hosts.clone()) };
    let mut fleet = Fleet::start(setup, plan)?;
    fleet.proxy.admin.let_logins_overlap(&fleet.user.realm)?;
    // Each is at work when the store goes, however long its start takes.
    fleet.recover()?;
    fleet.call_for(WORK)?;
    fleet.record.begin_outage(now());
    fleet.redis.pause()?;
    fleet.call_for(DOWN)?;
    fleet.redis.resume()?;
    fleet.record.end_outage(now());
    fleet.call_for(WORK)?;
    fleet.call_for(WORK)?;
    fleet.recover()?;
    let seen = Seen::gather(&mut fleet)?;
    Ok(judge(&fleet, &seen))
}

fn judge(fleet: &Fleet, seen: &Seen) -> Report {
    let (down, back) = fleet.record.outages.first().copied().unwrap_or_default();
    let (_, lost) = fleet.record.sort_failures();
    let mut complaints = seen.common_complaints(&fleet.record);
    complaints.extend(lost);
    let failed = fleet.record.failed.iter().filter(|call| call.code == "store.failed").count();
    if failed > 0 {
        complaints.push(format!("{failed} calls failed for the store, though their processes may log in without it"));
    }
    if seen.reuses > 0 {
        complaints.push(format!("Keycloak saw {} reuses of a refresh token", seen.reuses));
    }
    let meanwhile = seen.ledger.tokens.iter().enumerate().filter(|(_, request)| (down..back).contains(&request.at));
    let alone: BTreeSet<usize> =
        meanwhile.filter_map(|(place, _)| seen.senders.get(&place)).map(|instance| instance.process).collect();
    if alone.len() < PROCESSES {
        complaints.push(format!("of {PROCESSES} processes {} logged in while the store was down", alone.len()));
    }
    let logins = seen.ledger.tokens.iter().filter(|request| request.grant == Grant::Password);
    let late = logins.filter(|request| request.at > back + UNDER_WAY).count();
    if late > 0 {
        complaints.push(format!("{late} logins once the store was back, and those that were made before are enough"));
    }
    let renewed = seen.ledger.tokens.iter().filter(|request| request.at > back + UNDER_WAY).count();
    if renewed == 0 {
        complaints.push("nothing was renewed once the store was back".to_owned());
    }
    let name = FleetRun::StoreDown.name();
    Report { line: format!("{name}: {}", seen.summary(&fleet.record)), complaints }
}
