//! Errors with more than their code says.

use std::borrow::Cow;

use crate::error::{Error, FailureDetails, Retry};

/// Additions to an error after its code and message.
pub trait ErrorExt {
    /// Replaces what the code says of another try.
    #[must_use]
    fn retry(self, retry: Retry) -> Self;

    /// Replaces the remedy of the code by a more exact one.
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
