//! What ends a call, or the reading of its answer, outside of core: in a driver, whose words would be another's too.

use super::Error;
use super::code::{self, ErrorCode};

/// What went wrong in a driver. Whoever meets it makes an [`Error`] of it, so that code, kind and text are the same everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriverFailure {
    /// The client was closed while an answer was read, or before a call began.
    Closed,
    /// The call was cancelled before it began.
    Cancelled,
    /// The call's deadline passed in the answer's body.
    DeadlineInBody,
    /// The connection broke in the answer's body.
    LostInBody,
    /// The engine stopped at a defect.
    Crashed,
    /// A second reader asked for an answer's body.
    BodyReaders,
    /// The answer's body came faster than it was read, and cannot be held back.
    BodyBehind {
        /// How many unread bytes are kept.
        limit: u64,
    },
    /// The answer's body is longer than what was asked for.
    TooLarge {
        /// How many bytes were asked for.
        limit: u64,
    },
    /// The answer's body held a credential in force.
    CredentialInBody,
    /// The answer's body found no place to be kept in.
    Spill,
    /// A call was given a body twice: as it is, and as a value to be written as JSON.
    TwoBodies,
    /// A call's body is of none of the documented types.
    UnusableBody,
    /// A call's body failed while it was read.
    BodyFailed,
    /// A forwarded request has a body and none was given, or it has none and one was.
    ForwardedBody,
    /// A snapshot was made of something other than a text.
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
            DriverFailure::DeadlineInBody => "the call's deadline passed while its answer was read",
            DriverFailure::LostInBody => {
                "the connection broke while the answer was read; what was read is not all of it"
            }
            DriverFailure::Crashed => {
                "the client stopped at a defect in Waybill, and its calls are lost; make a new client and report it"
            }
            DriverFailure::BodyReaders => "an answer's body was read by two readers at once",
            DriverFailure::BodyBehind { limit } => {
                let message = format!("the answer was not read as fast as it came: more than {limit} bytes are unread");
                return Error::new(failure.code(), message);
            }
            DriverFailure::TooLarge { limit } => {
                let message = format!("the answer is longer than the {limit} bytes asked for; read it piece by piece");
                return Error::new(failure.code(), message);
            }
            DriverFailure::CredentialInBody => "the answer's body was cut off before a credential that it holds",
            DriverFailure::Spill => {
                "the answer could not be buffered in the folder for temporary files; check its free space"
            }
            DriverFailure::TwoBodies => "a call has `body` or `json`, not both",
            DriverFailure::UnusableBody => {
                "the body is none of text, bytes, Blob, unread stream, async iterable or function that gives one of the last two"
            }
            DriverFailure::BodyFailed => {
                "the call's own body failed while it was read; the error's cause has the reason"
            }
            DriverFailure::ForwardedBody => "the app's body is given where its request has one, and there alone",
            DriverFailure::SnapshotText => "a token snapshot is made of the text that `expose` gave",
        };
        Error::new(failure.code(), message.to_owned())
    }
}
