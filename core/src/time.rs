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

    /// The point `millis` milliseconds later, or the last point there is.
    #[must_use]
    pub const fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Milliseconds from `earlier` to this point; negative when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates_at_both_ends() {
        let last = Timestamp::from_millis(i64::MAX);
        assert_eq!(last.plus(1), last);
        assert_eq!(last.since(Timestamp::from_millis(-1)), i64::MAX);
        assert_eq!(Timestamp::from_millis(i64::MIN).since(last), i64::MIN);
    }
}
