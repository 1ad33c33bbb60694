//! The list of what may be forwarded.

use std::fmt;

use waybill_openapi::internal::pattern::{PatternProgram, Refusal};

/// The operations that an app may ask for, and what holds for all of them. Read it with [`AllowList::read`].
#[derive(Debug, Clone)]
pub struct AllowList {
    /// The claim of the user's session that holds the tenant, for operations of the route `commerce`.
    pub tenant_claim: Option<String>,
    /// The claim of the user's session that holds the seller, for operations of the route `commerce-proxy`.
    pub seller_claim: Option<String>,
    /// Origins whose pages may ask, such as `https://app.example`; none means no cross-origin requests.
    pub origins: Vec<String>,
    /// What a request may take.
    pub limits: ForwardLimits,
    /// The operations, in the order of the list.
    pub operations: Vec<AllowedOperation>,
}

/// What a request may take, and how many there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForwardLimits {
    /// The most bytes of a request's body, where its operation does not say less.
    pub body_bytes: u64,
    /// The most bytes of a request's header fields, names and values together.
    pub header_bytes: usize,
    /// How long a request may take until its answer has ended, in milliseconds.
    pub timeout_millis: i64,
    /// How many requests are forwarded at once.
    pub concurrent: usize,
    /// How many requests a user may make in a minute; as many at once after a minute without any.
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
    /// What it is called in logs and where the host decides.
    pub name: String,
    /// The API that it is of.
    pub route: AllowedRoute,
    /// The method, in capitals.
    pub method: String,
    /// The path template, whose parameters are whole segments: `/flows/{flowId}/execute`. The app asks for the same path.
    pub template: String,
    /// What each of the template's parameters may be, in the template's order.
    pub path: Vec<BoundParameter>,
    /// The query parameters that pass, and what they may be.
    pub query: Vec<BoundParameter>,
    /// Header fields of the request that pass, in lower case.
    pub request_headers: Vec<String>,
    /// The media types that a request's body may have; none means that there is no body.
    pub media_types: Vec<String>,
    /// The most bytes of a body.
    pub body_bytes: u64,
    /// Header fields of the answer that pass, in lower case.
    pub answer_headers: Vec<String>,
    /// Statuses from 400 to 499 whose body the app gets.
    pub error_bodies: Vec<u16>,
    /// The template's segments.
    pub(super) segments: Vec<Segment>,
}

/// The API that an operation is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedRoute {
    /// The platform API.
    Platform,
    /// The commerce API, for the tenant of the user's session.
    Commerce,
    /// The commerce API through the platform, for the seller of the user's session.
    CommerceProxy,
}

/// A parameter that passes.
#[derive(Debug, Clone)]
pub struct BoundParameter {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub binding: Binding,
    /// Whether a query parameter has to be there; parameters of paths always have to.
    pub required: bool,
}

/// What the value of a parameter is bound to.
#[derive(Debug, Clone)]
pub enum Binding {
    /// One of the values of this claim of the user's session. A query parameter that is left out is sent with the claim's only
    /// value.
    Claim(String),
    /// One of these values.
    OneOf(Vec<String>),
    /// A value that the whole of a pattern matches (ECMA-262, as JSON Schema has it).
    Pattern(Pattern),
    /// Any value, for this reason.
    Any {
        /// Why any value may pass: what the host looks up before it permits the request.
        reason: String,
    },
}

/// A pattern that a whole value has to match.
#[derive(Clone)]
pub struct Pattern {
    text: String,
    program: PatternProgram,
}

/// How many states may be looked at for one value: the longest path has far fewer.
const MAX_STEPS: usize = 1_000_000;

impl Pattern {
    /// # Errors
    /// Why it cannot be followed.
    pub(super) fn read(text: &str) -> Result<Pattern, &'static str> {
        // By itself first: what is open inside it must not be closed by what stands around it.
        PatternProgram::compile(text).map_err(Refusal::reason)?;
        let program = PatternProgram::compile(&format!("^(?:{text})$")).map_err(Refusal::reason)?;
        Ok(Pattern { text: text.to_owned(), program })
    }

    /// The pattern as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether all of a value matches; what takes too long does not.
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
