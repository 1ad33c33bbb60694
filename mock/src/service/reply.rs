//! What the mock service wants done with a request: an answer, when to send it, and the ticket to give back afterwards.

use std::time::Duration;

use http::header::X_CONTENT_TYPE_OPTIONS;
use http::{HeaderValue, Method, Response};

use super::route::Route;
use crate::metrics::Endpoint;

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

/// Marks the answer to an upload that a mock service with SOAP could import.
#[derive(Debug, Clone)]
pub(super) struct NeedsSoap;

/// A request that was answered, for [`super::MockService::finished`].
#[derive(Debug)]
pub struct Ticket {
    pub(super) endpoint: Endpoint,
    /// The number of its entry in the log, where it has one.
    pub(super) entry: Option<u64>,
    /// What became of a request to a mocked service, for the host's own log.
    pub(super) summary: Option<String>,
}

impl Ticket {
    /// What became of a request to a mocked service: its operation, and why it was refused. It holds no credentials and no
    /// control characters.
    #[must_use]
    pub fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }
}

/// The reply to a request by this method that leads there.
pub(super) fn reply_to(method: &Method, route: &Route, mut response: Response<Vec<u8>>) -> Reply {
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if method == Method::HEAD {
        response.body_mut().clear();
    }
    let endpoint = Endpoint { method: method_label(method), uri: route.template(), status: response.status().as_u16() };
    Reply { ticket: Ticket { endpoint, entry: None, summary: None }, response, delay: Duration::ZERO }
}

/// Clients can send any method: those that are none of the standard's share one label.
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
