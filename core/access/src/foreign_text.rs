//! Cleans strings from other systems for our messages: one line, limited length, no terminal control characters, no secrets.

use waybill_base::secret::Secret;
use waybill_base::text::is_invisible;

/// Minimum number of bytes of a secret that must not be shown. A server may repeat a part of a token, such as its signature.
const TELLING_BYTES: usize = 16;

/// Returns the first `most` characters of a text, on one line. Returns `None` if nothing is left, or if the text repeats one
/// of the secrets.
pub(crate) fn clean_text<'s>(text: &str, most: usize, secrets: impl IntoIterator<Item = &'s Secret>) -> Option<String> {
    // Looks beyond `most`, to recognise a secret that is cut off there.
    let seen: String = text.chars().take(most + TELLING_BYTES).filter(|c| !is_hidden(*c)).collect();
    if secrets.into_iter().any(|secret| repeats(&seen, secret)) {
        return None;
    }
    let words: Vec<&str> = seen.split_whitespace().collect();
    let shown: String = words.join(" ").chars().take(most).collect();
    let shown = shown.trim_end();
    (!shown.is_empty()).then(|| shown.to_owned())
}

/// True for control characters and invisible ones, except spaces and line breaks.
fn is_hidden(character: char) -> bool {
    (character.is_control() || is_invisible(character)) && !character.is_whitespace()
}

/// True if the text repeats the secret, or a recognisable part of it.
fn repeats(text: &str, secret: &Secret) -> bool {
    let secret = secret.expose();
    if secret.len() < TELLING_BYTES {
        return !secret.is_empty() && text.contains(secret);
    }
    // Windows that cut a character in two are skipped. Keys and tokens are ASCII, so none of their windows is.
    text.as_bytes().windows(TELLING_BYTES).any(|part| str::from_utf8(part).is_ok_and(|part| secret.contains(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str) -> Option<String> {
        clean_text(text, 20, [])
    }

    #[test]
    fn a_text_becomes_one_line_of_bounded_length() {
        assert_eq!(cleaned("Invalid\r\n  user\tcredentials ").unwrap(), "Invalid user credent");
        assert_eq!(cleaned("\u{1b}[31mred\u{202e}\u{7}").unwrap(), "[31mred");
        assert_eq!(cleaned("ü".repeat(30).as_str()).unwrap(), "ü".repeat(20));
        assert_eq!((cleaned(""), cleaned(" \n\u{200b}")), (None, None));
    }

    #[test]
    fn a_text_that_repeats_a_secret_is_dropped() {
        let long = Secret::new("eyJhbGciOiJSUzI1NiJ9.payload.signature".to_owned());
        let short = Secret::new("hunter2".to_owned());
        let secrets = [&long, &short];
        for text in ["no user with hunter2", "bad token eyJhbGciOiJSUzI1NiJ9...", "signed by payload.signature!"] {
            assert_eq!(clean_text(text, 200, secrets), None, "{text}");
        }
        assert_eq!(clean_text("1234 eyJhbGciOiJSUzI1NiJ9", 5, secrets), None, "where it is cut");
        assert_eq!(clean_text("hunter 2", 200, secrets).unwrap(), "hunter 2");
    }
}
