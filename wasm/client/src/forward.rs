//! What a back end forwards, for JavaScript: JSON both ways, and conversions without behaviour.

use serde::{Deserialize, Serialize};
use waybill_access::{Call, Route};
use waybill_base::error::{Error, ErrorResponse, Retry, code};
use waybill_base::http::ResponseHead;
use waybill_base::time::span_of_millis;
use waybill_forward::{
    AnswerHead, Authorization, ForwardedAnswer, InboundRequest, Permitted, Received, RefusedRequest, Searched,
};

use crate::outward::{BodyOut, time};

type Pairs = Vec<(String, String)>;

/// Mirrors core's `InboundRequest`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct InboundRequestIn {
    request_id: String,
    method: String,
    target: String,
    headers: Pairs,
    has_body: bool,
}

/// The user of a session, and the claims as the text of a JSON object.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionIn {
    pub(crate) user: String,
    pub(crate) claims: String,
}

/// A call that failed, as the error of the driver has it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FailedCallIn {
    code: String,
    message: String,
    retry_after_ms: Option<i64>,
    status: Option<u16>,
    response: Option<FailedAnswerIn>,
}

/// The answer that a call failed with.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FailedAnswerIn {
    headers: Pairs,
    complete: bool,
}

/// Mirrors core's `Received`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ReceivedOut {
    /// The app gets this.
    Refused {
        /// What it gets, and the log.
        refused: RefusedRequestOut,
    },
    /// A browser's question is answered.
    Answered {
        /// Its answer, without a body.
        head: AnswerHeadOut,
    },
    /// The host decides.
    Authorize {
        /// The request.
        id: u64,
        /// The user of the session.
        user: String,
        /// The operation's name.
        operation: String,
        /// The values of its parameters.
        parameters: Pairs,
    },
}

/// Mirrors core's `RefusedRequest`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusedRequestOut {
    head: AnswerHeadOut,
    #[serde(with = "serde_bytes")]
    #[cfg_attr(test, ts(type = "Uint8Array"))]
    body: Vec<u8>,
    log: String,
}

/// Mirrors core's `AnswerHead`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnswerHeadOut {
    status: u16,
    headers: Pairs,
}

/// Mirrors core's `Permitted`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PermittedOut {
    call: CallOut,
    body_bytes: u64,
}

/// Mirrors core's `Call`: what `begin` takes.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct CallOut {
    route: RouteOut,
    method: String,
    template: String,
    parameters: Pairs,
    allow_encoded_slashes: bool,
    scopes: Vec<String>,
    query: Pairs,
    headers: Pairs,
    body: BodyOut,
    deadline: Option<i64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum RouteOut {
    Platform,
    Commerce { tenant: String },
    CommerceProxy { seller: String },
}

/// Mirrors core's `ForwardedAnswer`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ForwardedAnswerOut {
    /// The platform's answer.
    Pass {
        /// Its head.
        head: AnswerHeadOut,
    },
    /// An error that the app may read.
    Whole {
        /// Its head.
        head: AnswerHeadOut,
        /// Its body.
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        body: Vec<u8>,
    },
    /// A refusal.
    Refused {
        /// What the app gets, and the log.
        refused: RefusedRequestOut,
    },
}

/// Mirrors core's `Searched`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchedOut {
    #[serde(with = "serde_bytes")]
    #[cfg_attr(test, ts(type = "Uint8Array"))]
    bytes: Vec<u8>,
    is_cut: bool,
}

impl From<InboundRequestIn> for InboundRequest {
    fn from(request: InboundRequestIn) -> Self {
        let InboundRequestIn { request_id, method, target, headers, has_body } = request;
        Self { request_id, method, target, headers, has_body }
    }
}

impl FailedCallIn {
    /// The error with the body of its response. An unknown code becomes that of a defect.
    pub(crate) fn with_body(self, body: Vec<u8>) -> Error {
        let FailedCallIn { code: name, message, retry_after_ms, status, response } = self;
        let code = code::find(&name).unwrap_or(code::CLIENT_CRASHED);
        let mut error = Error::new(code, message);
        error.retry = retry_after_ms.map_or(Retry::Never, |millis| Retry::After(span_of_millis(millis)));
        error.status = status;
        let response = status.zip(response).and_then(|(status, FailedAnswerIn { headers, complete })| {
            let head = ResponseHead::new(status, headers).ok()?;
            Some(Box::new(ErrorResponse { head, body, complete }))
        });
        error.response = response;
        error
    }
}

impl From<Received> for ReceivedOut {
    fn from(received: Received) -> Self {
        match received {
            Received::Refused(refused) => Self::Refused { refused: refused.into() },
            Received::Answered(head) => Self::Answered { head: head.into() },
            Received::Authorize(Authorization { id, user, operation, parameters }) => {
                Self::Authorize { id: id.as_number(), user, operation, parameters }
            }
        }
    }
}

impl From<RefusedRequest> for RefusedRequestOut {
    fn from(refused: RefusedRequest) -> Self {
        let RefusedRequest { head, body, log } = refused;
        Self { head: head.into(), body, log }
    }
}

impl From<AnswerHead> for AnswerHeadOut {
    fn from(head: AnswerHead) -> Self {
        let AnswerHead { status, headers } = head;
        Self { status, headers }
    }
}

impl From<Permitted> for PermittedOut {
    fn from(permitted: Permitted) -> Self {
        let Permitted { call, body_bytes } = permitted;
        Self { call: call.into(), body_bytes }
    }
}

impl From<Call> for CallOut {
    fn from(call: Call) -> Self {
        let Call { route, method, template, parameters, allow_encoded_slashes, scopes, query, headers, body, deadline } =
            call;
        let route = match route {
            Route::Platform => RouteOut::Platform,
            Route::Commerce { tenant } => RouteOut::Commerce { tenant },
            Route::CommerceProxy { seller } => RouteOut::CommerceProxy { seller },
        };
        let (body, deadline) = (body.into(), deadline.map(time));
        Self { route, method, template, parameters, allow_encoded_slashes, scopes, query, headers, body, deadline }
    }
}

impl From<ForwardedAnswer> for ForwardedAnswerOut {
    fn from(answer: ForwardedAnswer) -> Self {
        match answer {
            ForwardedAnswer::Pass(head) => Self::Pass { head: head.into() },
            ForwardedAnswer::Whole(head, body) => Self::Whole { head: head.into(), body },
            ForwardedAnswer::Refused(refused) => Self::Refused { refused: refused.into() },
        }
    }
}

impl From<Searched> for SearchedOut {
    fn from(searched: Searched) -> Self {
        match searched {
            Searched::Pass(bytes) => Self { bytes, is_cut: false },
            Searched::Cut(bytes) => Self { bytes, is_cut: true },
        }
    }
}
