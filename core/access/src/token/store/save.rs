//! Saves the refresh token as spent before it is sent, so that no other process sends it too: rows 5u, 5w and 5b.

use waybill_base::internal::TimestampExt as _;

use super::super::context::{Context, Effect};
use super::super::errors;
use super::super::exchange::send;
use super::super::exchange_end::settle;
use super::super::held_tokens::Grant;
use super::super::record::write;
use super::super::seen::digest;
use super::super::state::{AfterSave, Exchange, ExchangeOutcome, ExchangePhase, LockReason, Saving, State};
use super::super::stored::{Attempt, record_digest};
use super::locked::{decide, lock};
use super::{COMMAND, note_failure};
use crate::store::{StoreFailure, StoreResult};

/// Period over which the logins of many processes are spread when their store is down, in milliseconds.
const SPREAD: i64 = 5_000;
/// Number of conflicts of one exchange after which the store is treated as down. Another process saves twice for each of its
/// exchanges, so this many conflicts in a row mean that the store rejects every save.
const MOST_CONFLICTS: u32 = 10;
/// Maximum number of doublings of the wait after a failure of the store, which limits it to two seconds. Processes use the store
/// all the time, so a longer wait would not spare it, and would fail calls that it could serve.
const LAST_DOUBLING: u32 = 2;

/// Saves under the lock, then continues with `next`.
pub(in crate::token) fn save(exchange: Exchange, context: &mut Context, next: AfterSave) -> State {
    if let (AfterSave::Send(Grant::Refresh { .. }), Some(refresh)) = (&next, &mut context.held.refresh) {
        refresh.spent = true;
        context.held.seen.add_sent(&refresh.secret);
    }
    let outcome = match &next {
        AfterSave::Send(_) => &ExchangeOutcome::Rest,
        AfterSave::Settle(outcome) => outcome,
    };
    request_save(&exchange, context, outcome);
    let deadline = context.now.plus_millis(COMMAND);
    State::Exchanging(exchange, ExchangePhase::Save(Saving { deadline, next }))
}

/// Requests a save of the current state.
pub(super) fn request_save(exchange: &Exchange, context: &mut Context, outcome: &ExchangeOutcome) {
    let Some(ticket) = exchange.lock else { return };
    let expected_seq = context.stored.seq;
    let snapshot = write(context, outcome.back_off(), expected_seq.saturating_add(1), context.store_clock_offset());
    let refresh = context.held.refresh.as_ref().map(|refresh| digest(&refresh.secret));
    context.stored.attempted = Some(Attempt { record: record_digest(&snapshot), refresh });
    context.stored.is_dirty = false;
    context.effects.push(Effect::Save { ticket, snapshot, expected_seq });
}

pub(super) fn saved(exchange: Exchange, saving: Saving, context: &mut Context, result: &StoreResult) -> State {
    match *result {
        StoreResult::Saved { seq } => {
            context.stored.accept(seq);
            continue_after_save(exchange, context, saving.next)
        }
        StoreResult::Conflict => retry_lock_after_conflict(exchange, saving, context),
        StoreResult::Failed(why) => save_failed(exchange, saving, context, why),
        StoreResult::Locked { .. } => State::Exchanging(exchange, ExchangePhase::Save(saving)),
    }
}

fn continue_after_save(exchange: Exchange, context: &mut Context, next: AfterSave) -> State {
    match next {
        AfterSave::Settle(outcome) => settle(exchange, context, outcome),
        AfterSave::Send(grant) if context.closing => {
            // The refresh token was saved as spent, but was not sent.
            context.held.restore_refresh(grant);
            context.stored.is_dirty |= matches!(grant, Grant::Refresh { .. });
            settle(exchange, context, ExchangeOutcome::Rest)
        }
        // A refresh token that the host set meanwhile takes precedence.
        AfterSave::Send(grant) if context.held.given.is_some() => {
            context.held.restore_refresh(grant);
            decide(exchange, context, None, ExchangeOutcome::Rest)
        }
        AfterSave::Send(grant) => {
            let current = match grant {
                Grant::Refresh { .. } => Some(grant),
                // The host may have set another password meanwhile.
                Grant::Password { .. } => context.held.password_grant(),
            };
            let Some(current) = current else { return decide(exchange, context, None, ExchangeOutcome::Rest) };
            // row 5u
            send(exchange, context, current)
        }
    }
}

fn retry_lock_after_conflict(mut exchange: Exchange, saving: Saving, context: &mut Context) -> State {
    // row 5w
    let otherwise = not_sent(context, saving.next);
    exchange.conflicts += 1;
    if exchange.conflicts == MOST_CONFLICTS {
        return without_store(exchange, context, otherwise, StoreFailure::Down);
    }
    context.unlock(&mut exchange);
    lock(exchange, context, LockReason::Renew { otherwise })
}

/// Handles a store that failed before anything was sent.
pub(in crate::token) fn save_failed(
    exchange: Exchange,
    saving: Saving,
    context: &mut Context,
    why: StoreFailure,
) -> State {
    let otherwise = not_sent(context, saving.next);
    without_store(exchange, context, otherwise, why)
}

/// Undoes the preparation of a grant that was not sent. Marks the state as unsaved, because the save may have failed.
fn not_sent(context: &mut Context, next: AfterSave) -> ExchangeOutcome {
    context.stored.is_dirty = true;
    match next {
        AfterSave::Settle(outcome) => outcome,
        AfterSave::Send(grant) => {
            context.held.restore_refresh(grant);
            ExchangeOutcome::Rest
        }
    }
}

/// Continues without the store: with a login by this process alone if that is allowed, else with a back-off.
pub(super) fn without_store(
    mut exchange: Exchange,
    context: &mut Context,
    otherwise: ExchangeOutcome,
    why: StoreFailure,
) -> State {
    // row 5b
    note_failure(context, why);
    context.unlock(&mut exchange);
    if !matches!(otherwise, ExchangeOutcome::Rest) || exchange.waiters.is_empty() {
        return settle(exchange, context, otherwise);
    }
    let may_log_in = context.store.as_ref().is_some_and(|store| store.settings.login_while_down);
    if may_log_in && context.held.password_grant().is_some() && !context.closing {
        let until = context.now.plus_millis(context.jitter.up_to(SPREAD));
        return State::Exchanging(exchange, ExchangePhase::Spread { until });
    }
    let exchange = Exchange { attempt: exchange.attempt.min(LAST_DOUBLING), ..exchange };
    let now = context.now;
    context.back_off(exchange, now, None, errors::store_failed(why))
}
