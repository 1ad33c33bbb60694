//! The token machine: keeps one user's access token alive, for direct commerce calls.
//!
//! Pure: time, seed and answers come in as arguments, effects go out. One function per event; each row of the
//! machine's table, `rows.md` beside this file, stands where its comment `row N` is.

mod answer;
mod backoff;
mod context;
mod errors;
mod exchange;
mod failed_exchange;
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

/// One machine serves one user of one environment. A token can be had through its machine alone, so that a token of
/// one environment cannot be attached to a request of another.
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
        // The first input says what time it is.
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

    /// Time passed. Runs before every other event; `answering` is the exchange whose answer that event is. A wait that is over
    /// is ended by [`Machine::end_back_off`].
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

    /// Ends a wait that is over, for those who wait: after time passed, or after credentials were set, so that no refresh token
    /// of before is tried once more beside a password that just came.
    pub(crate) fn end_back_off(&mut self) -> Vec<Effect> {
        self.transition(need::end_back_off)
    }

    /// Somebody needs a token.
    pub(crate) fn need(&mut self, waiter: Waiter) -> Vec<Effect> {
        self.transition(|state, context| need::need(state, context, waiter))
    }

    /// The head of a token exchange's answer came.
    pub(crate) fn begin_answer(&mut self, request: TokenRequestId) {
        self.transition(|state, context| exchange::begin_answer(state, context, request));
    }

    /// A token exchange was answered.
    pub(crate) fn take_response(&mut self, request: TokenRequestId, answer: &Answer<'_>) -> Vec<Effect> {
        self.transition(|state, context| answer::take_response(state, context, request, answer))
    }

    /// A token exchange ended without an answer.
    pub(crate) fn fail(&mut self, request: TokenRequestId, failure: TransportFailure) -> Vec<Effect> {
        self.transition(|state, context| failure::fail(state, context, request, failure))
    }

    /// An API refused a token.
    pub(crate) fn unauthorized(&mut self, refusal: Unauthorized) -> Vec<Effect> {
        self.transition(|state, context| unauthorized::unauthorized(state, context, refusal))
    }

    /// The login's first secrets. Nothing is asked for yet.
    pub(crate) fn set_initial_credentials(&mut self, password: Option<Secret>, refresh: Option<Secret>) {
        self.transition(|state, context| host::set_initial_credentials(state, context, password, refresh));
    }

    /// New secrets for the same user.
    pub(crate) fn set_credentials(&mut self, password: Option<Secret>, refresh: Option<Secret>) -> Vec<Effect> {
        self.transition(|state, context| host::set_credentials(state, context, password, refresh))
    }

    /// The host no longer trusts the access token.
    pub(crate) fn invalidate_access(&mut self) -> Vec<Effect> {
        self.transition(host::invalidate_access)
    }

    /// The host no longer trusts either token.
    pub(crate) fn invalidate_tokens(&mut self) -> Vec<Effect> {
        self.transition(host::invalidate_tokens)
    }

    /// Whether the store may answer this for a ticket now.
    pub(crate) fn check_store(&self, ticket: TicketId, result: &StoreResult) -> Result<(), String> {
        if !self.context.store.as_ref().is_some_and(|store| store.has_issued(ticket)) {
            return Err(format!("ticket {} was never issued", ticket.as_number()));
        }
        store::check(&self.state, self.context.stored.seq, ticket, result)
            .map_err(|expected| format!("ticket {} expects {expected}, but something else came", ticket.as_number()))
    }

    /// The shared store answered.
    pub(crate) fn store_answered(&mut self, ticket: TicketId, result: StoreResult) -> Vec<Effect> {
        self.transition(|state, context| store::take_result(state, context, ticket, result))
    }

    /// Whether a snapshot that the host kept may be taken over now.
    pub(crate) fn check_restore(&self, snapshot: &Snapshot, now: Timestamp) -> Result<(), Error> {
        host::check_restore(&self.state, &self.context, snapshot, now)
    }

    /// Takes over what the host kept, which was checked before.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) -> Vec<Effect> {
        self.transition(|state, context| host::restore(state, context, snapshot))
    }

    /// What the host keeps.
    pub(crate) fn export(&self) -> Snapshot {
        // row 27
        record::write(&self.context, self.state.back_off(), self.context.stored.seq, 0)
    }

    /// Somebody no longer waits.
    pub(crate) fn cancel(&mut self, waiter: u64) {
        self.transition(|state, _| host::cancel(state, waiter));
    }

    /// The exchange in flight is the last, and gets little time.
    pub(crate) fn close(&mut self) -> Vec<Effect> {
        self.context.closing = true;
        self.transition(exchange::close)
    }

    /// The access token that is held, which APIs are sent.
    pub(crate) fn access_token(&self) -> Option<&Secret> {
        self.context.held.access.as_ref().map(|token| &token.secret)
    }

    /// Whether it keeps tokens for this user.
    pub(crate) fn serves(&self, realm: &str, username: &str) -> bool {
        self.context.account.realm == realm && self.context.account.username == username
    }

    /// Names the login in a shared store.
    pub(crate) fn login_digest(&self) -> LoginDigest {
        self.context.account.digest()
    }

    /// Whether a token exchange is under way.
    pub(crate) fn is_exchanging(&self) -> bool {
        matches!(self.state, State::Exchanging(..))
    }

    /// When time matters next.
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
