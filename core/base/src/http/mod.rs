//! Plain request and response values, as a host's HTTP client takes and gives them (RFC 9110).
//!
//! `Debug` of all of them leaves out what could be a secret: header values, bodies, query texts.

mod no_answer;
mod read_head;

use std::fmt;

use ::http::{HeaderMap, HeaderName, Method, StatusCode};

pub use no_answer::NoAnswer;

/// What a host sends before the body.
#[derive(Clone, PartialEq, Eq)]
pub struct RequestHead {
    /// The method.
    pub method: Method,
    /// The absolute URL, percent-encoded; it never holds userinfo or a fragment.
    pub url: String,
    /// The headers; never `Host`, `Content-Length`, `Connection` or `Transfer-Encoding`, which are the host's.
    pub headers: HeaderMap,
}

/// What a host received before the body.
#[derive(Clone, PartialEq, Eq)]
pub struct ResponseHead {
    /// The status code.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
}

/// What a host sends as the body.
#[derive(Clone, PartialEq, Eq)]
pub enum RequestBody {
    /// No body.
    Empty,
    /// These bytes.
    Bytes(Vec<u8>),
    /// The host streams what its caller gave for the call.
    Caller {
        /// Whether the host can send the same body a second time.
        replayable: bool,
    },
}

/// Why an exchange ended without a response head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransportFailure {
    /// Whether anything can have reached the other side.
    pub kind: FailureKind,
    /// A short reason without secrets, such as `connection refused`.
    pub detail: String,
}

/// Whether a failed exchange can have reached the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// No byte was written: name resolution, connecting or the TLS handshake failed.
    NotSent,
    /// Anything else: a time-out, a reset, a connection closed without an answer.
    Unknown,
}

impl fmt::Debug for RequestHead {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RequestHead")
            .field("method", &self.method)
            .field("url", &without_query(&self.url))
            .field("headers", &names(&self.headers))
            .finish()
    }
}

impl fmt::Debug for ResponseHead {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ResponseHead")
            .field("status", &self.status.as_u16())
            .field("headers", &names(&self.headers))
            .finish()
    }
}

impl fmt::Debug for RequestBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("Empty"),
            Self::Bytes(bytes) => write!(formatter, "Bytes({} bytes)", bytes.len()),
            Self::Caller { replayable } => formatter.debug_struct("Caller").field("replayable", replayable).finish(),
        }
    }
}

fn without_query(url: &str) -> &str {
    url.split_once('?').map_or(url, |(before, _)| before)
}

fn names(headers: &HeaderMap) -> Vec<&str> {
    headers.keys().map(HeaderName::as_str).collect()
}

#[cfg(test)]
mod tests {
    use ::http::HeaderValue;

    use super::*;

    #[test]
    fn header_lines_that_http_cannot_hold_are_dropped() {
        let lines = [("Retry-After", "5"), ("bad name", "x"), ("x-broken", "a\nb"), ("", "x"), ("Set-Cookie", "a")];
        let head = ResponseHead::new(503, lines).unwrap();
        assert_eq!(names(&head.headers), ["retry-after", "set-cookie"]);
    }

    #[test]
    fn a_status_of_two_digits_is_an_error_that_names_it() {
        let error = ResponseHead::new(99, Vec::<(&str, &str)>::new()).unwrap_err();
        assert_eq!(error.code, "response.status");
        assert!(error.message.contains("99"), "{}", error.message);
    }

    #[test]
    fn debug_shows_header_names_without_values_and_urls_without_query() {
        let mut head = RequestHead {
            method: Method::GET,
            url: "https://a.example/api/v1/x?key=canary".into(),
            headers: HeaderMap::new(),
        };
        head.headers.insert("authorization", HeaderValue::from_static("Bearer canary"));
        let shown = format!("{head:?} {:?}", RequestBody::Bytes(b"password=canary".to_vec()));
        assert!(shown.contains("authorization") && shown.contains("15 bytes"), "{shown}");
        assert!(!shown.contains("canary"), "{shown}");
    }
}
