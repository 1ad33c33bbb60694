//! A token exchange begins, begins to be answered, and is given up when it takes too long: row 0 and the sending side of
//! every other row.

use super::desk::{Desk, Effect};
use super::errors;
use super::holdings::Grant;
use super::request::token_request;
use super::state::{Exchanging, Flight, State};
use super::waiters::Waiters;
use crate::time::Timestamp;

/// A deadline that is first seen later than this was slept through, in milliseconds.
const SLEPT: i64 = 500;
/// How long an answer gets that may be waiting already, or has begun to come, in milliseconds.
const GRACE: i64 = 5_000;
/// How long a refresh gets once the client is closed, in milliseconds: its answer is the login.
const CLOSING: i64 = 2_000;

/// What an exchange is begun with.
pub(super) struct Start {
    pub(super) grant: Grant,
    pub(super) began: Timestamp,
    pub(super) waiters: Waiters,
    pub(super) attempt: u32,
    pub(super) fallback: bool,
}

/// Sends a grant. After `close` none is begun: nobody waits any more.
pub(super) fn send(desk: &mut Desk, start: Start) -> State {
    let Start { grant, began, waiters, attempt, fallback } = start;
    let Some((head, body)) = token_request(&desk.account, &desk.holdings, grant).filter(|_| !desk.closing) else {
        for waiting in waiters.into_all() {
            desk.fail(waiting.waiter, errors::no_grant(&desk.account));
        }
        return desk.at_rest();
    };
    if let (Grant::Refresh { was_spent }, Some(refresh)) = (grant, &mut desk.holdings.refresh) {
        refresh.spent = true;
        desk.holdings.seen.add_sent(&refresh.secret);
        if was_spent {
            desk.note("token.last-try", "a refresh token of unknown state is sent once more; nothing else is held");
        }
    }
    if let Grant::Password { .. } = grant {
        desk.holdings.sent_password = desk.holdings.password.clone();
    }
    desk.flights += 1;
    let flight = Flight(desk.flights);
    let deadline = desk.now.plus(desk.timeout);
    desk.effects.push(Effect::Send { flight, head, body, deadline });
    let (sent_at, grace_given, head_came) = (desk.now, false, false);
    State::Exchanging(Exchanging {
        flight,
        grant,
        began,
        sent_at,
        deadline,
        grace_given,
        head_came,
        waiters,
        fallback,
        attempt,
    })
}

/// The head of an answer came: the rest of it gets a while, however near the deadline is.
pub(super) fn begin_answer(state: State, desk: &Desk, flight: Flight) -> State {
    match state {
        State::Exchanging(mut exchanging) if exchanging.flight == flight && !exchanging.head_came => {
            exchanging.head_came = true;
            if !desk.closing {
                exchanging.deadline = exchanging.deadline.max(desk.now.plus(GRACE));
            }
            State::Exchanging(exchanging)
        }
        other => other,
    }
}

/// Gives up an exchange whose deadline passed, unless what happens now is its answer.
pub(super) fn pass_deadline(state: State, desk: &mut Desk, answering: Option<Flight>) -> State {
    match state {
        State::Exchanging(mut exchanging)
            if desk.now >= exchanging.deadline && answering != Some(exchanging.flight) =>
        {
            let is_slept_through = desk.now.since(exchanging.deadline) > SLEPT;
            if is_slept_through && !exchanging.grace_given && !desk.closing {
                exchanging.grace_given = true;
                exchanging.deadline = desk.now.plus(GRACE);
                desk.note("token.grace", "the host was not heard of for a while; the answer may have come meanwhile");
                return State::Exchanging(exchanging);
            }
            // row 0
            desk.effects.push(Effect::Abort { flight: exchanging.flight });
            desk.note("token.exchange-lost", "the identity provider did not answer in time");
            let from = exchanging.deadline;
            desk.back_off(exchanging, from, None, errors::unavailable("it did not answer in time", None))
        }
        other => other,
    }
}

/// The client was closed: a login is of no use to anybody, while the answer to a refresh is the login that follows.
pub(super) fn close(state: State, desk: &mut Desk) -> State {
    match state {
        State::Exchanging(exchanging) if matches!(exchanging.grant, Grant::Password { .. }) => {
            desk.effects.push(Effect::Abort { flight: exchanging.flight });
            desk.holdings.settle_given();
            desk.at_rest()
        }
        State::Exchanging(mut exchanging) => {
            exchanging.deadline = exchanging.deadline.min(desk.now.plus(CLOSING));
            State::Exchanging(exchanging)
        }
        other => other,
    }
}
