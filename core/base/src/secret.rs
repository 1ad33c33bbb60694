//! The only type that holds keys, passwords and tokens. It is redacted in every build and zeroed when dropped.

use std::fmt;

use zeroize::Zeroize;

/// A secret string. It has no `Display` and no serialisation; `Debug` prints `[redacted]`.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps `text`. Its memory is zeroed when the secret is dropped.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the secret itself. Send it, but never log or store it.
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
    /// Compares in time that depends only on the lengths.
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
    fn secrets_are_equal_when_their_texts_are() {
        let secret = |text: &str| Secret::new(text.to_owned());
        assert_eq!(secret("one"), secret("one"));
        assert_ne!(secret("one"), secret("two"));
        assert_ne!(secret("one"), secret("one more"));
    }
}
