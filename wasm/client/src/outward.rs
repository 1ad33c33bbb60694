//! What JavaScript gets: core's types as plain camelCase objects, variants told apart by `type`.
//!
//! Conversions take values apart completely (no `..`, no `_`), so that a new field or variant in core does not compile
//! here until it is converted. Ids and times are numbers below 2^53, which JavaScript holds exactly.

use std::time::Duration;

use http::HeaderMap;
use serde::Serialize;
use waybill_core::error::{FailureDetails, FailureStage, PathFamily, ProblemDetails, ProviderError, code};
use waybill_core::time::millis_of_span;
use waybill_core::{
    Action, Begun, DriverFailure, Error, ErrorResponse, FailureKind, NoAnswer, Note, Outcome, Purpose, RequestBody,
    RequestHead, ResponseHead, Retry, Step, Timestamp, TransportFailure,
};

const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Mirrors core's `Begun`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BegunOut {
    call: u64,
    step: StepOut,
}

/// Mirrors core's `Step`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StepOut {
    actions: Vec<ActionOut>,
    wake_at: Option<i64>,
}

/// Mirrors core's `Action`. It holds credentials on their way to the wire and has no `Debug`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum ActionOut {
    Send {
        exchange: u64,
        purpose: PurposeOut,
        method: String,
        url: String,
        headers: Vec<(String, String)>,
        body: BodyOut,
        deadline: Option<i64>,
    },
    Read {
        exchange: u64,
        limit: usize,
    },
    Abort {
        exchange: u64,
    },
    Lock {
        ticket: u64,
        lease: i64,
        #[serde(rename = "knownSeq")]
        known_seq: u64,
    },
    Save {
        ticket: u64,
        snapshot: String,
        #[serde(rename = "expectedSeq")]
        expected_seq: u64,
    },
    Unlock {
        ticket: u64,
    },
    Note {
        code: &'static str,
        message: String,
    },
    Done {
        call: u64,
        outcome: OutcomeOut,
    },
    Closed,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum PurposeOut {
    Token,
    Call { call: u64 },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum BodyOut {
    Empty,
    Bytes {
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        bytes: Vec<u8>,
    },
    Caller {
        replayable: bool,
    },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum OutcomeOut {
    Response { exchange: u64 },
    Failed { error: Box<ErrorOut> },
}

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
    crashed: ErrorOut,
    two_bodies: ErrorOut,
    unusable_body: ErrorOut,
    snapshot_text: ErrorOut,
    no_answer: NoAnswersOut,
}

/// What the driver tells the engine where no answer came, for each reason that it can find.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct NoAnswersOut {
    name_not_resolved: TransportFailureOut,
    not_connected: TransportFailureOut,
    connect_timed_out: TransportFailureOut,
    tls_failed: TransportFailureOut,
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
            crashed: out(DriverFailure::Crashed),
            two_bodies: out(DriverFailure::TwoBodies),
            unusable_body: out(DriverFailure::UnusableBody),
            snapshot_text: out(DriverFailure::SnapshotText),
            no_answer: NoAnswersOut {
                name_not_resolved: NoAnswer::NameNotResolved.into(),
                not_connected: NoAnswer::NotConnected.into(),
                connect_timed_out: NoAnswer::ConnectTimedOut.into(),
                tls_failed: NoAnswer::TlsFailed.into(),
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

impl From<Begun> for BegunOut {
    fn from(begun: Begun) -> Self {
        let Begun { call, step } = begun;
        Self { call: call.as_number(), step: step.into() }
    }
}

impl From<Step> for StepOut {
    fn from(step: Step) -> Self {
        let Step { actions, wake_at } = step;
        Self { actions: actions.into_iter().map(Into::into).collect(), wake_at: wake_at.map(time) }
    }
}

impl From<Action> for ActionOut {
    fn from(action: Action) -> Self {
        match action {
            Action::Send { exchange, purpose, head, body, deadline } => {
                let RequestHead { method, url, headers } = head;
                Self::Send {
                    exchange: exchange.as_number(),
                    purpose: purpose.into(),
                    method: method.to_string(),
                    url,
                    headers: lines(&headers),
                    body: body.into(),
                    deadline: deadline.map(time),
                }
            }
            Action::Read { exchange, limit } => Self::Read { exchange: exchange.as_number(), limit },
            Action::Abort { exchange } => Self::Abort { exchange: exchange.as_number() },
            Action::Lock { ticket, lease, known_seq } => {
                Self::Lock { ticket: ticket.as_number(), lease: span(lease), known_seq }
            }
            Action::Save { ticket, snapshot, expected_seq } => {
                Self::Save { ticket: ticket.as_number(), snapshot: snapshot.expose().to_owned(), expected_seq }
            }
            Action::Unlock { ticket } => Self::Unlock { ticket: ticket.as_number() },
            Action::Note { note } => {
                let Note { code, message } = note;
                Self::Note { code, message }
            }
            Action::Done { call, outcome } => Self::Done { call: call.as_number(), outcome: outcome.into() },
            Action::Closed => Self::Closed,
        }
    }
}

impl From<Purpose> for PurposeOut {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Token => Self::Token,
            Purpose::Call(call) => Self::Call { call: call.as_number() },
        }
    }
}

impl From<RequestBody> for BodyOut {
    fn from(body: RequestBody) -> Self {
        match body {
            RequestBody::Empty => Self::Empty,
            RequestBody::Bytes(bytes) => Self::Bytes { bytes },
            RequestBody::Caller { replayable } => Self::Caller { replayable },
        }
    }
}

impl From<Outcome> for OutcomeOut {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Response { exchange } => Self::Response { exchange: exchange.as_number() },
            Outcome::Failed(error) => Self::Failed { error: Box::new(error.into()) },
        }
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

fn lines(headers: &HeaderMap) -> Vec<(String, String)> {
    let line = |(name, value): (&http::HeaderName, &http::HeaderValue)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    headers.iter().map(line).collect()
}

fn time(timestamp: Timestamp) -> i64 {
    safe(timestamp.as_millis())
}

fn span(span: Duration) -> i64 {
    safe(millis_of_span(span))
}

fn safe(number: i64) -> i64 {
    number.clamp(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, to_value};
    use waybill_core::{CallId, ExchangeId};

    #[test]
    fn a_step_is_a_plain_object_with_its_one_timer() {
        let step = Step {
            actions: vec![
                Action::Send {
                    exchange: ExchangeId::from_number(2),
                    purpose: Purpose::Call(CallId::from_number(1)),
                    head: RequestHead {
                        method: http::Method::PUT,
                        url: "https://a.example/x".into(),
                        headers: HeaderMap::new(),
                    },
                    body: RequestBody::Bytes(b"hi".to_vec()),
                    deadline: None,
                },
                Action::Done {
                    call: CallId::from_number(1),
                    outcome: Outcome::Response { exchange: ExchangeId::from_number(2) },
                },
                Action::Closed,
            ],
            wake_at: Some(Timestamp::from_millis(i64::MAX)),
        };
        let expected = json!({"actions": [
            {"type": "send", "exchange": 2, "purpose": {"type": "call", "call": 1}, "method": "PUT", "url": "https://a.example/x", "headers": [],
             "body": {"type": "bytes", "bytes": [104, 105]}, "deadline": null},
            {"type": "done", "call": 1, "outcome": {"type": "response", "exchange": 2}},
            {"type": "closed"},
        ], "wakeAt": MAX_SAFE_INTEGER});
        assert_eq!(to_value(StepOut::from(step)).unwrap(), expected);
    }

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
