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
mod origin;
mod query;
mod reply;
mod rest_endpoint;
mod route;
mod services;
mod settings;
mod soap_endpoint;
mod unknown;
mod upload_endpoint;

use std::borrow::Cow;
use std::sync::PoisonError;
use std::time::Duration;

use http::header::{CONTENT_LENGTH, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderMap, Method, Request, Response, StatusCode, Uri};
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
use crate::response::{Exchange, Problem, add_header, respond};
use crate::upload::{read_wsdl, refuse_wsdl};
use method::refuse_method;
use mocked::Answered;
use reply::reply_to;
use route::Route;

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
        match self.check(&head.method, &head.uri, &head.headers) {
            Checked::Route(_) if declared_length(&head.headers) > BODY_LIMIT => {
                Admission::Reply(Box::new(self.too_long(head)))
            }
            Checked::Route(_) => Admission::Read { limit: BODY_LIMIT },
            Checked::Answer(response) => {
                Admission::Reply(Box::new(reply_to(&head.method, &Route::find(head.uri.path()), *response)))
            }
        }
    }

    /// Returns the reply to a request whose body is longer than [`BODY_LIMIT`].
    #[must_use]
    pub fn too_long(&self, head: &Parts) -> Reply {
        let sentence = format!("the mock service reads at most {BODY_LIMIT} bytes of a body");
        let problem = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too long", sentence);
        reply_to(&head.method, &Route::find(head.uri.path()), problem.into_response())
    }

    /// Returns the reply to a request whose body did not arrive within the host's time limit.
    #[must_use]
    pub fn too_slow(&self, head: &Parts) -> Reply {
        let sentence = "the rest of the body did not arrive in time: send it faster, or in several requests";
        let problem = Problem::new(StatusCode::REQUEST_TIMEOUT, "The body came too slowly", sentence.to_owned());
        reply_to(&head.method, &Route::find(head.uri.path()), problem.into_response())
    }

    /// Returns the reply to a request if the host has no memory left for its body.
    #[must_use]
    pub fn busy(&self, head: &Parts) -> Reply {
        let sentence = "the bodies of other requests use all memory reserved for bodies: try again";
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "Too many large bodies", sentence.to_owned());
        let response = add_header(problem.into_response(), RETRY_AFTER, "1");
        reply_to(&head.method, &Route::find(head.uri.path()), response)
    }

    /// Estimates the cost of a request, so that the host can run long requests without delaying others.
    #[must_use]
    pub fn effort(&self, head: &Parts, body_length: usize) -> Effort {
        effort::estimate(&self.catalogue, head, body_length)
    }

    /// Handles a request.
    #[must_use]
    pub fn handle(&self, request: &Request<Vec<u8>>, now: Timestamp) -> Reply {
        let (method, uri) = (request.method(), request.uri());
        let route = match self.check(method, uri, request.headers()) {
            Checked::Route(route) => route,
            Checked::Answer(response) => return reply_to(method, &Route::find(uri.path()), *response),
        };
        let (decoded, problem) = match encoding::decode(request.headers(), request.body()) {
            Ok(Cow::Borrowed(_)) => (None, None),
            Ok(Cow::Owned(body)) => (Some(body), None),
            Err(problem) => (Some(Vec::new()), Some(problem)),
        };
        let decoded = decoded.map(|body| with_body(request, body));
        let request = decoded.as_ref().unwrap_or(request);
        let Answered { response, entry, summary } = match problem {
            None => self.respond(&route, request, now),
            Some(problem) => self.refuse_encoding(&route, problem, request, now),
        };
        let mut response = encoding::encode(request.headers(), response);
        if !route.is_control() {
            cors::expose(request.headers(), &mut response, &self.settings.cors_origins);
        }
        let mut reply = reply_to(method, &route, response);
        reply.ticket.entry = entry;
        reply.ticket.summary = summary;
        reply
    }

    /// Records the duration of a request, from its last byte to the last byte of its response.
    pub fn finished(&self, ticket: &Ticket, duration: Duration) {
        self.metrics.observe(ticket.endpoint, duration);
        if let Some(number) = ticket.entry {
            self.log.finish(number, duration);
        }
    }

    /// Sets the figures of the process for the next metrics request.
    pub fn set_process_figures(&self, figures: ProcessFigures) {
        self.metrics.set_process(figures);
    }

    /// Sets whether stored files are still being imported. While they are, the health endpoint returns 503.
    pub fn set_seeding(&self, running: bool) {
        self.seeding.lock().unwrap_or_else(PoisonError::into_inner).running = running;
    }

    /// Records a stored file that cannot be imported. The health endpoint lists it.
    pub fn add_seed_failure(&self, failure: SeedFailure) {
        self.seeding.lock().unwrap_or_else(PoisonError::into_inner).failures.push(failure);
    }

    /// Rejects a body that cannot be decoded. The service's log contains the request without its body.
    fn refuse_encoding(&self, route: &Route, problem: Problem, request: &Request<Vec<u8>>, now: Timestamp) -> Answered {
        let (Route::Soap(id) | Route::Rest(id, _)) = route else { return problem.into_response().into() };
        mocked::record(self, id, Exchange::refused(problem), request, now)
    }

    fn respond(&self, route: &Route, request: &Request<Vec<u8>>, now: Timestamp) -> Answered {
        let response = match route {
            Route::Health => health::report_health(&self.seeding.lock().unwrap_or_else(PoisonError::into_inner)),
            Route::Upload => upload_endpoint::import_upload(self, request, now),
            Route::Services => services::list_services(&self.catalogue, &self.sample_options(now)),
            Route::Export => export::export_services(&self.catalogue),
            Route::Invocations(id) => invocations::list_invocations(self, id, request),
            Route::Prometheus => prometheus(&self.metrics),
            Route::Soap(id) if request.method() == Method::POST => {
                return soap_endpoint::serve_soap(self, id, request, now);
            }
            Route::Soap(id) => soap_endpoint::describe(self, id, request),
            Route::Rest(id, path) => return rest_endpoint::serve_rest(self, id, path, request, now),
            Route::Unknown => unknown::problem(&self.catalogue, request.uri().path()).into_response(),
        };
        response.into()
    }

    /// Returns the route of a request, or a response that does not need the body.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Checked {
        let route = Route::find(uri.path());
        let origins = &self.settings.cors_origins;
        let preflight = cors::is_preflight(method, headers, origins).then(|| self.preflight(&route, uri, headers));
        let refused = || self.refuse(&route, method, uri, headers).map(Problem::into_response);
        let Some(mut response) = preflight.flatten().or_else(refused) else { return Checked::Route(route) };
        if !route.is_control() {
            cors::expose(headers, &mut response, origins);
        }
        Checked::Answer(Box::new(response))
    }

    /// Returns the response to a preflight request with the methods of a mocked path, or `None` for other paths.
    fn preflight(&self, route: &Route, uri: &Uri, headers: &HeaderMap) -> Option<Response<Vec<u8>>> {
        match route {
            Route::Soap(id) => {
                self.catalogue.find(id)?.soap()?;
                let methods: Vec<&str> = soap_endpoint::methods(uri).iter().map(Method::as_str).collect();
                Some(cors::allow(&methods, headers))
            }
            Route::Rest(id, path) => {
                let service = self.catalogue.find(id)?;
                let methods = service.rest()?.methods(path);
                (!methods.is_empty()).then(|| cors::allow(&methods, headers))
            }
            _ => None,
        }
    }

    /// Returns the problem of a request with a forbidden origin, an unknown path or an unsupported method.
    fn refuse(&self, route: &Route, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Problem> {
        if route.is_control()
            && let Err(problem) = origin::check(headers, &self.settings.allowed_hosts)
        {
            return Some(problem);
        }
        match route {
            Route::Unknown => Some(unknown::problem(&self.catalogue, uri.path())),
            Route::Soap(id) if self.catalogue.find(id).is_none_or(|service| service.soap().is_none()) => {
                Some(unknown::service_problem(&self.catalogue, id))
            }
            Route::Soap(_) => soap_endpoint::check_method(method, uri),
            Route::Rest(id, _) => {
                let unknown = self.catalogue.find(id).is_none_or(|service| service.rest().is_none());
                unknown.then(|| unknown::service_problem(&self.catalogue, id))
            }
            _ => refuse_method(route.methods(), method),
        }
    }
}

/// A decision that needs only the request's head.
enum Checked {
    Route(Route),
    Answer(Box<Response<Vec<u8>>>),
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
