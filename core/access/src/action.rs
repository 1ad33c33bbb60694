//! What the engine asks of its host: every input returns all it causes, as one step.

use std::time::Duration;

use waybill_base::error::{Error, code};
use waybill_base::http::{RequestBody, RequestHead};
use waybill_base::note::Note;
use waybill_base::time::Timestamp;

use super::{CallId, ExchangeId, TicketId};
use crate::store::Snapshot;

/// All that one input caused: actions in order, and the one timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What to do, in this order.
    pub actions: Vec<Action>,
    /// When to call `on_time` next; replaces every earlier wake-up. `None`: never.
    pub wake_at: Option<Timestamp>,
}

/// What `begin` gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// The new call's id; it ends in exactly one `Done` with this id, in this step or a later one.
    pub call: CallId,
    /// What the call caused at once.
    pub step: Step,
}

/// One thing a host does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Send a request, without following redirects and without re-sending it by itself.
    Send {
        /// Names the exchange in every later input and action.
        exchange: ExchangeId,
        /// What it is for. A second `Send` for one call starts its body again.
        purpose: Purpose,
        /// Method, URL and headers.
        head: RequestHead,
        /// The body.
        body: RequestBody,
        /// When waiting for the answer ends, if it does.
        deadline: Option<Timestamp>,
    },
    /// Read up to `limit` bytes of the answer's body, then call `on_body` once.
    Read {
        /// The exchange.
        exchange: ExchangeId,
        /// Bytes at most.
        limit: usize,
    },
    /// Drop the exchange: its connection, what is left of its upload, its answer.
    Abort {
        /// The exchange.
        exchange: ExchangeId,
    },
    /// Get the shared store's lock for the login, waiting for whoever holds it, then call `on_store` once with what came.
    /// Only with a shared store.
    Lock {
        /// Names this request for the lock in every later input and action.
        ticket: TicketId,
        /// The time after which the store may give the lock to another process, though it was not released.
        lease: Duration,
        /// The number of the record that is known; zero for none. A newer one may be answered at once, without the lock.
        known_seq: u64,
    },
    /// Store this under the lock that is held, in one step with the check that the record still has the number expected,
    /// as the number after it; then call `on_store` once.
    Save {
        /// The holding.
        ticket: TicketId,
        /// What to store; it holds tokens.
        snapshot: Snapshot,
        /// The record's number, zero for none.
        expected_seq: u64,
    },
    /// Release the lock, or no longer wait for it. Nothing is answered.
    Unlock {
        /// The holding.
        ticket: TicketId,
    },
    /// Log what happened; nothing depends on it.
    Note {
        /// What happened, without secrets.
        note: Note,
    },
    /// The call is over.
    Done {
        /// The call.
        call: CallId,
        /// How it ended.
        outcome: Outcome,
    },
    /// The last action after `close`: the engine may be freed.
    Closed,
}

/// What a host no longer trusts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invalidate {
    /// The access token: the next call that needs one renews it.
    AccessToken,
    /// The access token and the refresh token: the next call that needs one logs in with the password.
    Tokens,
}

/// What an exchange is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To obtain tokens. Use a connection that cannot re-send it; no caller's cancellation ends it.
    Token,
    /// To carry this call.
    Call(CallId),
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Hand the live answer to the caller; from here on the exchange is the host's alone.
    Response {
        /// The exchange whose answer it is.
        exchange: ExchangeId,
    },
    /// The call failed.
    Failed(Error),
}

/// An input that the contract does not allow here; it changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Misuse {
    /// What was expected, and what came.
    pub message: String,
}

impl From<Misuse> for Error {
    fn from(misuse: Misuse) -> Self {
        let Misuse { message } = misuse;
        Self::new(code::CLIENT_MISUSE, message)
    }
}
