//! Properties of characters (ECMA-262 section 22.2.1, table 67 and below), as far as the standard library knows them.
//!
//! Tables of all general categories would be a third of what the whole module may weigh in WebAssembly.

use super::ranges::{Ranges, contains};

/// Whether a character has a property.
type Test = fn(char) -> bool;

/// The properties that a test of the standard library decides.
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
    // The standard library's numbers are those of the categories Nd, Nl and No.
    ("Number", char::is_numeric),
    ("N", char::is_numeric),
    ("Control", char::is_control),
    ("Cc", char::is_control),
    ("Uppercase_Letter", is_uppercase_letter),
    ("Lu", is_uppercase_letter),
];

/// The characters that have the property of this name.
pub(super) fn ranges(name: &str) -> Option<Ranges> {
    let value = name.strip_prefix("General_Category=").or_else(|| name.strip_prefix("gc="));
    let value = value.unwrap_or(name);
    TESTS.iter().find(|(known, _)| *known == value).map(|(_, test)| all(*test))
}

/// Characters that are uppercase and no letters: numerals and letters in circles and squares (`Other_Uppercase`).
const NO_UPPERCASE_LETTERS: [(u32, u32); 5] =
    [(0x2160, 0x216f), (0x24b6, 0x24cf), (0x1_f130, 0x1_f149), (0x1_f150, 0x1_f169), (0x1_f170, 0x1_f189)];

fn is_uppercase_letter(character: char) -> bool {
    character.is_uppercase() && !contains(&NO_UPPERCASE_LETTERS, character)
}

/// The characters a test holds for.
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
