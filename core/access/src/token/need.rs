//! Handles the need for a token, and the waiters for one: rows 1 to 6.

use waybill_base::error::Retry;
use waybill_base::internal::{ErrorExt as _, TimestampExt as _};
use waybill_base::time::Timestamp;

use super::context::Context;
use super::errors;
use super::exchange::send;
use super::held_tokens::HeldTokens;
use super::state::{BackOff, Exchange, ExchangeOutcome, LockReason, Misconfigured, State};
use super::store;
use super::waiters::Waiter;
use super::waiters::{Waiters, Waiting};

/// Time between two tries in the state Misconfigured, in milliseconds.
pub(super) const REFUSED_FOR: i64 = 60_000;
/// Time between two reads of the shared store in the state Rejected, in milliseconds: a user may have signed in at another
/// process. Two thousand rejected processes cause 1,300 commands a second.
const LOOK_AGAIN: i64 = 3_000;
/// Usual maximum duration of a renewal, in milliseconds.
const USUAL: i64 = 2_000;

pub(super) fn need(state: State, context: &mut Context, waiter: Waiter) -> State {
    if context.deliver_usable(waiter) {
        // row 1
        return state;
    }
    need_another(state, context, Waiting { waiter, began: context.now, patience: None })
}

/// Requests a token for a caller that may already have waited. No stored token is usable.
pub(super) fn need_another(state: State, context: &mut Context, waiting: Waiting) -> State {
    match state {
        State::Exchanging(mut exchange, phase) => {
            // row 2
            exchange.waiters.add(with_patience(&context.held, context.now, exchange.began, waiting));
            serve_impatient(State::Exchanging(exchange, phase), context)
        }
        State::Rejected(rejected) if context.store.is_some() && context.now.millis_since(rejected.at) >= LOOK_AGAIN => {
            let exchange = Exchange::new(context.now, only(waiting), 0);
            store::lock(exchange, context, LockReason::Renew { otherwise: ExchangeOutcome::Reject(rejected) })
        }
        State::Rejected(rejected) => {
            fail_as_before(context, waiting, &rejected.error, None);
            State::Rejected(rejected)
        }
        State::Misconfigured(Misconfigured { error, at }) if context.now.millis_since(at) < REFUSED_FOR => {
            fail_as_before(context, waiting, &error, Some(at.plus_millis(REFUSED_FOR)));
            State::Misconfigured(Misconfigured { error, at })
        }
        State::BackingOff(back_off, waiters) if context.now < back_off.until => {
            need_in_back_off(back_off, waiters, context, waiting)
        }
        State::BackingOff(back_off, mut waiters) => {
            waiters.add(waiting);
            begin(State::BackingOff(back_off, Waiters::default()), context, waiters)
        }
        state @ (State::Empty | State::Held | State::Misconfigured(_)) => begin(state, context, only(waiting)),
    }
}

/// Requests a token again for all waiters, because what they waited for has ended.
pub(super) fn need_again(mut state: State, context: &mut Context, waiters: Waiters) -> State {
    for waiting in waiters.into_all() {
        state = if context.deliver_usable(waiting.waiter) { state } else { need_another(state, context, waiting) };
    }
    state
}

/// Gives the stored token to waiters whose patience is over, if it is not expired.
pub(super) fn serve_impatient(state: State, context: &mut Context) -> State {
    match state {
        State::Exchanging(mut exchange, phase) if context.held.unexpired(context.now).is_some() => {
            let impatient = exchange.waiters.take_impatient(context.now);
            if !impatient.is_empty() {
                // row 2p
                context.note("token.kept", "renewing the token takes long; the stored one is used until it expires");
                context.deliver_held(impatient);
            }
            State::Exchanging(exchange, phase)
        }
        other => other,
    }
}

/// Ends a back-off that is over, if there are waiters.
pub(super) fn end_back_off(state: State, context: &mut Context) -> State {
    match state {
        State::BackingOff(back_off, waiters) if context.now >= back_off.until && !waiters.is_empty() => {
            // row 4b
            begin(State::BackingOff(back_off, Waiters::default()), context, waiters)
        }
        other => other,
    }
}

/// Sets a waiter's patience for an exchange that began at `exchange_began`, if the stored token is good enough meanwhile.
pub(super) fn with_patience(held: &HeldTokens, now: Timestamp, exchange_began: Timestamp, waiting: Waiting) -> Waiting {
    let patience = held.good_enough_for(now).map(|left| {
        let own = waiting.waiter.deadline.map_or(i64::MAX, |deadline| deadline.millis_since(waiting.began) / 4);
        exchange_began.plus_millis(USUAL).min(now.plus_millis(left / 2)).min(waiting.began.plus_millis(own))
    });
    Waiting { patience, ..waiting }
}

fn fail_as_before(
    context: &mut Context,
    waiting: Waiting,
    error: &waybill_base::error::Error,
    retry: Option<Timestamp>,
) {
    // row 3
    if context.deliver_good_enough(waiting.waiter) {
        context.note("token.kept", "the token cannot be renewed now; the stored one is used until it expires");
        return;
    }
    let error = error.clone();
    let after = retry.map(|at| Retry::After(at.since(context.now)));
    context.fail(waiting.waiter, if let Some(after) = after { error.retry(after) } else { error });
}

fn need_in_back_off(back_off: BackOff, mut waiters: Waiters, context: &mut Context, waiting: Waiting) -> State {
    // row 4
    if context.deliver_good_enough(waiting.waiter) {
        context.note("token.kept", "the token could not be renewed; the stored one is used until it expires");
    } else if waiting.has_time_until(back_off.until, context.times.retry_wait) {
        waiters.add(waiting);
    } else {
        let left = Retry::After(back_off.until.since(context.now));
        context.fail(waiting.waiter, back_off.error.clone().retry(left));
    }
    State::BackingOff(back_off, waiters)
}

fn begin(state: State, context: &mut Context, waiters: Waiters) -> State {
    let attempt = if let State::BackingOff(back_off, _) = &state { back_off.attempt } else { 0 };
    let grant = context.held.choose_grant(context.now);
    if grant.is_none() && context.store.is_none() {
        fail_without_grant(context, waiters);
        return state;
    }
    let (began, held) = (context.now, &context.held);
    let waiters = waiters.changed(|waiting| with_patience(held, began, began, waiting));
    let exchange = Exchange::new(began, waiters, attempt);
    let next = match grant.filter(|_| context.store.is_none()) {
        Some(grant) => {
            // row 5
            send(exchange, context, grant)
        }
        None => store::lock(exchange, context, LockReason::Renew { otherwise: ExchangeOutcome::Rest }),
    };
    serve_impatient(next, context)
}

/// Fails the waiters because nothing can be sent. A token that is good enough is still delivered.
pub(super) fn fail_without_grant(context: &mut Context, waiters: Waiters) {
    // row 6
    let is_refused = context.held.password.as_ref().is_some_and(|password| password.refused);
    let mut error = if is_refused { errors::password_refused() } else { errors::no_grant(&context.account) };
    if let Some(from) = context.held.refresh.as_ref().and_then(|refresh| refresh.last_try_from) {
        error = error.retry(Retry::After(from.since(context.now)));
    }
    let mut kept = false;
    for waiting in waiters.into_all() {
        let delivered = context.deliver_good_enough(waiting.waiter);
        kept |= delivered;
        if !delivered {
            context.fail(waiting.waiter, error.clone());
        }
    }
    if kept {
        context.note("token.kept", "the token cannot be renewed now; the stored one is used until it expires");
    }
}

fn only(waiting: Waiting) -> Waiters {
    let mut waiters = Waiters::default();
    waiters.add(waiting);
    waiters
}
