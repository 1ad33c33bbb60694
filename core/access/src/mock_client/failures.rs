//! What goes wrong at the mock service, in words that say what to do.

use std::time::Duration;

use http::StatusCode;
use waybill_base::error::{Error, FailureStage, Retry, code};
use waybill_base::http::{FailureKind, TransportFailure};
use waybill_base::internal::ErrorExt as _;

use super::answer::MockAnswer;

/// The characters of an address that are repeated.
const SHOWN_ADDRESS: usize = 200;

/// A status with its name, where HTTP has one for it.
pub(super) fn name_status(status: StatusCode) -> String {
    status.canonical_reason().map_or_else(|| status.as_str().to_owned(), |_| status.to_string())
}

/// What an answer is that should have held something else.
pub(super) fn describe_status(status: StatusCode, missing: &str) -> String {
    let name = name_status(status);
    if status.is_success() { format!("{name} without {missing}") } else { name }
}

/// Another server is at the address, by what it gives at a path.
pub(super) fn other_server(url: &str, path: &str, given: &str) -> Error {
    Error::new(code::MOCK_OTHER_SERVER, format!("what answers at {url} is no mock service: {path} gives {given}"))
}

/// The server at the address leads to another one. It is not followed: an upload would not be either.
pub(super) fn redirects(url: &str, location: &str, path: &str) -> Error {
    let shown: String = location.chars().filter(|c| !c.is_control()).take(SHOWN_ADDRESS).collect();
    let target = shown.strip_suffix(path).unwrap_or(&shown).to_owned();
    let message = format!("{url} redirects to {shown}");
    Error::new(code::MOCK_OTHER_SERVER, message).remedy(format!("use {target} instead"))
}

/// The service refuses something, in its own words where it gives some.
pub(super) fn refused(url: &str, what: &str, answer: &MockAnswer) -> Error {
    let reason = answer.reason().unwrap_or_else(|| name_status(answer.status()));
    with_status(Error::new(code::MOCK_REFUSED, format!("{url} refuses {what}: {reason}")), answer)
}

/// The service was not up in time.
pub(super) fn not_up_within(url: &str, patience: Duration, reason: &str) -> Error {
    let whole = Duration::from_secs(patience.as_secs());
    let time =
        if whole == patience { format!("{} s", whole.as_secs()) } else { format!("{} ms", patience.as_millis()) };
    Error::new(code::MOCK_NOT_UP, format!("{url} was not up within {time}: {reason}"))
}

/// The service is not up.
pub(super) fn not_up(url: &str, reason: &str) -> Error {
    Error::new(code::MOCK_NOT_UP, format!("{url} is not up: {reason}"))
}

/// A request that got no answer.
pub(super) fn unanswered(url: &str, failure: TransportFailure) -> Error {
    let TransportFailure { kind, mut detail } = failure;
    detail.retain(|character| !character.is_control());
    let error = match kind {
        FailureKind::NotSent => Error::new(
            code::TRANSPORT_NOT_SENT,
            format!("the request to the mock service at {url} was not sent: {detail}"),
        ),
        FailureKind::Unknown => {
            Error::new(code::TRANSPORT_LOST, format!("the mock service at {url} gave no answer: {detail}"))
        }
    };
    // The mock service changes nothing that matters: what may have reached it may be sent again.
    error.retry(Retry::After(Duration::from_secs(1))).with_details(|details| details.stage = Some(FailureStage::Api))
}

/// An error with the status of the answer that caused it.
pub(super) fn with_status(error: Error, answer: &MockAnswer) -> Error {
    Error { status: Some(answer.status().as_u16()), ..error }
}
