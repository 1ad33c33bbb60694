//! The engine's output. Each input returns one step with everything that the host has to do.

use std::time::Duration;

use waybill_base::error::{Error, code};
use waybill_base::http::{RequestBody, RequestHead};
use waybill_base::note::Note;
use waybill_base::time::Timestamp;

use super::{CallId, ExchangeId, TicketId};
use crate::store::Snapshot;

/// The result of one input: actions in order, and the next wake-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Actions, in the order in which to carry them out.
    pub actions: Vec<Action>,
    /// Time of the next call of `on_time`. Replaces every earlier one; `None` means no call.
    pub wake_at: Option<Timestamp>,
}

/// The result of `begin`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// The new call's id. The call ends in exactly one `Done` with this id, in this step or a later one.
    pub call: CallId,
    /// The first step of the call.
    pub step: Step,
}

/// A task for the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Send a request. Do not follow redirects, and do not resend it.
    Send {
        /// Id of the exchange in every later input and action.
        exchange: ExchangeId,
        /// Purpose of the request. A second `Send` for one call sends its body from the start.
        purpose: Purpose,
        /// Method, URL and headers.
        head: RequestHead,
        /// The body.
        body: RequestBody,
        /// Time at which to stop waiting for the response; `None` means no limit.
        deadline: Option<Timestamp>,
    },
    /// Read up to `limit` bytes of the response body, then call `on_body` once.
    Read {
        /// The exchange.
        exchange: ExchangeId,
        /// Maximum number of bytes.
        limit: usize,
    },
    /// Drop the exchange: its connection, the rest of its upload, and its response.
    Abort {
        /// The exchange.
        exchange: ExchangeId,
    },
    /// Acquire the shared store's lock for the login, and wait while another process holds it. Then call `on_store` once
    /// with the result. Occurs only with a shared store.
    Lock {
        /// Id of this lock request in every later input and action.
        ticket: TicketId,
        /// Time after which the store may give the lock to another process, even if it was not released.
        lease: Duration,
        /// Number of the record that the engine knows; zero for none. The store may return a newer record at once, without the
        /// lock.
        known_seq: u64,
    },
    /// Store the snapshot under the lock, as the record after `expected_seq`. Check in the same atomic step that the current
    /// record has the number `expected_seq`. Then call `on_store` once.
    Save {
        /// Ticket of the lock.
        ticket: TicketId,
        /// Snapshot to store; it contains tokens.
        snapshot: Snapshot,
        /// Expected number of the current record; zero for none.
        expected_seq: u64,
    },
    /// Release the lock, or stop waiting for it. Report no result.
    Unlock {
        /// Ticket of the lock.
        ticket: TicketId,
    },
    /// Log an event. Nothing depends on it.
    Note {
        /// The event, without secrets.
        note: Note,
    },
    /// The call is over.
    Done {
        /// The call.
        call: CallId,
        /// The call's result.
        outcome: Outcome,
    },
    /// The last action after `close`. You can free the engine.
    Closed,
}

/// The tokens that a host no longer trusts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invalidate {
    /// The access token: the next call that needs one renews it.
    AccessToken,
    /// The access token and the refresh token: the next call that needs one logs in with the password.
    Tokens,
}

/// The purpose of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A token request. Use a connection that does not resend it, and do not end it when a call is cancelled.
    Token,
    /// The request of this call.
    Call(CallId),
}

/// The result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A response. Pass it to the caller with its body unread; from here on the host alone owns the exchange.
    Response {
        /// Exchange of the response.
        exchange: ExchangeId,
    },
    /// The call failed.
    Failed(Error),
}

/// An error for an input that is not allowed now. The input changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Misuse {
    /// The expected input, and the one that came.
    pub message: String,
}

impl From<Misuse> for Error {
    fn from(misuse: Misuse) -> Self {
        let Misuse { message } = misuse;
        Self::new(code::CLIENT_MISUSE, message)
    }
}
