//! The allow-list: the operations that may be forwarded.

use std::fmt;

use waybill_openapi::internal::pattern::{PatternProgram, Refusal};

/// Operations that an app may call, with limits that apply to all of them. Parsed by [`AllowList::read`].
#[derive(Debug, Clone)]
pub struct AllowList {
    /// Claim of the user's session that contains the tenant, for operations of the route `commerce`.
    pub tenant_claim: Option<String>,
    /// Claim of the user's session that contains the seller, for operations of the route `commerce-proxy`.
    pub seller_claim: Option<String>,
    /// Origins whose pages may send requests, such as `https://app.example`. If empty, cross-origin requests are
    /// rejected.
    pub origins: Vec<String>,
    /// Limits of a request.
    pub limits: ForwardLimits,
    /// The operations, in the order of the list.
    pub operations: Vec<AllowedOperation>,
}

/// Limits on the size, duration and number of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForwardLimits {
    /// Maximum size of a request's body, in bytes. An operation may have a lower limit.
    pub body_bytes: u64,
    /// Maximum size of a request's header fields, in bytes: names and values together.
    pub header_bytes: usize,
    /// Maximum duration of a request until its response is complete, in milliseconds.
    pub timeout_millis: i64,
    /// Maximum number of requests in progress.
    pub concurrent: usize,
    /// Maximum number of requests of a user per minute. After an idle minute, all of them may come at once.
    pub requests_per_minute: u32,
}

impl Default for ForwardLimits {
    /// 1 MiB of body, 16 KiB of headers, 30 seconds, 100 at once, 120 a minute.
    fn default() -> ForwardLimits {
        ForwardLimits {
            body_bytes: 1024 * 1024,
            header_bytes: 16 * 1024,
            timeout_millis: 30_000,
            concurrent: 100,
            requests_per_minute: 120,
        }
    }
}

/// One operation that may be forwarded.
#[derive(Debug, Clone)]
pub struct AllowedOperation {
    /// Name in logs and in the [`Authorization`](super::Authorization) for the host.
    pub name: String,
    /// The API of the operation.
    pub route: AllowedRoute,
    /// The method, in upper case.
    pub method: String,
    /// The path template. Its parameters are whole segments: `/flows/{flowId}/execute`. The app uses the same path.
    pub template: String,
    /// Allowed values of the template's parameters, in the template's order.
    pub path: Vec<BoundParameter>,
    /// Query parameters that are passed on, with their allowed values.
    pub query: Vec<BoundParameter>,
    /// Request header fields that are passed on, in lower case.
    pub request_headers: Vec<String>,
    /// Media types that a request's body may have. If empty, a body is rejected.
    pub media_types: Vec<String>,
    /// Maximum size of the request's body, in bytes.
    pub body_bytes: u64,
    /// Response header fields that are passed on, in lower case.
    pub answer_headers: Vec<String>,
    /// Statuses from 400 to 499 whose body is passed on to the app.
    pub error_bodies: Vec<u16>,
    /// The template's segments.
    pub(super) segments: Vec<Segment>,
}

/// The API of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedRoute {
    /// The platform API.
    Platform,
    /// The commerce API, for the tenant of the user's session.
    Commerce,
    /// The commerce API through the platform, for the seller of the user's session.
    CommerceProxy,
}

/// A parameter that is passed on.
#[derive(Debug, Clone)]
pub struct BoundParameter {
    /// Its name.
    pub name: String,
    /// Allowed values.
    pub binding: Binding,
    /// True if the app has to send the query parameter. Path parameters are always required.
    pub required: bool,
}

/// The values that a parameter may have.
#[derive(Debug, Clone)]
pub enum Binding {
    /// One of the values of this claim of the user's session. If the app omits a query parameter, it is sent with the
    /// claim's only value.
    Claim(String),
    /// One of these values.
    OneOf(Vec<String>),
    /// A value that the pattern matches as a whole (ECMA-262, as in JSON Schema).
    Pattern(Pattern),
    /// Any value.
    Any {
        /// Reason why any value may pass, such as a check that the host makes before it permits the request.
        reason: String,
    },
}

/// A pattern that has to match a whole value.
#[derive(Clone)]
pub struct Pattern {
    text: String,
    program: PatternProgram,
}

/// Maximum number of matcher steps for one value. The longest path needs far fewer.
const MAX_STEPS: usize = 1_000_000;

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Returns the reason if the pattern is invalid or unsupported.
    pub(super) fn read(text: &str) -> Result<Pattern, &'static str> {
        // Compile it alone first, so that an unbalanced group cannot escape the group that is put around it.
        PatternProgram::compile(text).map_err(Refusal::reason)?;
        let program = PatternProgram::compile(&format!("^(?:{text})$")).map_err(Refusal::reason)?;
        Ok(Pattern { text: text.to_owned(), program })
    }

    /// Returns the pattern as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns true if the whole value matches. Matches that exceed the step limit fail.
    pub(super) fn matches(&self, value: &str) -> bool {
        let mut steps = MAX_STEPS;
        self.program.matches(value, &mut steps) == Some(true)
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Pattern({:?})", self.text)
    }
}

/// A segment of a path template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment {
    Literal(String),
    Parameter(String),
}
