//! Plain request and response values for a host's HTTP client (RFC 9110).
//!
//! Their `Debug` output omits everything that could be secret: header values, bodies and query strings.

mod no_answer;
mod read_head;

use std::fmt;

use ::http::{HeaderMap, HeaderName, Method, StatusCode};

pub use no_answer::NoAnswer;

/// The head of a request.
#[derive(Clone, PartialEq, Eq)]
pub struct RequestHead {
    /// The method.
    pub method: Method,
    /// The absolute URL, percent-encoded. It never contains user information or a fragment.
    pub url: String,
    /// The headers. `Host`, `Content-Length`, `Connection` and `Transfer-Encoding` are left to the host.
    pub headers: HeaderMap,
}

/// The head of a response.
#[derive(Clone, PartialEq, Eq)]
pub struct ResponseHead {
    /// The status code.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
}

/// The body of a request.
#[derive(Clone, PartialEq, Eq)]
pub enum RequestBody {
    /// No body.
    Empty,
    /// The body's bytes.
    Bytes(Vec<u8>),
    /// The body that the caller passed to the host, which streams it.
    Caller {
        /// True if the host can send the same body a second time.
        replayable: bool,
    },
}

/// An exchange that ended without a response head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransportFailure {
    /// The possible effect on the server.
    pub kind: FailureKind,
    /// A short reason without secrets, such as `connection refused`.
    pub detail: String,
}

/// The possible effect of a failed exchange: not sent, or possibly received by the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// No byte was sent: name resolution, connecting or the TLS handshake failed.
    NotSent,
    /// Any other failure: a time-out, a reset, a connection closed without a response.
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
    fn debug_output_hides_header_values_and_queries() {
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
