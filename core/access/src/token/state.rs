//! The machine's states, one type each, with their letters in `rows.md`. Each event's function takes a state by value and
//! returns the next one.

use waybill_base::error::Error;
use waybill_base::time::Timestamp;

use super::held_tokens::Grant;
use super::provider_refusal::RefusedRefresh;
use super::seen::TokenDigest;
use super::waiters::Waiters;
use crate::TicketId;

/// The state of the machine. It does not determine the stored tokens: any state may have some.
pub(super) enum State {
    /// E: no access token.
    Empty,
    /// H: an access token, usable or not.
    Held,
    /// X: an exchange is under way.
    Exchanging(Exchange, ExchangePhase),
    /// B: backing off after a temporary failure. Only calls that can wait until its end are waiters.
    BackingOff(BackOff, Waiters),
    /// J: needs a user's action or new credentials.
    Rejected(Rejected),
    /// C: client, realm, scope or response are wrong. One new try a minute.
    Misconfigured(Misconfigured),
}

/// The data that all phases of an exchange share.
pub(super) struct Exchange {
    /// Start of the first of the exchanges that serve these waiters.
    pub(super) began: Timestamp,
    pub(super) waiters: Waiters,
    /// True if the clipped token of row 9 serves the waiters when this exchange fails.
    pub(super) fallback: bool,
    /// Number of failures in a row before this exchange.
    pub(super) attempt: u32,
    /// Ticket of the shared store's lock, while it is held.
    pub(super) lock: Option<TicketId>,
    /// True if a rejected refresh token led to a second request for the lock.
    pub(super) asked_again: bool,
    /// Number of saves before sending that met a conflict.
    pub(super) conflicts: u32,
}

/// The event that an exchange waits for. Without a shared store this is always the provider's response.
pub(super) enum ExchangePhase {
    /// Waiting for the shared store's lock.
    Lock(Locking),
    /// Waiting for a save in the shared store, before anything is sent.
    Save(Saving),
    /// Waiting before a login, so that many processes whose store is down do not log in at once.
    Spread { until: Timestamp },
    /// Waiting for the provider.
    Send(Sending),
    /// Waiting for a save in the shared store, after the provider responded.
    Commit(Committing),
}

pub(super) struct Locking {
    pub(super) ticket: TicketId,
    pub(super) deadline: Timestamp,
    pub(super) reason: LockReason,
}

/// The reason for requesting the lock.
pub(super) enum LockReason {
    /// A call needs a token, or a change has to be stored. `otherwise` is the outcome if nothing can be done.
    Renew { otherwise: ExchangeOutcome },
    /// The provider rejected the refresh token with this digest. Another process may have used it.
    Refused { refused: RefusedRefresh, digest: TokenDigest },
    /// An exchange's outcome met a conflict: another process had stored something meanwhile.
    Commit { then: ExchangeOutcome, based_on: Option<TokenDigest> },
}

pub(super) struct Saving {
    pub(super) deadline: Timestamp,
    pub(super) next: AfterSave,
}

/// The next action after a save.
pub(super) enum AfterSave {
    Send(Grant),
    /// Send nothing: the save only stored a change.
    Settle(ExchangeOutcome),
}

pub(super) struct Sending {
    pub(super) request: TokenRequestId,
    pub(super) grant: Grant,
    pub(super) sent_at: Timestamp,
    pub(super) deadline: Timestamp,
    /// True if the deadline was extended once because the host slept past it.
    pub(super) grace_given: bool,
    /// True if the head of the response came.
    pub(super) head_came: bool,
}

pub(super) struct Committing {
    pub(super) deadline: Timestamp,
    pub(super) then: ExchangeOutcome,
    /// Refresh token that the store had when the exchange began.
    pub(super) based_on: Option<TokenDigest>,
    /// True if this is the second save, after a conflict.
    pub(super) is_second: bool,
}

/// The outcome of an exchange, which takes effect once it is stored.
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

/// The id of a token exchange. Ids count up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TokenRequestId(pub(super) u64);

impl ExchangeOutcome {
    /// Returns the back-off, if this is one.
    pub(super) const fn back_off(&self) -> Option<&BackOff> {
        match self {
            Self::BackOff(back_off) => Some(back_off),
            Self::Rest | Self::Reject(_) | Self::Misconfigure(_) => None,
        }
    }
}

impl State {
    /// Returns the back-off that this state is in, or leads to.
    pub(super) const fn back_off(&self) -> Option<&BackOff> {
        match self {
            Self::BackingOff(back_off, _) => Some(back_off),
            Self::Exchanging(_, phase) => phase.back_off(),
            Self::Empty | Self::Held | Self::Rejected(_) | Self::Misconfigured(_) => None,
        }
    }
}

impl Exchange {
    /// Creates an exchange that begins at this time.
    pub(super) const fn new(began: Timestamp, waiters: Waiters, attempt: u32) -> Self {
        Self { began, waiters, fallback: false, attempt, lock: None, asked_again: false, conflicts: 0 }
    }
}
