//! Rejections by the mock service itself, as `application/problem+json` (RFC 9457).

use http::header::{ALLOW, RETRY_AFTER};
use http::{Response, StatusCode};
use serde_json::{Map, Value};

use super::{add_header, respond};

/// A rejection. Its detail is one sentence with the cause and the remedy.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) title: &'static str,
    pub(crate) detail: String,
    /// Extension members, such as `errors` or `imported`.
    pub(crate) extensions: Map<String, Value>,
    /// Methods that the path supports, for a 405 response.
    pub(crate) allow: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, title: &'static str, detail: impl Into<String>) -> Problem {
        Problem { status, title, detail: detail.into(), extensions: Map::new(), allow: None }
    }

    /// Returns this problem with an additional member.
    pub(crate) fn with(mut self, member: &str, value: Value) -> Problem {
        self.extensions.insert(member.to_owned(), value);
        self
    }

    pub(crate) fn into_response(self) -> Response<Vec<u8>> {
        let mut members = Map::new();
        members.insert("title".to_owned(), self.title.into());
        members.insert("status".to_owned(), self.status.as_u16().into());
        members.insert("detail".to_owned(), self.detail.into());
        members.extend(self.extensions);
        let body = serde_json::to_vec(&members).unwrap_or_default();
        let response = respond(self.status, "application/problem+json", body);
        match self.allow {
            Some(methods) => add_header(response, ALLOW, &methods),
            None if self.status == StatusCode::SERVICE_UNAVAILABLE => add_header(response, RETRY_AFTER, "1"),
            None => response,
        }
    }
}
