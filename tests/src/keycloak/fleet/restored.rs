//! A store that was restored from an older copy, with a password held. Processes that know better send no refresh token again;
//! where none of them is left, one is sent again, and the password makes up for the login.

use std::io;
use std::time::Duration;

use super::super::Report;
use super::super::ledger::now;
use super::judge::Seen;
use super::members::Fleet;
use super::plan::Plan;
use super::replays::{self, Cause};
use super::{FleetRun, Setup};

const PROCESSES: usize = 5;
/// How long the fleet works before the copy is made and after it: each time the token is renewed more than once.
const WORK: Duration = Duration::from_secs(8);

/// Runs it, and judges it.
pub(super) fn run(setup: &Setup) -> io::Result<Report> {
    let plan = Plan { size: PROCESSES, ..Plan::new(FleetRun::Restored.name(), setup.first_host()) };
    let mut fleet = Fleet::start(setup, plan)?;
    fleet.call_for(WORK)?;
    fleet.redis.back_up()?;
    fleet.call_for(WORK)?;
    restore(&mut fleet)?;
    fleet.call_for(WORK)?;
    let while_known = fleet.proxy.ledger().tokens.len();

    fleet.redis.back_up()?;
    fleet.call_for(WORK)?;
    fleet.kill_all();
    restore(&mut fleet)?;
    fleet.start_all()?;
    fleet.recover()?;
    let seen = Seen::gather(&mut fleet)?;
    Ok(judge(&fleet, &seen, while_known))
}

fn restore(fleet: &mut Fleet) -> io::Result<()> {
    fleet.record.begin_outage(now());
    fleet.redis.restore()?;
    fleet.record.end_outage(now());
    fleet.record.losses.push(now());
    Ok(())
}

/// `while_known` exchanges were made while somebody knew a newer record than the store.
fn judge(fleet: &Fleet, seen: &Seen, while_known: usize) -> Report {
    let (excused, lost) = fleet.record.sort_failures();
    let mut complaints = seen.common_complaints(&fleet.record);
    complaints.extend(lost);
    let replays = replays::find(seen, &fleet.record);
    complaints.extend(replays::without_cause(&replays, &[Cause::LostSave]));
    let until = seen.ledger.tokens.get(while_known).map_or(i64::MAX, |request| request.at);
    let early = replays.iter().filter(|replay| replay.at < until);
    complaints.extend(early.map(|replay| format!("{} was sent again by a process that knew better", replay.token)));
    if replays.len() > 1 {
        complaints.push(format!("{} refresh tokens were sent again", replays.len()));
    }
    // The first of all, and one for each time that the store lost what it held.
    let (logins, _) = seen.exchanges();
    if logins > 3 {
        complaints.push(format!("{logins} logins, and one after each loss is enough"));
    }
    if !fleet.record.notes().contains_key("store.older") {
        complaints.push("nobody noted that the store holds less than before".to_owned());
    }
    complaints.extend(seen.unlocked_exchanges(&fleet.record));
    let (name, counted) = (FleetRun::Restored.name(), replays::counted(&replays));
    Report {
        line: format!("{name}: {}; {counted}; {excused} calls failed for a reason", seen.summary(&fleet.record)),
        complaints,
    }
}
