//! Calls, and the actions that an engine returns for them.

use serde::{Deserialize, Serialize};
use waybill_access as core;
use waybill_base::time::{Timestamp, millis_of_span};

use super::failure::Failure;
use super::http::{NameValue, RequestBody, RequestHead, pairs};
use super::store::Snapshot;

/// The destination of a call, which decides its credential.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Route {
    /// The platform API, with the API key.
    Platform,
    /// The commerce API, with an access token and `X-Tenant`.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Call {
    /// Its destination.
    pub route: Route,
    /// The method, such as `POST`.
    pub method: String,
    /// The path template, such as `/flows/{flowId}/execute`.
    pub template: String,
    /// A value for each parameter of the template. The engine percent-encodes them.
    pub parameters: Vec<NameValue>,
    /// True if parameter values may contain `/` and `\`. They are sent as `%2F` and `%5C`.
    #[serde(default)]
    pub allow_encoded_slashes: bool,
    /// The scopes that the operation needs, if the caller knows them.
    #[serde(default)]
    pub scopes: Vec<String>,
    /// Query parameters, in order. The engine percent-encodes them.
    pub query: Vec<NameValue>,
    /// More headers. Headers that the engine sets are rejected.
    pub headers: Vec<NameValue>,
    /// The body.
    pub body: RequestBody,
    /// Time at which the call fails if no response head has arrived, in milliseconds since the Unix epoch.
    #[serde(serialize_with = "super::json::safe")]
    pub deadline: Option<i64>,
}

/// The purpose of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Purpose {
    /// A token request of the engine.
    Token,
    /// A call of the host.
    Call {
        /// Its id.
        call: i64,
    },
}

/// A note for the host's log, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Note {
    /// Stable identifier.
    pub code: String,
    /// One sentence.
    pub message: String,
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Outcome {
    /// The response of this exchange, for the caller to read.
    Response {
        /// The exchange whose head arrived last.
        exchange: i64,
    },
    /// The call failed.
    Failed {
        /// The failure.
        #[serde(rename = "error")]
        failure: Box<Failure>,
    },
}

/// An action for the driver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi::export(Debug, Display))]
pub enum Action {
    /// Send a request, without following redirects or resending it. A second `Send` of a call sends its body from the start.
    Send {
        /// Id to pass back with the response.
        exchange: i64,
        /// Its purpose.
        purpose: Purpose,
        /// The request without its body.
        #[serde(flatten)]
        head: RequestHead,
        /// Its body.
        body: RequestBody,
        /// Time at which to stop waiting for the response, in milliseconds since the Unix epoch; no limit if absent.
        #[serde(serialize_with = "super::json::safe")]
        deadline: Option<i64>,
    },
    /// Read the response body, then call `on_body` once.
    Read {
        /// The exchange.
        exchange: i64,
        /// Maximum number of bytes to read.
        limit: i64,
    },
    /// Drop the exchange: its connection, the rest of its upload, and its response.
    Abort {
        /// The exchange.
        exchange: i64,
    },
    /// Acquire the shared store's lock, and wait while another process holds it. Then call `on_store` once with the result.
    Lock {
        /// Id to pass back with the result.
        ticket: i64,
        /// Lease in milliseconds, after which the store may give the lock to another process.
        #[serde(serialize_with = "super::json::safe")]
        lease: i64,
        /// Number of the last record that this process read; zero for none. The store may return a newer record at once, without
        /// the lock.
        known_seq: i64,
    },
    /// Store a snapshot under the lock, if the current record has the expected number. Check and write in one atomic step. Then
    /// call `on_store` once with the result.
    Save {
        /// The lock's ticket.
        ticket: i64,
        /// The snapshot. It contains tokens.
        snapshot: Snapshot,
        /// The expected number of the record; zero for none.
        expected_seq: i64,
    },
    /// Release the lock, or stop waiting for it. Report no result.
    Unlock {
        /// The lock's ticket.
        ticket: i64,
    },
    /// Log a note.
    Note {
        /// The note.
        #[serde(flatten)]
        note: Note,
    },
    /// A call ended.
    Done {
        /// The call.
        call: i64,
        /// Its outcome.
        outcome: Outcome,
    },
    /// The engine is closed and has no requests in flight. The host can free it.
    Closed,
}

/// The result of one input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Step {
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// Time to call `on_time`, in milliseconds since the Unix epoch. It replaces the one of the previous step.
    #[serde(serialize_with = "super::json::safe")]
    pub wake_at: Option<i64>,
}

/// A new call, with its first step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Begun {
    /// Its id.
    pub call: i64,
    /// The first step.
    pub step: Step,
}

/// Converts a number of the engine. Ids count upwards from 1 and stay below 2^53, so nothing is clamped.
pub(crate) fn number(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

/// Converts an id from a host to the engine's number.
pub(crate) fn read_id(what: &str, number: i64) -> Result<u64, core::Misuse> {
    u64::try_from(number).map_err(|_| {
        let message = format!("expected the id of a {what}, which counts upwards from 1; got {number}");
        core::Misuse { message }
    })
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

super::display_as_debug!(Call, Action);
