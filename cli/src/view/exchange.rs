//! The server's response to one request of the page.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{Either, Full};

use super::site::{File, Found, Site};
use super::visitors::{Comments, Visitors};

/// The body of a response.
pub(super) type Body = Either<Full<Bytes>, Comments>;

/// Headers of all responses: they are not cached, their type is not guessed, and other sites cannot read them.
const FIELDS: [(HeaderName, &str); 4] = [
    (CACHE_CONTROL, "no-store"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Returns the response to a request.
pub(super) fn respond<B>(request: &Request<B>, site: &Site, visitors: &Arc<Visitors>) -> Response<Body> {
    let mut response = if !is_for(request, site.host()) {
        // A host name that was made to resolve to this machine (DNS rebinding) is rejected.
        refuse(StatusCode::MISDIRECTED_REQUEST, "this server does not have that host name\n")
    } else if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut refusal = refuse(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are allowed\n");
        refusal.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        refusal
    } else {
        match site.find(request.uri().path()) {
            None => refuse(StatusCode::NOT_FOUND, "not found\n"),
            Some(Found::File(File { content_type, bytes })) => whole(content_type, bytes.clone()),
            Some(Found::Stream) if request.method() == Method::HEAD => whole(EVENTS, Bytes::new()),
            Some(Found::Stream) => with_type(EVENTS, Either::Right(visitors.admit())),
        }
    };
    for (name, value) in FIELDS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if let Some(policy) = site.policy() {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy.clone());
    }
    response
}

/// Media type of an event stream.
const EVENTS: &str = "text/event-stream";

/// True if a request names this host exactly once, and no other one in its target.
fn is_for<B>(request: &Request<B>, host: &str) -> bool {
    let mut named = request.headers().get_all(HOST).iter();
    let is_named = named.next().is_some_and(|first| first.as_bytes() == host.as_bytes()) && named.next().is_none();
    is_named && request.uri().authority().is_none_or(|authority| authority.as_str() == host)
}

fn refuse(status: StatusCode, reason: &'static str) -> Response<Body> {
    let mut response = whole("text/plain; charset=utf-8", Bytes::from_static(reason.as_bytes()));
    *response.status_mut() = status;
    response
}

fn whole(content_type: &'static str, bytes: Bytes) -> Response<Body> {
    with_type(content_type, Either::Left(Full::new(bytes)))
}

fn with_type(content_type: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}
