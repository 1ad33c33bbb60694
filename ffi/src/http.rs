//! Heads and bodies of requests and responses as plain lists, since tuples and header maps do not cross the boundary.
//!
//! What prints them, prints no values: a header, a query or a body may carry a credential.

use std::fmt;

use waybill_base::http as core;

/// One header, parameter or query member.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct NameValue {
    /// The name; header names are lower-case where they come from the engine.
    pub name: String,
    /// The value.
    pub value: String,
}

/// What a driver sends before the body.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct RequestHead {
    /// The method, such as `POST`.
    pub method: String,
    /// The absolute URL, percent-encoded.
    pub url: String,
    /// The headers; never `Host`, `Content-Length`, `Connection` or `Transfer-Encoding`, which are the driver's.
    pub headers: Vec<NameValue>,
}

/// What a driver received before the body.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct ResponseHead {
    /// The HTTP status.
    pub status: u16,
    /// The headers in the order they came, repeated names kept.
    pub headers: Vec<NameValue>,
}

/// What a driver sends as the body.
#[derive(Clone, PartialEq, Eq, uniffi::Enum)]
#[uniffi::export(Debug, Display)]
pub enum RequestBody {
    /// No body.
    Empty,
    /// These bytes.
    Bytes {
        /// The whole body.
        bytes: Vec<u8>,
    },
    /// The driver streams what its caller gave for the call.
    Caller {
        /// Whether the driver can send the same body a second time.
        replayable: bool,
    },
}

/// Why an exchange ended without a response head.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct TransportFailure {
    /// Whether anything can have reached the other side.
    pub kind: FailureKind,
    /// A short reason without secrets, such as `connection refused`.
    pub detail: String,
}

/// Whether a failed exchange can have reached the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum FailureKind {
    /// No byte was written: name resolution, connecting or the TLS handshake failed.
    NotSent,
    /// Anything else.
    Unknown,
}

/// An API error's answer, as it came.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct ErrorResponse {
    /// Status and headers.
    pub head: ResponseHead,
    /// The body untouched, at most its first 64 KiB.
    pub body: Vec<u8>,
    /// Whether `body` is all of it.
    pub complete: bool,
}

pub(crate) fn pairs(list: Vec<NameValue>) -> Vec<(String, String)> {
    list.into_iter()
        .map(|pair| {
            let NameValue { name, value } = pair;
            (name, value)
        })
        .collect()
}

pub(crate) fn named(pairs: Vec<(String, String)>) -> Vec<NameValue> {
    pairs.into_iter().map(|(name, value)| NameValue { name, value }).collect()
}

impl NameValue {
    /// One entry per header line; bytes outside UTF-8 become the replacement character.
    fn from_map(headers: &http::HeaderMap) -> Vec<Self> {
        let line = |(name, value): (&http::HeaderName, &http::HeaderValue)| Self {
            name: name.as_str().to_owned(),
            value: String::from_utf8_lossy(value.as_bytes()).into_owned(),
        };
        headers.iter().map(line).collect()
    }
}

impl From<core::RequestHead> for RequestHead {
    fn from(head: core::RequestHead) -> Self {
        let core::RequestHead { method, url, headers } = head;
        Self { method: method.as_str().to_owned(), url, headers: NameValue::from_map(&headers) }
    }
}

impl From<core::ResponseHead> for ResponseHead {
    fn from(head: core::ResponseHead) -> Self {
        let core::ResponseHead { status, headers } = head;
        Self { status: status.as_u16(), headers: NameValue::from_map(&headers) }
    }
}

impl TryFrom<ResponseHead> for core::ResponseHead {
    type Error = waybill_base::error::Error;

    fn try_from(head: ResponseHead) -> Result<Self, Self::Error> {
        let ResponseHead { status, headers } = head;
        Self::new(status, pairs(headers))
    }
}

impl From<core::RequestBody> for RequestBody {
    fn from(body: core::RequestBody) -> Self {
        match body {
            core::RequestBody::Empty => Self::Empty,
            core::RequestBody::Bytes(bytes) => Self::Bytes { bytes },
            core::RequestBody::Caller { replayable } => Self::Caller { replayable },
        }
    }
}

impl From<RequestBody> for core::RequestBody {
    fn from(body: RequestBody) -> Self {
        match body {
            RequestBody::Empty => Self::Empty,
            RequestBody::Bytes { bytes } => Self::Bytes(bytes),
            RequestBody::Caller { replayable } => Self::Caller { replayable },
        }
    }
}

impl From<core::TransportFailure> for TransportFailure {
    fn from(failure: core::TransportFailure) -> Self {
        let core::TransportFailure { kind, detail } = failure;
        let kind = match kind {
            core::FailureKind::NotSent => FailureKind::NotSent,
            core::FailureKind::Unknown => FailureKind::Unknown,
        };
        Self { kind, detail }
    }
}

impl From<TransportFailure> for core::TransportFailure {
    fn from(failure: TransportFailure) -> Self {
        let TransportFailure { kind, detail } = failure;
        let kind = match kind {
            FailureKind::NotSent => core::FailureKind::NotSent,
            FailureKind::Unknown => core::FailureKind::Unknown,
        };
        Self { kind, detail }
    }
}

impl From<waybill_base::error::ErrorResponse> for ErrorResponse {
    fn from(response: waybill_base::error::ErrorResponse) -> Self {
        let waybill_base::error::ErrorResponse { head, body, complete } = response;
        Self { head: head.into(), body, complete }
    }
}

impl fmt::Debug for NameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value: _ } = self;
        write!(f, "{name}: [redacted]")
    }
}

impl fmt::Debug for RequestHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, url, headers } = self;
        let url = url.split_once('?').map_or(url.as_str(), |(before, _)| before);
        f.debug_struct("RequestHead").field("method", method).field("url", &url).field("headers", headers).finish()
    }
}

impl fmt::Debug for ResponseHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { status, headers } = self;
        f.debug_struct("ResponseHead").field("status", status).field("headers", headers).finish()
    }
}

impl fmt::Debug for RequestBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("Empty"),
            Self::Bytes { bytes } => write!(f, "Bytes({} bytes)", bytes.len()),
            Self::Caller { replayable } => f.debug_struct("Caller").field("replayable", replayable).finish(),
        }
    }
}

impl fmt::Debug for ErrorResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { head, body, complete } = self;
        let body = format_args!("{} bytes", body.len());
        f.debug_struct("ErrorResponse").field("head", head).field("body", &body).field("complete", complete).finish()
    }
}

crate::display_as_debug!(NameValue, RequestHead, ResponseHead, RequestBody, ErrorResponse);

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, value: &str) -> NameValue {
        NameValue { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn a_response_head_keeps_repeated_headers_both_ways() {
        let head = ResponseHead { status: 207, headers: vec![pair("set-cookie", "a=1"), pair("set-cookie", "b=2")] };

        let there_and_back: ResponseHead = core::ResponseHead::try_from(head.clone()).unwrap().into();

        assert_eq!(there_and_back, head);
    }

    #[test]
    fn a_status_that_is_none_is_an_error() {
        assert!(core::ResponseHead::try_from(ResponseHead { status: 7, headers: Vec::new() }).is_err());
    }

    #[test]
    fn no_text_of_a_head_or_body_holds_a_value() {
        let headers = vec![pair("authorization", "Bearer canary")];
        let request = RequestHead {
            method: "GET".to_owned(),
            url: "https://api.example/api/v1/flows?token=canary".to_owned(),
            headers: headers.clone(),
        };
        let response =
            ErrorResponse { head: ResponseHead { status: 401, headers }, body: b"canary".to_vec(), complete: true };
        let body = RequestBody::Bytes { bytes: b"canary".to_vec() };

        let text = format!("{request} {request:?} {response} {response:?} {body} {body:?}");

        assert!(!text.contains("canary") && !text.contains("99, 97"), "{text}");
        assert!(text.contains("authorization: [redacted]"), "{text}");
    }

    #[test]
    fn every_kind_of_body_comes_back_as_it_went() {
        let bodies =
            [RequestBody::Empty, RequestBody::Bytes { bytes: vec![1, 2] }, RequestBody::Caller { replayable: true }];
        for body in bodies {
            assert_eq!(RequestBody::from(core::RequestBody::from(body.clone())), body);
        }
    }
}
