//! Errors of the mock service, with remedies.

use std::time::Duration;

use http::StatusCode;
use waybill_base::error::{Error, FailureStage, Retry, code};
use waybill_base::http::{FailureKind, TransportFailure};
use waybill_base::internal::ErrorExt as _;

use super::answer::MockAnswer;

/// Maximum number of characters shown of an address.
const SHOWN_ADDRESS: usize = 200;

/// Returns a status with its name, if HTTP defines one.
pub(super) fn name_status(status: StatusCode) -> String {
    status.canonical_reason().map_or_else(|| status.as_str().to_owned(), |_| status.to_string())
}

/// Describes a response that should have contained something else.
pub(super) fn describe_status(status: StatusCode, missing: &str) -> String {
    let name = name_status(status);
    if status.is_success() { format!("{name} without {missing}") } else { name }
}

/// Returns the error for an address at which another server responds, as its response for a path shows.
pub(super) fn other_server(url: &str, path: &str, given: &str) -> Error {
    Error::new(code::MOCK_OTHER_SERVER, format!("the server at {url} is not a mock service: {path} returns {given}"))
}

/// Returns the error for a redirect. Redirects are not followed, because clients do not follow them for uploads.
pub(super) fn redirects(url: &str, location: &str, path: &str) -> Error {
    let shown: String = location.chars().filter(|c| !c.is_control()).take(SHOWN_ADDRESS).collect();
    let target = shown.strip_suffix(path).unwrap_or(&shown).to_owned();
    let message = format!("{url} redirects to {shown}");
    Error::new(code::MOCK_OTHER_SERVER, message).remedy(format!("use {target} instead"))
}

/// Returns the error for a request that the service rejected, with its reason if it gave one.
pub(super) fn refused(url: &str, what: &str, answer: &MockAnswer) -> Error {
    let reason = answer.reason().unwrap_or_else(|| name_status(answer.status()));
    with_status(Error::new(code::MOCK_REFUSED, format!("{url} rejected {what}: {reason}")), answer)
}

/// Returns the error for a service that was not up in time.
pub(super) fn not_up_within(url: &str, patience: Duration, reason: &str) -> Error {
    let whole = Duration::from_secs(patience.as_secs());
    let time =
        if whole == patience { format!("{} s", whole.as_secs()) } else { format!("{} ms", patience.as_millis()) };
    Error::new(code::MOCK_NOT_UP, format!("{url} was not up within {time}: {reason}"))
}

/// Returns the error for a service that is not up.
pub(super) fn not_up(url: &str, reason: &str) -> Error {
    Error::new(code::MOCK_NOT_UP, format!("{url} is not up: {reason}"))
}

/// Returns the error for a request without a response.
pub(super) fn unanswered(url: &str, failure: TransportFailure) -> Error {
    let TransportFailure { kind, mut detail } = failure;
    detail.retain(|character| !character.is_control());
    let error = match kind {
        FailureKind::NotSent => Error::new(
            code::TRANSPORT_NOT_SENT,
            format!("the request to the mock service at {url} was not sent: {detail}"),
        ),
        FailureKind::Unknown => {
            Error::new(code::TRANSPORT_LOST, format!("the mock service at {url} did not reply: {detail}"))
        }
    };
    // Requests to the mock service have no lasting effect, so one that may have arrived can be sent again.
    error.retry(Retry::After(Duration::from_secs(1))).with_details(|details| details.stage = Some(FailureStage::Api))
}

/// Adds the status of the response that caused an error.
pub(super) fn with_status(error: Error, answer: &MockAnswer) -> Error {
    Error { status: Some(answer.status().as_u16()), ..error }
}
