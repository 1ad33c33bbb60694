//! The parameters of a sample, and the error if there is no sample.

use thiserror::Error;

use crate::xsd::Root;

/// Parameters that determine a sample, in addition to its schema and the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SampleOptions {
    /// Seed of generated digits.
    pub(crate) seed: u64,
    /// Day that dates are close to, counted from 1970-01-01, in UTC.
    pub(crate) day: i64,
}

/// The reason why no sample was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}: {reason}")]
pub(crate) struct NoSample {
    /// Path of the responsible leaf.
    pub(crate) path: String,
    /// Sentence without its full stop.
    pub(crate) reason: String,
}

/// An element of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SampleRoot {
    pub(crate) root: Root,
    /// True if the element is replaced with an empty string if it has no sample.
    pub(crate) optional: bool,
}
