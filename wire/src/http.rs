//! Heads and bodies of requests and responses. Headers are lists, because UniFFI supports neither tuples nor header maps.
//!
//! `Debug` and `Display` print no values: a header, a query or a body can contain a credential.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use waybill_base::http as core;

/// A header, a path parameter or a query parameter; in JSON, a list of the name and the value.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "[string, string]"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct NameValue {
    /// The name; the engine writes header names in lower case.
    pub name: String,
    /// The value.
    pub value: String,
}

/// The head of a request.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct RequestHead {
    /// The method, such as `POST`.
    pub method: String,
    /// The absolute URL, percent-encoded.
    pub url: String,
    /// The headers, without `Host`, `Content-Length`, `Connection` and `Transfer-Encoding`, which the driver sets.
    pub headers: Vec<NameValue>,
}

/// The head of a response.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct ResponseHead {
    /// The HTTP status.
    pub status: u16,
    /// The headers in the order of the response, repeated names included.
    pub headers: Vec<NameValue>,
}

/// The body of a request.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi::export(Debug, Display))]
pub enum RequestBody {
    /// No body.
    Empty,
    /// These bytes.
    #[serde(deserialize_with = "bytes_beside")]
    Bytes {
        /// The whole body. JavaScript passes it separately from the JSON.
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        bytes: Vec<u8>,
    },
    /// The driver streams the body that its caller passed.
    Caller {
        /// True if the driver can send the same body again.
        replayable: bool,
    },
}

/// The failure of an exchange without a response head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TransportFailure {
    /// Its kind.
    pub kind: FailureKind,
    /// A short reason without secrets, such as `connection refused`.
    pub detail: String,
}

/// The possible effect of a failed exchange: not sent, or possibly received by the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum FailureKind {
    /// The request was not sent: name resolution, connecting or the TLS handshake failed.
    NotSent,
    /// The server may have received the request.
    Unknown,
}

/// The response of an API error, unchanged.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct ErrorResponse {
    /// Status and headers.
    #[serde(flatten)]
    pub head: ResponseHead,
    /// The body, at most its first 64 KiB.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(test, ts(type = "Uint8Array"))]
    pub body: Vec<u8>,
    /// True if `body` is the whole body.
    pub complete: bool,
}

pub(crate) fn pairs(list: Vec<NameValue>) -> Vec<(String, String)> {
    list.into_iter().map(|NameValue { name, value }| (name, value)).collect()
}

pub(crate) fn named(pairs: Vec<(String, String)>) -> Vec<NameValue> {
    pairs.into_iter().map(|(name, value)| NameValue { name, value }).collect()
}

impl NameValue {
    /// Returns one entry per header line; bytes outside UTF-8 become the replacement character.
    fn from_map(headers: &http::HeaderMap) -> Vec<Self> {
        let line = |(name, value): (&http::HeaderName, &http::HeaderValue)| Self {
            name: name.as_str().to_owned(),
            value: String::from_utf8_lossy(value.as_bytes()).into_owned(),
        };
        headers.iter().map(line).collect()
    }
}

#[allow(clippy::unnecessary_wraps, reason = "serde takes functions that may fail")]
fn bytes_beside<'de, D: Deserializer<'de>>(_: D) -> Result<Vec<u8>, D::Error> {
    Ok(Vec::new())
}

impl Serialize for NameValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, value } = self;
        (name, value).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NameValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (name, value) = Deserialize::deserialize(deserializer)?;
        Ok(Self { name, value })
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

super::display_as_debug!(NameValue, RequestHead, ResponseHead, RequestBody, ErrorResponse);
