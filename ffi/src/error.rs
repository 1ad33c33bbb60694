//! The one error object of the boundary: everything a host needs to decide what to do next, and no secret.
//!
//! The error is one record inside one enum: Kotlin derives its exceptions from an enum, and a field called `message` would hide
//! the one of `Throwable` there. What goes wrong in a driver is made here too, so that its code, kind and text are core's.

use std::fmt;

use waybill_base::date::ParseDateError;
use waybill_base::time::millis_of_span;
use waybill_base::{error as core, http};
use waybill_diff::release;
use waybill_report::{render, rewrite};

use crate::http::{ErrorResponse, TransportFailure};

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
    /// What to do.
    pub remedy: String,
    /// The command that prints the code's page.
    pub help: String,
    /// HTTP status of the answer that caused it.
    pub status: Option<u16>,
    /// What else is known of the call that failed.
    pub details: FailureDetails,
    /// The answer of an API error, its body untouched.
    pub response: Option<ErrorResponse>,
}

/// What is known of a failed call, as far as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, uniffi::Record)]
pub struct FailureDetails {
    /// Which of the call's requests failed.
    pub stage: Option<FailureStage>,
    /// The path family that was called.
    pub path_family: Option<PathFamilyName>,
    /// Name of the environment.
    pub environment: Option<String>,
    /// What the identity provider said.
    pub provider: Option<ProviderError>,
    /// What the API said of its error, as problem details.
    pub problem: Option<ProblemDetails>,
    /// The id by which the other side finds the request in its log.
    pub request_id: Option<String>,
    /// What shows the cause, a sentence each.
    pub evidence: Vec<String>,
}

/// Which of a call's requests failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum FailureStage {
    /// The one for a token.
    Token,
    /// The call's own.
    Api,
}

/// The platform's path families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum PathFamilyName {
    /// The platform API.
    Platform,
    /// The commerce API itself.
    Commerce,
    /// The commerce API through the platform.
    CommerceProxy,
}

/// A token endpoint's error answer (RFC 6749 section 5.2).
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ProviderError {
    /// Such as `invalid_grant`.
    pub error: String,
    /// For people.
    pub description: Option<String>,
}

/// Problem details (RFC 9457 section 3.1).
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ProblemDetails {
    /// The URI of the kind of problem.
    pub kind: Option<String>,
    /// The kind of problem in words.
    pub title: Option<String>,
    /// This occurrence in words.
    pub detail: Option<String>,
    /// The URI of this occurrence.
    pub instance: Option<String>,
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
    /// A driver did what the engine's contract does not allow there.
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
///
/// # Errors
/// None today.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
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
///
/// # Errors
/// None today.
#[uniffi::export]
pub fn no_answer(reason: NoAnswer) -> Result<TransportFailure, WaybillError> {
    let reason = match reason {
        NoAnswer::RequestRefused => http::NoAnswer::RequestRefused,
        NoAnswer::NoFileDescriptor => http::NoAnswer::NoFileDescriptor,
        NoAnswer::NameNotResolved => http::NoAnswer::NameNotResolved,
        NoAnswer::NotConnected => http::NoAnswer::NotConnected,
        NoAnswer::ConnectTimedOut => http::NoAnswer::ConnectTimedOut,
        NoAnswer::TlsFailed => http::NoAnswer::TlsFailed,
        NoAnswer::TimedOut => http::NoAnswer::TimedOut,
        NoAnswer::Lost => http::NoAnswer::Lost,
    };
    Ok(http::TransportFailure::from(reason).into())
}

fn refusal(error: waybill_report::CompareError) -> core::Error {
    let waybill_report::CompareError { code, message } = error;
    core::Error::new(code, message)
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
            core::ErrorKind::Comparison => Self::Comparison,
            core::ErrorKind::Misuse => Self::Misuse,
            core::ErrorKind::Internal => Self::Internal,
        }
    }
}

impl From<core::Retry> for Retry {
    fn from(retry: core::Retry) -> Self {
        match retry {
            core::Retry::Never => Self::Never,
            core::Retry::After(wait) => Self::After { millis: millis_of_span(wait) },
            core::Retry::AfterSignIn => Self::AfterSignIn,
        }
    }
}

impl From<core::Error> for Failure {
    fn from(error: core::Error) -> Self {
        let core::Error { code, message, retry, remedy, status, details, response } = error;
        Self {
            code: code.as_str().to_owned(),
            kind: code.kind().into(),
            message,
            retry: retry.into(),
            remedy: remedy.into_owned(),
            help: code.help(),
            status,
            details: details.map(|details| (*details).into()).unwrap_or_default(),
            response: response.map(|response| (*response).into()),
        }
    }
}

impl From<core::FailureDetails> for FailureDetails {
    fn from(details: core::FailureDetails) -> Self {
        let core::FailureDetails { stage, path_family, environment, provider, problem, request_id, evidence } = details;
        Self {
            stage: stage.map(|stage| match stage {
                core::FailureStage::Token => FailureStage::Token,
                core::FailureStage::Api => FailureStage::Api,
            }),
            path_family: path_family.map(|family| match family {
                core::PathFamily::Platform => PathFamilyName::Platform,
                core::PathFamily::Commerce => PathFamilyName::Commerce,
                core::PathFamily::CommerceProxy => PathFamilyName::CommerceProxy,
            }),
            environment,
            provider: provider.map(|core::ProviderError { error, description }| ProviderError { error, description }),
            problem: problem.map(|core::ProblemDetails { kind, title, detail, instance }| ProblemDetails {
                kind,
                title,
                detail,
                instance,
            }),
            request_id,
            evidence,
        }
    }
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
