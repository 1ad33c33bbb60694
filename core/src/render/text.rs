//! Words every surface writes the same way, and names from descriptions made safe to show.

use std::borrow::Cow;
use std::fmt::Write;

use crate::report::{Counts, Level};

/// A count and its noun: `1 change`, `2 changes`.
pub(super) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// How many operations are affected, called what the reader calls them; `None` where it is callbacks and webhooks alone.
pub(super) fn affected(counts: &Counts, noun: &str) -> Option<String> {
    (counts.operations_affected > 0).then(|| format!("{} affected", count(counts.operations_affected, noun)))
}

/// The counts that are not zero, most urgent first: `2 breaking · 9 additive`.
pub(super) fn counted(counts: &Counts) -> String {
    let Counts { breaking, risky, additive, docs, unproved, unclassified, operations_affected: _ } = *counts;
    let shown = Level::ALL.map(|level| match level {
        Level::Breaking => (breaking, level),
        Level::Risky => (risky, level),
        Level::Unproved => (unproved, level),
        Level::Unclassified => (unclassified, level),
        Level::Additive => (additive, level),
        Level::Docs => (docs, level),
    });
    let named = shown.iter().filter(|(number, _)| *number > 0).map(|(number, level)| format!("{number} {level}"));
    named.collect::<Vec<_>>().join(" · ")
}

/// The text on one line, without anything that could move a cursor, reorder the line or hide in it.
///
/// Line ends and tabs become spaces; other control characters and the bidirectional overrides (Unicode Standard Annex 9,
/// section 2) become `\u{..}`.
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
                // Writing into a String does not fail.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
            }
            _ => shown.push(char),
        }
    }
    Cow::Owned(shown)
}

/// The text in ASCII, for terminals that show nothing else: the report's own signs as their nearest spelling, every
/// other character as `\u{..}`.
#[must_use]
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        match char {
            '✗' => shown.push('x'),
            '✓' => shown.push_str("ok"),
            '→' => shown.push_str("->"),
            '·' => shown.push('|'),
            '…' => shown.push_str("..."),
            _ if char.is_ascii() => shown.push(char),
            _ => {
                // Writing into a String does not fail.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
            }
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
    fn a_count_agrees_with_its_noun() {
        assert_eq!(
            [count(0, "change"), count(1, "change"), count(2, "change")],
            ["0 changes", "1 change", "2 changes"]
        );
    }

    #[test]
    fn nothing_in_a_name_moves_the_cursor_or_reorders_the_line() {
        assert_eq!(printable("/a\u{1b}[2J\r\n/b\u{202e}x"), "/a\\u{1b}[2J  /b\\u{202e}x");
        assert!(matches!(printable("/größe/{id}"), Cow::Borrowed(_)));
    }
}
