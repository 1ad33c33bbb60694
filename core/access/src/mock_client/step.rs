//! The next step of an operation.

use waybill_base::error::Error;
use waybill_base::time::Timestamp;

use super::answer::MockRequest;
use super::operation::MockResult;

/// The next step of an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum MockStep {
    /// Send this request without following redirects. Then call `on_answer` or `on_failure`.
    Send(MockRequest),
    /// Wait, then call `on_time`.
    Wait {
        /// End of the wait.
        until: Timestamp,
    },
    /// The operation is over, with this result.
    Done(Box<Result<MockResult, Error>>),
}

impl MockStep {
    pub(super) fn done(result: Result<MockResult, Error>) -> Self {
        Self::Done(Box::new(result))
    }
}
