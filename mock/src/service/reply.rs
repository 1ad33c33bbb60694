//! A reply of the mock service: the response, its delay, and a ticket that the host returns afterwards.

use std::time::Duration;

use http::header::X_CONTENT_TYPE_OPTIONS;
use http::{HeaderValue, Method, Response};

use super::route::Route;
use crate::metrics::Endpoint;

/// A reply to a request.
#[derive(Debug)]
pub struct Reply {
    /// Ticket for [`super::MockService::finished`], to be passed after the response was sent or failed.
    pub ticket: Ticket,
    /// Complete response, except for headers that every server adds (length, date, connection).
    pub response: Response<Vec<u8>>,
    /// Delay before the response is sent.
    pub delay: Duration,
}

impl Reply {
    /// True if an upload was rejected because it contains a WSDL file. A mock service from [`super::MockService::new`]
    /// would read it, one from [`super::MockService::for_rest`] does not.
    #[must_use]
    pub fn needs_soap(&self) -> bool {
        self.response.extensions().get::<NeedsSoap>().is_some()
    }
}

/// Marker for the rejection of an upload that a mock service with SOAP support could import.
#[derive(Debug, Clone)]
pub(super) struct NeedsSoap;

/// A handled request, for [`super::MockService::finished`].
#[derive(Debug)]
pub struct Ticket {
    pub(super) endpoint: Endpoint,
    /// Log entry, if the request was for a mocked service.
    pub(super) entry: Option<LogEntry>,
}

/// The log entry of a request to a mocked service.
#[derive(Debug)]
pub(super) struct LogEntry {
    pub(super) number: u64,
    /// Outcome of the request, for the host's own log.
    pub(super) summary: String,
}

impl Ticket {
    /// Returns the outcome of a request to a mocked service: its operation and the reason if it was rejected. It
    /// contains no credentials and no control characters.
    #[must_use]
    pub fn summary(&self) -> Option<&str> {
        self.entry.as_ref().map(|entry| entry.summary.as_str())
    }
}

/// Builds the reply to a request with this method and route.
pub(super) fn reply_to(
    method: &Method,
    route: &Route,
    mut response: Response<Vec<u8>>,
    entry: Option<LogEntry>,
) -> Reply {
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if method == Method::HEAD {
        response.body_mut().clear();
    }
    let endpoint = Endpoint { method: method_label(method), uri: route.template(), status: response.status().as_u16() };
    Reply { ticket: Ticket { endpoint, entry }, response, delay: Duration::ZERO }
}

/// Returns the metric label of a method. Clients can send any method, so non-standard ones share a label.
fn method_label(method: &Method) -> &'static str {
    const KNOWN: [(Method, &str); 7] = [
        (Method::GET, "GET"),
        (Method::POST, "POST"),
        (Method::HEAD, "HEAD"),
        (Method::PUT, "PUT"),
        (Method::DELETE, "DELETE"),
        (Method::PATCH, "PATCH"),
        (Method::OPTIONS, "OPTIONS"),
    ];
    KNOWN.iter().find(|(known, _)| known == method).map_or("OTHER", |(_, label)| label)
}
