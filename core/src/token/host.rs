//! What the host does to the machine beside calls: new credentials, cancelled waiters, time and its jumps.

use super::desk::Desk;
use super::errors;
use super::holdings::{Password, RefreshToken};
use super::state::State;
use crate::secret::Secret;
use crate::time::Timestamp;

/// New secrets for the same user; what is not given stays.
pub(super) fn set_credentials(
    state: State,
    desk: &mut Desk,
    password: Option<Secret>,
    refresh: Option<Secret>,
) -> State {
    if password.is_none() && refresh.is_none() {
        return state;
    }
    // row 23
    if let Some(secret) = password {
        // The same password again is not a new one: one that was rejected would be sent twice.
        let is_new = |held: &Password| u64::from(held.secret != secret);
        let version = desk.holdings.password.as_ref().map_or(1, |held| held.version + is_new(held));
        desk.holdings.password = Some(Password { secret, version });
    }
    if let Some(secret) = refresh {
        desk.holdings.refresh = Some(RefreshToken { secret, expires_at: None, spent: false, exhausted: false });
    }
    match state {
        State::Exchanging(exchanging) => State::Exchanging(exchanging),
        State::Empty | State::Held | State::BackingOff(_) | State::Rejected(_) | State::Misconfigured(_) => {
            desk.at_rest()
        }
    }
}

/// Somebody no longer waits. The exchange goes on, even with nobody waiting: its tokens serve the next need.
pub(super) fn cancel(state: State, waiter: u64) -> State {
    match state {
        State::Exchanging(mut exchanging) => {
            // row 28
            exchanging.waiters.retain(|waiting| waiting.id != waiter);
            State::Exchanging(exchanging)
        }
        other => other,
    }
}

/// Fails who waited until their deadline.
pub(super) fn expire_waiters(state: State, desk: &mut Desk) -> State {
    match state {
        State::Exchanging(mut exchanging) => {
            let now = desk.now;
            let is_due = |deadline: Option<Timestamp>| deadline.is_some_and(|deadline| deadline <= now);
            let (due, waiting) = exchanging.waiters.into_iter().partition(|waiter| is_due(waiter.deadline));
            exchanging.waiters = waiting;
            for waiter in due {
                // row 29
                desk.fail(waiter, errors::past_deadline());
            }
            State::Exchanging(exchanging)
        }
        other => other,
    }
}

/// The clock was set back: what was measured with it moves along. Tokens do not; their times are the provider's.
pub(super) fn move_back(state: State, desk: &mut Desk, by: i64) -> State {
    let moved = |time: Timestamp| time.plus(by.saturating_neg());
    desk.holdings.last_success = desk.holdings.last_success.map(moved);
    for renewal in &mut desk.holdings.renewals {
        *renewal = moved(*renewal);
    }
    match state {
        State::Exchanging(mut exchanging) => {
            exchanging.sent_at = moved(exchanging.sent_at);
            exchanging.deadline = moved(exchanging.deadline);
            for waiter in &mut exchanging.waiters {
                waiter.deadline = waiter.deadline.map(moved);
            }
            State::Exchanging(exchanging)
        }
        State::BackingOff(mut waiting) => {
            waiting.until = moved(waiting.until);
            State::BackingOff(waiting)
        }
        State::Misconfigured(mut failing) => {
            failing.at = moved(failing.at);
            State::Misconfigured(failing)
        }
        State::Empty | State::Held | State::Rejected(_) => state,
    }
}
