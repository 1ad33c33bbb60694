//! Pseudorandom choices that are the same each time: they depend on a seed and their purpose.

/// A source of numbers (`SplitMix64`, which passes the usual tests and needs no table).
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: u64,
}

/// Returns an FNV-1a hash. It is the same in every process and release, which the standard hasher does not guarantee.
pub(super) fn hash(text: &str) -> u64 {
    let bytes = text.bytes();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Random {
    /// Creates the source of numbers for a seed and a purpose.
    pub(super) fn new(seed: u64, purpose: &str) -> Self {
        Self { state: seed ^ hash(purpose) }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or_default()
    }

    /// Returns `count` digits, the first of which is not 0.
    pub(super) fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|place| {
                let digit = if place == 0 { 1 + self.below(9) } else { self.below(10) };
                char::from_digit(u32::try_from(digit).unwrap_or_default(), 10).unwrap_or('0')
            })
            .collect()
    }
}
