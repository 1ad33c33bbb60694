//! Saves the outcome of an exchange before the lock is released: row 5v.

use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::super::context::Context;
use super::super::exchange_end::settle;
use super::super::record::{Record, adopt, note_record};
use super::super::seen::TokenDigest;
use super::super::state::{Committing, Exchange, ExchangeOutcome, ExchangePhase, LockReason, State};
use super::save::request_save;
use super::{COMMAND, lock, note_failure};
use crate::store::{StoreFailure, StoreResult};

/// Saves the outcome of an exchange, which takes effect afterwards.
pub(in crate::token) fn commit(exchange: Exchange, context: &mut Context, then: ExchangeOutcome) -> State {
    let based_on = context.stored.refresh;
    request_commit(exchange, context, Committing { deadline: context.now, then, based_on, is_second: false })
}

fn request_commit(exchange: Exchange, context: &mut Context, committing: Committing) -> State {
    request_save(&exchange, context, &committing.then);
    let deadline = context.now.plus_millis(COMMAND);
    State::Exchanging(exchange, ExchangePhase::Commit(Committing { deadline, ..committing }))
}

pub(super) fn committed(
    exchange: Exchange,
    committing: Committing,
    context: &mut Context,
    result: &StoreResult,
) -> State {
    match *result {
        StoreResult::Saved { seq } => {
            context.stored.accept(seq);
            settle(exchange, context, committing.then)
        }
        StoreResult::Conflict => not_committed(exchange, committing, context, None),
        StoreResult::Failed(why) => commit_failed(exchange, committing, context, why),
        StoreResult::Locked { .. } => State::Exchanging(exchange, ExchangePhase::Commit(committing)),
    }
}

/// Handles a store that failed or did not respond in time: the outcome may not be saved.
pub(in crate::token) fn commit_failed(
    exchange: Exchange,
    committing: Committing,
    context: &mut Context,
    why: StoreFailure,
) -> State {
    note_failure(context, why);
    not_committed(exchange, committing, context, Some(why))
}

/// Continues after a failed save. Delivered tokens stay valid. After a conflict the record is read at once; otherwise the
/// outcome is saved under the next lock.
fn not_committed(
    mut exchange: Exchange,
    committing: Committing,
    context: &mut Context,
    failure: Option<StoreFailure>,
) -> State {
    // row 5v
    context.stored.is_dirty = true;
    context.unlock(&mut exchange);
    let Committing { then, based_on, is_second, .. } = committing;
    if failure.is_none() && !is_second && !context.closing {
        return lock(exchange, context, LockReason::Commit { then, based_on });
    }
    settle(exchange, context, then)
}

/// Handles a conflict, once the lock is held again: another process stored a record during this one's exchange.
pub(super) fn commit_over(
    exchange: Exchange,
    context: &mut Context,
    record: Option<Record>,
    then: ExchangeOutcome,
    based_on: Option<TokenDigest>,
) -> State {
    let record = match record {
        Some(record) if record.refresh_digest() != based_on => record,
        same => {
            // The other process stored the same refresh token again, so our outcome replaces its record.
            note_record(same.as_ref(), &mut context.stored);
            context.held.adopt_given_refresh();
            let deadline = context.now;
            return request_commit(exchange, context, Committing { deadline, then, based_on, is_second: true });
        }
    };
    context.note(
        "store.superseded",
        "another process renewed the login at the same time; its refresh token is used from now on",
    );
    context.held.refresh = None;
    let own = context.held.access.take();
    let back_off = adopt(record, context);
    let end = |token: Option<Timestamp>| token.unwrap_or(Timestamp::from_millis(i64::MIN));
    let adopted_end = end(context.held.access.as_ref().map(|token| token.expires_at));
    // Keep a token that was already delivered, if it lasts longer.
    if let Some(own) = own.filter(|own| own.expires_at > adopted_end) {
        context.held.generation = own.generation;
        context.held.access = Some(own);
    }
    context.stored.is_dirty = false;
    let outcome = match (then, back_off) {
        (ExchangeOutcome::Misconfigure(misconfigured), _) => ExchangeOutcome::Misconfigure(misconfigured),
        (_, Some(back_off)) => ExchangeOutcome::BackOff(back_off),
        (_, None) => ExchangeOutcome::Rest,
    };
    settle(exchange, context, outcome)
}
