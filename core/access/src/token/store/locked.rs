//! Requests the lock, and decides by the record that comes with it what to do under the lock: rows 5s and 5t.

use waybill_base::internal::TimestampExt as _;
use waybill_base::time::{Timestamp, span_of_millis};

use super::super::context::{Context, Effect};
use super::super::errors;
use super::super::exchange::GRACE;
use super::super::exchange_end::settle;
use super::super::need::{fail_without_grant, serve_impatient};
use super::super::record::{AdoptedRecord, Record, adopt_if_newer};
use super::super::refusal::refresh_over;
use super::super::seen::digest;
use super::super::state::{
    AfterSave, BackOff, Exchange, ExchangeOutcome, ExchangePhase, LockReason, Locking, Rejected, State,
};
use super::COMMAND;
use super::commit::commit_over;
use super::save::{save, without_store};
use crate::store::{Snapshot, StoreFailure};

/// Number of exchanges with the provider that a lease leaves time for.
const MAX_EXCHANGES_PER_LOCK: i64 = 2;
/// Spare time of a lease, in milliseconds.
const SPARE: i64 = 10_000;
/// Time to wait for the lock beyond the length of a lease, in milliseconds.
const PATIENCE: i64 = 5_000;

/// Requests the lock.
pub(in crate::token) fn lock(exchange: Exchange, context: &mut Context, reason: LockReason) -> State {
    let known_seq = context.stored.seq;
    let Some(store) = context.store.as_mut().filter(|_| !context.closing) else {
        return settle(exchange, context, ExchangeOutcome::Rest);
    };
    // row 5s
    let ticket = store.issue();
    // A host that slept gets one grace for each exchange, and a response that began to arrive gets another.
    let send = context.times.timeout.saturating_add(2 * GRACE);
    let lease = send.saturating_mul(MAX_EXCHANGES_PER_LOCK).saturating_add(2 * COMMAND + SPARE);
    context.effects.push(Effect::Lock { ticket, lease: span_of_millis(lease), known_seq });
    let deadline = context.now.plus_millis(lease).plus_millis(PATIENCE);
    State::Exchanging(exchange, ExchangePhase::Lock(Locking { ticket, deadline, reason }))
}

/// Handles the acquired lock and the record that came with it.
pub(super) fn locked(
    mut exchange: Exchange,
    locking: Locking,
    context: &mut Context,
    snapshot: Option<&Snapshot>,
    store_time: Timestamp,
) -> State {
    let difference = store_time.millis_since(context.now);
    if let Some(store) = &mut context.store {
        store.difference = difference;
    }
    let record = match snapshot.map(|snapshot| Record::read(snapshot, &context.account, difference)).transpose() {
        Ok(record) => record,
        Err(why) => return lock_failed(exchange, locking, context, why),
    };
    exchange.lock = Some(locking.ticket);
    if let Some(record) = &record {
        record.forget_given(&mut context.held);
    }
    match locking.reason {
        LockReason::Commit { then, based_on } => commit_over(exchange, context, record, then, based_on),
        LockReason::Renew { otherwise } => {
            let adopted = adopt_if_newer(record, context);
            decide(exchange, context, adopted, otherwise)
        }
        LockReason::Refused { refused, digest: sent } => {
            let adopted = adopt_if_newer(record, context);
            let held = context.held.refresh.as_ref().map(|refresh| digest(&refresh.secret));
            if held.is_some_and(|held| held != sent) {
                decide(exchange, context, adopted, ExchangeOutcome::Rest)
            } else {
                refresh_over(exchange, context, &refused)
            }
        }
    }
}

/// Decides what to do under the lock, now that the state stored by other processes is known.
pub(super) fn decide(
    mut exchange: Exchange,
    context: &mut Context,
    adopted: Option<AdoptedRecord>,
    otherwise: ExchangeOutcome,
) -> State {
    // row 5t
    context.stored.is_dirty |= context.held.adopt_given_refresh();
    let is_new = adopted.is_some();
    let back_off = match (adopted, otherwise) {
        (Some(AdoptedRecord { back_off }), _) => back_off,
        (None, ExchangeOutcome::Rest) => None,
        // The record is unchanged, so the login stays rejected for another period.
        (None, ExchangeOutcome::Reject(rejected)) => {
            return settle(exchange, context, ExchangeOutcome::Reject(Rejected { at: context.now, ..rejected }));
        }
        (None, other) => return settle(exchange, context, other),
    };
    if context.held.usable(context.now).is_some() {
        context.deliver_held(std::mem::take(&mut exchange.waiters).into_all().collect());
    }
    let rest = back_off.map_or(ExchangeOutcome::Rest, ExchangeOutcome::BackOff);
    if exchange.waiters.is_empty() || is_ahead(&rest, context.now) {
        return settle(exchange, context, rest);
    }
    if let Some(grant) = context.held.choose_grant(context.now) {
        return save(exchange, context, AfterSave::Send(grant));
    }
    if is_new && !context.stored.is_dirty && context.held.is_renewed_by_another(context.now) {
        // row 5x
        context.unlock(&mut exchange);
        let next = lock(exchange, context, LockReason::Renew { otherwise: ExchangeOutcome::Rest });
        return serve_impatient(next, context);
    }
    fail_without_grant(context, std::mem::take(&mut exchange.waiters));
    settle(exchange, context, without_grant(context))
}

/// Row 6: a password that another process reported as rejected is treated like one rejected here, and is not sent.
fn without_grant(context: &Context) -> ExchangeOutcome {
    let is_refused = context.held.password.as_ref().is_some_and(|password| password.refused);
    if is_refused && context.held.refresh.is_none() {
        ExchangeOutcome::Reject(Rejected { error: errors::password_refused(), at: context.now })
    } else {
        ExchangeOutcome::Rest
    }
}

fn is_ahead(outcome: &ExchangeOutcome, now: Timestamp) -> bool {
    matches!(outcome, ExchangeOutcome::BackOff(BackOff { until, .. }) if *until > now)
}

/// Handles a lock that could not be acquired.
pub(in crate::token) fn lock_failed(
    mut exchange: Exchange,
    locking: Locking,
    context: &mut Context,
    why: StoreFailure,
) -> State {
    exchange.lock = Some(locking.ticket);
    let otherwise = match locking.reason {
        LockReason::Renew { otherwise } => otherwise,
        LockReason::Refused { .. } => ExchangeOutcome::Rest,
        LockReason::Commit { then, .. } => {
            context.stored.is_dirty = true;
            then
        }
    };
    without_store(exchange, context, otherwise, why)
}

/// Closes the client while it waits for the lock. The wait continues only if there is something to save.
pub(in crate::token) fn close_locking(exchange: Exchange, locking: Locking, context: &mut Context) -> State {
    if context.stored.is_dirty {
        return State::Exchanging(exchange, ExchangePhase::Lock(locking));
    }
    context.effects.push(Effect::Unlock { ticket: locking.ticket });
    settle(exchange, context, ExchangeOutcome::Rest)
}
