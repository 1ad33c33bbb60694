//! The machine's states: a type each. An event's function takes a state by value and gives the next one.

use super::holdings::Grant;
use super::waiters::Waiters;
use crate::error::Error;
use crate::time::Timestamp;

/// Where the machine stands. Which tokens it holds is not part of this: any state may hold some.
pub(super) enum State {
    /// E: no access token.
    Empty,
    /// H: an access token, usable or not.
    Held,
    /// X: an exchange is in flight.
    Exchanging(Exchanging),
    /// B: backing off after a failure that passes.
    BackingOff(BackingOff),
    /// J: needs a person or new credentials.
    Rejected(Rejected),
    /// C: client, realm, scope or answer are wrong; one new try a minute.
    Misconfigured(Misconfigured),
}

/// One token exchange and who waits for it.
pub(super) struct Exchanging {
    pub(super) flight: Flight,
    pub(super) grant: Grant,
    /// When the first of the exchanges that serve these waiters began.
    pub(super) began: Timestamp,
    pub(super) sent_at: Timestamp,
    pub(super) deadline: Timestamp,
    /// Whether the deadline was moved once for a host that slept past it.
    pub(super) grace_given: bool,
    /// Whether the head of the answer came.
    pub(super) head_came: bool,
    pub(super) waiters: Waiters,
    /// Whether the token committed just before serves the waiters should this exchange fail.
    pub(super) fallback: bool,
    /// Failures in a row before this exchange.
    pub(super) attempt: u32,
}

pub(super) struct BackingOff {
    pub(super) until: Timestamp,
    pub(super) attempt: u32,
    pub(super) error: Error,
    /// Those for whom the end of it is near enough.
    pub(super) waiters: Waiters,
}

pub(super) struct Rejected {
    pub(super) error: Error,
}

pub(super) struct Misconfigured {
    pub(super) error: Error,
    pub(super) at: Timestamp,
}

/// Names a token exchange; counts upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Flight(pub(super) u64);

/// Someone who needs a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waiter {
    /// The caller's name for it.
    pub(crate) id: u64,
    /// When it no longer waits.
    pub(crate) deadline: Option<Timestamp>,
}
