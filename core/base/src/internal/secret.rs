//! Checks if a secret can be sent.

use crate::secret::Secret;

/// Maximum length of a key, token or user name in bytes. Servers reject even shorter headers, and a snapshot contains all secrets
/// of a login.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// Checks of a secret before it is sent.
pub trait SecretExt {
    /// Returns true if a header can carry it: 1 to [`MAX_TEXT_BYTES`] visible ASCII characters, without spaces.
    fn fits_header(&self) -> bool;

    /// Returns true if it can be a refresh token: 1 to [`MAX_TEXT_BYTES`] printable ASCII characters (RFC 6749 appendix A.17).
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
