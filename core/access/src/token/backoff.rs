//! Wait times after failures, with full jitter, so that clients that failed together do not retry together.

/// Upper bound of the first wait, in milliseconds.
const BASE: i64 = 500;
/// Upper bound of all waits, in milliseconds.
const CAP: i64 = 30_000;

/// A small random number generator (`SplitMix64`). The same seed produces the same waits.
pub(super) struct Jitter(u64);

impl Jitter {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the milliseconds to wait after `attempt` failures in a row: between 0 and a bound that doubles with each.
    pub(super) fn delay(&mut self, attempt: u32) -> i64 {
        self.up_to(BASE.saturating_mul(1_i64.checked_shl(attempt.min(16)).unwrap_or(i64::MAX)).min(CAP))
    }

    /// Returns a number from 0 to the bound.
    pub(super) fn up_to(&mut self, bound: i64) -> i64 {
        let span = u64::try_from(bound).unwrap_or(0) + 1;
        i64::try_from(self.next() % span).unwrap_or(bound)
    }

    /// Returns the generator's state. It differs between processes and is not secret.
    pub(super) const fn state(&self) -> u64 {
        self.0
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_stay_below_a_bound_that_doubles_up_to_half_a_minute() {
        let mut jitter = Jitter::new(7);
        for (attempt, bound) in [(0, 500), (1, 1_000), (5, 16_000), (6, 30_000), (u32::MAX, 30_000)] {
            let waits: Vec<i64> = (0..200).map(|_| jitter.delay(attempt)).collect();
            assert!(waits.iter().all(|wait| (0..=bound).contains(wait)));
            assert!(waits.iter().any(|wait| *wait > bound / 2), "the whole span is used");
        }
    }

    #[test]
    fn one_seed_gives_one_row_of_waits() {
        let row = |seed| {
            (0..5)
                .map({
                    let mut jitter = Jitter::new(seed);
                    move |attempt| jitter.delay(attempt)
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(row(1), row(1));
        assert_ne!(row(1), row(2));
    }
}
