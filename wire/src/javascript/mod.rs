//! Types for JavaScript only. Its driver stores a copy of each failure that it reports, and bytes are passed separately from the
//! JSON.

mod driver_failures;
mod failed_call;
mod mock_step;

pub use driver_failures::DriverFailures;
pub use failed_call::FailedCall;
pub use mock_step::{MockStep, fill_files};
