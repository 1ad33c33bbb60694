//! Time as an argument: milliseconds since the Unix epoch, with saturating arithmetic.
//!
//! This crate never reads a clock. The host passes the current time with every input.

use std::time::Duration;

use crate::internal::TimestampExt as _;

/// Converts milliseconds from another language to a duration. Negative values become [`Duration::MAX`], so that a check against a
/// maximum rejects them too.
#[must_use]
pub fn span_of_millis(millis: i64) -> Duration {
    u64::try_from(millis).map_or(Duration::MAX, Duration::from_millis)
}

/// Converts a duration to whole milliseconds for another language, rounded down, and at most [`i64::MAX`].
#[must_use]
pub fn millis_of_span(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// A point in time, in milliseconds since the Unix epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Creates the timestamp `millis` milliseconds after the Unix epoch.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Returns the milliseconds since the Unix epoch.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Adds a duration, rounded down to milliseconds. Saturates at the last timestamp.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        self.plus_millis(millis_of_span(span))
    }

    /// Returns the time from `earlier` to this timestamp, or zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        span_of_millis(self.millis_since(earlier).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_lies_between_two_points_and_is_never_negative() {
        let (now, later) = (Timestamp::from_millis(1_000), Timestamp::from_millis(1_250));
        assert_eq!(now.plus(Duration::from_millis(250)), later);
        assert_eq!((later.since(now), now.since(later)), (Duration::from_millis(250), Duration::ZERO));
    }

    #[test]
    fn milliseconds_of_other_languages_are_spans_and_back() {
        assert_eq!((span_of_millis(7), millis_of_span(Duration::from_micros(7_900))), (Duration::from_millis(7), 7));
        assert_eq!((span_of_millis(-1), millis_of_span(Duration::MAX)), (Duration::MAX, i64::MAX));
    }
}
