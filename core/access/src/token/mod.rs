//! The token machine: keeps one user's access token current, for direct commerce calls.
//!
//! It does no I/O: time, seed and responses are arguments, and effects are returned. There is one function for each event.
//! A comment `row N` marks the code for that row of the machine's table, `rows.md` in this folder.

mod answer;
mod backoff;
mod context;
mod errors;
mod exchange;
mod exchange_end;
mod failure;
mod held_tokens;
mod host;
mod jwt;
mod need;
mod phase;
mod provider_refusal;
mod reading;
mod record;
mod refusal;
mod request;
mod seen;
mod state;
mod store;
mod stored;
mod times;
mod unauthorized;
mod waiters;

pub(crate) use answer::Answer;
pub(crate) use context::{Effect, NoRetryReason};
pub(crate) use jwt::Claims;
pub(crate) use request::{Account, CLIENT_ID};
pub(crate) use state::TokenRequestId;
pub(crate) use times::{DEFAULT_RETRY_WAIT, DEFAULT_TIMEOUT, Times};
pub(crate) use unauthorized::{Diagnosis, Resend, Unauthorized};
pub(crate) use waiters::Waiter;

use waybill_base::error::Error;
use waybill_base::http::TransportFailure;
use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use crate::TicketId;
use crate::store::{LoginDigest, SharedStore, Snapshot, StoreResult};
use backoff::Jitter;
use context::Context;
use held_tokens::HeldTokens;
use seen::Seen;
use state::State;
use store::Store;
use stored::Stored;

/// The token machine of one user in one environment. Tokens are available only through their machine, so that a token of one
/// environment cannot be attached to a request to another.
pub(crate) struct Machine {
    state: State,
    context: Context,
}

impl Machine {
    pub(crate) fn new(account: Account, seed: u64, times: Times, store: Option<SharedStore>) -> Self {
        let held = HeldTokens {
            access: None,
            refresh: None,
            given: None,
            seen: Seen::default(),
            password: None,
            sent_password: None,
            generation: 0,
            login_lifetime: 0,
            last_success: None,
            renewals: Vec::new(),
        };
        let jitter = Jitter::new(seed);
        // The first input sets the time.
        let now = Timestamp::from_millis(i64::MIN);
        let effects = Vec::new();
        let context = Context {
            account,
            held,
            jitter,
            now,
            times,
            token_requests_sent: 0,
            store: store.map(Store::new),
            stored: Stored::default(),
            closing: false,
            refusal_cleared_at: None,
            effects,
        };
        Self { state: State::Empty, context }
    }

    /// Advances the time. Runs before every other event; `answering` is the exchange whose response that event is. Does not end
    /// a back-off, which [`Machine::end_back_off`] does.
    pub(crate) fn pass_time(&mut self, answering: Option<TokenRequestId>, now: Timestamp) -> Vec<Effect> {
        let set_back = self.context.now.millis_since(now);
        self.context.now = now;
        self.transition(|state, context| {
            let state = if set_back > 0 { host::move_back(state, context, set_back) } else { state };
            let state = host::expire_waiters(state, context);
            let state = exchange::pass_deadline(state, context, answering);
            need::serve_impatient(state, context)
        })
    }

    /// Ends a back-off that is over, for its waiters. Runs after the time advances. When credentials are set, it runs after
    /// them, so that no old refresh token is tried although a password was just set.
    pub(crate) fn end_back_off(&mut self) -> Vec<Effect> {
        self.transition(need::end_back_off)
    }

    /// Requests a token for a waiter.
    pub(crate) fn need(&mut self, waiter: Waiter) -> Vec<Effect> {
        self.transition(|state, context| need::need(state, context, waiter))
    }

    /// Handles the head of a token exchange's response.
    pub(crate) fn begin_answer(&mut self, request: TokenRequestId) {
        self.transition(|state, context| exchange::begin_answer(state, context, request));
    }

    /// Handles the response of a token exchange.
    pub(crate) fn take_response(&mut self, request: TokenRequestId, answer: &Answer<'_>) -> Vec<Effect> {
        self.transition(|state, context| answer::take_response(state, context, request, answer))
    }

    /// Handles a token exchange that ended without a response.
    pub(crate) fn fail(&mut self, request: TokenRequestId, failure: TransportFailure) -> Vec<Effect> {
        self.transition(|state, context| failure::fail(state, context, request, failure))
    }

    /// Handles a token that an API rejected.
    pub(crate) fn unauthorized(&mut self, refusal: Unauthorized) -> Vec<Effect> {
        self.transition(|state, context| unauthorized::unauthorized(state, context, refusal))
    }

    /// Sets the login's first secrets. Requests nothing yet.
    pub(crate) fn set_initial_credentials(&mut self, password: Option<Secret>, refresh: Option<Secret>) {
        self.transition(|state, context| host::set_initial_credentials(state, context, password, refresh));
    }

    /// Sets new secrets for the same user.
    pub(crate) fn set_credentials(&mut self, password: Option<Secret>, refresh: Option<Secret>) -> Vec<Effect> {
        self.transition(|state, context| host::set_credentials(state, context, password, refresh))
    }

    /// Drops the access token, which the host no longer trusts.
    pub(crate) fn invalidate_access(&mut self) -> Vec<Effect> {
        self.transition(host::invalidate_access)
    }

    /// Drops both tokens, which the host no longer trusts.
    pub(crate) fn invalidate_tokens(&mut self) -> Vec<Effect> {
        self.transition(host::invalidate_tokens)
    }

    /// Checks that the store may return this result for a ticket now.
    pub(crate) fn check_store(&self, ticket: TicketId, result: &StoreResult) -> Result<(), String> {
        if !self.context.store.as_ref().is_some_and(|store| store.has_issued(ticket)) {
            return Err(format!("ticket {} was never issued", ticket.as_number()));
        }
        store::check(&self.state, self.context.stored.seq, ticket, result)
            .map_err(|expected| format!("ticket {} expects {expected}, but got something else", ticket.as_number()))
    }

    /// Handles a result of the shared store.
    pub(crate) fn store_answered(&mut self, ticket: TicketId, result: StoreResult) -> Vec<Effect> {
        self.transition(|state, context| store::take_result(state, context, ticket, result))
    }

    /// Checks that a snapshot of the host may be restored now.
    pub(crate) fn check_restore(&self, snapshot: &Snapshot, now: Timestamp) -> Result<(), Error> {
        host::check_restore(&self.state, &self.context, snapshot, now)
    }

    /// Restores a snapshot that was checked before.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) -> Vec<Effect> {
        self.transition(|state, context| host::restore(state, context, snapshot))
    }

    /// Returns a snapshot for the host to keep.
    pub(crate) fn export(&self) -> Snapshot {
        // row 27
        record::write(&self.context, self.state.back_off(), self.context.stored.seq, 0)
    }

    /// Removes a waiter.
    pub(crate) fn cancel(&mut self, waiter: u64) {
        self.transition(|state, _| host::cancel(state, waiter));
    }

    /// Closes the machine. The exchange in flight is the last, and gets little time.
    pub(crate) fn close(&mut self) -> Vec<Effect> {
        self.context.closing = true;
        self.transition(exchange::close)
    }

    /// Returns the access token that is sent to APIs.
    pub(crate) fn access_token(&self) -> Option<&Secret> {
        self.context.held.access.as_ref().map(|token| &token.secret)
    }

    /// True if this is the machine of this user.
    pub(crate) fn serves(&self, realm: &str, username: &str) -> bool {
        self.context.account.realm == realm && self.context.account.username == username
    }

    /// Returns the name of the login in a shared store.
    pub(crate) fn login_digest(&self) -> LoginDigest {
        self.context.account.digest()
    }

    /// True if a token exchange is under way.
    pub(crate) fn is_exchanging(&self) -> bool {
        matches!(self.state, State::Exchanging(..))
    }

    /// Returns the time of the next wake-up.
    pub(crate) fn wake_at(&self) -> Option<Timestamp> {
        match &self.state {
            State::Exchanging(exchange, phase) => {
                exchange.waiters.next(self.context.now).into_iter().chain([phase.deadline()]).min()
            }
            State::BackingOff(back_off, waiters) if !waiters.is_empty() => {
                waiters.next(self.context.now).into_iter().chain([back_off.until]).min()
            }
            State::Empty | State::Held | State::BackingOff(..) | State::Rejected(_) | State::Misconfigured(_) => None,
        }
    }

    fn transition(&mut self, event: impl FnOnce(State, &mut Context) -> State) -> Vec<Effect> {
        let state = std::mem::replace(&mut self.state, State::Empty);
        self.state = event(state, &mut self.context);
        std::mem::take(&mut self.context.effects)
    }
}

#[cfg(test)]
mod tests;
