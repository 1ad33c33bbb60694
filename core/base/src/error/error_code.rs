//! What an error code is.

use std::fmt;

use super::{ErrorKind, Retry};

/// A stable identifier of what went wrong, such as `call.cancelled`; the constants of this module are all there are.
#[derive(Clone, Copy)]
pub struct ErrorCode(&'static Meaning);

/// What a code says.
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

    /// The code as every surface shows it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.name
    }

    /// Whose fault a failure of this code is.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        self.0.kind
    }

    /// Whether trying again helps, where the failure itself says nothing else.
    #[must_use]
    pub const fn retry(self) -> Retry {
        self.0.retry
    }

    /// What to do, where the failure itself says nothing nearer.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.0.remedy
    }

    /// The command that prints the code's page: what happened, why, what to do, and an example.
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
