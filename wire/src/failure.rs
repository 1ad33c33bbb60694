//! Failures. They contain what a host needs to decide the next step, and no secrets.

use std::fmt;

use serde::Serialize;
use waybill_base::error as core;
use waybill_base::time::millis_of_span;

use super::http::ErrorResponse;

/// A failure, with its cause and the next step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Failure {
    /// Stable identifier, such as `token.rejected`.
    pub code: String,
    /// Its kind.
    pub kind: ErrorKind,
    /// One sentence without secrets.
    pub message: String,
    /// Advice on retrying the same call.
    pub retry: Retry,
    /// The next step.
    pub remedy: String,
    /// The command that prints the code's page.
    pub help: String,
    /// HTTP status of the response that caused it.
    pub status: Option<u16>,
    /// Details of the call.
    #[serde(flatten)]
    pub details: FailureDetails,
    /// The response of an API error.
    pub response: Option<ErrorResponse>,
}

/// Details of a failed call, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct FailureDetails {
    /// The request of the call that failed.
    pub stage: Option<FailureStage>,
    /// The path family that was called.
    pub path_family: Option<PathFamilyName>,
    /// Name of the environment.
    pub environment: Option<String>,
    /// The error of the identity provider.
    pub provider: Option<ProviderError>,
    /// The problem details of the API's response.
    pub problem: Option<ProblemDetails>,
    /// The id of the request in the server's log.
    pub request_id: Option<String>,
    /// Observations that show the cause, one sentence each.
    pub evidence: Vec<String>,
}

/// The request of a call that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum FailureStage {
    /// The token request.
    Token,
    /// The API request.
    Api,
}

/// The platform's path families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum PathFamilyName {
    /// The platform API.
    Platform,
    /// The commerce API.
    Commerce,
    /// The commerce API through the platform.
    CommerceProxy,
}

/// An error response of a token endpoint (RFC 6749 section 5.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ProviderError {
    /// The error code, such as `invalid_grant`.
    pub error: String,
    /// The description, for people.
    pub description: Option<String>,
}

/// Problem details (RFC 9457 section 3.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ProblemDetails {
    /// The URI of the problem type.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// The title of the problem type.
    pub title: Option<String>,
    /// A description of this occurrence.
    pub detail: Option<String>,
    /// The URI of this occurrence.
    pub instance: Option<String>,
}

/// The kind of a failure: the party or event that caused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ErrorKind {
    /// Environments or credentials are wrong.
    Configuration,
    /// The call was rejected before anything was sent.
    Request,
    /// The connection failed.
    Transport,
    /// The identity provider returned an error.
    Provider,
    /// The API returned an error status.
    Api,
    /// The call's deadline passed.
    Deadline,
    /// The caller cancelled.
    Cancelled,
    /// The client was closed.
    Closed,
    /// A description could not be compared.
    Comparison,
    /// A driver violated the contract of the engine.
    Misuse,
    /// A defect in Waybill.
    Internal,
}

/// Advice on retrying a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Retry {
    /// A retry would fail again.
    Never,
    /// A retry may succeed after a wait.
    After {
        /// The wait in milliseconds.
        #[serde(rename = "ms", serialize_with = "super::json::safe")]
        millis: i64,
    },
    /// A retry may succeed after a new sign-in or with new credentials.
    AfterSignIn,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
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
