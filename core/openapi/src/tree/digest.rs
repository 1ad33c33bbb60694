//! A 128-bit digest of each node. Equal values have equal digests, regardless of the order of members.
//!
//! Digests are the same on all platforms, because fingerprints are built from them. They can be forged, so code that relies on
//! equal digests confirms that the values are equal (see [`find_forged_digest`](super::find_forged_digest)).

/// The digest of a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(u128);

const SEED: u128 = 0x6a09_e667_f3bc_c908_bb67_ae85_84ca_a73b;
const MULTIPLIER: u128 = 0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15;

const fn mix(state: u128, word: u128) -> u128 {
    let product = (state ^ word).wrapping_mul(MULTIPLIER);
    product ^ (product >> 71)
}

impl Digest {
    /// Hashes `bytes` with a `tag` that distinguishes kinds of values.
    pub fn hash(tag: u8, bytes: &[u8]) -> Digest {
        let mut state = mix(SEED, (u128::from(tag) << 64) | bytes.len() as u128);
        let (chunks, tail) = bytes.as_chunks::<16>();
        for chunk in chunks {
            state = mix(state, u128::from_le_bytes(*chunk));
        }
        let mut last = 0_u128;
        for &byte in tail {
            last = (last << 8) | u128::from(byte);
        }
        Digest(mix(mix(state, last), SEED))
    }

    /// Returns a digest for an ordinal. Digests of different ordinals differ.
    pub fn from_ordinal(ordinal: usize) -> Digest {
        Digest(ordinal as u128)
    }

    /// Returns the digest of a sequence after `next` is appended.
    #[must_use]
    pub fn with_next(self, next: Digest) -> Digest {
        Digest(mix(mix(self.0, SEED), next.0))
    }

    /// Returns the digest of a set after the member `key: value` is added.
    #[must_use]
    pub(crate) fn with_member(self, key: Digest, value: Digest) -> Digest {
        Digest(self.0.wrapping_add(key.with_next(value).0))
    }

    /// Returns the digest of a set after the member `key: value` is removed.
    #[must_use]
    pub(crate) fn without_member(self, key: Digest, value: Digest) -> Digest {
        Digest(self.0.wrapping_sub(key.with_next(value).0))
    }

    /// Returns the lower 64 bits, for hash tables.
    pub(crate) fn low_64_bits(self) -> u64 {
        u64::try_from(self.0 & u128::from(u64::MAX)).unwrap_or(0)
    }

    /// Returns the first twelve hexadecimal digits.
    pub fn short_hex(self) -> String {
        format!("{:012x}", self.high_48_bits())
    }

    /// Returns the upper 48 bits, which [`short_hex`](Digest::short_hex) writes.
    pub fn high_48_bits(self) -> u64 {
        u64::try_from(self.0 >> 80).unwrap_or(0)
    }
}

/// Returns a string that begins with `prefix` and has the digest of another value.
#[cfg(any(test, feature = "test-oracles"))]
#[allow(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests alone")]
pub fn forge_string(tag: u8, target: Digest, prefix: &str) -> String {
    // Inverse of an odd number modulo 2^128, by Newton's method. Each step doubles the number of correct bits.
    let inverse =
        (0..7).fold(1_u128, |inverse, _| inverse.wrapping_mul(2_u128.wrapping_sub(MULTIPLIER.wrapping_mul(inverse))));
    let unmix = |state: u128, word: u128| (state ^ (state >> 71)).wrapping_mul(inverse) ^ word;
    let last = unmix(unmix(target.0, SEED), 0);
    (0_u64..)
        .find_map(|number| {
            // The text after the number spreads it over all bits.
            let head = format!("{prefix}{number:0width$}0123456789abcdef", width = 48 - prefix.len());
            let start = mix(SEED, (u128::from(tag) << 64) | 0x50);
            let (chunks, _) = head.as_bytes().as_chunks::<16>();
            let state = chunks.iter().fold(start, |state, chunk| mix(state, u128::from_le_bytes(*chunk)));
            let chunk = unmix(last, 0) ^ state;
            String::from_utf8(chunk.to_le_bytes().to_vec()).ok().map(|chunk| head + &chunk)
        })
        .unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_count_in_any_order_and_elements_in_theirs() {
        let [a, b, c] = [b"a", b"b", b"c"].map(|bytes| Digest::hash(0, bytes));
        let empty = Digest::default();
        assert_eq!(empty.with_member(a, b).with_member(b, c), empty.with_member(b, c).with_member(a, b));
        assert_eq!(empty.with_member(a, b).with_member(b, c).without_member(a, b), empty.with_member(b, c));
        assert_ne!(empty.with_member(a, b).with_member(b, c), empty.with_member(a, c).with_member(b, b));
        assert_ne!(empty.with_next(a).with_next(b), empty.with_next(b).with_next(a));
        assert_ne!(a.with_next(b), b.with_next(a));
        assert_ne!(a.with_next(a), b.with_next(b));
    }

    #[test]
    fn string_of_any_digest_can_be_forged() {
        let target = Digest::hash(7, b"another value");
        let forged = forge_string(5, target, "x-");
        assert_eq!(Digest::hash(5, forged.as_bytes()), target);
    }

    #[test]
    fn lengths_and_tags_are_part_of_it() {
        assert_ne!(Digest::hash(0, b""), Digest::hash(0, b"\0"));
        assert_ne!(Digest::hash(0, &[0; 16]), Digest::hash(0, &[0; 17]));
        assert_ne!(Digest::hash(0, b"1"), Digest::hash(1, b"1"));
    }
}
