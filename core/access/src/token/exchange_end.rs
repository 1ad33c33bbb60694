//! The ends of an exchange. A failed one leads to another try later, or to the end of the login.

use waybill_base::error::{Error, Retry};
use waybill_base::internal::{ErrorExt as _, TimestampExt as _};
use waybill_base::note::Note;
use waybill_base::time::{Timestamp, span_of_millis};

use super::context::{Context, Effect};
use super::need::{REFUSED_FOR, need_again};
use super::state::{AfterSave, BackOff, Exchange, ExchangeOutcome, Misconfigured, Rejected, State};
use super::store;
use super::waiters::Waiters;

impl Context {
    /// Backs off after a failed exchange. `wait` is the provider's wait in milliseconds, if it gave one.
    pub(super) fn back_off(&mut self, exchange: Exchange, from: Timestamp, wait: Option<i64>, error: Error) -> State {
        let until = from.plus_millis(wait.unwrap_or_else(|| self.jitter.delay(exchange.attempt)));
        let error = error.retry(Retry::After(until.since(self.now)));
        let waiters = self.fail_waiters(exchange.waiters, exchange.fallback, &error, Some(until));
        let attempt = exchange.attempt.saturating_add(1);
        end_exchange(
            Exchange { waiters, ..exchange },
            self,
            ExchangeOutcome::BackOff(BackOff { until, attempt, error }),
        )
    }

    pub(super) fn reject(&mut self, exchange: Exchange, error: Error) -> State {
        let error = error.retry(Retry::AfterSignIn);
        self.effects.push(Effect::Note(Note { code: error.code.as_str(), message: error.message.clone() }));
        let waiters = self.fail_waiters(exchange.waiters, exchange.fallback, &error, None);
        let rejected = Rejected { error, at: self.now };
        end_exchange(Exchange { waiters, ..exchange }, self, ExchangeOutcome::Reject(rejected))
    }

    pub(super) fn misconfigure(&mut self, exchange: Exchange, error: Error) -> State {
        let error = error.retry(Retry::After(span_of_millis(REFUSED_FOR)));
        let waiters = self.fail_waiters(exchange.waiters, exchange.fallback, &error, None);
        let misconfigured = Misconfigured { error, at: self.now };
        end_exchange(Exchange { waiters, ..exchange }, self, ExchangeOutcome::Misconfigure(misconfigured))
    }
}

/// Ends an exchange after its last request. Under the shared store's lock, its outcome is saved first.
pub(super) fn end_exchange(exchange: Exchange, context: &mut Context, outcome: ExchangeOutcome) -> State {
    context.held.adopt_given_refresh();
    match outcome {
        outcome if exchange.lock.is_some() => store::commit(exchange, context, outcome),
        // The waiters that are left can wait for the end of the back-off.
        ExchangeOutcome::BackOff(back_off) => State::BackingOff(back_off, exchange.waiters),
        outcome => settle(exchange, context, outcome),
    }
}

/// Enters the state that an exchange leads to. Under the shared store's lock, unsaved changes are saved first. Waiters that are
/// left request a token again.
pub(super) fn settle(mut exchange: Exchange, context: &mut Context, outcome: ExchangeOutcome) -> State {
    context.stored.is_dirty |= context.held.adopt_given_refresh();
    if exchange.lock.is_some() && context.stored.is_dirty {
        return store::save(exchange, context, AfterSave::Settle(outcome));
    }
    context.unlock(&mut exchange);
    let state = match outcome {
        ExchangeOutcome::Rest => context.at_rest(),
        ExchangeOutcome::BackOff(back_off) => State::BackingOff(back_off, Waiters::default()),
        ExchangeOutcome::Reject(rejected) => State::Rejected(rejected),
        ExchangeOutcome::Misconfigure(misconfigured) => State::Misconfigured(misconfigured),
    };
    need_again(state, context, exchange.waiters)
}
