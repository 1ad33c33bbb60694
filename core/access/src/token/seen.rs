//! Digests of the refresh tokens that the host set and of those that were sent. They show when a host sets a used token
//! again, which is then not treated as a new one.

use std::collections::VecDeque;

use sha2::{Digest as _, Sha256};
use waybill_base::secret::Secret;

/// Maximum number of digests of each kind. A host that sets an older token again has one of the last few.
const MAX_DIGESTS: usize = 32;

/// SHA-256 of a refresh token.
pub(super) type TokenDigest = [u8; 32];

#[derive(Default)]
pub(super) struct Seen {
    given: VecDeque<TokenDigest>,
    sent: VecDeque<TokenDigest>,
}

impl Seen {
    /// Records a token that the host set.
    pub(super) fn add_given(&mut self, token: &Secret) {
        add(&mut self.given, digest(token));
    }

    /// Records a token that was sent to the provider.
    pub(super) fn add_sent(&mut self, token: &Secret) {
        add(&mut self.sent, digest(token));
    }

    /// Records the digest of a token that the host of another process set.
    pub(super) fn add_given_digest(&mut self, digest: TokenDigest) {
        add(&mut self.given, digest);
    }

    /// Records the digest of a token that another process sent.
    pub(super) fn add_sent_digest(&mut self, digest: TokenDigest) {
        add(&mut self.sent, digest);
    }

    /// Returns the digests of the tokens that were set and of those that were sent, the latest last.
    pub(super) fn digests(&self) -> (impl Iterator<Item = &TokenDigest>, impl Iterator<Item = &TokenDigest>) {
        (self.given.iter(), self.sent.iter())
    }

    /// True if the token was set or sent before.
    pub(super) fn holds(&self, token: &Secret) -> bool {
        self.holds_digest(&digest(token))
    }

    /// True if the token with this digest was set or sent before.
    pub(super) fn holds_digest(&self, digest: &TokenDigest) -> bool {
        self.given.contains(digest) || self.sent.contains(digest)
    }
}

pub(super) fn digest(token: &Secret) -> TokenDigest {
    Sha256::digest(token.expose().as_bytes()).into()
}

/// Adds a digest at the end, and drops the oldest if there are too many.
fn add(all: &mut VecDeque<TokenDigest>, digest: TokenDigest) {
    all.retain(|known| *known != digest);
    all.push_back(digest);
    if all.len() > MAX_DIGESTS {
        all.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(number: usize) -> Secret {
        Secret::new(format!("refresh-{number}"))
    }

    #[test]
    fn the_last_32_of_each_are_known() {
        let mut seen = Seen::default();
        for number in 0..40 {
            seen.add_given(&token(number));
            seen.add_sent(&token(100 + number));
        }
        assert!((8..40).chain(108..140).all(|number| seen.holds(&token(number))));
        assert!((0..8).chain(100..108).all(|number| !seen.holds(&token(number))));
    }

    #[test]
    fn one_that_is_given_again_is_among_the_latest() {
        let mut seen = Seen::default();
        seen.add_given(&token(0));
        for number in 1..32 {
            seen.add_given(&token(number));
        }
        seen.add_given(&token(0));
        seen.add_given(&token(32));
        assert!(seen.holds(&token(0)) && !seen.holds(&token(1)));
    }
}
