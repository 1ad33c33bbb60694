//! One error type for everything that can go wrong in access (configuration, requests, providers, API answers), and for what
//! is refused where hosts read reports, versions and tags.
//!
//! An error has a stable code, says whose fault it was, what to do, and whether trying again helps. It never holds a secret.
//! The codes of the comparison and of the hosts are listed in [`code`] too.

pub mod code;
mod details;
mod driver;
mod error_code;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

pub use code::ErrorCode;
pub use details::{FailureDetails, FailureStage, PathFamily, ProblemDetails, ProviderError};
pub use driver::DriverFailure;

use crate::http::ResponseHead;

/// Why something failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// Stable identifier, such as [`code::CALL_CANCELLED`]; it says whose fault it was.
    pub code: ErrorCode,
    /// What was wrong and where, without secrets.
    pub message: String,
    /// Whether trying again helps.
    pub retry: Retry,
    /// What to do: named as the platform names it, and never empty.
    pub remedy: Cow<'static, str>,
    /// The status of the answer that caused it, where there was one.
    pub status: Option<u16>,
    /// What else is known of the call that failed.
    pub details: Option<Box<FailureDetails>>,
    /// The API's answer, where the failure is one.
    pub response: Option<Box<ErrorResponse>>,
}

/// Whose fault a failure was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The configuration or the credentials given.
    Configuration,
    /// The call, as its caller wrote it; nothing was sent.
    Request,
    /// The way to the other side.
    Transport,
    /// The identity provider.
    Provider,
    /// The platform or commerce API answered with an error.
    Api,
    /// The call's deadline passed.
    Deadline,
    /// The call was cancelled.
    Cancelled,
    /// The client was closed.
    Closed,
    /// A description that could not be compared.
    Comparison,
    /// A driver, or whoever advances a comparison, did what the contract does not allow there.
    Misuse,
    /// A defect in Waybill.
    Internal,
}

impl ErrorKind {
    /// Every kind, in the order they are declared in.
    pub const ALL: [ErrorKind; 11] = [
        ErrorKind::Configuration,
        ErrorKind::Request,
        ErrorKind::Transport,
        ErrorKind::Provider,
        ErrorKind::Api,
        ErrorKind::Deadline,
        ErrorKind::Cancelled,
        ErrorKind::Closed,
        ErrorKind::Comparison,
        ErrorKind::Misuse,
        ErrorKind::Internal,
    ];

    /// The kind's name, as vectors and hosts write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ErrorKind::Configuration => "configuration",
            ErrorKind::Request => "request",
            ErrorKind::Transport => "transport",
            ErrorKind::Provider => "provider",
            ErrorKind::Api => "api",
            ErrorKind::Deadline => "deadline",
            ErrorKind::Cancelled => "cancelled",
            ErrorKind::Closed => "closed",
            ErrorKind::Comparison => "comparison",
            ErrorKind::Misuse => "misuse",
            ErrorKind::Internal => "internal",
        }
    }
}

/// Whether trying again helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// The call would fail again.
    Never,
    /// The call may pass after this time.
    After(Duration),
    /// The call may pass once somebody has signed in again or new credentials were set.
    AfterSignIn,
}

/// The answer of an API error, its body untouched.
#[derive(Clone, PartialEq, Eq)]
pub struct ErrorResponse {
    /// Status and headers.
    pub head: ResponseHead,
    /// The body's first 64 KiB at most.
    pub body: Vec<u8>,
    /// Whether `body` is all of it.
    pub complete: bool,
}

impl Error {
    /// An error with what its code says of another try and of what to do, and without a status.
    #[must_use]
    pub const fn new(code: ErrorCode, message: String) -> Self {
        let remedy = Cow::Borrowed(code.remedy());
        Self { code, message, retry: code.retry(), remedy, status: None, details: None, response: None }
    }

    /// What a host reports where something that is written about a release stopped at a defect.
    #[must_use]
    pub fn releases_crashed() -> Self {
        let message = "what is written about a release stopped at a defect in Waybill; report what was given";
        Self::new(code::RELEASES_CRASHED, message.to_owned())
    }

    /// What a host reports where the search for examples of breaking changes stopped at a defect.
    #[must_use]
    pub fn examples_crashed() -> Self {
        let message = "the search for examples stopped at a defect in Waybill; report the report and both descriptions";
        Self::new(code::EXAMPLES_CRASHED, message.to_owned())
    }

    /// Whose fault it was.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.code.kind()
    }
}

impl fmt::Debug for ErrorResponse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ErrorResponse")
            .field("head", &self.head)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .field("complete", &self.complete)
            .finish()
    }
}
