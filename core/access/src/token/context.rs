//! The data that every transition uses in addition to the state: the time, the tokens, and the effects so far.

use std::time::Duration;

use waybill_base::error::Error;
use waybill_base::http::{RequestBody, RequestHead};
use waybill_base::note::Note;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::backoff::Jitter;
use super::held_tokens::{AccessToken, HeldTokens};
use super::request::Account;
use super::state::{Exchange, State, TokenRequestId};
use super::store::Store;
use super::stored::Stored;
use super::times::Times;
use super::waiters::Waiter;
use super::waiters::{Waiters, Waiting};
use crate::TicketId;
use crate::store::Snapshot;

/// An effect of a transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Send a token request.
    Send { request: TokenRequestId, head: RequestHead, body: RequestBody, deadline: Timestamp },
    /// Drop a token exchange.
    Abort { request: TokenRequestId },
    /// Give a waiter the access token.
    Deliver { waiter: u64, token: Secret, generation: u64, expires_at: Timestamp },
    /// Fail a waiter: it gets no token.
    Fail { waiter: u64, error: Error },
    /// End a waiter's call with the API's response that rejected its token.
    EndWithRefusal { waiter: u64, why: NoRetryReason },
    /// Ask for the shared store's lock.
    Lock { ticket: TicketId, lease: Duration, known_seq: u64 },
    /// Store a snapshot under the lock.
    Save { ticket: TicketId, snapshot: Snapshot, expected_seq: u64 },
    /// Release the lock, or no longer wait for it.
    Unlock { ticket: TicketId },
    /// Log a note.
    Note(Note),
}

/// The reason why a call is not sent again after an API rejected its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoRetryReason {
    /// The API named the problem, and another token would have it too.
    Diagnosed,
    /// The token was fresh.
    Fresh,
    /// The request's body cannot be sent again; the next call gets a new token.
    BodyGone,
    /// The request was already sent again.
    RetryUsed,
}

pub(super) struct Context {
    pub(super) account: Account,
    pub(super) held: HeldTokens,
    pub(super) jitter: Jitter,
    pub(super) now: Timestamp,
    pub(super) times: Times,
    pub(super) token_requests_sent: u64,
    /// The store shared with other processes, if there is one.
    pub(super) store: Option<Store>,
    /// State of the copy outside this process.
    pub(super) stored: Stored,
    /// True if the client was closed. No exchange follows the one in flight.
    pub(super) closing: bool,
    /// Time at which `invalidate` last cleared a rejection.
    pub(super) refusal_cleared_at: Option<Timestamp>,
    pub(super) effects: Vec<Effect>,
}

impl Context {
    pub(super) fn note(&mut self, code: &'static str, message: &str) {
        self.effects.push(Effect::Note(Note { code, message: message.to_owned() }));
    }

    pub(super) fn fail(&mut self, waiter: Waiter, error: Error) {
        self.effects.push(Effect::Fail { waiter: waiter.id, error });
    }

    pub(super) fn end_with_refusal(&mut self, waiter: Waiter, why: NoRetryReason) {
        self.effects.push(Effect::EndWithRefusal { waiter: waiter.id, why });
    }

    /// Gives the waiter the token if it is usable. Returns true if it was.
    pub(super) fn deliver_usable(&mut self, waiter: Waiter) -> bool {
        let effect = self.held.usable(self.now).map(|token| delivery(waiter, token));
        self.deliver(effect)
    }

    /// Gives the waiter the token if it is good enough while no new one is available. Returns true if it was.
    pub(super) fn deliver_good_enough(&mut self, waiter: Waiter) -> bool {
        let effect = self.held.good_enough(self.now).map(|token| delivery(waiter, token));
        self.deliver(effect)
    }

    fn deliver(&mut self, effect: Option<Effect>) -> bool {
        let delivered = effect.is_some();
        self.effects.extend(effect);
        delivered
    }

    /// Gives the stored token to all of these waiters.
    pub(super) fn deliver_held(&mut self, waiting: Vec<Waiting>) {
        if let Some(token) = &self.held.access {
            self.effects.extend(waiting.into_iter().map(|waiting| delivery(waiting.waiter, token)));
        }
    }

    /// Handles the waiters of a failed exchange. All get the stored token if it is good enough, or if it is the clipped token
    /// of row 9 (`fallback`). Otherwise waiters with time until the next try, at `until`, are returned, and the others fail.
    pub(super) fn fail_waiters(
        &mut self,
        waiters: Waiters,
        fallback: bool,
        error: &Error,
        until: Option<Timestamp>,
    ) -> Waiters {
        let kept = self.held.good_enough(self.now).or_else(|| self.held.unexpired(self.now).filter(|_| fallback));
        if kept.is_some() && !waiters.is_empty() {
            self.note("token.kept", "the token could not be renewed; the stored one is used until it expires");
            self.deliver_held(waiters.into_all().collect());
            return Waiters::default();
        }
        let mut left = Waiters::default();
        for waiting in waiters.into_all() {
            if until.is_some_and(|until| waiting.has_time_until(until, self.times.retry_wait)) {
                left.add(Waiting { patience: None, ..waiting });
            } else {
                self.fail(waiting.waiter, error.clone());
            }
        }
        left
    }

    /// Returns how far the store's clock is ahead of ours, in milliseconds.
    pub(super) fn store_clock_offset(&self) -> i64 {
        self.store.as_ref().map_or(0, |store| store.difference)
    }

    /// Releases the shared store's lock if the exchange holds it.
    pub(super) fn unlock(&mut self, exchange: &mut Exchange) {
        if let Some(ticket) = exchange.lock.take() {
            self.effects.push(Effect::Unlock { ticket });
        }
    }

    /// Returns the state of an idle machine.
    pub(super) fn at_rest(&self) -> State {
        if self.held.access.is_some() { State::Held } else { State::Empty }
    }
}

fn delivery(waiter: Waiter, token: &AccessToken) -> Effect {
    Effect::Deliver {
        waiter: waiter.id,
        token: token.secret.clone(),
        generation: token.generation,
        expires_at: token.expires_at,
    }
}
