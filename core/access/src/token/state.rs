//! The machine's states, with their letters in `rows.md`: a type each. An event's function takes a state by value and
//! gives the next one.

use waybill_base::error::Error;
use waybill_base::time::Timestamp;

use super::held_tokens::Grant;
use super::provider_refusal::RefusedRefresh;
use super::seen::TokenDigest;
use super::waiters::Waiters;
use crate::TicketId;

/// Where the machine stands. Which tokens it holds is not part of this: any state may hold some.
pub(super) enum State {
    /// E: no access token.
    Empty,
    /// H: an access token, usable or not.
    Held,
    /// X: an exchange is under way.
    Exchanging(Exchange, ExchangePhase),
    /// B: backing off after a failure that passes. Those wait for whom its end is near enough.
    BackingOff(BackOff, Waiters),
    /// J: needs a person or new credentials.
    Rejected(Rejected),
    /// C: client, realm, scope or answer are wrong; one new try a minute.
    Misconfigured(Misconfigured),
}

/// What all phases of an exchange have.
pub(super) struct Exchange {
    /// When the first of the exchanges that serve these waiters began.
    pub(super) began: Timestamp,
    pub(super) waiters: Waiters,
    /// Whether the clipped token of row 9 serves the waiters if this exchange fails.
    pub(super) fallback: bool,
    /// Failures in a row before this exchange.
    pub(super) attempt: u32,
    /// The shared store's lock, while it is held.
    pub(super) lock: Option<TicketId>,
    /// Whether a refusal led to the shared store once more.
    pub(super) asked_again: bool,
    /// Saves before sending that met a conflict.
    pub(super) conflicts: u32,
}

/// What an exchange waits for. Without a shared store this is always the provider.
pub(super) enum ExchangePhase {
    /// The shared store's lock.
    Lock(Locking),
    /// The shared store, before anything is sent.
    Save(Saving),
    /// A while, so that a fleet whose store is down does not log in all at once.
    Spread { until: Timestamp },
    /// The provider.
    Send(Sending),
    /// The shared store, after the provider answered.
    Commit(Committing),
}

pub(super) struct Locking {
    pub(super) ticket: TicketId,
    pub(super) deadline: Timestamp,
    pub(super) reason: LockReason,
}

/// Why the lock is asked for.
pub(super) enum LockReason {
    /// Somebody needs a token, or what changed is to be stored. Where nothing can be done, this is what stays.
    Renew { otherwise: ExchangeOutcome },
    /// The provider refused the refresh token of this digest; another process may have redeemed it.
    Refused { refused: RefusedRefresh, digest: TokenDigest },
    /// What came of an exchange could not be stored over what another process had stored since.
    Commit { then: ExchangeOutcome, based_on: Option<TokenDigest> },
}

pub(super) struct Saving {
    pub(super) deadline: Timestamp,
    pub(super) next: AfterSave,
}

/// What follows a save.
pub(super) enum AfterSave {
    Send(Grant),
    /// Nothing is sent: what had changed is stored.
    Settle(ExchangeOutcome),
}

pub(super) struct Sending {
    pub(super) request: TokenRequestId,
    pub(super) grant: Grant,
    pub(super) sent_at: Timestamp,
    pub(super) deadline: Timestamp,
    /// Whether the deadline was moved once for a host that slept past it.
    pub(super) grace_given: bool,
    /// Whether the head of the answer came.
    pub(super) head_came: bool,
}

pub(super) struct Committing {
    pub(super) deadline: Timestamp,
    pub(super) then: ExchangeOutcome,
    /// The refresh token that the store held when the exchange began.
    pub(super) based_on: Option<TokenDigest>,
    /// Whether another process had stored something in between already.
    pub(super) is_second: bool,
}

/// What an exchange leads to, once it is stored.
pub(super) enum ExchangeOutcome {
    Rest,
    BackOff(BackOff),
    Reject(Rejected),
    Misconfigure(Misconfigured),
}

pub(super) struct BackOff {
    pub(super) until: Timestamp,
    pub(super) attempt: u32,
    pub(super) error: Error,
}

pub(super) struct Rejected {
    pub(super) error: Error,
    pub(super) at: Timestamp,
}

pub(super) struct Misconfigured {
    pub(super) error: Error,
    pub(super) at: Timestamp,
}

/// Names a token exchange; counts upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TokenRequestId(pub(super) u64);

impl ExchangeOutcome {
    /// The wait that it is.
    pub(super) const fn back_off(&self) -> Option<&BackOff> {
        match self {
            Self::BackOff(back_off) => Some(back_off),
            Self::Rest | Self::Reject(_) | Self::Misconfigure(_) => None,
        }
    }
}

impl State {
    /// The wait that it is, or leads to.
    pub(super) const fn back_off(&self) -> Option<&BackOff> {
        match self {
            Self::BackingOff(back_off, _) => Some(back_off),
            Self::Exchanging(_, phase) => phase.back_off(),
            Self::Empty | Self::Held | Self::Rejected(_) | Self::Misconfigured(_) => None,
        }
    }
}

impl Exchange {
    /// One that begins.
    pub(super) const fn new(began: Timestamp, waiters: Waiters, attempt: u32) -> Self {
        Self { began, waiters, fallback: false, attempt, lock: None, asked_again: false, conflicts: 0 }
    }
}
