//! What an engine takes for a call and gives back: calls in, actions out.

use waybill_access as core;
use waybill_base::time::{Timestamp, millis_of_span};

use crate::error::Failure;
use crate::http::{NameValue, RequestBody, RequestHead, pairs};
use crate::store::Snapshot;

/// Where a call goes, and with which credential.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum Route {
    /// The platform API, with the API key.
    Platform,
    /// The commerce API direct, with an access token and `X-Tenant`.
    Commerce {
        /// The tenant's id.
        tenant: String,
    },
    /// The commerce API through the platform, with the API key and `x-seller-id`.
    CommerceProxy {
        /// The seller's id.
        seller: String,
    },
}

/// One request, without base URL and credential.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Call {
    /// Where it goes.
    pub route: Route,
    /// The method, such as `POST`.
    pub method: String,
    /// The path template, such as `/flows/{flowId}/execute`.
    pub template: String,
    /// One value for each name in the template.
    pub parameters: Vec<NameValue>,
    /// Whether values of the template may hold `/` and `\`.
    pub allow_encoded_slashes: bool,
    /// The scopes that the operation needs, as far as its caller knows them.
    pub scopes: Vec<String>,
    /// The query, in order.
    pub query: Vec<NameValue>,
    /// Further headers; those the engine owns are refused.
    pub headers: Vec<NameValue>,
    /// The body.
    pub body: RequestBody,
    /// When to give up, in milliseconds since the Unix epoch.
    pub deadline: Option<i64>,
}

/// What an exchange is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Purpose {
    /// The engine's own token request.
    Token,
    /// A caller's call.
    Call {
        /// Its id.
        call: i64,
    },
}

/// Something worth a log line, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Note {
    /// Stable identifier.
    pub code: String,
    /// One sentence.
    pub message: String,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum Outcome {
    /// Hand the live answer of this exchange to the caller.
    Response {
        /// The exchange whose head arrived last.
        exchange: i64,
    },
    /// It failed.
    Failed {
        /// Why, and what to do.
        failure: Box<Failure>,
    },
}

/// What a driver has to do.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
#[uniffi::export(Debug, Display)]
pub enum Action {
    /// Send a request. A second one for the same call starts its body again.
    Send {
        /// Id to answer with.
        exchange: i64,
        /// What it is for.
        purpose: Purpose,
        /// The request without its body.
        head: RequestHead,
        /// Its body.
        body: RequestBody,
        /// When it is to be given up, in milliseconds since the Unix epoch.
        deadline: Option<i64>,
    },
    /// Read the answer's body, and give what came to `on_body` once.
    Read {
        /// The exchange.
        exchange: i64,
        /// At most this many bytes.
        limit: i64,
    },
    /// Drop the exchange.
    Abort {
        /// The exchange.
        exchange: i64,
    },
    /// Get the shared store's lock, and give what came to `on_store` once.
    Lock {
        /// Id to answer with.
        ticket: i64,
        /// Milliseconds after which the store may give the lock to another process.
        lease: i64,
        /// The number of the record that is known; zero for none.
        known_seq: i64,
    },
    /// Store this where the record still has the number expected, and give what came to `on_store` once.
    Save {
        /// The holding.
        ticket: i64,
        /// What to store.
        snapshot: Snapshot,
        /// The record's number; zero for none.
        expected_seq: i64,
    },
    /// Release the lock, or no longer wait for it.
    Unlock {
        /// The holding.
        ticket: i64,
    },
    /// Tell the host's log.
    Note {
        /// What happened.
        note: Note,
    },
    /// A call ended.
    Done {
        /// The call.
        call: i64,
        /// How.
        outcome: Outcome,
    },
    /// Nothing is in flight any more; the engine may be freed.
    Closed,
}

/// All that one input causes.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Step {
    /// What to do, in order.
    pub actions: Vec<Action>,
    /// When to call `on_time`, in milliseconds since the Unix epoch; it replaces the time given before.
    pub wake_at: Option<i64>,
}

/// A call that was taken in.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Begun {
    /// Its id.
    pub call: i64,
    /// What it causes.
    pub step: Step,
}

/// Ids stay below 2^53 (the engine counts upwards from 1), so the conversion never clips.
pub(crate) fn number(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

impl From<Route> for core::Route {
    fn from(route: Route) -> Self {
        match route {
            Route::Platform => Self::Platform,
            Route::Commerce { tenant } => Self::Commerce { tenant },
            Route::CommerceProxy { seller } => Self::CommerceProxy { seller },
        }
    }
}

impl From<Call> for core::Call {
    fn from(call: Call) -> Self {
        let Call { route, method, template, parameters, allow_encoded_slashes, scopes, query, headers, body, deadline } =
            call;
        Self {
            route: route.into(),
            method,
            template,
            parameters: pairs(parameters),
            allow_encoded_slashes,
            scopes,
            query: pairs(query),
            headers: pairs(headers),
            body: body.into(),
            deadline: deadline.map(Timestamp::from_millis),
        }
    }
}

impl From<core::Purpose> for Purpose {
    fn from(purpose: core::Purpose) -> Self {
        match purpose {
            core::Purpose::Token => Self::Token,
            core::Purpose::Call(call) => Self::Call { call: number(call.as_number()) },
        }
    }
}

impl From<waybill_base::note::Note> for Note {
    fn from(note: waybill_base::note::Note) -> Self {
        let waybill_base::note::Note { code, message } = note;
        Self { code: code.to_owned(), message }
    }
}

impl From<core::Outcome> for Outcome {
    fn from(outcome: core::Outcome) -> Self {
        match outcome {
            core::Outcome::Response { exchange } => Self::Response { exchange: number(exchange.as_number()) },
            core::Outcome::Failed(error) => Self::Failed { failure: Box::new(error.into()) },
        }
    }
}

impl From<core::Action> for Action {
    fn from(action: core::Action) -> Self {
        match action {
            core::Action::Send { exchange, purpose, head, body, deadline } => Self::Send {
                exchange: number(exchange.as_number()),
                purpose: purpose.into(),
                head: head.into(),
                body: body.into(),
                deadline: deadline.map(Timestamp::as_millis),
            },
            core::Action::Read { exchange, limit } => {
                Self::Read { exchange: number(exchange.as_number()), limit: i64::try_from(limit).unwrap_or(i64::MAX) }
            }
            core::Action::Abort { exchange } => Self::Abort { exchange: number(exchange.as_number()) },
            core::Action::Lock { ticket, lease, known_seq } => {
                let lease = millis_of_span(lease);
                Self::Lock { ticket: number(ticket.as_number()), lease, known_seq: number(known_seq) }
            }
            core::Action::Save { ticket, snapshot, expected_seq } => Self::Save {
                ticket: number(ticket.as_number()),
                snapshot: snapshot.into(),
                expected_seq: number(expected_seq),
            },
            core::Action::Unlock { ticket } => Self::Unlock { ticket: number(ticket.as_number()) },
            core::Action::Note { note } => Self::Note { note: note.into() },
            core::Action::Done { call, outcome } => {
                Self::Done { call: number(call.as_number()), outcome: outcome.into() }
            }
            core::Action::Closed => Self::Closed,
        }
    }
}

impl From<core::Step> for Step {
    fn from(step: core::Step) -> Self {
        let core::Step { actions, wake_at } = step;
        Self { actions: actions.into_iter().map(Into::into).collect(), wake_at: wake_at.map(Timestamp::as_millis) }
    }
}

impl From<core::Begun> for Begun {
    fn from(begun: core::Begun) -> Self {
        let core::Begun { call, step } = begun;
        Self { call: number(call.as_number()), step: step.into() }
    }
}

crate::display_as_debug!(Call, Action);
