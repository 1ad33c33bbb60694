//! The one error object of the boundary: everything a host needs to decide what to do next, and no secret.
//!
//! The error is one record inside one enum: Kotlin derives its exceptions from an enum, and a field called `message` would hide
//! the one of `Throwable` there.

use std::fmt;

use waybill_core::error as core;

use crate::http::ErrorResponse;

/// What every export of this crate fails with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, uniffi::Error)]
pub enum WaybillError {
    /// The one case.
    #[error("{failure}")]
    Failed {
        /// What went wrong and what to do.
        failure: Box<Failure>,
    },
}

/// What went wrong, whose fault it was and what to do next.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Failure {
    /// Stable identifier, such as `token.rejected`.
    pub code: String,
    /// Whose fault it was.
    pub kind: ErrorKind,
    /// One sentence without secrets.
    pub message: String,
    /// Whether and when the same call may succeed.
    pub retry: Retry,
    /// HTTP status of the answer that caused it.
    pub status: Option<u16>,
    /// What the platform's table of statuses advises.
    pub remedy: Option<String>,
    /// The answer of an API error, its body untouched.
    pub response: Option<ErrorResponse>,
}

/// Whose fault a failure was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum ErrorKind {
    /// The environments or credentials given.
    Configuration,
    /// The call itself, refused before anything was sent.
    Request,
    /// The connection.
    Transport,
    /// The identity provider.
    Provider,
    /// The API that answered with an error status.
    Api,
    /// The call's deadline passed.
    Deadline,
    /// The caller cancelled.
    Cancelled,
    /// The client was closed.
    Closed,
    /// A description that could not be compared.
    Comparison,
    /// A driver that called the engine out of order.
    Misuse,
    /// A defect in Waybill itself.
    Internal,
}

/// Whether the same call may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Retry {
    /// It fails the same way until something is changed.
    Never,
    /// After this many milliseconds.
    After {
        /// Milliseconds from now.
        millis: i64,
    },
    /// After a person signed in or new credentials were set.
    AfterSignIn,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl WaybillError {
    /// A failure without an answer behind it, the same on every attempt.
    pub(crate) fn plain(code: &str, kind: ErrorKind, message: impl Into<String>) -> Self {
        let failure = Failure {
            code: code.to_owned(),
            kind,
            message: message.into(),
            retry: Retry::Never,
            status: None,
            remedy: None,
            response: None,
        };
        Self::Failed { failure: Box::new(failure) }
    }
}

impl From<core::ErrorKind> for ErrorKind {
    fn from(kind: core::ErrorKind) -> Self {
        match kind {
            core::ErrorKind::Configuration => Self::Configuration,
            core::ErrorKind::Request => Self::Request,
            core::ErrorKind::Transport => Self::Transport,
            core::ErrorKind::Provider => Self::Provider,
            core::ErrorKind::Api => Self::Api,
            core::ErrorKind::Deadline => Self::Deadline,
            core::ErrorKind::Cancelled => Self::Cancelled,
            core::ErrorKind::Closed => Self::Closed,
        }
    }
}

impl From<core::Retry> for Retry {
    fn from(retry: core::Retry) -> Self {
        match retry {
            core::Retry::Never => Self::Never,
            core::Retry::After(millis) => Self::After { millis },
            core::Retry::AfterSignIn => Self::AfterSignIn,
        }
    }
}

impl From<core::Error> for Failure {
    fn from(error: core::Error) -> Self {
        let core::Error { code, kind, message, retry, status, remedy, response } = error;
        Self {
            code: code.to_owned(),
            kind: kind.into(),
            message,
            retry: retry.into(),
            status,
            remedy,
            response: response.map(|response| (*response).into()),
        }
    }
}

impl From<core::Error> for WaybillError {
    fn from(error: core::Error) -> Self {
        Self::Failed { failure: Box::new(error.into()) }
    }
}

impl From<waybill_core::access::Misuse> for WaybillError {
    fn from(misuse: waybill_core::access::Misuse) -> Self {
        let waybill_core::access::Misuse { message } = misuse;
        Self::plain("driver.misuse", ErrorKind::Misuse, message)
    }
}

impl From<waybill_core::CompareError> for WaybillError {
    fn from(error: waybill_core::CompareError) -> Self {
        let waybill_core::CompareError { code, message } = error;
        Self::plain(code, ErrorKind::Comparison, message)
    }
}
