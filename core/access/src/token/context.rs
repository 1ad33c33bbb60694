//! What every event's function works with beside the state: the time, what is held, and the effects so far.

use std::time::Duration;

use waybill_base::error::Error;
use waybill_base::http::{RequestBody, RequestHead};
use waybill_base::note::Note;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::backoff::Jitter;
use super::held_tokens::{AccessToken, HeldTokens};
use super::request::Account;
use super::state::{State, TokenRequestId};
use super::store::Store;
use super::stored::Stored;
use super::times::Times;
use super::waiters::Waiter;
use super::waiters::{Waiters, Waiting};
use crate::TicketId;
use crate::store::Snapshot;

/// One thing a transition causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Send a token request.
    Send { request: TokenRequestId, head: RequestHead, body: RequestBody, deadline: Timestamp },
    /// Drop a token exchange.
    Abort { request: TokenRequestId },
    /// Give a waiter the token.
    Deliver { waiter: u64, token: Secret, generation: u64, expires_at: Timestamp },
    /// A waiter gets no token.
    Fail { waiter: u64, error: Error },
    /// The API's refusal stands: a waiter gets that answer instead of a token.
    EndWithRefusal { waiter: u64, why: NoRetryReason },
    /// Ask for the shared store's lock.
    Lock { ticket: TicketId, lease: Duration, known_seq: u64 },
    /// Store a snapshot under the lock.
    Save { ticket: TicketId, snapshot: Snapshot, expected_seq: u64 },
    /// Release the lock, or no longer wait for it.
    Unlock { ticket: TicketId },
    /// Something for the log.
    Note(Note),
}

/// Why an API's refusal of a token is not answered by another token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoRetryReason {
    /// The API said what is wrong, and another token would not be better.
    Diagnosed,
    /// The token was fresh.
    Fresh,
    /// The request's body cannot be sent again; the next call gets a new token.
    BodyGone,
    /// The request was sent again already.
    RetryUsed,
}

pub(super) struct Context {
    pub(super) account: Account,
    pub(super) held: HeldTokens,
    pub(super) jitter: Jitter,
    pub(super) now: Timestamp,
    pub(super) times: Times,
    pub(super) token_requests_sent: u64,
    /// The store that is shared with other processes, where there is one.
    pub(super) store: Option<Store>,
    /// What of this is kept outside.
    pub(super) stored: Stored,
    /// Whether the client was closed: no exchange follows the one in flight.
    pub(super) closing: bool,
    /// When `invalidate` last let go of a refusal.
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

    /// Hands the token out if it is usable; says whether it was.
    pub(super) fn deliver_usable(&mut self, waiter: Waiter) -> bool {
        let effect = self.held.usable(self.now).map(|token| delivery(waiter, token));
        self.deliver(effect)
    }

    /// Hands the token out if it is worth it while no new one can be had; says whether it was.
    pub(super) fn deliver_good_enough(&mut self, waiter: Waiter) -> bool {
        let effect = self.held.good_enough(self.now).map(|token| delivery(waiter, token));
        self.deliver(effect)
    }

    fn deliver(&mut self, effect: Option<Effect>) -> bool {
        let delivered = effect.is_some();
        self.effects.extend(effect);
        delivered
    }

    /// Hands the token that is held to all of these.
    pub(super) fn deliver_held(&mut self, waiting: Vec<Waiting>) {
        if let Some(token) = &self.held.access {
            self.effects.extend(waiting.into_iter().map(|waiting| delivery(waiting.waiter, token)));
        }
    }

    /// An exchange failed those who wait for it: each gets the token that is held where it is good enough, or the one that
    /// was committed just before; where the failure passes at `until`, who has that long waits on; the others fail.
    pub(super) fn fail_waiters(
        &mut self,
        waiters: Waiters,
        fallback: bool,
        error: &Error,
        until: Option<Timestamp>,
    ) -> Waiters {
        let kept = self.held.good_enough(self.now).or_else(|| self.held.unexpired(self.now).filter(|_| fallback));
        if kept.is_some() && !waiters.is_empty() {
            self.note("token.kept", "the token could not be renewed; the one held is used while it lasts");
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

    /// How far the store's clock is ahead of ours, in milliseconds.
    pub(super) fn store_clock_offset(&self) -> i64 {
        self.store.as_ref().map_or(0, |store| store.difference)
    }

    /// The state of a machine that does nothing.
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
