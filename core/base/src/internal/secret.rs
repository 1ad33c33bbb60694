//! Which secrets can be sent.

use crate::secret::Secret;

/// The longest key, token or user name, in bytes: servers reject headers that are shorter, and a login's snapshot has to
/// hold all of its own.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// Checks of a secret before it is sent.
pub trait SecretExt {
    /// True if a header can carry it: visible ASCII characters without spaces, up to [`MAX_TEXT_BYTES`] of them.
    fn fits_header(&self) -> bool;

    /// True if it may be a refresh token: printable ASCII (RFC 6749 appendix A.17), up to [`MAX_TEXT_BYTES`] of it.
    fn fits_form(&self) -> bool;
}

impl SecretExt for Secret {
    fn fits_header(&self) -> bool {
        let text = self.expose();
        (1..=MAX_TEXT_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
    }

    fn fits_form(&self) -> bool {
        let text = self.expose();
        (1..=MAX_TEXT_BYTES).contains(&text.len()) && text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_carries_visible_characters_and_not_too_many() {
        let fits = |text: &str| Secret::new(text.to_owned()).fits_header();
        assert!(fits("a\"b\\~") && fits(&"a".repeat(65_536)));
        assert!(!fits("") && !fits("a b") && !fits("a\n") && !fits("é") && !fits(&"a".repeat(65_537)));
    }
}
