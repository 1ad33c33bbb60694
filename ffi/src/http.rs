//! Heads of requests and responses as plain lists, since tuples and maps with repeated names do not cross the boundary.

use std::fmt;

/// One header, parameter or query member.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug)]
pub struct NameValue {
    /// The name; header names are lower-case when they come from the engine.
    pub name: String,
    /// The value.
    pub value: String,
}

/// An API error's answer, as it came.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug)]
pub struct ErrorResponse {
    /// HTTP status.
    pub status: u16,
    /// Its headers, repeated names kept.
    pub headers: Vec<NameValue>,
    /// Its body untouched, at most 64 KiB.
    pub body: Vec<u8>,
    /// Whether the body is whole.
    pub complete: bool,
}

impl fmt::Debug for NameValue {
    /// Prints the name alone: the value may be a credential.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value: _ } = self;
        write!(f, "{name}: [redacted]")
    }
}

impl fmt::Debug for ErrorResponse {
    /// Prints sizes, not contents: what a server echoes is nobody's to log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { status, headers, body, complete } = self;
        write!(
            f,
            "ErrorResponse {{ status: {status}, headers: {}, body: {} bytes, complete: {complete} }}",
            headers.len(),
            body.len()
        )
    }
}
