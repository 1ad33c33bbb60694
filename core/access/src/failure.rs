//! Builds the error of a call, from an error response or from a transport failure.

use std::borrow::Cow;
use std::time::Duration;

use waybill_base::error::{Error, ErrorCode, ErrorResponse, FailureDetails, FailureStage, Retry, code};
use waybill_base::http::{FailureKind, ResponseHead, TransportFailure};
use waybill_base::internal::{ErrorExt as _, retry_after};
use waybill_base::time::{Timestamp, span_of_millis};

use super::cause::Cause;
use super::explain::{SEND_AGAIN, explain_status};
use super::sent::SentRequest;
use crate::problem::{find_request_id, read_problem};
use crate::token::NoRetryReason;

/// Delay before a retry where the server gives none.
const RETRY_LATER: Duration = Duration::from_secs(1);

/// Remedy for a token that an API calls expired right after it was issued.
const COMPARE_CLOCKS: &str = "compare the clocks of this machine, of the identity provider and of the API: the token \
                              had just been issued, so a new one would not help";

/// Returns the error of a call that got an error response.
pub(super) fn api_error(response: ErrorResponse, request: &SentRequest<'_>, now: Timestamp) -> Error {
    let status = response.head.status.as_u16();
    let cause = match status {
        401 => Cause::find(&response.head.headers, request, now),
        403 => Cause::by_challenge(&response.head.headers, request),
        _ => None,
    };
    let explanation = explain_status(status, cause.as_ref(), request, now);
    let problem = read_problem(&response, request.secret());
    let mut message = format!("the API returned {status}: {}", explanation.meaning);
    if let Some(title) = problem.as_ref().and_then(|problem| problem.title.as_ref()) {
        message = format!("{message} ({title})");
    }
    let request_id = find_request_id(&response.head.headers, &request.head.headers);
    let code = explanation.code;
    let remedy = explanation.remedy.unwrap_or(Cow::Borrowed(code.remedy()));
    let remedy = match &request_id {
        Some(id) if code == code::API_UNAVAILABLE => Cow::Owned(format!("{remedy} with the request id `{id}`")),
        _ => remedy,
    };
    let details = FailureDetails {
        stage: Some(FailureStage::Api),
        problem,
        request_id,
        evidence: explanation.evidence,
        ..details_of(request)
    };
    Error {
        code,
        message,
        retry: retry(code, &response.head, request, now),
        remedy,
        status: Some(status),
        details: Some(Box::new(details)),
        response: Some(Box::new(response)),
    }
}

/// Adds the details of the call to an error: stage, path family, environment and request id.
pub(super) fn describe_call(error: Error, stage: Option<FailureStage>, request: &SentRequest<'_>) -> Error {
    error.with_details(|details| {
        let known = details_of(request);
        details.stage = details.stage.or(stage);
        details.path_family = known.path_family;
        details.environment = known.environment;
        if details.request_id.is_none() {
            details.request_id = find_request_id(&request.head.headers, &request.head.headers);
        }
    })
}

fn details_of(request: &SentRequest<'_>) -> FailureDetails {
    FailureDetails {
        path_family: Some(request.route.path_family()),
        environment: Some(request.environment.name.clone()),
        ..FailureDetails::default()
    }
}

/// Adjusts the error of a call whose token or key was rejected, to say why the call was not sent again.
pub(super) fn explain_missing_retry(error: Error, why: NoRetryReason) -> Error {
    match why {
        NoRetryReason::Diagnosed | NoRetryReason::RetryUsed => error,
        NoRetryReason::Fresh if error.code == code::API_TOKEN_EXPIRED => {
            Error { retry: Retry::Never, ..error }.remedy(COMPARE_CLOCKS)
        }
        // A known cause is more useful than the fact that the token is new.
        NoRetryReason::Fresh if error.code != code::API_UNAUTHORIZED => error,
        NoRetryReason::Fresh => {
            let message = format!("{}; the token had just been issued, so a new one would not help", error.message);
            let code = code::API_FRESH_TOKEN_REJECTED;
            Error { code, message, retry: Retry::Never, ..error }.remedy(code.remedy())
        }
        NoRetryReason::BodyGone => {
            let message =
                format!("{}; the body cannot be sent again, but the next call uses a new token", error.message);
            Error { message, retry: Retry::After(Duration::ZERO), ..error }
                .remedy("send the call again with a new body: it uses a new key or token")
        }
    }
}

/// Returns the error of a call that got no response.
pub(super) fn transport_error(failure: TransportFailure, request: &SentRequest<'_>) -> Error {
    let TransportFailure { kind, mut detail } = failure;
    detail.retain(|character| !character.is_control());
    let error = match kind {
        FailureKind::NotSent => Error::new(code::TRANSPORT_NOT_SENT, format!("the request was not sent: {detail}")),
        FailureKind::Unknown => {
            let error =
                Error::new(code::TRANSPORT_LOST, format!("the connection broke before a response arrived: {detail}"));
            // A request that is not idempotent may take effect twice (RFC 9110 section 9.2.2).
            if request.method().is_idempotent() {
                error.retry(Retry::After(RETRY_LATER)).remedy(SEND_AGAIN)
            } else {
                error
            }
        }
    };
    describe_call(error, Some(FailureStage::Api), request)
}

fn retry(code: ErrorCode, head: &ResponseHead, request: &SentRequest<'_>, now: Timestamp) -> Retry {
    let after = || Retry::After(retry_after(head, now).map_or(RETRY_LATER, span_of_millis));
    let needs_another =
        [code::API_UNAUTHORIZED, code::API_WRONG_CREDENTIAL, code::API_TOKEN_EXPIRED, code::API_EXPIRED_DURING_REQUEST];
    match head.status.as_u16() {
        401 if needs_another.contains(&code) => Retry::AfterSignIn,
        // With a 429 the server did nothing.
        429 => after(),
        // A gateway may send a 503 after the server behind it has acted.
        408 | 500 | 502..=504 if request.method().is_idempotent() => after(),
        _ => Retry::Never,
    }
}
