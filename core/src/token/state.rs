//! The machine's states: a type each. An event's function takes a state by value and gives the next one.

use super::holdings::Grant;
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
    pub(super) phase: Phase,
    pub(super) grant: Grant,
    pub(super) sent_at: Timestamp,
    pub(super) deadline: Timestamp,
    pub(super) waiters: Vec<Waiter>,
    /// Whether the token committed just before serves the waiters should this exchange fail.
    pub(super) fallback: bool,
    /// Failures in a row before this exchange.
    pub(super) attempt: u32,
}

/// What an exchange is doing. A shared store adds locking and saving before, and committing after.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The request is on its way, or its answer is.
    Send,
}

pub(super) struct BackingOff {
    pub(super) until: Timestamp,
    pub(super) attempt: u32,
    pub(super) error: Error,
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
