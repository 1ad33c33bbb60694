//! Somebody needs a token: rows 1 to 6.

use super::desk::Desk;
use super::errors;
use super::exchange::{Start, send};
use super::state::{BackingOff, Misconfigured, Rejected, State, Waiter};
use crate::error::{Error, Retry};

/// C: one new try at most a minute, in milliseconds.
const MISCONFIGURED_FOR: i64 = 60_000;

pub(super) fn need(state: State, desk: &mut Desk, waiter: Waiter) -> State {
    if desk.deliver_usable(waiter) {
        // row 1
        return state;
    }
    match state {
        State::Exchanging(mut exchanging) => {
            // row 2
            exchanging.waiters.push(waiter);
            State::Exchanging(exchanging)
        }
        State::Rejected(Rejected { error }) => {
            fail_as_before(desk, waiter, &error);
            State::Rejected(Rejected { error })
        }
        State::Misconfigured(Misconfigured { error, at }) if desk.now.since(at) < MISCONFIGURED_FOR => {
            fail_as_before(desk, waiter, &error);
            State::Misconfigured(Misconfigured { error, at })
        }
        State::BackingOff(waiting) if desk.now < waiting.until => need_in_back_off(waiting, desk, waiter),
        State::BackingOff(BackingOff { attempt, .. }) => begin(desk, waiter, attempt),
        State::Empty | State::Held | State::Misconfigured(_) => begin(desk, waiter, 0),
    }
}

fn fail_as_before(desk: &mut Desk, waiter: Waiter, error: &Error) {
    // row 3
    desk.fail(waiter, error.clone());
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
    if let Some(grant) = desk.holdings.pick(desk.now) {
        // row 5
        return send(desk, Start { grant, waiters: vec![waiter], attempt, fallback: false });
    }
    // row 6
    let error = errors::no_grant(&desk.account);
    desk.fail(waiter, error.clone());
    State::Rejected(Rejected { error })
}
