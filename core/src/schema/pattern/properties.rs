//! Properties of characters (ECMA-262 section 22.2.1, table 67 and below), as far as the standard library knows them.
//!
//! Tables of all general categories would be a third of what the whole module may weigh in WebAssembly.

use super::syntax::{LAST, Ranges, others};

/// The characters that have the property of this name.
pub(super) fn ranges(name: &str) -> Option<Ranges> {
    let value = name.split_once('=').filter(|(of, _)| matches!(*of, "General_Category" | "gc")).map(|(_, value)| value);
    Some(match value.unwrap_or(name) {
        "Any" => vec![(0, LAST)],
        "ASCII" => vec![(0, 0x7f)],
        "Alphabetic" | "Alpha" => all(char::is_alphabetic),
        "Lowercase" | "Lower" => all(char::is_lowercase),
        "Uppercase" | "Upper" => all(char::is_uppercase),
        "White_Space" | "space" => all(char::is_whitespace),
        // The standard library's numbers are those of the categories Nd, Nl and No.
        "Number" | "N" => all(char::is_numeric),
        "Control" | "Cc" | "cntrl" => all(char::is_control),
        "Uppercase_Letter" | "Lu" => without(all(char::is_uppercase), &NO_UPPERCASE_LETTERS),
        _ => return None,
    })
}

/// Characters that are uppercase and no letters: numerals and letters in circles and squares (`Other_Uppercase`).
const NO_UPPERCASE_LETTERS: [(u32, u32); 5] =
    [(0x2160, 0x216f), (0x24b6, 0x24cf), (0x1_f130, 0x1_f149), (0x1_f150, 0x1_f169), (0x1_f170, 0x1_f189)];

fn without(ranges: Ranges, left_out: &[(u32, u32)]) -> Ranges {
    let mut complement = others(ranges);
    complement.extend_from_slice(left_out);
    others(complement)
}

/// The characters a test holds for.
fn all(test: fn(char) -> bool) -> Ranges {
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
