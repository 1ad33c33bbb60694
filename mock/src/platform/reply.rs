//! What the platform wants done: an answer, when to send it, and whether to drop the connection instead.

use std::fmt;
use std::time::Duration;

use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde_json::json;

/// What to do with a request. `Debug` leaves the answer's body out: it may hold tokens.
#[derive(Clone)]
pub struct PlatformReply {
    /// The answer, complete but for what every server adds itself (length, date, connection).
    pub response: Response<Vec<u8>>,
    /// How long to wait before anything else is done.
    pub delay: Duration,
    /// Drop the connection instead of answering.
    pub fault: Option<Drop>,
    /// A line for the server's log, without secrets; token requests have one.
    pub log_line: Option<String>,
}

/// When a connection is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drop {
    /// Before the request's body was read.
    BeforeReading,
    /// After the request was read; it has taken effect.
    AfterReading,
}

impl PlatformReply {
    /// An answer with this body.
    pub(super) fn new(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> PlatformReply {
        let mut response = Response::new(body);
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        PlatformReply { response, delay: Duration::ZERO, fault: None, log_line: None }
    }

    /// An answer with `body` as JSON.
    pub(super) fn json(status: StatusCode, body: &impl Serialize) -> PlatformReply {
        // Only maps with keys other than text fail to serialise, and no answer holds one.
        PlatformReply::new(status, "application/json", serde_json::to_vec(body).unwrap_or_default())
    }

    /// A refusal by the development platform itself, in one sentence.
    pub(super) fn refusal(status: StatusCode, sentence: &str) -> PlatformReply {
        PlatformReply::json(status, &json!({ "message": sentence }))
    }

    /// This reply with a header; a value that no header can hold is left out.
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
