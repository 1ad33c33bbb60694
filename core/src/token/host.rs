//! What the host does to the machine beside calls: new credentials, tokens it no longer trusts, cancelled waiters, time and
//! its jumps.

use super::desk::{Desk, Effect};
use super::errors;
use super::holdings::{Password, RefreshToken};
use super::need::need_again;
use super::state::{BackingOff, Exchanging, Misconfigured, State};
use super::waiters::{Waiters, Waiting};
use crate::secret::Secret;
use crate::time::Timestamp;

/// How often a refusal is let go of at most, in milliseconds: each time a password may be sent that locks an account.
const FORGIVEN_EVERY: i64 = 60_000;

/// Secrets for the same user: each is judged apart, and what is not given stays.
pub(super) fn set_credentials(
    state: State,
    desk: &mut Desk,
    password: Option<Secret>,
    refresh: Option<Secret>,
) -> State {
    let is_exchanging = matches!(state, State::Exchanging(_));
    let is_replaced = password.is_some_and(|secret| replace_password(desk, secret));
    let is_given = refresh.is_some_and(|secret| give_refresh(desk, secret, is_exchanging));
    if !is_replaced && !is_given {
        // row 23e
        return state;
    }
    release(state, desk)
}

/// Whether it is another password than the one held.
fn replace_password(desk: &mut Desk, secret: Secret) -> bool {
    let held = desk.holdings.password.as_ref();
    if held.is_some_and(|held| held.secret == secret) {
        return false;
    }
    // row 23
    let sent = desk.holdings.sent_password.as_ref().filter(|sent| sent.secret == secret);
    let version = sent.map_or_else(|| held.map_or(1, |held| held.version + 1), |sent| sent.version);
    desk.holdings.password = Some(Password { secret, version, refused: false });
    true
}

/// Whether it is a refresh token that was neither given nor sent before.
fn give_refresh(desk: &mut Desk, secret: Secret, is_exchanging: bool) -> bool {
    if desk.holdings.refresh.as_ref().is_some_and(|held| held.secret == secret) {
        return false;
    }
    if desk.holdings.seen.holds(&secret) {
        desk.note("token.used", "the refresh token that was set was given before; the one that followed it is kept");
        return false;
    }
    // row 23r
    desk.holdings.seen.add_given(&secret);
    let given = Some(RefreshToken::given(secret));
    if is_exchanging {
        desk.holdings.given = given;
    } else {
        desk.holdings.refresh = given;
    }
    true
}

/// What new secrets let go of; who waited needs again.
fn release(state: State, desk: &mut Desk) -> State {
    match state {
        State::Exchanging(exchanging) => State::Exchanging(exchanging),
        State::BackingOff(BackingOff { waiters, .. }) => need_again(desk.at_rest(), desk, waiters),
        State::Empty | State::Held | State::Rejected(_) | State::Misconfigured(_) => desk.at_rest(),
    }
}

/// The host no longer trusts the access token.
pub(super) fn invalidate_access(state: State, desk: &mut Desk) -> State {
    // row 21
    desk.holdings.access = None;
    if let State::Held = state { State::Empty } else { state }
}

/// The host no longer trusts either token. It is the way out of a refusal that is over, such as a locked account's.
pub(super) fn invalidate_tokens(state: State, desk: &mut Desk) -> State {
    // row 22
    desk.holdings.access = None;
    desk.holdings.refresh = None;
    desk.holdings.settle_given();
    let is_due = desk.forgiven_at.is_none_or(|at| desk.now.since(at) >= FORGIVEN_EVERY);
    let is_refused = desk.holdings.password.as_ref().is_some_and(|password| password.refused);
    let is_stuck = is_refused || matches!(state, State::Rejected(_) | State::Misconfigured(_));
    if is_due && is_stuck {
        desk.forgiven_at = Some(desk.now);
        if let Some(password) = &mut desk.holdings.password {
            password.refused = false;
        }
    }
    match state {
        State::Exchanging(Exchanging { flight, waiters, .. }) => {
            desk.effects.push(Effect::Abort { flight });
            need_again(desk.at_rest(), desk, waiters)
        }
        State::Rejected(_) | State::Misconfigured(_) if is_due => desk.at_rest(),
        State::Held => State::Empty,
        other => other,
    }
}

/// Somebody no longer waits. The exchange goes on, even with nobody waiting: its tokens serve the next need.
pub(super) fn cancel(mut state: State, waiter: u64) -> State {
    if let State::Exchanging(Exchanging { waiters, .. }) | State::BackingOff(BackingOff { waiters, .. }) = &mut state {
        // row 28
        waiters.remove(waiter);
    }
    state
}

/// Fails who waited until their deadline.
pub(super) fn expire_waiters(mut state: State, desk: &mut Desk) -> State {
    if let State::Exchanging(Exchanging { waiters, .. }) | State::BackingOff(BackingOff { waiters, .. }) = &mut state {
        for waiting in waiters.take_overdue(desk.now) {
            // row 29
            desk.fail(waiting.waiter, errors::past_deadline());
        }
    }
    state
}

/// The clock was set back: what was measured with it moves along. Tokens do not; their times are the provider's.
pub(super) fn move_back(state: State, desk: &mut Desk, by: i64) -> State {
    let moved = |time: Timestamp| time.plus(by.saturating_neg());
    let all = |waiters: Waiters| {
        waiters.changed(|Waiting { mut waiter, began, patience }| {
            waiter.deadline = waiter.deadline.map(moved);
            Waiting { waiter, began: moved(began), patience: patience.map(moved) }
        })
    };
    desk.holdings.last_success = desk.holdings.last_success.map(moved);
    desk.forgiven_at = desk.forgiven_at.map(moved);
    for renewal in &mut desk.holdings.renewals {
        *renewal = moved(*renewal);
    }
    match state {
        State::Exchanging(exchanging) => State::Exchanging(Exchanging {
            began: moved(exchanging.began),
            sent_at: moved(exchanging.sent_at),
            deadline: moved(exchanging.deadline),
            waiters: all(exchanging.waiters),
            ..exchanging
        }),
        State::BackingOff(BackingOff { until, attempt, error, waiters }) => {
            State::BackingOff(BackingOff { until: moved(until), attempt, error, waiters: all(waiters) })
        }
        State::Misconfigured(Misconfigured { error, at }) => {
            State::Misconfigured(Misconfigured { error, at: moved(at) })
        }
        State::Empty | State::Held | State::Rejected(_) => state,
    }
}
