//! Responses of any service: plain and JSON responses, problems with violations, and exchanges for the log and the
//! metrics.

mod exchange;
mod problem;
mod violation;

use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;

pub(crate) use exchange::Exchange;
pub(crate) use problem::Problem;
pub(crate) use violation::ReportedViolation;

/// Creates a response with this body.
pub(crate) fn respond(status: StatusCode, content_type: &'static str, body: impl Into<Vec<u8>>) -> Response<Vec<u8>> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// Creates a response with `body` as JSON.
pub(crate) fn respond_json(status: StatusCode, body: &impl Serialize) -> Response<Vec<u8>> {
    // Serialization fails only for maps with keys other than strings, and no response has one.
    respond(status, "application/json", serde_json::to_vec(body).unwrap_or_default())
}

/// Adds a header to a response. Values that are invalid in headers are ignored.
pub(crate) fn add_header(mut response: Response<Vec<u8>>, name: HeaderName, value: &str) -> Response<Vec<u8>> {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
    response
}
