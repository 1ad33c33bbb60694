//! Unicode properties (ECMA-262 section 22.2.1, table 67 and below), as far as the standard library supports them.
//!
//! Tables of all general categories would take a third of the size limit of the WebAssembly module.

use super::ranges::{Ranges, contains};

/// A test for a property of a character.
type Test = fn(char) -> bool;

/// The properties that the standard library can test.
const TESTS: [(&str, Test); 15] = [
    ("ASCII", |of| of.is_ascii()),
    ("Alphabetic", char::is_alphabetic),
    ("Alpha", char::is_alphabetic),
    ("Lowercase", char::is_lowercase),
    ("Lower", char::is_lowercase),
    ("Uppercase", char::is_uppercase),
    ("Upper", char::is_uppercase),
    ("White_Space", char::is_whitespace),
    ("space", char::is_whitespace),
    // In the standard library, numeric characters are those of the categories Nd, Nl and No.
    ("Number", char::is_numeric),
    ("N", char::is_numeric),
    ("Control", char::is_control),
    ("Cc", char::is_control),
    ("Uppercase_Letter", is_uppercase_letter),
    ("Lu", is_uppercase_letter),
];

/// Returns the characters with the property of this name.
pub(super) fn ranges(name: &str) -> Option<Ranges> {
    let value = name.strip_prefix("General_Category=").or_else(|| name.strip_prefix("gc="));
    let value = value.unwrap_or(name);
    TESTS.iter().find(|(known, _)| *known == value).map(|(_, test)| all(*test))
}

/// Uppercase characters that are not letters: numerals, and letters in circles and squares (`Other_Uppercase`).
const NO_UPPERCASE_LETTERS: [(u32, u32); 5] =
    [(0x2160, 0x216f), (0x24b6, 0x24cf), (0x1_f130, 0x1_f149), (0x1_f150, 0x1_f169), (0x1_f170, 0x1_f189)];

fn is_uppercase_letter(character: char) -> bool {
    character.is_uppercase() && !contains(&NO_UPPERCASE_LETTERS, character)
}

/// Returns the characters that pass a test.
fn all(test: Test) -> Ranges {
    let mut ranges = Ranges::new();
    for character in '\0'..=char::MAX {
        if !test(character) {
            continue;
        }
        let number = u32::from(character);
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}
