//! Plain request and response values, as a host's HTTP client takes and gives them (RFC 9110).
//!
//! `Debug` of all of them leaves out what could be a secret: header values, bodies, query texts.

pub(crate) mod base_url;
pub(crate) mod foreign_text;
mod no_answer;
pub(crate) mod problem;
mod read_head;

use std::fmt;

use ::http::header::RETRY_AFTER;
use ::http::{HeaderMap, HeaderName, Method, StatusCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

pub use no_answer::NoAnswer;

use crate::time::Timestamp;

/// What is percent-encoded in a part of a URL: everything but RFC 3986's unreserved characters (section 2.3).
pub(crate) const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The longest wait taken over from `Retry-After`, in milliseconds.
const MAX_WAIT: i64 = 3_600_000;

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

impl ResponseHead {
    /// `Retry-After` in milliseconds from now, from seconds or a date (RFC 9110 section 10.2.3), up to an hour.
    ///
    /// None where that is not later than now: who fails all the same would be asked without a pause.
    pub(crate) fn retry_after(&self, now: Timestamp) -> Option<i64> {
        let text = self.headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
        let millis = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            text.parse::<i64>().unwrap_or(i64::MAX).saturating_mul(1_000)
        } else {
            let date = httpdate::parse_http_date(text).ok()?;
            let since_epoch = date.duration_since(std::time::UNIX_EPOCH).ok()?;
            Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).ok()?).millis_since(now)
        };
        (millis > 0).then_some(millis.min(MAX_WAIT))
    }
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

impl RequestBody {
    /// Whether the same body can be sent a second time.
    pub(crate) const fn can_be_sent_again(&self) -> bool {
        matches!(self, Self::Empty | Self::Bytes(_) | Self::Caller { replayable: true })
    }
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
    fn retry_after_is_read_from_seconds_and_dates_and_bounded() {
        let wait =
            |text| ResponseHead::new(503, [("retry-after", text)]).unwrap().retry_after(Timestamp::from_millis(0));
        assert_eq!(wait("5"), Some(5_000));
        assert_eq!(wait("99999999999999999999"), Some(MAX_WAIT));
        assert_eq!(wait("Thu, 01 Jan 1970 00:00:07 GMT"), Some(7_000));
        assert_eq!((wait(""), wait("soon"), wait("-1")), (None, None, None));
        assert_eq!((wait("0"), wait("Wed, 31 Dec 1969 23:59:59 GMT")), (None, None));
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
