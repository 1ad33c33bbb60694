//! A request of the app as it came, and what is wrong with how it is framed.

use std::fmt;

use super::headers::{is_token, only_value};

/// A request of the app: the host's server has read its head and nothing of its body.
#[derive(Clone)]
pub struct InboundRequest {
    /// The id by which the log and the app name it; from the host's own source, not from the app.
    pub request_id: String,
    /// The method as it came.
    pub method: String,
    /// The target as it came, undecoded: path and query.
    pub target: String,
    /// The header fields as they came, in order, repeated ones too.
    pub headers: Vec<(String, String)>,
    /// Whether a body follows, be its length known or not.
    pub has_body: bool,
}

impl InboundRequest {
    /// What is wrong with how the request is written or framed (RFC 9112 sections 5 and 6).
    pub(super) fn framing_problem(&self) -> Option<&'static str> {
        let is_value = |value: &str| value.bytes().all(|byte| byte == b'\t' || (byte >= b' ' && byte != 0x7f));
        if self.headers.iter().any(|(name, value)| !is_token(name) || !is_value(value)) {
            return Some("a header field has a name or a value that no field has");
        }
        if !is_token(&self.method) {
            return Some("the method is no token");
        }
        let (Ok(length), Ok(encoding)) =
            (only_value(&self.headers, "content-length"), only_value(&self.headers, "transfer-encoding"))
        else {
            return Some("the length of the body is given more than once");
        };
        if length.is_some() && encoding.is_some() {
            return Some("the body has a length and a transfer coding");
        }
        if length.is_some_and(|length| length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit())) {
            return Some("the length of the body is no number");
        }
        if encoding.is_some_and(|encoding| !encoding.eq_ignore_ascii_case("chunked")) {
            return Some("the transfer coding is another one than `chunked`");
        }
        if only_value(&self.headers, "content-type").is_err() || only_value(&self.headers, "origin").is_err() {
            return Some("`content-type` or `origin` comes more than once");
        }
        None
    }

    /// The bytes of all header fields.
    pub(super) fn header_bytes(&self) -> usize {
        self.headers.iter().map(|(name, value)| name.len() + value.len()).sum()
    }

    /// How long the body is said to be; `None` where nothing says so, and for a length of more digits than a number has.
    pub(super) fn body_length(&self) -> Option<u64> {
        let length = only_value(&self.headers, "content-length").ok()??;
        Some(length.parse().unwrap_or(u64::MAX))
    }

    /// The only value of a field.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        only_value(&self.headers, name).ok()?
    }
}

impl fmt::Debug for InboundRequest {
    /// Shows no values: the target and the headers may hold what is not for a log.
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
