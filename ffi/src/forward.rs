//! What a back end forwards for a mobile app: plain records both ways, and conversions without behaviour.
//!
//! What prints them, prints no values: the app's header fields hold its own token, and claims and parameters are people's data.

use std::fmt;

use waybill_access as calls;
use waybill_base::error::{Error, Retry, code};
use waybill_base::time::{Timestamp, span_of_millis};
use waybill_forward as core;

use crate::http::{ErrorResponse, NameValue, named, pairs};
use crate::step::{Call, Route, number};

/// A request of the app: the host's server has read its head and nothing of its body.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct InboundRequest {
    /// The id by which the log and the app name it.
    pub request_id: String,
    /// The method as it came.
    pub method: String,
    /// The target as it came, undecoded.
    pub target: String,
    /// The header fields as they came, repeated ones too.
    pub headers: Vec<NameValue>,
    /// Whether a body follows.
    pub has_body: bool,
}

/// Who asks, as the host's own check of the session found it.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Session {
    /// The user.
    pub user: String,
    /// The claims as the text of a JSON object.
    pub claims: String,
}

/// What comes of a request of the app.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum Received {
    /// The app gets this.
    Refused {
        /// What it gets, and the log.
        refused: RefusedRequest,
    },
    /// A browser's question is answered, without a body.
    Answered {
        /// Its answer.
        head: AnswerHead,
    },
    /// The host decides.
    Authorize {
        /// The request.
        authorization: Authorization,
    },
}

/// What the host decides.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Authorization {
    /// The request.
    pub id: i64,
    /// The user of the session.
    pub user: String,
    /// The name of the operation.
    pub operation: String,
    /// The values of its parameters.
    pub parameters: Vec<NameValue>,
}

/// What is sent for a request.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Permitted {
    /// The call, for `begin`.
    pub call: Call,
    /// The most bytes of the app's body that are passed on.
    pub body_bytes: i64,
}

/// A request that is refused.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct RefusedRequest {
    /// Status and header fields of what the app gets.
    pub head: AnswerHead,
    /// Problem details (RFC 9457).
    pub body: Vec<u8>,
    /// Why, for the host's log alone.
    pub log: String,
}

/// Status and header fields of what the app gets.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct AnswerHead {
    /// The status.
    pub status: u16,
    /// The header fields, in order.
    pub headers: Vec<NameValue>,
}

/// What the app gets for a request that was forwarded.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ForwardedAnswer {
    /// The platform's answer: this head, and its body through a search.
    Pass {
        /// Its head.
        head: AnswerHead,
    },
    /// An error that the app may read.
    Whole {
        /// Its head.
        head: AnswerHead,
        /// Its body.
        body: Vec<u8>,
    },
    /// A refusal.
    Refused {
        /// What the app gets, and the log.
        refused: RefusedRequest,
    },
}

/// A call that failed, as the error of the driver has it.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct FailedCall {
    /// Its code.
    pub code: String,
    /// Its message.
    pub message: String,
    /// After how many milliseconds another try is worth it.
    pub retry_after_ms: Option<i64>,
    /// The status of the answer that caused it.
    pub status: Option<u16>,
    /// The answer of an API error.
    pub response: Option<ErrorResponse>,
}

/// What came of a piece of a body.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Searched {
    /// The bytes that may pass.
    pub bytes: Vec<u8>,
    /// Whether a credential begins behind them: the answer ends here.
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

impl TryFrom<FailedCall> for Error {
    type Error = Error;

    /// A code that core does not have is that of a defect.
    fn try_from(failed: FailedCall) -> Result<Self, Self::Error> {
        let FailedCall { code: name, message, retry_after_ms, status, response } = failed;
        let mut error = Error::new(code::find(&name).unwrap_or(code::CLIENT_CRASHED), message);
        error.retry = retry_after_ms.map_or(Retry::Never, |millis| Retry::After(span_of_millis(millis)));
        error.status = status;
        error.response = response
            .map(|ErrorResponse { head, body, complete }| {
                Ok::<_, Error>(Box::new(waybill_base::error::ErrorResponse { head: head.try_into()?, body, complete }))
            })
            .transpose()?;
        Ok(error)
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

crate::display_as_debug!(InboundRequest, Session, Authorization, Searched);
