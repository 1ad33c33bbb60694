//! Methods that change the retry advice, remedy and details of an error.

use std::borrow::Cow;

use crate::error::{Error, FailureDetails, Retry};

/// Methods that change an error after it was created from its code and message.
pub trait ErrorExt {
    /// Replaces the code's retry advice.
    #[must_use]
    fn retry(self, retry: Retry) -> Self;

    /// Replaces the code's remedy with a more specific one.
    #[must_use]
    fn remedy(self, remedy: impl Into<Cow<'static, str>>) -> Self;

    /// Adds details of the call.
    #[must_use]
    fn with_details(self, add: impl FnOnce(&mut FailureDetails)) -> Self;
}

impl ErrorExt for Error {
    fn retry(self, retry: Retry) -> Self {
        Self { retry, ..self }
    }

    fn remedy(self, remedy: impl Into<Cow<'static, str>>) -> Self {
        Self { remedy: remedy.into(), ..self }
    }

    fn with_details(mut self, add: impl FnOnce(&mut FailureDetails)) -> Self {
        add(self.details.get_or_insert_default());
        self
    }
}
