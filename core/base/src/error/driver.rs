//! Failures that a driver detects outside of the core, while it runs a call or reads a response.

use super::Error;
use super::code::{self, ErrorCode};

/// A failure in a driver. Drivers convert it to an [`Error`], so that all of them report the same code, kind and message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriverFailure {
    /// The client was closed before a call began or while a response was read.
    Closed,
    /// The call was cancelled before it began.
    Cancelled,
    /// The call's deadline passed while the response body was read.
    DeadlineInBody,
    /// The connection broke while the response body was read.
    LostInBody,
    /// The engine crashed.
    Crashed,
    /// A second reader requested the same response body.
    BodyReaders,
    /// The response body arrived faster than it was read, and its source cannot be paused.
    BodyBehind {
        /// Maximum number of unread bytes.
        limit: u64,
    },
    /// The response body is longer than requested.
    TooLarge {
        /// Requested number of bytes.
        limit: u64,
    },
    /// The response body contained a valid credential.
    CredentialInBody,
    /// The response body could not be buffered.
    Spill,
    /// A call was given two bodies: a raw one and a JSON value.
    TwoBodies,
    /// A call's body has no documented type.
    UnusableBody,
    /// Reading a call's body failed.
    BodyFailed,
    /// The body given for a forwarded request does not match the request: it is missing, or the request has none.
    ForwardedBody,
    /// A snapshot was created from a value that is not a string.
    SnapshotText,
}

impl DriverFailure {
    const fn code(self) -> ErrorCode {
        match self {
            DriverFailure::Closed => code::CLIENT_CLOSED,
            DriverFailure::Cancelled => code::CALL_CANCELLED,
            DriverFailure::DeadlineInBody => code::CALL_DEADLINE,
            DriverFailure::LostInBody => code::TRANSPORT_LOST,
            DriverFailure::Crashed => code::CLIENT_CRASHED,
            DriverFailure::BodyReaders => code::BODY_READERS,
            DriverFailure::BodyBehind { .. } => code::BODY_BEHIND,
            DriverFailure::TooLarge { .. } => code::RESPONSE_TOO_LARGE,
            DriverFailure::CredentialInBody => code::FORWARD_CREDENTIAL,
            DriverFailure::Spill => code::TRANSPORT_SPILL,
            DriverFailure::TwoBodies
            | DriverFailure::UnusableBody
            | DriverFailure::BodyFailed
            | DriverFailure::ForwardedBody => code::REQUEST_BODY,
            DriverFailure::SnapshotText => code::BOUNDARY_SHAPE,
        }
    }
}

impl From<DriverFailure> for Error {
    fn from(failure: DriverFailure) -> Self {
        let message = match failure {
            DriverFailure::Closed => "the client was closed",
            DriverFailure::Cancelled => "the call was cancelled",
            DriverFailure::DeadlineInBody => "the call's deadline passed while the response was read",
            DriverFailure::LostInBody => {
                "the connection broke while the response was read; the data read so far is incomplete"
            }
            DriverFailure::Crashed => "the client crashed because of a bug in Waybill, and its calls are lost",
            DriverFailure::BodyReaders => "two readers read the same response body",
            DriverFailure::BodyBehind { limit } => {
                let message =
                    format!("the response was read more slowly than it arrived: more than {limit} bytes are unread");
                return Error::new(failure.code(), message);
            }
            DriverFailure::TooLarge { limit } => {
                let message = format!("the response is longer than the limit of {limit} bytes; read it in pieces");
                return Error::new(failure.code(), message);
            }
            DriverFailure::CredentialInBody => {
                "the response body contains a valid credential and was cut off before it"
            }
            DriverFailure::Spill => {
                "the response could not be buffered in the temporary directory; check its free space"
            }
            DriverFailure::TwoBodies => "a call has `body` or `json`, not both",
            DriverFailure::UnusableBody => {
                "the body must be a string, bytes, a Blob, an unread stream, an async iterable, or a function that returns one of the last two"
            }
            DriverFailure::BodyFailed => "reading the call's body failed; the error's cause has the reason",
            DriverFailure::ForwardedBody => "pass the app's body if its request has one, and only then",
            DriverFailure::SnapshotText => "a token snapshot is created from the string that `expose` returned",
        };
        Error::new(failure.code(), message.to_owned())
    }
}
