//! The mock service. It mocks carrier systems from their definitions alone and explains every rejection.
//!
//! It does no I/O, and threads can share it: [`MockService::handle`] takes a request and the time and returns the
//! reply.

mod cors;
mod effort;
mod encoding;
mod export;
mod health;
mod import;
mod invocations;
mod method;
mod mock_service;
mod mocked;
mod query;
mod reply;
mod rest_endpoint;
mod route;
mod services;
mod settings;
mod soap_endpoint;
mod target;
mod unknown;
mod upload_endpoint;

use std::borrow::Cow;
use std::sync::PoisonError;
use std::time::Duration;

use http::header::CONTENT_LENGTH;
use http::request::Parts;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use waybill_base::time::Timestamp;

pub use crate::log::LogLimits;
pub use crate::metrics::ProcessFigures;
pub use crate::soap::ActionRule;
pub use effort::Effort;
pub use encoding::BODY_LIMIT;
pub use import::ServiceSummary;
pub use mock_service::MockService;
pub use reply::{Reply, Ticket};
pub use settings::{ServiceSettings, Settings};

pub use crate::upload::{ImportError, SeedFailure, SeedPlan, SeedUpload, UploadedFile};

use crate::metrics::Metrics;
use crate::response::{Exchange, Problem, respond};
use crate::upload::{read_wsdl, refuse_wsdl};
use reply::{LogEntry, reply_to};
use route::{Control, Route};
use target::Target;

/// The decision about a request whose body is unread.
#[derive(Debug)]
pub enum Admission {
    /// Read the body, up to the limit, and call [`MockService::handle`].
    Read {
        /// Maximum body size in bytes. [`MockService::too_long`] is the reply to longer bodies.
        limit: usize,
    },
    /// Send this reply without reading the body.
    Reply(Box<Reply>),
}

impl MockService {
    /// Creates a mock service without imported services.
    #[must_use]
    pub fn new(settings: Settings) -> MockService {
        MockService::with_reader(settings, read_wsdl)
    }

    /// Creates a mock service that rejects WSDL files. Programs that use only this constructor contain no code to read
    /// them.
    #[must_use]
    pub fn for_rest(settings: Settings) -> MockService {
        MockService::with_reader(settings, refuse_wsdl)
    }

    /// Decides about a request before its body is read. Optional, because [`MockService::handle`] makes the same
    /// decision.
    #[must_use]
    pub fn admit(&self, head: &Parts) -> Admission {
        let route = Route::find(head.uri.path());
        let response = match self.find_target(&route, &head.method, &head.uri, &head.headers) {
            Ok(_) if declared_length(&head.headers) <= BODY_LIMIT => return Admission::Read { limit: BODY_LIMIT },
            Ok(_) => refuse_length(),
            Err(response) => *response,
        };
        Admission::Reply(Box::new(reply_to(&head.method, &route, response, None)))
    }

    /// Returns the reply to a request whose body is longer than [`BODY_LIMIT`].
    #[must_use]
    pub fn too_long(&self, head: &Parts) -> Reply {
        refuse_body(head, refuse_length())
    }

    /// Returns the reply to a request whose body did not arrive within the host's time limit.
    #[must_use]
    pub fn too_slow(&self, head: &Parts) -> Reply {
        let sentence = "the rest of the body did not arrive in time: send it faster, or in several requests";
        let problem = Problem::new(StatusCode::REQUEST_TIMEOUT, "The body came too slowly", sentence.to_owned());
        refuse_body(head, problem.into_response())
    }

    /// Returns the reply to a request if the host has no memory left for its body.
    #[must_use]
    pub fn busy(&self, head: &Parts) -> Reply {
        let sentence = "the bodies of other requests use all memory reserved for bodies: try again";
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "Too many large bodies", sentence.to_owned());
        refuse_body(head, problem.into_response())
    }

    /// Estimates the cost of a request, so that the host can run long requests without delaying others.
    #[must_use]
    pub fn effort(&self, head: &Parts, body_length: usize) -> Effort {
        effort::estimate(&self.catalogue, head, body_length)
    }

    /// Handles a request.
    #[must_use]
    pub fn handle(&self, request: &Request<Vec<u8>>, now: Timestamp) -> Reply {
        let method = request.method();
        let route = Route::find(request.uri().path());
        let target = match self.find_target(&route, method, request.uri(), request.headers()) {
            Ok(target) => target,
            Err(response) => return reply_to(method, &route, *response, None),
        };
        let (decoded, problem) = match encoding::decode(request.headers(), request.body()) {
            Ok(Cow::Borrowed(_)) => (None, None),
            Ok(Cow::Owned(body)) => (Some(body), None),
            Err(problem) => (Some(Vec::new()), Some(problem)),
        };
        let decoded = decoded.map(|body| with_body(request, body));
        let request = decoded.as_ref().unwrap_or(request);
        let (response, entry) = self.respond(&target, problem, request, now);
        let mut response = encoding::encode(request.headers(), response);
        if !route.is_control() {
            cors::expose(request.headers(), &mut response, &self.settings.cors_origins);
        }
        reply_to(method, &route, response, entry)
    }

    /// Records the duration of a request, from its last byte to the last byte of its response.
    pub fn finished(&self, ticket: &Ticket, duration: Duration) {
        self.metrics.observe(ticket.endpoint, duration);
        if let Some(entry) = &ticket.entry {
            self.log.finish(entry.number, duration);
        }
    }

    /// Sets the figures of the process for the next metrics request.
    pub fn set_process_figures(&self, figures: ProcessFigures) {
        self.metrics.set_process(figures);
    }

    /// Sets whether stored files are still being imported. While they are, the health endpoint returns 503, and so do
    /// services that are not imported yet.
    pub fn set_seeding(&self, running: bool) {
        self.seeding.lock().unwrap_or_else(PoisonError::into_inner).running = running;
    }

    pub(crate) fn is_seeding(&self) -> bool {
        self.seeding.lock().unwrap_or_else(PoisonError::into_inner).running
    }

    /// Records a stored file that cannot be imported. The health endpoint lists it.
    pub fn add_seed_failure(&self, failure: SeedFailure) {
        self.seeding.lock().unwrap_or_else(PoisonError::into_inner).failures.push(failure);
    }

    /// Returns the response, and the log entry of a request to a mocked service. `undecoded` is the problem of a body that
    /// cannot be decoded; the log contains such a request without its body.
    fn respond(
        &self,
        target: &Target<'_>,
        undecoded: Option<Problem>,
        request: &Request<Vec<u8>>,
        now: Timestamp,
    ) -> (Response<Vec<u8>>, Option<LogEntry>) {
        let (id, exchange) = match (target, undecoded) {
            (Target::Control(_), Some(problem)) => return (problem.into_response(), None),
            (Target::Control(control), None) => return (self.respond_itself(control, request, now), None),
            (Target::Soap(service, _) | Target::Rest(service, ..), Some(problem)) => {
                (&service.id, Exchange::refused(problem))
            }
            (Target::Soap(service, soap), None) if request.method() != Method::POST => {
                return (soap_endpoint::describe(self, service, soap.as_ref(), request), None);
            }
            (Target::Soap(service, soap), None) => {
                (&service.id, soap_endpoint::serve_soap(self, service, soap.as_ref(), request, now))
            }
            (Target::Rest(service, rest, path), None) => {
                (&service.id, rest_endpoint::serve_rest(self, &service.id, rest, path, request, now))
            }
        };
        let (response, entry) = mocked::record(self, id, exchange, request, now);
        (response, Some(entry))
    }

    /// Returns the response of an endpoint of the mock service itself.
    fn respond_itself(&self, control: &Control, request: &Request<Vec<u8>>, now: Timestamp) -> Response<Vec<u8>> {
        match control {
            Control::Health => health::report_health(&self.seeding.lock().unwrap_or_else(PoisonError::into_inner)),
            Control::Upload => upload_endpoint::import_upload(self, request, now),
            Control::Services => services::list_services(&self.catalogue, &self.sample_options(now)),
            Control::Export => export::export_services(&self.catalogue),
            Control::Invocations(id) => invocations::list_invocations(self, id, request),
            Control::Prometheus => prometheus(&self.metrics),
        }
    }
}

fn refuse_length() -> Response<Vec<u8>> {
    let sentence = format!("the mock service reads at most {BODY_LIMIT} bytes of a body");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too long", sentence).into_response()
}

/// Returns the reply to a request whose body is not read completely.
fn refuse_body(head: &Parts, response: Response<Vec<u8>>) -> Reply {
    reply_to(&head.method, &Route::find(head.uri.path()), response, None)
}

/// Returns the declared length of the body, or 0 if it is missing.
fn declared_length(headers: &HeaderMap) -> usize {
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    // A number too large for `usize` exceeds any limit.
    length.map_or(0, |length| length.trim().parse().unwrap_or(usize::MAX))
}

fn with_body(request: &Request<Vec<u8>>, body: Vec<u8>) -> Request<Vec<u8>> {
    let mut decoded = Request::new(body);
    *decoded.method_mut() = request.method().clone();
    *decoded.uri_mut() = request.uri().clone();
    *decoded.headers_mut() = request.headers().clone();
    decoded
}

fn prometheus(metrics: &Metrics) -> Response<Vec<u8>> {
    respond(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", metrics.write())
}
