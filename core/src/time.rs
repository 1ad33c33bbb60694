//! Time as an argument: milliseconds since the Unix epoch, in arithmetic that saturates.
//!
//! Nothing in this crate reads a clock. The host says what time it is with every input.

use std::time::Duration;

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

/// A span of so many milliseconds in words, in the largest unit that it has two of, rounded down: `3 days`, `90 seconds`.
pub(crate) fn describe_span(millis: i64) -> String {
    const UNITS: [(i64, &str); 4] = [(86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1_000, "second")];
    let has_two = |unit: &&(i64, &str)| millis / unit.0 >= 2;
    let (count, name) = match UNITS.iter().find(has_two) {
        Some((unit, name)) => (millis / unit, *name),
        None if millis >= 1_000 => (millis / 1_000, "second"),
        None => (millis.max(0), "millisecond"),
    };
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
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

    /// The point `millis` milliseconds later, or the last point there is.
    pub(crate) const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Milliseconds from `earlier` to this point; negative when `earlier` is later.
    pub(crate) const fn millis_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
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

    #[test]
    fn spans_in_words_have_two_of_their_unit_at_least() {
        for (millis, words) in [
            (-5, "0 milliseconds"),
            (1, "1 millisecond"),
            (999, "999 milliseconds"),
            (1_999, "1 second"),
            (119_999, "119 seconds"),
            (120_000, "2 minutes"),
            (172_799_999, "47 hours"),
            (172_800_000, "2 days"),
            (i64::MAX, "106751991167 days"),
        ] {
            assert_eq!(describe_span(millis), words);
        }
    }

    #[test]
    fn arithmetic_saturates_at_both_ends() {
        let last = Timestamp::from_millis(i64::MAX);
        assert_eq!(last.plus_millis(1), last);
        assert_eq!(last.plus(Duration::MAX), last);
        assert_eq!(last.millis_since(Timestamp::from_millis(-1)), i64::MAX);
        assert_eq!(Timestamp::from_millis(i64::MIN).millis_since(last), i64::MIN);
    }
}
