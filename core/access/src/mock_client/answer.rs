//! A request to the mock service and its response, as exchanged with the host's HTTP client.

use std::fmt;
use std::time::Duration;

use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use waybill_base::error::{Error, code};
use waybill_base::http::{RequestHead, ResponseHead};
use waybill_base::internal::ErrorExt as _;

use super::members;
use crate::foreign_text::clean_text;

/// Time limit of a response. An import compiles schemas, which takes a while.
const PATIENCE: Duration = Duration::from_mins(2);

/// Maximum number of bytes read of a response. Exports and request logs contain many bodies.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Maximum number of characters shown of a reason.
const SHOWN_REASON: usize = 500;

/// A request to the mock service. It carries no credential, and redirects are not followed.
#[derive(Clone, PartialEq, Eq)]
pub struct MockRequest {
    /// Method, URL and headers.
    pub head: RequestHead,
    /// The body; may be empty.
    pub body: Vec<u8>,
    /// Time limit of the whole response, body included. After that, abort it and report a failure.
    pub timeout: Duration,
    /// Maximum number of bytes to read of the response body.
    pub body_limit: usize,
}

/// A response with any status.
#[derive(Clone, PartialEq, Eq)]
pub struct MockAnswer {
    /// Status and headers.
    pub head: ResponseHead,
    /// The body, up to the request's limit.
    pub body: Vec<u8>,
    /// True if `body` is the whole body.
    pub complete: bool,
}

impl MockRequest {
    /// Creates a GET request for a path.
    pub(super) fn get(url: &str, path: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/plain;q=0.5, */*;q=0.1"));
        let head = RequestHead { method: Method::GET, url: format!("{url}{path}"), headers };
        Self { head, body: Vec::new(), timeout: PATIENCE, body_limit: MOST_BYTES }
    }

    /// Creates a POST request for a path.
    pub(super) fn post(url: &str, path: &str, content_type: HeaderValue, body: Vec<u8>) -> Self {
        let mut request = Self::get(url, path);
        request.head.method = Method::POST;
        request.head.headers.insert(header::CONTENT_TYPE, content_type);
        Self { body, ..request }
    }
}

impl MockAnswer {
    pub(super) const fn status(&self) -> StatusCode {
        self.head.status
    }

    pub(super) fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.headers.get(name)?.to_str().ok()
    }

    /// Returns the service's reason for rejecting a request: the detail of problem details (RFC 9457), or a short text.
    pub(super) fn reason(&self) -> Option<String> {
        let said = members::read(&self.body);
        let plain = || {
            let is_plain = self.header("content-type").is_some_and(|kind| kind.starts_with("text/plain"));
            is_plain.then(|| self.text().into_owned())
        };
        let said = ["detail", "message", "error", "title"]
            .into_iter()
            .find_map(|name| members::text(&said, name))
            .or_else(plain)?;
        clean_text(&said, SHOWN_REASON, [])
    }

    /// Checks that the whole body arrived. `what` names the requested resource.
    pub(super) fn check_complete(&self, what: &str) -> Result<(), Error> {
        if self.complete {
            return Ok(());
        }
        Err(if self.body.len() >= MOST_BYTES {
            let message = format!("the reply to the request for {what} is longer than {MOST_BYTES} bytes");
            Error::new(code::RESPONSE_TOO_LARGE, message)
                .remedy("check which server responds at the mock service's address")
        } else {
            let message = format!("the reply to the request for {what} is incomplete");
            Error::new(code::TRANSPORT_LOST, message)
                .remedy("try again; if it keeps failing, check the mock service's log")
        })
    }
}

impl fmt::Debug for MockRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { head, body, timeout, body_limit: _ } = self;
        let mut text = formatter.debug_struct("MockRequest");
        text.field("head", head).field("body", &format_args!("{} bytes", body.len())).field("timeout", timeout);
        text.finish_non_exhaustive()
    }
}

impl fmt::Debug for MockAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { head, body, complete } = self;
        let mut text = formatter.debug_struct("MockAnswer");
        text.field("head", head)
            .field("body", &format_args!("{} bytes", body.len()))
            .field("complete", complete)
            .finish()
    }
}
