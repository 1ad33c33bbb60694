//! A reply of the platform: the response, its delay, or a dropped connection.

use std::fmt;
use std::time::Duration;

use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde_json::json;

/// A reply to a request. `Debug` omits the response body, which may contain tokens.
#[derive(Clone)]
pub struct PlatformReply {
    /// Complete response, except for headers that every server adds (length, date, connection).
    pub response: Response<Vec<u8>>,
    /// Delay before the response is sent or the connection is dropped.
    pub delay: Duration,
    /// Set if the connection is dropped instead of sending the response.
    pub fault: Option<Drop>,
    /// Line for the server's log, without secrets. Only token requests have one.
    pub log_line: Option<String>,
}

/// The time at which a connection is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drop {
    /// Before the request's body is read.
    BeforeReading,
    /// After the request was read. It has taken effect.
    AfterReading,
}

impl PlatformReply {
    /// Creates a reply with this body.
    pub(super) fn new(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> PlatformReply {
        let mut response = Response::new(body);
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        PlatformReply { response, delay: Duration::ZERO, fault: None, log_line: None }
    }

    /// Creates a reply with `body` as JSON.
    pub(super) fn json(status: StatusCode, body: &impl Serialize) -> PlatformReply {
        // Serialization fails only for maps with keys other than strings, and no response has one.
        PlatformReply::new(status, "application/json", serde_json::to_vec(body).unwrap_or_default())
    }

    /// Creates an error of the development platform itself, with one sentence.
    pub(super) fn refusal(status: StatusCode, sentence: &str) -> PlatformReply {
        PlatformReply::json(status, &json!({ "message": sentence }))
    }

    /// Returns this reply with an additional header. Values that are invalid in headers are ignored.
    pub(super) fn with(mut self, name: HeaderName, value: &str) -> PlatformReply {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.response.headers_mut().insert(name, value);
        }
        self
    }
}

impl fmt::Debug for PlatformReply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("PlatformReply")
            .field("status", &self.response.status().as_u16())
            .field("body", &format_args!("{} bytes", self.response.body().len()))
            .field("delay", &self.delay)
            .field("fault", &self.fault)
            .field("log_line", &self.log_line)
            .finish()
    }
}
