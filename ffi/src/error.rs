//! The one error object of the boundary: everything a host needs to decide what to do next, and no secret.
//!
//! The error is one record inside one enum: Kotlin derives its exceptions from an enum, and a field called `message` would hide
//! the one of `Throwable` there. What goes wrong in a driver is made here too, so that its code, kind and text are core's.

use waybill_base::date::ParseDateError;
use waybill_base::error as core;
use waybill_base::http::{self, NoAnswer};
use waybill_diff::release;
use waybill_report::{render, rewrite};

use crate::wire::failure::Failure;
use crate::wire::http::TransportFailure;

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

/// What ends a call, or the reading of its answer, in a driver; and a panic outside of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum DriverFailure {
    /// The client was closed while an answer was read.
    Closed,
    /// The call's deadline passed in the answer's body.
    DeadlineInBody,
    /// The connection broke in the answer's body.
    LostInBody,
    /// The engine panicked.
    Crashed,
    /// The comparison panicked.
    ComparisonCrashed,
    /// What is written about a release panicked.
    ReleasesCrashed,
    /// A second reader asked for an answer's body.
    BodyReaders,
    /// The answer's body came faster than it was read.
    BodyBehind {
        /// How many unread bytes are kept.
        limit: i64,
    },
    /// The answer's body is longer than what was asked for.
    TooLarge {
        /// How many bytes were asked for.
        limit: i64,
    },
    /// A forwarded request has a body and none was given, or it has none and one was.
    ForwardedBody,
    /// The answer's body held a credential in force.
    CredentialInBody,
    /// The answer's body found no place to be kept in.
    Spill,
}

/// The failure a driver reports: code, kind, text and retry are those of every host.
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

/// Why an exchange ended without a head, as client libraries tell it.
#[uniffi::remote(Enum)]
pub enum NoAnswer {
    /// The client library refused the request before it sent any of it.
    RequestRefused,
    /// The process may open no more files, and so no connection.
    NoFileDescriptor,
    /// Nobody knows the host's name.
    NameNotResolved,
    /// The connection was refused, or there is no way to the host.
    NotConnected,
    /// Connecting took too long.
    ConnectTimedOut,
    /// No TLS connection came about.
    TlsFailed,
    /// The answer took too long.
    TimedOut,
    /// The connection broke.
    Lost,
}

/// What a driver tells the engine for a reason, in the words of every host.
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

/// Gives what core refuses about releases as the one error.
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
