//! What the host does to the machine beside calls: new credentials, tokens it no longer trusts, cancelled waiters, time and
//! its jumps.

use super::desk::{Desk, Effect};
use super::errors;
use super::holdings::{Password, RefreshToken};
use super::need::need_again;
use super::record::{Record, adopt};
use super::seen::{TokenDigest, digest};
use super::state::{BackOff, Exchange, Misconfigured, Phase, Rejected, State};
use super::store;
use super::waiters::{Waiters, Waiting};
use crate::error::Error;
use crate::secret::Secret;
use crate::store::Snapshot;
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
    let is_exchanging = matches!(state, State::Exchanging(..));
    let is_replaced = password.is_some_and(|secret| replace_password(desk, secret));
    let is_given = refresh.is_some_and(|secret| give_refresh(desk, secret, is_exchanging));
    if !is_replaced && !is_given {
        // row 23e
        return state;
    }
    let state = release(state, desk);
    store::persist(state, desk)
}

/// A login's first secrets: a store is asked once somebody needs a token.
pub(super) fn begin_with(state: State, desk: &mut Desk, password: Option<Secret>, refresh: Option<Secret>) -> State {
    if let Some(secret) = password {
        replace_password(desk, secret);
    }
    if let Some(secret) = refresh {
        give_refresh(desk, secret, false);
    }
    state
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
        desk.note("token.used", "the refresh token that was set was given or sent before; it is not taken once more");
        return false;
    }
    // row 23r
    desk.holdings.seen.add_given(&secret);
    desk.stored.is_dirty = true;
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
        State::Exchanging(exchange, phase) => State::Exchanging(exchange, phase.forgiven()),
        State::BackingOff(_, waiters) => need_again(desk.at_rest(), desk, waiters),
        State::Empty | State::Held | State::Rejected(_) | State::Misconfigured(_) => desk.at_rest(),
    }
}

/// The host no longer trusts the access token.
pub(super) fn invalidate_access(state: State, desk: &mut Desk) -> State {
    // row 21
    drop_access(desk);
    let state = if let State::Held = state { State::Empty } else { state };
    store::persist(state, desk)
}

fn drop_access(desk: &mut Desk) {
    if let Some(access) = desk.holdings.access.take() {
        note_dropped(desk, digest(&access.secret));
    }
}

/// What was dropped is not taken over again from a store that still has it.
fn note_dropped(desk: &mut Desk, token: TokenDigest) {
    desk.stored.is_dirty = true;
    if desk.store.is_some() {
        desk.stored.add_dropped(token);
    }
}

/// The host no longer trusts either token. It is the way out of a refusal that is over, such as a locked account's.
pub(super) fn invalidate_tokens(state: State, desk: &mut Desk) -> State {
    // row 22
    drop_access(desk);
    if let Some(refresh) = desk.holdings.refresh.take() {
        note_dropped(desk, digest(&refresh.secret));
    }
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
    let state = match state {
        // Nothing was decided by what is dropped: the lock is still waited for.
        State::Exchanging(exchange, Phase::Lock(locking)) => {
            State::Exchanging(exchange, Phase::Lock(locking.renewing()))
        }
        // The answer has come. What it means is let go of as a refusal is, and not more often.
        State::Exchanging(exchange, phase @ Phase::Commit(_)) => {
            State::Exchanging(exchange, if is_due { phase.forgiven() } else { phase })
        }
        State::Exchanging(exchange, phase) => abandon(exchange, &phase, desk),
        State::Rejected(_) | State::Misconfigured(_) if is_due => desk.at_rest(),
        State::Held => State::Empty,
        other => other,
    };
    store::persist(state, desk)
}

/// An exchange whose tokens would not be trusted either; who waits needs again.
fn abandon(exchange: Exchange, phase: &Phase, desk: &mut Desk) -> State {
    if let Phase::Send(sending) = phase {
        desk.effects.push(Effect::Abort { flight: sending.flight });
    }
    if let Some(ticket) = exchange.lock {
        desk.effects.push(Effect::Unlock { ticket });
    }
    need_again(desk.at_rest(), desk, exchange.waiters)
}

/// Whether a snapshot that the host kept may be taken over now.
pub(super) fn check_restore(state: &State, desk: &Desk, snapshot: &Snapshot, now: Timestamp) -> Result<(), Error> {
    let is_busy = match state {
        State::Exchanging(..) => true,
        // Those who wait begin one before anything else happens.
        State::BackingOff(back_off, waiters) => now >= back_off.until && !waiters.is_empty(),
        State::Empty | State::Held | State::Rejected(_) | State::Misconfigured(_) => false,
    };
    if is_busy {
        // row 24
        return Err(errors::snapshot_busy());
    }
    let record = Record::read(snapshot, &desk.account, 0).map_err(errors::snapshot_unreadable)?;
    let is_older = !record.is_known(&desk.stored) && record.is_older(desk);
    if is_older { Err(errors::snapshot_older()) } else { Ok(()) }
}

/// Takes over what the host kept, which was checked before.
pub(super) fn restore(state: State, desk: &mut Desk, snapshot: &Snapshot) -> State {
    let Ok(record) = Record::read(snapshot, &desk.account, 0) else { return state };
    if record.is_known(&desk.stored) {
        return state;
    }
    let back_off = adopt(record, desk);
    let waiters = if let State::BackingOff(_, waiters) = state { waiters } else { Waiters::default() };
    let state = back_off.map_or_else(|| desk.at_rest(), |back_off| State::BackingOff(back_off, Waiters::default()));
    let state = need_again(state, desk, waiters);
    store::persist(state, desk)
}

/// Somebody no longer waits. The exchange goes on, even with nobody waiting: its tokens serve the next need.
pub(super) fn cancel(mut state: State, waiter: u64) -> State {
    if let Some(waiters) = waiters(&mut state) {
        // row 28
        waiters.remove(waiter);
    }
    state
}

/// Fails who waited until their deadline.
pub(super) fn expire_waiters(mut state: State, desk: &mut Desk) -> State {
    if let Some(waiters) = waiters(&mut state) {
        for waiting in waiters.take_overdue(desk.now) {
            // row 29
            desk.fail(waiting.waiter, errors::past_deadline());
        }
    }
    state
}

fn waiters(state: &mut State) -> Option<&mut Waiters> {
    match state {
        State::Exchanging(Exchange { waiters, .. }, _) | State::BackingOff(_, waiters) => Some(waiters),
        State::Empty | State::Held | State::Rejected(_) | State::Misconfigured(_) => None,
    }
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
    if let Some(refresh) = &mut desk.holdings.refresh {
        refresh.last_try_from = refresh.last_try_from.map(moved);
    }
    match state {
        State::Exchanging(exchange, phase) => {
            let exchange = Exchange { began: moved(exchange.began), waiters: all(exchange.waiters), ..exchange };
            State::Exchanging(exchange, phase.moved(moved))
        }
        State::BackingOff(back_off, waiters) => {
            State::BackingOff(BackOff { until: moved(back_off.until), ..back_off }, all(waiters))
        }
        State::Rejected(rejected) => State::Rejected(Rejected { at: moved(rejected.at), ..rejected }),
        State::Misconfigured(misconfigured) => {
            State::Misconfigured(Misconfigured { at: moved(misconfigured.at), ..misconfigured })
        }
        State::Empty | State::Held => state,
    }
}
