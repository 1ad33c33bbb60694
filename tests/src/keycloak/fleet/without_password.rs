//! Processes with nothing but a refresh token: one that was sent is sent again only as a noted last try, by a process that was
//! frozen between its save and its sending, and where the store lost the save. Each happens once, and ends the login; a person
//! signs in then.

use std::io;
use std::time::{Duration, Instant};

use serde_json::json;

use super::super::Report;
use super::super::ledger::now;
use super::exchanges::Point;
use super::judge::Seen;
use super::members::Fleet;
use super::plan::{Held, Plan};
use super::replays::{self, Cause};
use super::{FleetRun, Setup};

/// An exchange's patience: last tries come that long and ten seconds after a process saw that a token is spent.
const TOKEN_TIMEOUT_MS: u64 = 2_000;
/// How long a process is frozen before its sending: others have tried the token by then.
const FROZEN: Duration = Duration::from_secs(18);
/// Between two things that end the login.
const QUIET: Duration = Duration::from_secs(3);
/// The longest that a login takes to end after what ends it.
const LONGEST: Duration = Duration::from_secs(40);
/// After a sign-in calls may still fail that began before.
const AFTER_SIGN_IN: i64 = 2_000;

const CAUSES: [Cause; 3] = [Cause::LastTry, Cause::Frozen, Cause::LostSave];

/// Runs it, and judges it.
pub(super) fn run(setup: &Setup) -> io::Result<Report> {
    let plan = Plan {
        held: Held::RefreshToken,
        token_timeout_ms: TOKEN_TIMEOUT_MS,
        ..Plan::new(FleetRun::WithoutPassword.name(), setup.hosts.clone())
    };
    let mut fleet = Fleet::start(setup, plan)?;
    fleet.self_stop = FROZEN;
    let mut person = Person { signed_in: now() };
    fleet.call_for(QUIET)?;

    // Nobody knows the answer: when nothing else is left, the token is tried once more.
    fleet.exchanges.kill_at(Point::Answer);
    person.wait(&mut fleet)?;
    fleet.call_for(QUIET)?;

    // Nothing can stop a process that sends when it wakes.
    fleet.tell_all(&json!({ "stop_before_sending": true }));
    person.wait(&mut fleet)?;
    fleet.call_for(QUIET)?;

    // Nobody is left who knows better than the store.
    fleet.kill_all();
    fleet.redis.empty()?;
    fleet.record.losses.push(now());
    fleet.start_all()?;
    person.wait(&mut fleet)?;
    fleet.recover()?;
    let seen = Seen::gather(&mut fleet)?;
    Ok(judge(&fleet, &seen))
}

/// Who signs in again when the login is lost.
struct Person {
    signed_in: i64,
}

impl Person {
    /// Until the login was lost, and one signed in again.
    fn wait(&mut self, fleet: &mut Fleet) -> io::Result<()> {
        let end = Instant::now() + LONGEST;
        while Instant::now() < end {
            fleet.step()?;
            let is_lost =
                fleet.record.failed.last().is_some_and(|call| {
                    call.code == "token.sign-in-again" && call.ended > self.signed_in + AFTER_SIGN_IN
                });
            if is_lost {
                fleet.sign_in_again()?;
                self.signed_in = now();
                return Ok(());
            }
        }
        Ok(())
    }
}

fn judge(fleet: &Fleet, seen: &Seen) -> Report {
    let mut complaints = seen.common_complaints(&fleet.record);
    let replays = replays::find(seen, &fleet.record);
    complaints.extend(replays::without_cause(&replays, &CAUSES));
    for cause in CAUSES {
        if !replays.iter().any(|replay| replay.cause == Some(cause)) {
            complaints.push(format!("no refresh token was sent again for this cause: {cause:?}"));
        }
    }
    if fleet.record.sign_ins > replays.len() {
        complaints.push(format!("{} logins were lost by {} replays", fleet.record.sign_ins, replays.len()));
    }
    complaints.extend(seen.unlocked_exchanges(&fleet.record));
    let (name, sign_ins) = (FleetRun::WithoutPassword.name(), fleet.record.sign_ins);
    let counted = replays::counted(&replays);
    Report {
        line: format!("{name}: {}; {counted}; {sign_ins} sign-ins by a person", seen.summary(&fleet.record)),
        complaints,
    }
}
