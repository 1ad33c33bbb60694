//! What is asked of a sample, and why there is none.

use thiserror::Error;

use crate::xsd::Root;

/// What decides a sample besides its schema and the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SampleOptions {
    /// Another seed gives other digits.
    pub(crate) seed: u64,
    /// The day that dates are around, counted from 1970-01-01, in UTC.
    pub(crate) day: i64,
}

/// Why no sample was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}: {reason}")]
pub(crate) struct NoSample {
    /// The way to the leaf that is to blame.
    pub(crate) path: String,
    /// A sentence without its full stop.
    pub(crate) reason: String,
}

/// An element that a message has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SampleRoot {
    pub(crate) root: Root,
    /// Whether it is left out, as the empty text, where it has no sample.
    pub(crate) optional: bool,
}
