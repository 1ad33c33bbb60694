//! What an API's error answer means, and what the platform's status table says to do about it.

use std::time::Duration;

use ::http::header::CONTENT_TYPE;
use ::http::{Method, StatusCode};
use serde_json::Value;

use super::challenge::diagnose;
use super::request::Credential;
use crate::error::{Error, ErrorCode, ErrorResponse, Retry, code};
use crate::http::{FailureKind, ResponseHead, TransportFailure};
use crate::secret::Secret;
use crate::time::{Timestamp, span_of_millis};
use crate::token::{Diagnosis, NoRetryReason};

/// How long to wait where an answer says "later" without saying when.
const RETRY_LATER: Duration = Duration::from_secs(1);
/// Characters of a problem's title that go into a message.
const SHOWN_CHARACTERS: usize = 200;
/// An API that repeats a key or token may cut it off, or name the signature alone: so many bytes of it are a part that shows.
const TELLING_BYTES: usize = 16;

/// The failure of a call that the API answered with an error.
pub(super) fn api_error(response: ErrorResponse, request: &SentRequest<'_>, now: Timestamp) -> Error {
    let status = response.head.status;
    let (code, kind_of, remedy) = explain_status(status, diagnose(&response.head.headers), request.credential);
    let mut message = format!("the API answered {}: {kind_of}", status.as_u16());
    // A title is the same for every occurrence; one that repeats what was sent is none, and would show a secret.
    if let Some(title) =
        problem_title(&response).filter(|title| !request.sent.is_some_and(|secret| reveals_secret(title, secret)))
    {
        let shown: String = title.chars().take(SHOWN_CHARACTERS).collect();
        message = format!("{message} ({shown})");
    }
    Error {
        code,
        message,
        retry: retry(code, &response.head, request, now),
        status: Some(status.as_u16()),
        remedy: remedy.map(ToOwned::to_owned),
        response: Some(Box::new(response)),
    }
}

/// The failure of a call whose token or key was refused, and that gets no other for a second try.
pub(super) fn explain_missing_retry(error: Error, why: NoRetryReason) -> Error {
    match why {
        NoRetryReason::Diagnosed | NoRetryReason::RetryUsed => error,
        NoRetryReason::Fresh => {
            let message = format!("{}; the token was obtained a moment ago, so another would not help", error.message);
            Error { code: code::API_FRESH_TOKEN_REJECTED, message, retry: Retry::Never, ..error }
        }
        NoRetryReason::BodyGone => {
            let message =
                format!("{}; the body cannot be sent again, but the next call carries another token", error.message);
            Error { message, retry: Retry::After(Duration::ZERO), ..error }
        }
    }
}

/// The failure of a call that got no answer.
pub(super) fn transport_error(failure: TransportFailure, request: &SentRequest<'_>) -> Error {
    let TransportFailure { kind, mut detail } = failure;
    detail.retain(|character| !character.is_control());
    match kind {
        FailureKind::NotSent => {
            let message = format!("the request was not sent: {detail}");
            Error::new(code::TRANSPORT_NOT_SENT, message)
                .remedy("check the environment's URLs, and that this machine can reach them")
        }
        FailureKind::Unknown => {
            let message = format!("the exchange broke before an answer came: {detail}");
            let retry = if request.method.is_idempotent() { Retry::After(RETRY_LATER) } else { Retry::Never };
            let error = Error::new(code::TRANSPORT_LOST, message).retry(retry);
            // Sent twice, it may take effect twice (RFC 9110 section 9.2.2).
            if retry == Retry::Never {
                error.remedy("find out whether it took effect before sending it again")
            } else {
                error
            }
        }
    }
}

/// What of a request matters to the meaning of its failure.
pub(super) struct SentRequest<'a> {
    pub(super) method: &'a Method,
    pub(super) credential: Credential,
    /// The key or token it carried last, where it was sent.
    pub(super) sent: Option<&'a Secret>,
}

/// Code, meaning and remedy of a status: the platform's status table.
fn explain_status(
    status: StatusCode,
    diagnosis: Option<Diagnosis>,
    credential: Credential,
) -> (ErrorCode, &'static str, Option<&'static str>) {
    match (status.as_u16(), diagnosis) {
        (401 | 403, Some(Diagnosis::Scope)) => {
            (code::API_INSUFFICIENT_SCOPE, "a required scope is missing", Some("check the key's permissions"))
        }
        (401, Some(Diagnosis::Environment)) => (
            code::API_WRONG_ENVIRONMENT,
            "the token is of another environment",
            Some("use URLs that match the credentials"),
        ),
        (401, Some(Diagnosis::Audience)) => {
            (code::API_WRONG_AUDIENCE, "the token is for another audience", Some("use URLs that match the credentials"))
        }
        (401, None) => (code::API_UNAUTHORIZED, "the token is invalid, expired or of another environment", {
            Some(match credential {
                Credential::ApiKey => {
                    "regenerate the API key; use URLs that match the credentials; check the key's permissions"
                }
                Credential::AccessToken => {
                    "refresh the OAuth token; use URLs that match the credentials; check the user's permissions"
                }
            })
        }),
        (403, _) => (
            code::API_FORBIDDEN,
            "the token lacks permission, the tenant is another, or the resource does not exist",
            Some("check the key's scopes; check X-Tenant or x-seller-id; check that the resource exists"),
        ),
        (404, _) => (code::API_NOT_FOUND, "there is no such resource", None),
        (429, _) => (code::API_RATE_LIMITED, "too many requests", None),
        (500.., _) => (code::API_UNAVAILABLE, "the server failed", None),
        _ => (code::API_REFUSED, "it refused the request", None),
    }
}

fn retry(code: ErrorCode, head: &ResponseHead, request: &SentRequest<'_>, now: Timestamp) -> Retry {
    let after = || Retry::After(head.retry_after(now).map_or(RETRY_LATER, span_of_millis));
    match head.status.as_u16() {
        401 if code == code::API_UNAUTHORIZED => Retry::AfterSignIn,
        // The server says it did nothing.
        429 | 503 => after(),
        408 | 500 | 502 | 504 if request.method.is_idempotent() => after(),
        _ => Retry::Never,
    }
}

/// The title of an `application/problem+json` body (RFC 9457 section 3.1.3).
fn problem_title(response: &ErrorResponse) -> Option<String> {
    let media_type = response.head.headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/problem+json") {
        return None;
    }
    let problem: Value = serde_json::from_slice(&response.body).ok()?;
    let title = problem.get("title")?.as_str()?;
    let printable: String = title.chars().filter(|c| !c.is_control()).collect();
    (!printable.is_empty()).then_some(printable)
}

/// Whether a title repeats the secret, or a part of it that shows, as far as the title is shown.
fn reveals_secret(title: &str, secret: &Secret) -> bool {
    let secret = secret.expose();
    let seen: String = title.chars().take(SHOWN_CHARACTERS + TELLING_BYTES).collect();
    if secret.len() < TELLING_BYTES {
        return seen.contains(secret);
    }
    // Keys and tokens are ASCII.
    seen.as_bytes().windows(TELLING_BYTES).any(|part| str::from_utf8(part).is_ok_and(|part| secret.contains(part)))
}
