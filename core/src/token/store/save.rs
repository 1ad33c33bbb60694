//! What is about to be sent is saved first, so that no other process sends it too: rows 5u, 5w and 5b.

use super::super::desk::{Desk, Effect};
use super::super::errors;
use super::super::exchange::send;
use super::super::holdings::Grant;
use super::super::record::write;
use super::super::seen::digest;
use super::super::state::{AfterSave, Exchange, LockReason, Outcome, Phase, Saving, State};
use super::super::stored::{Attempt, record_digest};
use super::locked::{decide, lock};
use super::{COMMAND, note_failure, settle, unlock};
use crate::store::{StoreFailure, StoreResult};

/// How long logins of a fleet whose store is down are spread over, in milliseconds.
const SPREAD: i64 = 5_000;

/// Saves, under the lock that is held, and goes on then.
pub(in super::super) fn save(exchange: Exchange, desk: &mut Desk, next: AfterSave) -> State {
    if let (AfterSave::Send(Grant::Refresh { .. }), Some(refresh)) = (&next, &mut desk.holdings.refresh) {
        refresh.spent = true;
        desk.holdings.seen.add_sent(&refresh.secret);
    }
    let outcome = match &next {
        AfterSave::Send(_) => &Outcome::Rest,
        AfterSave::Settle(outcome) => outcome,
    };
    ask(&exchange, desk, outcome);
    let deadline = desk.now.plus(COMMAND);
    State::Exchanging(exchange, Phase::Save(Saving { deadline, next }))
}

/// Asks the store to save what is held.
pub(super) fn ask(exchange: &Exchange, desk: &mut Desk, outcome: &Outcome) {
    let Some(ticket) = exchange.lock else { return };
    let expected_seq = desk.stored.seq;
    let snapshot = write(desk, outcome.back_off(), expected_seq.saturating_add(1), desk.store_difference());
    let refresh = desk.holdings.refresh.as_ref().map(|refresh| digest(&refresh.secret));
    desk.stored.attempted = Some(Attempt { record: record_digest(&snapshot), refresh });
    desk.stored.is_dirty = false;
    desk.effects.push(Effect::Save { ticket, snapshot, expected_seq });
}

pub(super) fn saved(exchange: Exchange, saving: Saving, desk: &mut Desk, result: &StoreResult) -> State {
    match *result {
        StoreResult::Saved { seq } => {
            desk.stored.accept(seq);
            go_on(exchange, desk, saving.next)
        }
        StoreResult::Conflict => conflict(exchange, saving, desk),
        StoreResult::Failed(why) => save_failed(exchange, saving, desk, why),
        StoreResult::Locked { .. } => State::Exchanging(exchange, Phase::Save(saving)),
    }
}

fn go_on(exchange: Exchange, desk: &mut Desk, next: AfterSave) -> State {
    match next {
        AfterSave::Settle(outcome) => finish(exchange, desk, outcome),
        AfterSave::Send(grant) if desk.closing => {
            // Nothing was sent: what was saved as spent is not.
            desk.holdings.restore_refresh(grant);
            desk.stored.is_dirty |= matches!(grant, Grant::Refresh { .. });
            finish(exchange, desk, Outcome::Rest)
        }
        // The host gave a refresh token meanwhile; it comes before everything else.
        AfterSave::Send(grant) if desk.holdings.given.is_some() => {
            desk.holdings.restore_refresh(grant);
            decide(exchange, desk, None, Outcome::Rest)
        }
        AfterSave::Send(grant) => {
            let current = match grant {
                Grant::Refresh { .. } => Some(grant),
                // The host may have set another password meanwhile, or none.
                Grant::Password { .. } => desk.holdings.pick_password(),
            };
            let Some(current) = current else { return decide(exchange, desk, None, Outcome::Rest) };
            // row 5u
            send(exchange, desk, current)
        }
    }
}

fn conflict(mut exchange: Exchange, saving: Saving, desk: &mut Desk) -> State {
    // row 5w
    let otherwise = not_sent(desk, saving.next);
    unlock(&mut exchange, desk);
    lock(exchange, desk, LockReason::Renew { otherwise })
}

/// The store is down before anything was sent.
pub(in super::super) fn save_failed(exchange: Exchange, saving: Saving, desk: &mut Desk, why: StoreFailure) -> State {
    let otherwise = not_sent(desk, saving.next);
    without_store(exchange, desk, otherwise, why)
}

/// What was to be sent was not, and what was to be saved may not be.
fn not_sent(desk: &mut Desk, next: AfterSave) -> Outcome {
    desk.stored.is_dirty = true;
    match next {
        AfterSave::Settle(outcome) => outcome,
        AfterSave::Send(grant) => {
            desk.holdings.restore_refresh(grant);
            Outcome::Rest
        }
    }
}

/// Goes on without the store: with a login of one's own where that is allowed, else not at all.
pub(super) fn without_store(mut exchange: Exchange, desk: &mut Desk, otherwise: Outcome, why: StoreFailure) -> State {
    // row 5b
    note_failure(desk, why);
    unlock(&mut exchange, desk);
    if !matches!(otherwise, Outcome::Rest) || exchange.waiters.is_empty() {
        return settle(desk, otherwise, exchange.waiters);
    }
    let may_log_in = desk.store.as_ref().is_some_and(|store| store.settings.login_while_down);
    if may_log_in && desk.holdings.pick_password().is_some() && !desk.closing {
        let until = desk.now.plus(desk.jitter.up_to(SPREAD));
        return State::Exchanging(exchange, Phase::Spread { until });
    }
    let now = desk.now;
    desk.back_off(exchange, now, None, errors::store_failed(why))
}

/// Saves what changed, if anything did; then releases the lock, and goes where the exchange led to.
pub(in super::super) fn finish(mut exchange: Exchange, desk: &mut Desk, outcome: Outcome) -> State {
    desk.stored.is_dirty |= desk.holdings.settle_given();
    if desk.stored.is_dirty && exchange.lock.is_some() {
        return save(exchange, desk, AfterSave::Settle(outcome));
    }
    unlock(&mut exchange, desk);
    settle(desk, outcome, exchange.waiters)
}
