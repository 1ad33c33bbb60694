//! Time as an argument: milliseconds since the Unix epoch, in arithmetic that saturates.
//!
//! Nothing in this crate reads a clock. The host says what time it is with every input.

use std::time::Duration;

use crate::internal::TimestampExt as _;

/// A span of so many milliseconds, as other languages give it. A negative one is the longest there is, so that whoever limits
/// spans refuses both.
#[must_use]
pub fn span_of_millis(millis: i64) -> Duration {
    u64::try_from(millis).map_or(Duration::MAX, Duration::from_millis)
}

/// The milliseconds of a span, as other languages take it: rounded down, and at most as many as they can say.
#[must_use]
pub fn millis_of_span(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// A point in time, in milliseconds since the Unix epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The point `millis` milliseconds after the Unix epoch.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the Unix epoch.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The point that much later, to the millisecond, or the last point there is.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        self.plus_millis(millis_of_span(span))
    }

    /// The time from `earlier` to this point; none when `earlier` is later.
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
