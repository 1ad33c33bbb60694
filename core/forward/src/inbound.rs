//! A request of the app as received, and the check of its framing.

use std::fmt;

use super::headers::{is_token, only_value};

/// A request of the app. The host's server has read its head, but not its body.
#[derive(Clone)]
pub struct InboundRequest {
    /// Id of the request in the log and in problem details. The host generates it; it must not come from the app.
    pub request_id: String,
    /// The method as received.
    pub method: String,
    /// The target as received, not decoded: path and query.
    pub target: String,
    /// The header fields as received, in order, with repeated fields.
    pub headers: Vec<(String, String)>,
    /// True if a body follows, with or without a known length.
    pub has_body: bool,
}

impl InboundRequest {
    /// Returns the problem with the request's syntax or framing (RFC 9112 sections 5 and 6).
    pub(super) fn framing_problem(&self) -> Option<&'static str> {
        let is_value = |value: &str| value.bytes().all(|byte| byte == b'\t' || (byte >= b' ' && byte != 0x7f));
        if self.headers.iter().any(|(name, value)| !is_token(name) || !is_value(value)) {
            return Some("a header field has an invalid name or value");
        }
        if !is_token(&self.method) {
            return Some("the method is not a token");
        }
        let (Ok(length), Ok(encoding)) =
            (only_value(&self.headers, "content-length"), only_value(&self.headers, "transfer-encoding"))
        else {
            return Some("the body has more than one length");
        };
        if length.is_some() && encoding.is_some() {
            return Some("the body has a length and a transfer coding");
        }
        if length.is_some_and(|length| length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit())) {
            return Some("the length of the body is not a number");
        }
        if encoding.is_some_and(|encoding| !encoding.eq_ignore_ascii_case("chunked")) {
            return Some("the transfer coding is not `chunked`");
        }
        if only_value(&self.headers, "content-type").is_err() || only_value(&self.headers, "origin").is_err() {
            return Some("`content-type` or `origin` occurs more than once");
        }
        None
    }

    /// Returns the size of all header fields, in bytes.
    pub(super) fn header_bytes(&self) -> usize {
        self.headers.iter().map(|(name, value)| name.len() + value.len()).sum()
    }

    /// Returns the value of `content-length`. A value that does not fit is `u64::MAX`.
    pub(super) fn body_length(&self) -> Option<u64> {
        let length = only_value(&self.headers, "content-length").ok()??;
        Some(length.parse().unwrap_or(u64::MAX))
    }

    /// Returns the value of a field that is not repeated.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        only_value(&self.headers, name).ok()?
    }
}

impl fmt::Debug for InboundRequest {
    /// Omits values, because the target and the headers may contain secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&String> = self.headers.iter().map(|(name, _)| name).collect();
        formatter
            .debug_struct("InboundRequest")
            .field("request_id", &self.request_id)
            .field("method", &self.method)
            .field("headers", &names)
            .field("has_body", &self.has_body)
            .finish_non_exhaustive()
    }
}
