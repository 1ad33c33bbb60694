//! What is to be done next for an operation.

use waybill_base::error::Error;
use waybill_base::time::Timestamp;

use super::answer::MockRequest;
use super::operation::MockResult;

/// What is to be done for an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum MockStep {
    /// Send this, without following redirects; then `on_answer` or `on_failure` of the call.
    Send(MockRequest),
    /// Wait; then `on_time` of the call.
    Wait {
        /// Until when.
        until: Timestamp,
    },
    /// It is over.
    Done(Box<Result<MockResult, Error>>),
}

impl MockStep {
    pub(super) fn done(result: Result<MockResult, Error>) -> Self {
        Self::Done(Box::new(result))
    }
}
