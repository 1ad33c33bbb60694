//! Makes strings from descriptions and servers safe to print.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns the text on one line, without characters that move the cursor or reorder the line.
///
/// Line ends and tabs become spaces. Other control characters and invisible ones become `\u{..}`, except joiners between
/// non-ASCII characters: Persian and Indic words and emoji need them.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|char| char.is_control() || is_invisible(char)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(char) = rest.next() {
        let is_joiner = matches!(char, '\u{200c}' | '\u{200d}');
        match char {
            '\n' | '\r' | '\t' => shown.push(' '),
            _ if is_joiner && before.is_some_and(is_joined) && rest.peek().copied().is_some_and(is_joined) => {
                shown.push(char);
            }
            _ if char.is_control() || is_invisible(char) => {
                // Writing to a `String` never fails.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
            }
            _ => shown.push(char),
        }
        before = Some(char);
    }
    Cow::Owned(shown)
}

/// Returns true for invisible characters that are not control characters: soft hyphens, zero-width characters, line
/// separators, bidirectional controls (Unicode Standard Annex 9, section 2), annotation marks and tags.
#[must_use]
pub const fn is_invisible(char: char) -> bool {
    matches!(
        char,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns true for characters that a joiner may connect.
fn is_joined(char: char) -> bool {
    !char.is_ascii() && !char.is_control() && !char.is_whitespace() && !is_invisible(char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_moves_the_cursor_or_reorders_the_line() {
        assert_eq!(printable("/a\u{1b}[2J\r\n/b\u{202e}x"), "/a\\u{1b}[2J  /b\\u{202e}x");
        assert!(matches!(printable("/größe/{id}"), Cow::Borrowed(_)));
        assert_eq!(printable("a\u{61c}b"), "a\\u{61c}b");
    }

    #[test]
    fn invisible_characters_are_escaped() {
        for char in ['\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{e0041}'] {
            assert_eq!(printable(&format!("na{char}me")), format!("na\\u{{{:x}}}me", u32::from(char)));
        }
    }

    #[test]
    fn joiners_are_kept_in_other_scripts_and_in_emoji() {
        for text in ["می\u{200c}خواهم", "👩\u{200d}💻"] {
            assert_eq!(printable(text), text);
        }
        assert_eq!(printable("\u{200d}💻"), "\\u{200d}💻");
    }
}
