//! Makes strings from descriptions and servers safe to print.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns the text on one line, without characters that move the cursor or reorder the line.
///
/// Line ends and tabs become spaces. Other control characters, line separators, byte order marks and bidirectional controls
/// (Unicode Standard Annex 9, section 2) become `\u{..}`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|char| char.is_control() || hides(char)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        match char {
            '\n' | '\r' | '\t' => shown.push(' '),
            _ if char.is_control() || hides(char) => {
                // Writing to a `String` never fails.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
            }
            _ => shown.push(char),
        }
    }
    Cow::Owned(shown)
}

fn hides(char: char) -> bool {
    matches!(char, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_moves_the_cursor_or_reorders_the_line() {
        assert_eq!(printable("/a\u{1b}[2J\r\n/b\u{202e}x"), "/a\\u{1b}[2J  /b\\u{202e}x");
        assert!(matches!(printable("/größe/{id}"), Cow::Borrowed(_)));
    }
}
