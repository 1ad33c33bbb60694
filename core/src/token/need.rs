//! Somebody needs a token: rows 1 to 6.

use super::desk::Desk;
use super::errors;
use super::exchange::{Start, send};
use super::state::{BackingOff, Misconfigured, Rejected, State, Waiter};
use crate::error::Retry;

/// C: one new try at most a minute, in milliseconds.
const MISCONFIGURED_FOR: i64 = 60_000;

pub(super) fn need(state: State, desk: &mut Desk, waiter: Waiter) -> State {
    // row 1
    if desk.deliver_usable(waiter) {
        return state;
    }
    match state {
        // row 2
        State::Exchanging(mut exchanging) => {
            exchanging.waiters.push(waiter);
            State::Exchanging(exchanging)
        }
        // row 3
        State::Rejected(Rejected { error }) => {
            desk.fail(waiter, error.clone());
            State::Rejected(Rejected { error })
        }
        State::Misconfigured(Misconfigured { error, at }) if desk.now.since(at) < MISCONFIGURED_FOR => {
            desk.fail(waiter, error.clone());
            State::Misconfigured(Misconfigured { error, at })
        }
        State::BackingOff(waiting) if desk.now < waiting.until => need_in_back_off(waiting, desk, waiter),
        State::BackingOff(BackingOff { attempt, .. }) => begin(desk, waiter, attempt),
        State::Empty | State::Held | State::Misconfigured(_) => begin(desk, waiter, 0),
    }
}

fn need_in_back_off(waiting: BackingOff, desk: &mut Desk, waiter: Waiter) -> State {
    // row 4
    if desk.deliver_good_enough(waiter) {
        desk.note("token.kept", "the token could not be renewed; the one held is used while it lasts");
    } else {
        let left = Retry::After(waiting.until.since(desk.now));
        desk.fail(waiter, waiting.error.clone().retry(left));
    }
    State::BackingOff(waiting)
}

fn begin(desk: &mut Desk, waiter: Waiter, attempt: u32) -> State {
    // row 5
    if let Some(grant) = desk.holdings.pick(desk.now) {
        return send(desk, Start { grant, waiters: vec![waiter], attempt, fallback: false });
    }
    // row 6
    let error = errors::no_grant(&desk.account);
    desk.fail(waiter, error.clone());
    State::Rejected(Rejected { error })
}
