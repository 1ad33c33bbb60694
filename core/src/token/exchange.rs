//! A token exchange begins, and one that took too long is given up: row 0 and the sending side of every other row.

use super::desk::{Desk, Effect};
use super::errors;
use super::holdings::Grant;
use super::request::token_request;
use super::state::{Exchanging, Flight, Phase, State, Waiter};

/// What an exchange is begun with.
pub(super) struct Start {
    pub(super) grant: Grant,
    pub(super) waiters: Vec<Waiter>,
    pub(super) attempt: u32,
    pub(super) fallback: bool,
}

/// Sends a grant. After `close` none is begun: nobody waits any more.
pub(super) fn send(desk: &mut Desk, start: Start) -> State {
    let Start { grant, waiters, attempt, fallback } = start;
    let Some((head, body)) = token_request(&desk.account, &desk.holdings, grant).filter(|_| !desk.closing) else {
        for waiter in waiters {
            desk.fail(waiter, errors::no_grant(&desk.account));
        }
        return desk.at_rest();
    };
    if let (Grant::Refresh { was_spent }, Some(refresh)) = (grant, &mut desk.holdings.refresh) {
        refresh.spent = true;
        if was_spent {
            desk.note("token.last-try", "a refresh token of unknown state is sent once more; nothing else is held");
        }
    }
    desk.flights += 1;
    let flight = Flight(desk.flights);
    let deadline = desk.now.plus(desk.timeout);
    desk.effects.push(Effect::Send { flight, head, body, deadline });
    let sent_at = desk.now;
    State::Exchanging(Exchanging { flight, phase: Phase::Send, grant, sent_at, deadline, waiters, fallback, attempt })
}

/// Gives up an exchange whose deadline passed, unless what happens now is its answer.
pub(super) fn pass_deadline(state: State, desk: &mut Desk, answering: Option<Flight>) -> State {
    match state {
        State::Exchanging(lost) if desk.now >= lost.deadline && answering != Some(lost.flight) => match lost.phase {
            Phase::Send => {
                // row 0
                desk.effects.push(Effect::Abort { flight: lost.flight });
                desk.note("token.exchange-lost", "the identity provider did not answer in time");
                desk.back_off(&lost, lost.deadline, None, errors::unavailable("it did not answer in time", None))
            }
        },
        other => other,
    }
}
