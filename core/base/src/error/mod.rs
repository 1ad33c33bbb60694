//! The error type of API access (configuration, requests, providers, API responses) and of reading reports, versions and tags.
//!
//! An error has a stable code, a kind (who caused it), a remedy and advice on retrying. It never contains a secret. [`code`] also
//! lists the codes of comparisons and hosts.

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

/// A failure, with its cause and its remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// Stable identifier, such as [`code::CALL_CANCELLED`]. It determines the [`kind`](Error::kind).
    pub code: ErrorCode,
    /// The problem and where it occurred, without secrets.
    pub message: String,
    /// Advice on retrying.
    pub retry: Retry,
    /// The action that fixes the problem, in the platform's terms. Never empty.
    pub remedy: Cow<'static, str>,
    /// HTTP status of the response that caused the error, if there was one.
    pub status: Option<u16>,
    /// Further details of the failed call.
    pub details: Option<Box<FailureDetails>>,
    /// The API's response, if the error is an API error.
    pub response: Option<Box<ErrorResponse>>,
}

/// The party or event that caused a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The configuration or the credentials.
    Configuration,
    /// The call's arguments. Nothing was sent.
    Request,
    /// The connection to the server.
    Transport,
    /// The identity provider.
    Provider,
    /// An error response of the platform or commerce API.
    Api,
    /// The call's deadline passed.
    Deadline,
    /// The call was cancelled.
    Cancelled,
    /// The client was closed.
    Closed,
    /// A description that could not be compared.
    Comparison,
    /// A driver or the caller of a comparison violated the API's contract.
    Misuse,
    /// A bug in Waybill.
    Internal,
}

impl ErrorKind {
    /// All kinds, in declaration order.
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

    /// Returns the kind's name in test vectors and host APIs.
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

/// Advice on retrying a failed call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// A retry would fail again.
    Never,
    /// A retry may succeed after this time.
    After(Duration),
    /// A retry may succeed after a new sign-in or with new credentials.
    AfterSignIn,
}

/// The response of an API error, with an unmodified body.
#[derive(Clone, PartialEq, Eq)]
pub struct ErrorResponse {
    /// Status and headers.
    pub head: ResponseHead,
    /// The start of the body, at most 64 KiB.
    pub body: Vec<u8>,
    /// True if `body` is the complete body.
    pub complete: bool,
}

impl Error {
    /// Creates an error with the retry advice and remedy of its code, and without a status.
    #[must_use]
    pub const fn new(code: ErrorCode, message: String) -> Self {
        let remedy = Cow::Borrowed(code.remedy());
        Self { code, message, retry: code.retry(), remedy, status: None, details: None, response: None }
    }

    /// Returns the error for a crash while text about a release is written.
    #[must_use]
    pub fn releases_crashed() -> Self {
        let message = "writing text about a release crashed because of a bug in Waybill";
        Self::new(code::RELEASES_CRASHED, message.to_owned())
    }

    /// Returns the error for a crash during the search for examples of breaking changes.
    #[must_use]
    pub fn examples_crashed() -> Self {
        let message = "the search for examples crashed because of a bug in Waybill";
        Self::new(code::EXAMPLES_CRASHED, message.to_owned())
    }

    /// Returns the party or event that caused the error.
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
