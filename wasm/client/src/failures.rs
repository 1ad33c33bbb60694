//! What fails, as JavaScript gets it: errors with all that is known of the call, and what a driver reports.

use serde::Serialize;
use waybill_base::error::{
    DriverFailure, Error, ErrorResponse, FailureDetails, FailureStage, PathFamily, ProblemDetails, ProviderError,
    Retry, code,
};
use waybill_base::http::{FailureKind, NoAnswer, ResponseHead, TransportFailure};

use crate::outward::{lines, span};

/// Mirrors core's `Error`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ErrorOut {
    code: &'static str,
    #[cfg_attr(test, ts(type = "ErrorKind"))]
    kind: &'static str,
    message: String,
    retry: RetryOut,
    remedy: String,
    help: String,
    status: Option<u16>,
    #[cfg_attr(test, ts(type = "\"token\" | \"api\" | null"))]
    stage: Option<&'static str>,
    #[cfg_attr(test, ts(type = "\"platform\" | \"commerce\" | \"commerce-proxy\" | null"))]
    path_family: Option<&'static str>,
    environment: Option<String>,
    provider: Option<ProviderErrorOut>,
    problem: Option<ProblemDetailsOut>,
    request_id: Option<String>,
    evidence: Vec<String>,
    response: Option<ErrorResponseOut>,
}

/// Mirrors core's `ProviderError`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ProviderErrorOut {
    error: String,
    description: Option<String>,
}

/// Mirrors core's `ProblemDetails`, by the names of RFC 9457.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ProblemDetailsOut {
    #[serde(rename = "type")]
    kind: Option<String>,
    title: Option<String>,
    detail: Option<String>,
    instance: Option<String>,
}

/// What goes wrong in the driver, each as the error it is reported by.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DriverFailuresOut {
    closed: ErrorOut,
    cancelled: ErrorOut,
    deadline_in_body: ErrorOut,
    lost_in_body: ErrorOut,
    credential_in_body: ErrorOut,
    crashed: ErrorOut,
    two_bodies: ErrorOut,
    unusable_body: ErrorOut,
    body_failed: ErrorOut,
    snapshot_text: ErrorOut,
    no_answer: NoAnswersOut,
}

/// What the driver tells the engine where no answer came, for each reason that it can find.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct NoAnswersOut {
    no_file_descriptor: TransportFailureOut,
    name_not_resolved: TransportFailureOut,
    not_connected: TransportFailureOut,
    connect_timed_out: TransportFailureOut,
    tls_failed: TransportFailureOut,
    timed_out: TransportFailureOut,
    lost: TransportFailureOut,
}

/// Mirrors core's `TransportFailure`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TransportFailureOut {
    #[cfg_attr(test, ts(as = "crate::inward::FailureKindIn"))]
    kind: &'static str,
    detail: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum RetryOut {
    Never,
    After { ms: i64 },
    AfterSignIn,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ErrorResponseOut {
    status: u16,
    headers: Vec<(String, String)>,
    #[serde(with = "serde_bytes")]
    #[cfg_attr(test, ts(type = "Uint8Array"))]
    body: Vec<u8>,
    complete: bool,
}

impl ErrorOut {
    /// The refusal of a value that is not of its documented type. It does not repeat the value.
    #[must_use]
    pub fn misshaped(what: &str) -> Self {
        Self::of_shape(format!("{what} is not of its documented type; see the type declarations of the package"))
    }

    /// The refusal of a value whose problem the host found, in the host's spelling of its fields.
    #[must_use]
    pub fn of_shape(problem: String) -> Self {
        Error::new(code::BOUNDARY_SHAPE, problem).into()
    }
}

impl DriverFailuresOut {
    /// All of them.
    #[must_use]
    pub fn all() -> Self {
        let out = |failure: DriverFailure| Error::from(failure).into();
        Self {
            closed: out(DriverFailure::Closed),
            cancelled: out(DriverFailure::Cancelled),
            deadline_in_body: out(DriverFailure::DeadlineInBody),
            lost_in_body: out(DriverFailure::LostInBody),
            credential_in_body: out(DriverFailure::CredentialInBody),
            crashed: out(DriverFailure::Crashed),
            two_bodies: out(DriverFailure::TwoBodies),
            unusable_body: out(DriverFailure::UnusableBody),
            body_failed: out(DriverFailure::BodyFailed),
            snapshot_text: out(DriverFailure::SnapshotText),
            no_answer: NoAnswersOut {
                no_file_descriptor: NoAnswer::NoFileDescriptor.into(),
                name_not_resolved: NoAnswer::NameNotResolved.into(),
                not_connected: NoAnswer::NotConnected.into(),
                connect_timed_out: NoAnswer::ConnectTimedOut.into(),
                tls_failed: NoAnswer::TlsFailed.into(),
                timed_out: NoAnswer::TimedOut.into(),
                lost: NoAnswer::Lost.into(),
            },
        }
    }
}

impl From<NoAnswer> for TransportFailureOut {
    fn from(reason: NoAnswer) -> Self {
        let TransportFailure { kind, detail } = reason.into();
        let kind = match kind {
            FailureKind::NotSent => "not-sent",
            FailureKind::Unknown => "unknown",
        };
        Self { kind, detail }
    }
}

impl From<Error> for ErrorOut {
    fn from(error: Error) -> Self {
        let Error { code, message, retry, remedy, status, details, response } = error;
        let FailureDetails { stage, path_family, environment, provider, problem, request_id, evidence } =
            details.map(|details| *details).unwrap_or_default();
        Self {
            code: code.as_str(),
            kind: code.kind().as_str(),
            message,
            retry: retry.into(),
            remedy: remedy.into_owned(),
            help: code.help(),
            status,
            stage: stage.map(FailureStage::as_str),
            path_family: path_family.map(PathFamily::as_str),
            environment,
            provider: provider.map(|ProviderError { error, description }| ProviderErrorOut { error, description }),
            problem: problem.map(|ProblemDetails { kind, title, detail, instance }| ProblemDetailsOut {
                kind,
                title,
                detail,
                instance,
            }),
            request_id,
            evidence,
            response: response.map(|response| (*response).into()),
        }
    }
}

impl From<ErrorResponse> for ErrorResponseOut {
    fn from(response: ErrorResponse) -> Self {
        let ErrorResponse { head, body, complete } = response;
        let ResponseHead { status, headers } = head;
        Self { status: status.as_u16(), headers: lines(&headers), body, complete }
    }
}

impl From<Retry> for RetryOut {
    fn from(retry: Retry) -> Self {
        match retry {
            Retry::Never => Self::Never,
            Retry::After(wait) => Self::After { ms: span(wait) },
            Retry::AfterSignIn => Self::AfterSignIn,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use serde_json::{json, to_value};

    #[test]
    fn an_api_error_keeps_its_answer() {
        let error = Error {
            code: code::API_FORBIDDEN,
            message: "403".into(),
            retry: Retry::After(Duration::from_millis(500)),
            remedy: "ask".into(),
            status: Some(403),
            details: None,
            response: Some(Box::new(ErrorResponse {
                head: ResponseHead::new(403, [("X-A", "b")]).unwrap(),
                body: b"{}".to_vec(),
                complete: true,
            })),
        };
        let expected = json!({"code": "api.forbidden", "kind": "api", "message": "403", "retry": {"type": "after", "ms": 500}, "remedy": "ask",
            "help": "waybill explain api.forbidden", "status": 403, "stage": null, "pathFamily": null, "environment": null, "provider": null, "problem": null,
            "requestId": null, "evidence": [],
            "response": {"status": 403, "headers": [["x-a", "b"]], "body": [123, 125], "complete": true}});
        assert_eq!(to_value(ErrorOut::from(error)).unwrap(), expected);
    }
}
