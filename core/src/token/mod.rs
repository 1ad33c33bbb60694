//! The token machine: keeps one user's access token alive, for direct commerce calls.
//!
//! Pure: time, seed and answers come in as arguments, effects go out. One function per event; each row of the
//! machine's table, `rows.md` beside this file, stands where its comment `row N` is.

mod answer;
mod backoff;
mod desk;
mod errors;
mod exchange;
mod failure;
mod holdings;
mod host;
mod need;
mod reading;
mod refusal;
mod request;
mod state;
mod unauthorized;

pub(crate) use answer::Answer;
pub(crate) use desk::{Effect, Surfaced};
pub(crate) use request::Account;
pub(crate) use state::{Flight, Waiter};
pub(crate) use unauthorized::{Diagnosis, Resend, Unauthorized};

use crate::http::TransportFailure;
use crate::secret::Secret;
use crate::time::Timestamp;
use backoff::Jitter;
use desk::Desk;
use holdings::Holdings;
use state::State;

/// Milliseconds a token exchange may take where the configuration does not say.
pub(crate) const DEFAULT_TIMEOUT: i64 = 30_000;

/// One machine serves one user of one environment. A token can be had through its machine alone, so that a token of
/// one environment cannot be attached to a request of another.
pub(crate) struct Machine {
    state: State,
    desk: Desk,
}

impl Machine {
    pub(crate) fn new(account: Account, seed: u64, timeout: i64) -> Self {
        let holdings = Holdings {
            access: None,
            refresh: None,
            password: None,
            generation: 0,
            base_life: 0,
            last_success: None,
            renewals: Vec::new(),
        };
        let jitter = Jitter::new(seed);
        // The first input says what time it is.
        let now = Timestamp::from_millis(i64::MIN);
        let desk = Desk { account, holdings, jitter, now, timeout, flights: 0, closing: false, effects: Vec::new() };
        Self { state: State::Empty, desk }
    }

    /// Time passed. Runs before every other event; `answering` is the exchange whose answer that event is.
    pub(crate) fn pass_time(&mut self, answering: Option<Flight>, now: Timestamp) -> Vec<Effect> {
        let set_back = self.desk.now.since(now);
        self.desk.now = now;
        self.transition(|state, desk| {
            let state = if set_back > 0 { host::move_back(state, desk, set_back) } else { state };
            let state = host::expire_waiters(state, desk);
            exchange::pass_deadline(state, desk, answering)
        })
    }

    /// Somebody needs a token.
    pub(crate) fn need(&mut self, waiter: Waiter) -> Vec<Effect> {
        self.transition(|state, desk| need::need(state, desk, waiter))
    }

    /// A token exchange was answered.
    pub(crate) fn answer(&mut self, flight: Flight, answer: &Answer<'_>) -> Vec<Effect> {
        self.transition(|state, desk| answer::answer(state, desk, flight, answer))
    }

    /// A token exchange ended without an answer.
    pub(crate) fn fail(&mut self, flight: Flight, failure: TransportFailure) -> Vec<Effect> {
        self.transition(|state, desk| failure::fail(state, desk, flight, failure))
    }

    /// An API refused a token.
    pub(crate) fn unauthorized(&mut self, refusal: Unauthorized) -> Vec<Effect> {
        self.transition(|state, desk| unauthorized::unauthorized(state, desk, refusal))
    }

    /// New secrets for the same user.
    pub(crate) fn set_credentials(&mut self, password: Option<Secret>, refresh: Option<Secret>) {
        self.transition(|state, desk| host::set_credentials(state, desk, password, refresh));
    }

    /// Somebody no longer waits.
    pub(crate) fn cancel(&mut self, waiter: u64) {
        self.transition(|state, _| host::cancel(state, waiter));
    }

    /// The exchange in flight is the last.
    pub(crate) fn close(&mut self) {
        self.desk.closing = true;
    }

    /// Whether it keeps tokens for this user.
    pub(crate) fn serves(&self, realm: &str, username: &str) -> bool {
        self.desk.account.realm == realm && self.desk.account.username == username
    }

    /// Whether a token exchange is in flight.
    pub(crate) fn is_exchanging(&self) -> bool {
        matches!(self.state, State::Exchanging(_))
    }

    /// When time matters next.
    pub(crate) fn wake_at(&self) -> Option<Timestamp> {
        let State::Exchanging(exchanging) = &self.state else { return None };
        exchanging.waiters.iter().filter_map(|waiter| waiter.deadline).chain([exchanging.deadline]).min()
    }

    fn transition(&mut self, event: impl FnOnce(State, &mut Desk) -> State) -> Vec<Effect> {
        let state = std::mem::replace(&mut self.state, State::Empty);
        self.state = event(state, &mut self.desk);
        std::mem::take(&mut self.desk.effects)
    }
}

#[cfg(test)]
mod tests;
