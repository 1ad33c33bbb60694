//! Unicode properties (ECMA-262 section 22.2.1, table 67 and below) that the standard library can test. The build script writes
//! their characters down, because a search takes a million tests.

use super::ranges::{Ranges, intersection, others};

include!(concat!(env!("OUT_DIR"), "/unicode_properties.rs"));

/// Uppercase characters that are not letters: numerals, and letters in circles and squares (`Other_Uppercase`).
const NO_UPPERCASE_LETTERS: [(u32, u32); 5] =
    [(0x2160, 0x216f), (0x24b6, 0x24cf), (0x1_f130, 0x1_f149), (0x1_f150, 0x1_f169), (0x1_f170, 0x1_f189)];

/// Returns the characters with the property of this name.
pub(super) fn ranges(name: &str) -> Option<Ranges> {
    let value = name.strip_prefix("General_Category=").or_else(|| name.strip_prefix("gc="));
    Some(match value.unwrap_or(name) {
        "ASCII" => vec![(0, 0x7f)],
        "Alphabetic" | "Alpha" => decoded(ALPHABETIC),
        "Lowercase" | "Lower" => decoded(LOWERCASE),
        "Uppercase" | "Upper" => decoded(UPPERCASE),
        // In the standard library, numeric characters are those of the categories Nd, Nl and No.
        "Number" | "N" => decoded(NUMERIC),
        "Control" | "Cc" => vec![(0, 0x1f), (0x7f, 0x9f)],
        "Uppercase_Letter" | "Lu" => intersection(&decoded(UPPERCASE), &others(NO_UPPERCASE_LETTERS.to_vec())),
        "White_Space" | "space" => vec![
            (9, 13),
            (0x20, 0x20),
            (0x85, 0x85),
            (0xa0, 0xa0),
            (0x1680, 0x1680),
            (0x2000, 0x200a),
            (0x2028, 0x2029),
            (0x202f, 0x202f),
            (0x205f, 0x205f),
            (0x3000, 0x3000),
        ],
        _ => return None,
    })
}

/// Returns the ranges that the build script encoded.
fn decoded(bytes: &[u8]) -> Ranges {
    let mut ranges = Ranges::new();
    let (mut from, mut end) = (None, 0);
    let (mut length, mut shift) = (0, 0);
    for byte in bytes {
        length |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 != 0 {
            continue;
        }
        end += length;
        (length, shift) = (0, 0);
        match from.take() {
            Some(first) => ranges.push((first, end - 1)),
            None => from = Some(end),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::ranges;
    use crate::schema::pattern::contains;

    type Test = fn(char) -> bool;

    #[test]
    fn ranges_are_those_of_the_standard_library() {
        let properties: [(&str, Test); 7] = [
            ("ASCII", |of| of.is_ascii()),
            ("Alphabetic", char::is_alphabetic),
            ("Lowercase", char::is_lowercase),
            ("gc=N", char::is_numeric),
            ("Control", char::is_control),
            ("Uppercase", char::is_uppercase),
            ("White_Space", char::is_whitespace),
        ];
        for (name, has_property) in properties {
            let ranges = ranges(name).unwrap();
            let characters = || ('\0'..=char::MAX).filter(|character| has_property(*character));
            let inside: u32 =
                ranges.iter().flat_map(|(first, last)| *first..=*last).filter_map(char::from_u32).map(|_| 1).sum();
            assert_eq!(inside, characters().map(|_| 1).sum::<u32>(), "{name}");
            assert!(characters().step_by(97).all(|character| contains(&ranges, character)), "{name}");
        }
    }

    #[test]
    fn numerals_are_no_uppercase_letters() {
        let letters = ranges("Lu").unwrap();
        assert!(contains(&letters, 'É') && !contains(&letters, 'Ⅷ') && !contains(&letters, 'é'));
    }
}
