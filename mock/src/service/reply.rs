//! What the mock service wants done with a request: an answer, when to send it, and the ticket to give back afterwards.

use std::time::Duration;

use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;

use super::Ticket;
use super::upload_endpoint::NeedsSoap;

/// What to do with a request.
#[derive(Debug)]
pub struct Reply {
    /// To be given back to [`super::MockService::finished`] once the answer was sent or could not be.
    pub ticket: Ticket,
    /// The answer, complete but for what every server adds itself (length, date, connection).
    pub response: Response<Vec<u8>>,
    /// How long to wait before the answer is sent.
    pub delay: Duration,
}

impl Reply {
    /// Whether it refuses an upload for a WSDL file that a mock service made by [`super::MockService::new`] would read, and
    /// one made by [`super::MockService::for_rest`] does not.
    #[must_use]
    pub fn needs_soap(&self) -> bool {
        self.response.extensions().get::<NeedsSoap>().is_some()
    }
}

/// An answer with this body.
pub(crate) fn answer(status: StatusCode, content_type: &'static str, body: impl Into<Vec<u8>>) -> Response<Vec<u8>> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// An answer with `body` as JSON.
pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Response<Vec<u8>> {
    // Only maps with keys other than text fail to serialise, and no answer holds one.
    answer(status, "application/json", serde_json::to_vec(body).unwrap_or_default())
}

/// Adds a header to an answer; a value that no header can hold is left out.
pub(crate) fn with(mut response: Response<Vec<u8>>, name: HeaderName, value: &str) -> Response<Vec<u8>> {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
    response
}
