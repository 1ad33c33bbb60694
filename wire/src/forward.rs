//! Requests that a back end forwards for a mobile app, and the responses to them.
//!
//! `Debug` and `Display` print no values: headers contain the app's token, and claims and parameters are personal data.

use std::fmt;

use serde::{Deserialize, Serialize};
use waybill_access as calls;
use waybill_base::error::Error;
use waybill_base::time::Timestamp;
use waybill_forward as core;

use super::http::{NameValue, named, pairs};
use super::step::{Call, Route, number};

/// A request of the app. The server has read its head, but not its body.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct InboundRequest {
    /// The id of the request, for the log and the response to the app.
    pub request_id: String,
    /// The method.
    pub method: String,
    /// The request target as received, not decoded: path and query.
    pub target: String,
    /// The header fields, repeated ones included.
    pub headers: Vec<NameValue>,
    /// True if a body follows.
    pub has_body: bool,
}

/// The session of the app's user, which the host has verified.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Session {
    /// The user.
    pub user: String,
    /// The claims, a JSON object.
    pub claims: String,
}

/// The result of receiving a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Received {
    /// The request is rejected.
    Refused {
        /// The response to the app, and the reason for the log.
        refused: RefusedRequest,
    },
    /// The response to a browser's preflight request. It has no body.
    Answered {
        /// The head of the response.
        head: AnswerHead,
    },
    /// The host decides if the request is permitted.
    Authorize {
        /// The request.
        #[serde(flatten)]
        authorization: Authorization,
    },
}

/// A request for which the host decides if it is permitted.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Authorization {
    /// The id of the request.
    pub id: i64,
    /// The user of the session.
    pub user: String,
    /// The name of the operation.
    pub operation: String,
    /// Its parameters: path parameters first, then query parameters.
    pub parameters: Vec<NameValue>,
}

/// The call for a permitted request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Permitted {
    /// The call, for `begin`.
    pub call: Call,
    /// Maximum size of the app's body, in bytes. If more bytes come, call `refuse_body`.
    pub body_bytes: i64,
}

/// A response to a rejected request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct RefusedRequest {
    /// The head of the response.
    pub head: AnswerHead,
    /// Problem details (RFC 9457).
    #[serde(with = "serde_bytes")]
    #[cfg_attr(test, ts(type = "Uint8Array"))]
    pub body: Vec<u8>,
    /// The reason, for the host's log only.
    pub log: String,
}

/// The head of a response to the app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct AnswerHead {
    /// The status.
    pub status: u16,
    /// The header fields, in order.
    pub headers: Vec<NameValue>,
}

/// The response to the app for a forwarded request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ForwardedAnswer {
    /// The platform's response. Search its body with a `BodySearch` before you pass it on.
    Pass {
        /// Its head.
        head: AnswerHead,
    },
    /// A client error whose body the app may read.
    Whole {
        /// Its head.
        head: AnswerHead,
        /// Its body.
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        body: Vec<u8>,
    },
    /// A rejection.
    Refused {
        /// The response for the app, and the reason for the log.
        refused: RefusedRequest,
    },
}

/// The result of searching a piece of a body.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Searched {
    /// The bytes that may pass.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(test, ts(type = "Uint8Array"))]
    pub bytes: Vec<u8>,
    /// True if a credential follows. Abort the response after `bytes`.
    pub is_cut: bool,
}

impl From<InboundRequest> for core::InboundRequest {
    fn from(request: InboundRequest) -> Self {
        let InboundRequest { request_id, method, target, headers, has_body } = request;
        Self { request_id, method, target, headers: pairs(headers), has_body }
    }
}

impl TryFrom<Session> for core::Session {
    type Error = Error;

    fn try_from(session: Session) -> Result<Self, Self::Error> {
        let Session { user, claims } = session;
        Self::read(user, claims.as_bytes())
    }
}

impl From<core::Received> for Received {
    fn from(received: core::Received) -> Self {
        match received {
            core::Received::Refused(refused) => Self::Refused { refused: refused.into() },
            core::Received::Answered(head) => Self::Answered { head: head.into() },
            core::Received::Authorize(core::Authorization { id, user, operation, parameters }) => {
                let (id, parameters) = (number(id.as_number()), named(parameters));
                Self::Authorize { authorization: Authorization { id, user, operation, parameters } }
            }
        }
    }
}

impl From<core::RefusedRequest> for RefusedRequest {
    fn from(refused: core::RefusedRequest) -> Self {
        let core::RefusedRequest { head, body, log } = refused;
        Self { head: head.into(), body, log }
    }
}

impl From<core::AnswerHead> for AnswerHead {
    fn from(head: core::AnswerHead) -> Self {
        let core::AnswerHead { status, headers } = head;
        Self { status, headers: named(headers) }
    }
}

impl From<core::Permitted> for Permitted {
    fn from(permitted: core::Permitted) -> Self {
        let core::Permitted { call, body_bytes } = permitted;
        Self { call: call.into(), body_bytes: number(body_bytes) }
    }
}

impl From<calls::Call> for Call {
    fn from(call: calls::Call) -> Self {
        let calls::Call {
            route,
            method,
            template,
            parameters,
            allow_encoded_slashes,
            scopes,
            query,
            headers,
            body,
            deadline,
        } = call;
        let route = match route {
            calls::Route::Platform => Route::Platform,
            calls::Route::Commerce { tenant } => Route::Commerce { tenant },
            calls::Route::CommerceProxy { seller } => Route::CommerceProxy { seller },
        };
        Self {
            route,
            method,
            template,
            parameters: named(parameters),
            allow_encoded_slashes,
            scopes,
            query: named(query),
            headers: named(headers),
            body: body.into(),
            deadline: deadline.map(Timestamp::as_millis),
        }
    }
}

impl From<core::ForwardedAnswer> for ForwardedAnswer {
    fn from(answer: core::ForwardedAnswer) -> Self {
        match answer {
            core::ForwardedAnswer::Pass(head) => Self::Pass { head: head.into() },
            core::ForwardedAnswer::Whole(head, body) => Self::Whole { head: head.into(), body },
            core::ForwardedAnswer::Refused(refused) => Self::Refused { refused: refused.into() },
        }
    }
}

impl From<core::Searched> for Searched {
    fn from(searched: core::Searched) -> Self {
        match searched {
            core::Searched::Pass(bytes) => Self { bytes, is_cut: false },
            core::Searched::Cut(bytes) => Self { bytes, is_cut: true },
        }
    }
}

impl fmt::Debug for InboundRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { request_id, method, target: _, headers, has_body } = self;
        let mut text = f.debug_struct("InboundRequest");
        text.field("request_id", request_id).field("method", method).field("headers", headers);
        text.field("has_body", has_body).finish_non_exhaustive()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session([redacted])")
    }
}

impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, user: _, operation, parameters } = self;
        let mut text = f.debug_struct("Authorization");
        text.field("id", id).field("operation", operation).field("parameters", parameters).finish_non_exhaustive()
    }
}

impl fmt::Debug for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, is_cut } = self;
        write!(f, "Searched({} bytes, is_cut: {is_cut})", bytes.len())
    }
}

super::display_as_debug!(InboundRequest, Session, Authorization, Searched);
