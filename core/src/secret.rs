//! The one type that holds keys, passwords and tokens: redacted in every build, wiped when dropped.

use std::fmt;

use zeroize::Zeroize;

/// No key, token or user name is longer, in bytes: servers refuse headers that are shorter, and a login's snapshot has to
/// hold all of its own.
pub(crate) const MAX_TEXT_BYTES: usize = 64 * 1024;

/// A secret text. It has no `Display` and no serialisation; `Debug` prints `[redacted]`.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Takes over `text`; the memory is zeroed when the secret is dropped.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// Whether a header can carry it: visible ASCII characters without spaces, up to [`MAX_TEXT_BYTES`] of them.
    pub(crate) fn fits_header(&self) -> bool {
        (1..=MAX_TEXT_BYTES).contains(&self.0.len()) && self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }

    /// Whether it may be a refresh token: printable ASCII (RFC 6749 appendix A.17), up to [`MAX_TEXT_BYTES`] of it.
    pub(crate) fn fits_form(&self) -> bool {
        (1..=MAX_TEXT_BYTES).contains(&self.0.len()) && self.0.bytes().all(|byte| (b' '..=b'~').contains(&byte))
    }

    /// The secret itself. Put it on the wire and nowhere else.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl PartialEq for Secret {
    /// Compares in time that depends on the lengths alone.
    fn eq(&self, other: &Self) -> bool {
        let (left, right) = (self.0.as_bytes(), other.0.as_bytes());
        let difference = left.iter().zip(right).fold(0, |seen, (a, b)| seen | (a ^ b));
        left.len() == right.len() && std::hint::black_box(difference) == 0
    }
}

impl Eq for Secret {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_never_shows_the_text() {
        let secret = Secret::new("canary-5512".to_owned());
        assert_eq!(format!("{secret:?} {secret:#?}"), "[redacted] [redacted]");
    }

    #[test]
    fn a_header_carries_visible_characters_and_not_too_many() {
        let fits = |text: &str| Secret::new(text.to_owned()).fits_header();
        assert!(fits("a\"b\\~") && fits(&"a".repeat(65_536)));
        assert!(!fits("") && !fits("a b") && !fits("a\n") && !fits("é") && !fits(&"a".repeat(65_537)));
    }

    #[test]
    fn secrets_are_equal_when_their_texts_are() {
        let secret = |text: &str| Secret::new(text.to_owned());
        assert_eq!(secret("one"), secret("one"));
        assert_ne!(secret("one"), secret("two"));
        assert_ne!(secret("one"), secret("one more"));
    }
}
