//! The error type of all exports. It contains what a host needs to decide the next step, and no secrets.
//!
//! The error is a record inside an enum: Kotlin derives exceptions from enums, and a field `message` would hide that of
//! `Throwable`. Failures of drivers are created here too, so that their code, kind and message come from core.

use waybill_base::date::ParseDateError;
use waybill_base::error as core;
use waybill_base::http::{self, NoAnswer};
use waybill_diff::release;
use waybill_report::{render, rewrite};

use crate::wire::failure::Failure;
use crate::wire::http::TransportFailure;

/// The error of all functions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, uniffi::Error)]
pub enum WaybillError {
    /// The only variant.
    #[error("{failure}")]
    Failed {
        /// The failure, with its cause and the next step.
        failure: Box<Failure>,
    },
}

/// A failure in a driver: one that ends a call or the reading of its response, or a panic outside of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum DriverFailure {
    /// The client was closed while a response was read.
    Closed,
    /// The call's deadline passed while the response body was read.
    DeadlineInBody,
    /// The connection broke while the response body was read.
    LostInBody,
    /// The engine panicked.
    Crashed,
    /// The comparison panicked.
    ComparisonCrashed,
    /// A function for releases panicked.
    ReleasesCrashed,
    /// A second reader requested the same response body.
    BodyReaders,
    /// The response body arrived faster than it was read.
    BodyBehind {
        /// Maximum number of unread bytes.
        limit: i64,
    },
    /// The response body is longer than requested.
    TooLarge {
        /// Requested number of bytes.
        limit: i64,
    },
    /// The body for a forwarded request is missing, or one was given for a request without a body.
    ForwardedBody,
    /// The response body contained a valid credential.
    CredentialInBody,
    /// The response body could not be buffered.
    Spill,
}

/// Returns the failure for a driver to report. Its code, kind, message and retry advice are the same in all drivers.
#[uniffi::export]
pub fn driver_failure(failure: DriverFailure) -> Result<Failure, WaybillError> {
    let failure = match failure {
        DriverFailure::Closed => core::DriverFailure::Closed,
        DriverFailure::DeadlineInBody => core::DriverFailure::DeadlineInBody,
        DriverFailure::LostInBody => core::DriverFailure::LostInBody,
        DriverFailure::Crashed => core::DriverFailure::Crashed,
        DriverFailure::ComparisonCrashed => return Ok(refusal(waybill_report::CompareError::crashed()).into()),
        DriverFailure::ReleasesCrashed => return Ok(core::Error::releases_crashed().into()),
        DriverFailure::BodyReaders => core::DriverFailure::BodyReaders,
        DriverFailure::BodyBehind { limit } => core::DriverFailure::BodyBehind { limit: limit.cast_unsigned() },
        DriverFailure::TooLarge { limit } => core::DriverFailure::TooLarge { limit: limit.cast_unsigned() },
        DriverFailure::ForwardedBody => core::DriverFailure::ForwardedBody,
        DriverFailure::CredentialInBody => core::DriverFailure::CredentialInBody,
        DriverFailure::Spill => core::DriverFailure::Spill,
    };
    Ok(core::Error::from(failure).into())
}

/// A client library's reason why an exchange ended without a response head.
#[uniffi::remote(Enum)]
pub enum NoAnswer {
    /// The client library rejected the request before sending it.
    RequestRefused,
    /// The process has no file descriptor left for a connection.
    NoFileDescriptor,
    /// The host's name could not be resolved.
    NameNotResolved,
    /// The connection was refused, or the host is unreachable.
    NotConnected,
    /// Connecting timed out.
    ConnectTimedOut,
    /// The TLS handshake failed.
    TlsFailed,
    /// The response timed out.
    TimedOut,
    /// The connection broke.
    Lost,
}

/// Returns the failure to pass to the engine for a reason. Its wording is the same in all drivers.
#[uniffi::export]
pub fn no_answer(reason: NoAnswer) -> Result<TransportFailure, WaybillError> {
    Ok(http::TransportFailure::from(reason).into())
}

fn refusal(error: waybill_report::CompareError) -> core::Error {
    let waybill_report::CompareError { code, message } = error;
    core::Error::new(code, message)
}

impl From<core::Error> for WaybillError {
    fn from(error: core::Error) -> Self {
        Self::Failed { failure: Box::new(error.into()) }
    }
}

/// Converts core's errors about releases to [`WaybillError`].
macro_rules! refused_as_error {
    ($($refusal:ty),+ $(,)?) => {
        $(impl From<$refusal> for WaybillError {
            fn from(refusal: $refusal) -> Self {
                core::Error::from(refusal).into()
            }
        })+
    };
}

refused_as_error!(
    release::KeepError,
    ParseDateError,
    release::ParseTagError,
    release::ParseVersionError,
    render::ReadReportError,
    render::ReleaseOrderError,
    render::comment::CommentOptionsError,
    rewrite::EndpointError,
    rewrite::UnknownChange,
);

impl From<waybill_access::Misuse> for WaybillError {
    fn from(misuse: waybill_access::Misuse) -> Self {
        core::Error::from(misuse).into()
    }
}

impl From<waybill_report::CompareError> for WaybillError {
    fn from(error: waybill_report::CompareError) -> Self {
        refusal(error).into()
    }
}
