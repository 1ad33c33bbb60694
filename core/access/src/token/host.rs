//! Handles the host's events other than calls: new credentials, invalidated tokens, snapshots, cancelled waiters, deadlines,
//! and clock changes.

use waybill_base::error::Error;
use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::context::{Context, Effect};
use super::errors;
use super::held_tokens::{Password, RefreshToken};
use super::need::need_again;
use super::record::{Record, adopt};
use super::seen::{TokenDigest, digest};
use super::state::{BackOff, Exchange, ExchangePhase, Misconfigured, Rejected, State};
use super::store;
use super::waiters::{Waiters, Waiting};
use crate::store::Snapshot;

/// Minimum time between two cleared rejections, in milliseconds. Each may send a password again, which can lock an account.
const FORGIVEN_EVERY: i64 = 60_000;

/// Sets new secrets for the same user. Each is handled separately, and those that are `None` keep their value.
pub(super) fn set_credentials(
    state: State,
    context: &mut Context,
    password: Option<Secret>,
    refresh: Option<Secret>,
) -> State {
    let is_exchanging = matches!(state, State::Exchanging(..));
    let is_replaced = password.is_some_and(|secret| replace_password(context, secret));
    let is_given = refresh.is_some_and(|secret| give_refresh(context, secret, is_exchanging));
    if !is_replaced && !is_given {
        // row 23e
        return state;
    }
    let state = release(state, context);
    store::persist(state, context)
}

/// Sets a login's first secrets. The store is not used before a call needs a token.
pub(super) fn set_initial_credentials(
    state: State,
    context: &mut Context,
    password: Option<Secret>,
    refresh: Option<Secret>,
) -> State {
    if let Some(secret) = password {
        replace_password(context, secret);
    }
    if let Some(secret) = refresh {
        give_refresh(context, secret, false);
    }
    state
}

/// Stores the password. Returns true if it differs from the current one.
fn replace_password(context: &mut Context, secret: Secret) -> bool {
    let held = context.held.password.as_ref();
    if held.is_some_and(|held| held.secret == secret) {
        return false;
    }
    // row 23
    let sent = context.held.sent_password.as_ref().filter(|sent| sent.secret == secret);
    let version = sent.map_or_else(|| held.map_or(1, |held| held.version + 1), |sent| sent.version);
    context.held.password = Some(Password { secret, version, refused: false });
    true
}

/// Stores the refresh token. Returns true if it was neither set nor sent before.
fn give_refresh(context: &mut Context, secret: Secret, is_exchanging: bool) -> bool {
    if context.held.refresh.as_ref().is_some_and(|held| held.secret == secret) {
        return false;
    }
    if context.held.seen.holds(&secret) {
        context.note("token.used", "the refresh token has been set or sent before; it is not stored again");
        return false;
    }
    // row 23r
    context.held.seen.add_given(&secret);
    context.stored.is_dirty = true;
    let given = Some(RefreshToken::given(secret));
    if is_exchanging {
        context.held.given = given;
    } else {
        context.held.refresh = given;
    }
    true
}

/// Clears rejections and back-off after new credentials. Waiters request a token again.
fn release(state: State, context: &mut Context) -> State {
    match state {
        State::Exchanging(exchange, phase) => State::Exchanging(exchange, phase.forgiven()),
        State::BackingOff(_, waiters) => need_again(context.at_rest(), context, waiters),
        State::Empty | State::Held | State::Rejected(_) | State::Misconfigured(_) => context.at_rest(),
    }
}

/// Drops the access token, which the host no longer trusts.
pub(super) fn invalidate_access(state: State, context: &mut Context) -> State {
    // row 21
    drop_access(context);
    let state = if let State::Held = state { State::Empty } else { state };
    store::persist(state, context)
}

fn drop_access(context: &mut Context) {
    if let Some(access) = context.held.access.take() {
        note_dropped(context, digest(&access.secret));
    }
}

/// Records a dropped token, so that it is not read again from a store that still has it.
fn note_dropped(context: &mut Context, token: TokenDigest) {
    context.stored.is_dirty = true;
    if context.store.is_some() {
        context.stored.add_dropped(token);
    }
}

/// Drops both tokens, which the host no longer trusts. Also clears a rejection, such as that of an account since unlocked.
pub(super) fn invalidate_tokens(state: State, context: &mut Context) -> State {
    // row 22
    drop_access(context);
    if let Some(refresh) = context.held.refresh.take() {
        note_dropped(context, digest(&refresh.secret));
    }
    context.held.adopt_given_refresh();
    let is_due = context.refusal_cleared_at.is_none_or(|at| context.now.millis_since(at) >= FORGIVEN_EVERY);
    let is_refused = context.held.password.as_ref().is_some_and(|password| password.refused);
    let is_stuck = is_refused || matches!(state, State::Rejected(_) | State::Misconfigured(_));
    if is_due && is_stuck {
        context.refusal_cleared_at = Some(context.now);
        if let Some(password) = &mut context.held.password {
            password.refused = false;
        }
    }
    let state = match state {
        // No decision was based on the dropped tokens, so the wait for the lock continues.
        State::Exchanging(exchange, ExchangePhase::Lock(locking)) => {
            State::Exchanging(exchange, ExchangePhase::Lock(locking.renewing()))
        }
        // The response has arrived. Its outcome is cleared like a rejection, and no more often.
        State::Exchanging(exchange, phase @ ExchangePhase::Commit(_)) => {
            State::Exchanging(exchange, if is_due { phase.forgiven() } else { phase })
        }
        State::Exchanging(exchange, phase) => abandon(exchange, &phase, context),
        State::Rejected(_) | State::Misconfigured(_) if is_due => context.at_rest(),
        State::Held => State::Empty,
        other => other,
    };
    store::persist(state, context)
}

/// Abandons an exchange whose tokens would not be trusted either. Waiters request a token again.
fn abandon(mut exchange: Exchange, phase: &ExchangePhase, context: &mut Context) -> State {
    if let ExchangePhase::Send(sending) = phase {
        context.effects.push(Effect::Abort { request: sending.request });
    }
    context.unlock(&mut exchange);
    need_again(context.at_rest(), context, exchange.waiters)
}

/// Checks that a snapshot of the host may be restored now.
pub(super) fn check_restore(
    state: &State,
    context: &Context,
    snapshot: &Snapshot,
    now: Timestamp,
) -> Result<(), Error> {
    let is_busy = match state {
        State::Exchanging(..) => true,
        // The waiters begin an exchange before anything else happens.
        State::BackingOff(back_off, waiters) => now >= back_off.until && !waiters.is_empty(),
        State::Empty | State::Held | State::Rejected(_) | State::Misconfigured(_) => false,
    };
    if is_busy {
        // row 24
        return Err(errors::snapshot_busy());
    }
    let record = Record::read(snapshot, &context.account, 0).map_err(errors::snapshot_unreadable)?;
    let is_older = !record.is_known(&context.stored) && record.is_older(context);
    if is_older { Err(errors::snapshot_older()) } else { Ok(()) }
}

/// Restores a snapshot that was checked before.
pub(super) fn restore(state: State, context: &mut Context, snapshot: &Snapshot) -> State {
    let Ok(record) = Record::read(snapshot, &context.account, 0) else { return state };
    if record.is_known(&context.stored) {
        return state;
    }
    let back_off = adopt(record, context);
    let waiters = if let State::BackingOff(_, waiters) = state { waiters } else { Waiters::default() };
    let state = back_off.map_or_else(|| context.at_rest(), |back_off| State::BackingOff(back_off, Waiters::default()));
    let state = need_again(state, context, waiters);
    store::persist(state, context)
}

/// Removes a waiter. The exchange continues even without waiters: its tokens serve the next need.
pub(super) fn cancel(mut state: State, waiter: u64) -> State {
    if let Some(waiters) = waiters(&mut state) {
        // row 28
        waiters.remove(waiter);
    }
    state
}

/// Fails the waiters whose deadline has passed.
pub(super) fn expire_waiters(mut state: State, context: &mut Context) -> State {
    if let Some(waiters) = waiters(&mut state) {
        for waiting in waiters.take_overdue(context.now) {
            // row 29
            context.fail(waiting.waiter, errors::past_deadline());
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

/// Moves times back after the clock was set back. Those of tokens stay, because the provider sets them.
pub(super) fn move_back(state: State, context: &mut Context, by: i64) -> State {
    let moved = |time: Timestamp| time.plus_millis(by.saturating_neg());
    let all = |waiters: Waiters| {
        waiters.changed(|Waiting { mut waiter, began, patience }| {
            waiter.deadline = waiter.deadline.map(moved);
            Waiting { waiter, began: moved(began), patience: patience.map(moved) }
        })
    };
    context.held.last_success = context.held.last_success.map(moved);
    context.refusal_cleared_at = context.refusal_cleared_at.map(moved);
    for renewal in &mut context.held.renewals {
        *renewal = moved(*renewal);
    }
    if let Some(refresh) = &mut context.held.refresh {
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
