//! Saturating arithmetic in milliseconds.

use crate::time::Timestamp;

/// Formats milliseconds in the largest unit with a count of at least two, rounded down: `3 days`, `90 seconds`.
#[must_use]
pub fn describe_span(millis: i64) -> String {
    const UNITS: [(i64, &str); 4] = [(86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1_000, "second")];
    let has_two = |unit: &&(i64, &str)| millis / unit.0 >= 2;
    let (count, name) = match UNITS.iter().find(has_two) {
        Some((unit, name)) => (millis / unit, *name),
        None if millis >= 1_000 => (millis / 1_000, "second"),
        None => (millis.max(0), "millisecond"),
    };
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

/// Arithmetic with timestamps.
pub trait TimestampExt {
    /// Adds milliseconds. Saturates at the first and last timestamp.
    #[must_use]
    fn plus_millis(self, millis: i64) -> Self;

    /// Returns the milliseconds from `earlier` to this timestamp. Negative if `earlier` is later.
    fn millis_since(self, earlier: Self) -> i64;
}

impl TimestampExt for Timestamp {
    fn plus_millis(self, millis: i64) -> Self {
        Timestamp::from_millis(self.as_millis().saturating_add(millis))
    }

    fn millis_since(self, earlier: Self) -> i64 {
        self.as_millis().saturating_sub(earlier.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
