//! The outcomes of a failed exchange: another try later, or the end of the login.

use waybill_base::error::{Error, Retry};
use waybill_base::internal::{ErrorExt as _, TimestampExt as _};
use waybill_base::note::Note;
use waybill_base::time::{Timestamp, span_of_millis};

use super::context::{Context, Effect};
use super::need::REFUSED_FOR;
use super::state::{BackOff, Exchange, ExchangeOutcome, Misconfigured, Rejected, State};
use super::store;

impl Context {
    /// Backs off after a failed exchange. `wait` is the provider's wait in milliseconds, if it gave one.
    pub(super) fn back_off(&mut self, exchange: Exchange, from: Timestamp, wait: Option<i64>, error: Error) -> State {
        let until = from.plus_millis(wait.unwrap_or_else(|| self.jitter.delay(exchange.attempt)));
        let error = error.retry(Retry::After(until.since(self.now)));
        let waiters = self.fail_waiters(exchange.waiters, exchange.fallback, &error, Some(until));
        let attempt = exchange.attempt.saturating_add(1);
        store::end_exchange(
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
        store::end_exchange(Exchange { waiters, ..exchange }, self, ExchangeOutcome::Reject(rejected))
    }

    pub(super) fn misconfigure(&mut self, exchange: Exchange, error: Error) -> State {
        let error = error.retry(Retry::After(span_of_millis(REFUSED_FOR)));
        let waiters = self.fail_waiters(exchange.waiters, exchange.fallback, &error, None);
        let misconfigured = Misconfigured { error, at: self.now };
        store::end_exchange(Exchange { waiters, ..exchange }, self, ExchangeOutcome::Misconfigure(misconfigured))
    }
}
