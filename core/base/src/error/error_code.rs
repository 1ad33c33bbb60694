//! The type of error codes.

use std::fmt;

use super::{ErrorKind, Retry};

/// A stable identifier of a failure, such as `call.cancelled`. The constants of this module are the only values.
#[derive(Clone, Copy)]
pub struct ErrorCode(&'static Meaning);

/// The properties of a code.
pub(super) struct Meaning {
    pub(super) name: &'static str,
    pub(super) kind: ErrorKind,
    pub(super) retry: Retry,
    pub(super) remedy: &'static str,
}

impl ErrorCode {
    pub(super) const fn new(meaning: &'static Meaning) -> ErrorCode {
        ErrorCode(meaning)
    }

    /// Returns the code as a string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.name
    }

    /// Returns the party or event that causes failures of this code.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the default retry advice, used if the failure itself has none.
    #[must_use]
    pub const fn retry(self) -> Retry {
        self.0.retry
    }

    /// Returns the default remedy, used if the failure itself has none.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.0.remedy
    }

    /// Returns the command that prints the code's page: cause, remedy and an example.
    #[must_use]
    pub fn help(self) -> String {
        format!("waybill explain {self}")
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl PartialEq for ErrorCode {
    fn eq(&self, other: &ErrorCode) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for ErrorCode {}

impl PartialEq<&str> for ErrorCode {
    fn eq(&self, name: &&str) -> bool {
        self.as_str() == *name
    }
}
