//! The phases with the shared store: acquire its lock, save before sending, and commit the outcome.

mod commit;
mod locked;
mod save;
mod shared;

pub(super) use commit::{commit, commit_failed};
pub(super) use locked::{close_locking, lock, lock_failed};
pub(super) use save::{save, save_failed};
pub(super) use shared::Store;

use super::context::{Context, Effect};
use super::state::{Exchange, ExchangeOutcome, ExchangePhase, LockReason, State};
use super::waiters::Waiters;
use crate::TicketId;
use crate::store::{StoreFailure, StoreResult};

/// Time limit of one store command, in milliseconds.
const COMMAND: i64 = 1_000;

/// Checks that this kind of result is allowed for a ticket now. Otherwise the host made an error; returns what was expected.
pub(super) fn check(state: &State, known_seq: u64, ticket: TicketId, result: &StoreResult) -> Result<(), String> {
    let State::Exchanging(exchange, phase) = state else { return Ok(()) };
    let (live, expected) = match phase {
        ExchangePhase::Lock(locking) => (Some(locking.ticket), "`Locked` or `Failed`".to_owned()),
        ExchangePhase::Save(_) | ExchangePhase::Commit(_) => {
            (exchange.lock, format!("`Saved` with number {}, `Conflict` or `Failed`", known_seq.saturating_add(1)))
        }
        ExchangePhase::Spread { .. } | ExchangePhase::Send(_) => return Ok(()),
    };
    let is_expected = match result {
        StoreResult::Failed(_) => true,
        StoreResult::Locked { .. } => matches!(phase, ExchangePhase::Lock(_)),
        StoreResult::Saved { seq } => !matches!(phase, ExchangePhase::Lock(_)) && *seq == known_seq.saturating_add(1),
        StoreResult::Conflict => !matches!(phase, ExchangePhase::Lock(_)),
    };
    if live == Some(ticket) && !is_expected { Err(expected) } else { Ok(()) }
}

/// Handles a result of the store.
pub(super) fn take_result(state: State, context: &mut Context, ticket: TicketId, result: StoreResult) -> State {
    match (state, result) {
        (State::Exchanging(exchange, ExchangePhase::Lock(locking)), result) if locking.ticket == ticket => match result
        {
            StoreResult::Locked { snapshot, store_time } => {
                locked::locked(exchange, locking, context, snapshot.as_ref(), store_time)
            }
            StoreResult::Failed(why) => lock_failed(exchange, locking, context, why),
            StoreResult::Saved { .. } | StoreResult::Conflict => {
                State::Exchanging(exchange, ExchangePhase::Lock(locking))
            }
        },
        (State::Exchanging(exchange, ExchangePhase::Save(saving)), result) if exchange.lock == Some(ticket) => {
            save::saved(exchange, saving, context, &result)
        }
        (State::Exchanging(exchange, ExchangePhase::Commit(committing)), result) if exchange.lock == Some(ticket) => {
            commit::committed(exchange, committing, context, &result)
        }
        (state, result) => {
            let is_held = matches!(&state, State::Exchanging(exchange, _) if exchange.lock == Some(ticket));
            if matches!(result, StoreResult::Locked { .. }) && !is_held {
                context.effects.push(Effect::Unlock { ticket });
            }
            context.note(
                "store.late",
                "the shared store responded to a command that was given up; the response was ignored",
            );
            state
        }
    }
}

/// Notes that the store did not carry out a command.
fn note_failure(context: &mut Context, why: StoreFailure) {
    let record = || format!("the shared store's record waybill:{{{}}}:record", context.account.digest());
    let (code, message) = match why {
        StoreFailure::Down => {
            ("store.down", "the shared store did not respond in time, or returned an error".to_owned())
        }
        StoreFailure::Unreadable => ("store.unreadable", format!("{} cannot be read; it is left unchanged", record())),
        StoreFailure::NewerVersion => {
            ("store.newer-version", format!("{} was written by a newer version; it is left unchanged", record()))
        }
    };
    context.note(code, &message);
}

/// Starts a save of unsaved changes, if there is a shared store and no exchange that will save them.
pub(super) fn persist(state: State, context: &mut Context) -> State {
    if context.store.is_none() || !context.stored.is_dirty || context.closing {
        return state;
    }
    let (otherwise, waiters) = match state {
        State::Exchanging(..) => return state,
        State::Empty | State::Held => (ExchangeOutcome::Rest, Waiters::default()),
        State::BackingOff(back_off, waiters) => (ExchangeOutcome::BackOff(back_off), waiters),
        State::Rejected(rejected) => (ExchangeOutcome::Reject(rejected), Waiters::default()),
        State::Misconfigured(misconfigured) => (ExchangeOutcome::Misconfigure(misconfigured), Waiters::default()),
    };
    let attempt = if let ExchangeOutcome::BackOff(back_off) = &otherwise { back_off.attempt } else { 0 };
    let exchange = Exchange::new(context.now, waiters, attempt);
    lock(exchange, context, LockReason::Renew { otherwise })
}
