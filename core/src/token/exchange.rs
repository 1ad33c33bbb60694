//! A token exchange begins, begins to be answered, and is given up when it takes too long: row 0 and the sending side of
//! every other row.

use super::desk::{Desk, Effect};
use super::errors;
use super::holdings::Grant;
use super::request::token_request;
use super::state::{Exchange, Flight, Outcome, Phase, Sending, State};
use super::store;
use crate::store::StoreFailure;

/// A deadline that is first seen later than this was slept through, in milliseconds.
const SLEPT: i64 = 50;
/// How long an answer gets that may be waiting already, or has begun to come, in milliseconds.
pub(super) const GRACE: i64 = 5_000;
/// How long a refresh gets once the client is closed, in milliseconds: its answer is the login.
const CLOSING: i64 = 2_000;
/// The same where its answer is then stored for others.
const CLOSING_WITH_STORE: i64 = 5_000;

/// Sends a grant. After `close` none is sent: nobody waits any more.
pub(super) fn send(mut exchange: Exchange, desk: &mut Desk, grant: Grant) -> State {
    let Some((head, body)) = token_request(&desk.account, &desk.holdings, grant).filter(|_| !desk.closing) else {
        for waiting in std::mem::take(&mut exchange.waiters).into_all() {
            desk.fail(waiting.waiter, errors::no_grant(&desk.account));
        }
        return store::finish(exchange, desk, Outcome::Rest);
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
    let deadline = desk.now.plus(desk.times.timeout);
    desk.effects.push(Effect::Send { flight, head, body, deadline });
    let (sent_at, grace_given, head_came) = (desk.now, false, false);
    State::Exchanging(exchange, Phase::Send(Sending { flight, grant, sent_at, deadline, grace_given, head_came }))
}

/// The head of an answer came: the rest of it gets a while, however near the deadline is.
pub(super) fn begin_answer(state: State, desk: &Desk, flight: Flight) -> State {
    match state {
        State::Exchanging(exchange, Phase::Send(mut sending)) if sending.flight == flight && !sending.head_came => {
            sending.head_came = true;
            if !desk.closing {
                sending.deadline = sending.deadline.max(desk.now.plus(GRACE));
            }
            State::Exchanging(exchange, Phase::Send(sending))
        }
        other => other,
    }
}

/// Ends a phase whose deadline passed, unless what happens now is its answer.
pub(super) fn pass_deadline(state: State, desk: &mut Desk, answering: Option<Flight>) -> State {
    match state {
        State::Exchanging(exchange, phase) if desk.now >= phase.deadline() => match phase {
            Phase::Send(sending) if answering == Some(sending.flight) => {
                State::Exchanging(exchange, Phase::Send(sending))
            }
            Phase::Send(sending) => pass_send_deadline(exchange, sending, desk),
            Phase::Spread { .. } => log_in_alone(exchange, desk),
            Phase::Lock(locking) => store::lock_failed(exchange, locking, desk, StoreFailure::Down),
            Phase::Save(saving) => store::save_failed(exchange, saving, desk, StoreFailure::Down),
            Phase::Commit(committing) => store::commit_failed(exchange, committing, desk, StoreFailure::Down),
        },
        other => other,
    }
}

fn pass_send_deadline(exchange: Exchange, mut sending: Sending, desk: &mut Desk) -> State {
    let is_slept_through = desk.now.since(sending.deadline) > SLEPT;
    if is_slept_through && !sending.grace_given && !desk.closing {
        sending.grace_given = true;
        sending.deadline = desk.now.plus(GRACE);
        desk.note("token.grace", "this process stood still past the deadline; the answer may have come meanwhile");
        return State::Exchanging(exchange, Phase::Send(sending));
    }
    // row 0
    desk.effects.push(Effect::Abort { flight: sending.flight });
    desk.note("token.exchange-lost", "the identity provider did not answer in time");
    desk.back_off(exchange, sending.deadline, None, errors::unavailable("it did not answer in time", None))
}

/// The store is down, and the wait that spreads a fleet's logins is over.
fn log_in_alone(exchange: Exchange, desk: &mut Desk) -> State {
    match desk.holdings.pick_password().filter(|_| !exchange.waiters.is_empty()) {
        Some(password) => send(exchange, desk, password),
        None => store::leave(exchange, desk, Outcome::Rest),
    }
}

/// The client was closed: a login is of no use to anybody, while the answer to a refresh is the login that follows.
pub(super) fn close(state: State, desk: &mut Desk) -> State {
    let latest = desk.now.plus(if desk.store.is_some() { CLOSING_WITH_STORE } else { CLOSING });
    match state {
        State::Exchanging(exchange, Phase::Send(sending)) if matches!(sending.grant, Grant::Password { .. }) => {
            desk.effects.push(Effect::Abort { flight: sending.flight });
            desk.holdings.settle_given();
            store::finish(exchange, desk, Outcome::Rest)
        }
        State::Exchanging(exchange, Phase::Send(mut sending)) => {
            sending.deadline = sending.deadline.min(latest);
            State::Exchanging(exchange, Phase::Send(sending))
        }
        State::Exchanging(exchange, Phase::Spread { .. }) => store::leave(exchange, desk, Outcome::Rest),
        State::Exchanging(exchange, Phase::Lock(mut locking)) => {
            locking.deadline = locking.deadline.min(latest);
            store::close_locking(exchange, locking, desk)
        }
        other => other,
    }
}
