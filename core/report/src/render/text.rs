//! Wording that all output formats share, and conversion to ASCII.

use std::borrow::Cow;
use std::fmt::Write;

use crate::{Counts, Level};

/// Returns a count and its noun: `1 change`, `2 changes`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Returns the number of affected operations with the given noun. `None` if only callbacks and webhooks are affected.
pub(super) fn affected(counts: &Counts, noun: &str) -> Option<String> {
    (counts.operations_affected > 0).then(|| format!("{} affected", count(counts.operations_affected, noun)))
}

/// Returns the counts that are not zero, most urgent first: `2 breaking · 9 additive`.
pub(super) fn counted(counts: &Counts) -> String {
    let Counts { breaking, risky, additive, docs, unproved, unclassified, lowered: _, operations_affected: _ } =
        *counts;
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

/// Converts text to ASCII, for terminals that show nothing else. The report's symbols get a similar spelling, every
/// other character becomes `\u{..}`.
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
}
