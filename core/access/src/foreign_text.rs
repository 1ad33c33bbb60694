//! Texts of the other side, made fit to stand in our messages: one line, bounded, without what a terminal obeys, and without
//! secrets.

use waybill_base::secret::Secret;

/// One that repeats a key or token may cut it off, or name the signature alone: so many bytes of it are a part that shows.
const TELLING_BYTES: usize = 16;

/// The first `most` characters of a text on one line; `None` where nothing is left, or where it repeats one of the secrets.
pub(crate) fn clean_text<'s>(text: &str, most: usize, secrets: impl IntoIterator<Item = &'s Secret>) -> Option<String> {
    // A secret that begins where the text is cut shows its beginning.
    let seen: String = text.chars().take(most + TELLING_BYTES).filter(|c| !is_hidden(*c)).collect();
    if secrets.into_iter().any(|secret| repeats(&seen, secret)) {
        return None;
    }
    let words: Vec<&str> = seen.split_whitespace().collect();
    let shown: String = words.join(" ").chars().take(most).collect();
    let shown = shown.trim_end();
    (!shown.is_empty()).then(|| shown.to_owned())
}

/// Characters that are obeyed or not seen, spaces and line breaks apart.
fn is_hidden(character: char) -> bool {
    (character.is_control() && !character.is_whitespace())
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a text repeats the secret, or a part of it that shows.
fn repeats(text: &str, secret: &Secret) -> bool {
    let secret = secret.expose();
    if secret.len() < TELLING_BYTES {
        return !secret.is_empty() && text.contains(secret);
    }
    // Keys and tokens are ASCII; of a password with other letters no window is cut within one.
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
