//! A password that is wrong costs a fleet one try, also where a process is started anew: each further one would bring the
//! account nearer to being locked.

use std::io;
use std::time::Duration;

use super::super::Report;
use super::judge::Seen;
use super::members::Fleet;
use super::plan::{Held, Plan};
use super::{FleetRun, Setup};

const WORK: Duration = Duration::from_secs(8);

/// Runs it, and judges it.
pub(super) fn run(setup: &Setup) -> io::Result<Report> {
    let plan = Plan { held: Held::WrongPassword, ..Plan::new(FleetRun::WrongPassword.name(), setup.hosts.clone()) };
    let mut fleet = Fleet::start(setup, plan)?;
    fleet.call_for(WORK)?;
    for process in 0..fleet.size() / 2 {
        fleet.restart(process)?;
        fleet.record.kills += 1;
    }
    fleet.call_for(WORK)?;
    let seen = Seen::gather(&mut fleet)?;
    let mut complaints = seen.common_complaints(&fleet.record);
    let tries = seen.ledger.tokens.len();
    if tries != 1 {
        complaints.push(format!("{tries} tries with a wrong password"));
    }
    let mut others = fleet.record.failed.iter().filter(|call| call.code != "token.credentials-rejected");
    complaints.extend(
        others.next().map(|call| format!("a call of process {} failed otherwise: {}", call.process, call.code)),
    );
    let failed = fleet.record.failed.len();
    if failed < fleet.size() || failed != fleet.record.calls {
        complaints.push(format!("of {} calls {failed} failed", fleet.record.calls));
    }
    let name = FleetRun::WrongPassword.name();
    Ok(Report { line: format!("{name}: {tries} tries; {}", seen.summary(&fleet.record)), complaints })
}
