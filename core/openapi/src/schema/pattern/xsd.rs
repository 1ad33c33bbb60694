//! The regular expression syntax of XML Schema (Part 2, appendix F) and common extensions of it, for generating matching strings.
//! Only plain characters of each class are used, and not all of Unicode.

use super::ranges::{Ranges, intersection, one, others};
use super::syntax::{Dialect, Node, Read, Reader, Refusal, parse};

/// Blocks that published schemas use, by their names without `Is` (Part 2, F.1.1).
const BLOCKS: [(&str, char, char); 18] = [
    // Without the characters that XML does not allow.
    ("BasicLatin", ' ', '\u{7f}'),
    ("Latin-1Supplement", '\u{80}', '\u{ff}'),
    ("LatinExtended-A", '\u{100}', '\u{17f}'),
    ("LatinExtended-B", '\u{180}', '\u{24f}'),
    ("SpacingModifierLetters", '\u{2b0}', '\u{2ff}'),
    ("CombiningDiacriticalMarks", '\u{300}', '\u{36f}'),
    ("Greek", '\u{370}', '\u{3ff}'),
    ("GreekandCoptic", '\u{370}', '\u{3ff}'),
    ("Cyrillic", '\u{400}', '\u{4ff}'),
    ("Hebrew", '\u{590}', '\u{5ff}'),
    ("Arabic", '\u{600}', '\u{6ff}'),
    ("LatinExtendedAdditional", '\u{1e00}', '\u{1eff}'),
    ("GeneralPunctuation", '\u{2000}', '\u{206f}'),
    ("CurrencySymbols", '\u{20a0}', '\u{20cf}'),
    ("LetterlikeSymbols", '\u{2100}', '\u{214f}'),
    ("Hiragana", '\u{3040}', '\u{309f}'),
    ("Katakana", '\u{30a0}', '\u{30ff}'),
    ("CJKUnifiedIdeographs", '\u{4e00}', '\u{9fff}'),
];

/// Characters used from complements: printable ASCII and one non-ASCII character.
const PRINTABLE: [(u32, u32); 2] = [(0x20, 0x7e), (0xe9, 0xe9)];
/// Maximum number of characters of one range in a difference.
const MAX_DIFFERENCE: u32 = 4096;

struct Xsd;

/// Parses a pattern. Returns `None` if it is invalid, has an unknown class or is nested too deeply.
pub fn read(pattern: &str) -> Option<Node> {
    // The reasons of a refusal are worded for ECMA-262.
    parse::<Xsd>(pattern).ok()
}

/// Returns the first and last character of a block, by its name with `Is`.
pub fn block(name: &str) -> Option<(char, char)> {
    let name = name.strip_prefix("Is")?;
    BLOCKS.iter().find(|(known, ..)| *known == name).map(|(_, first, last)| (*first, *last))
}

/// Returns true if a character was meant as an anchor: `^` at the start of a branch, or `$` at its end. XML Schema has no
/// anchors, because every pattern matches the whole value.
pub fn is_anchor(before: Option<char>, character: char, after: Option<char>) -> bool {
    match character {
        '^' => matches!(before, None | Some('|' | '(')) && !matches!(after, Some('*' | '+' | '?' | '{')),
        '$' => matches!(after, None | Some('|' | ')')),
        _ => false,
    }
}

impl Dialect for Xsd {
    // The validator's limit.
    const MAX_DEPTH: usize = 64;
    // The validator limits the size of the whole pattern.
    const MAX_REPEATS: usize = usize::MAX;
    const HAS_POSSESSIVE: bool = true;
    const HAS_SUBTRACTION: bool = true;

    /// Accepts assertions without checking them, which is left to the validator.
    fn assertion(reader: &mut Reader<Self>) -> Read<Option<Node>> {
        let [before, after] = reader.neighbors();
        if reader.peek().is_some_and(|next| is_anchor(before, next, after)) {
            return Ok(Some(if reader.next()? == '^' { Node::Start } else { Node::End }));
        }
        if reader.peek() == Some('{') {
            return Err(Refusal::Invalid);
        }
        let is_other = ["\\b", "\\B", "\\A", "\\z"].iter().any(|other| reader.take(other));
        is_other.then(|| reader.repeated(Node::All(Vec::new()))).transpose()
    }

    /// Skips the group's name or flags that other languages allow after `(?`.
    fn group_kind(reader: &mut Reader<Self>) -> Read<bool> {
        if !reader.take("?") {
            return Ok(true);
        }
        loop {
            match reader.next()? {
                ':' | '>' => return Ok(true),
                ')' => return Ok(false),
                '=' | '!' => return Err(Refusal::Invalid),
                _ => {}
            }
        }
    }

    fn escape(reader: &mut Reader<Self>, _: bool) -> Read<Ranges> {
        Ok(pairs(match reader.next()? {
            'n' => "\n\n",
            'r' => "\r\r",
            't' => "\t\t",
            's' => "  ",
            'd' => "09",
            'i' => "AZaz__",
            'c' => "09AZaz-.",
            'w' => "09AZaz",
            'S' | 'D' => "AZaz",
            'W' => "--  ",
            'I' => "09--",
            'C' => "  //",
            'x' => return number(reader, 2),
            'u' => return number(reader, 4),
            'p' => return category(reader),
            'P' => return category(reader).map(Self::complement),
            other => return Ok(one(other)),
        }))
    }

    fn dot() -> Ranges {
        pairs(PLAIN)
    }

    fn complement(ranges: Ranges) -> Ranges {
        intersection(&others(ranges), &PRINTABLE)
    }

    fn difference(ranges: Ranges, without: Ranges) -> Ranges {
        let cut: Ranges = ranges.into_iter().map(|(from, to)| (from, to.min(from + MAX_DIFFERENCE - 1))).collect();
        let mut left = Ranges::new();
        for (from, to) in intersection(&cut, &others(without)) {
            match left.last_mut() {
                Some((_, last)) if *last + 1 == from => *last = to,
                _ => left.push((from, to)),
            }
        }
        left
    }

    /// Puts letters and digits first, because they look more like a value than control characters.
    fn class(ranges: Ranges) -> Node {
        let mut plain = intersection(&pairs("09AZaz"), &ranges);
        let is_in = |ascii: fn(&u8) -> bool, number: u32| u8::try_from(number).is_ok_and(|byte| ascii(&byte));
        // If the class starts with a letter, letters of the same case come first, and digits after letters.
        if let Some(&(first, _)) = ranges.first().filter(|(first, _)| is_in(u8::is_ascii_alphabetic, *first)) {
            let is_lowercase = |number| is_in(u8::is_ascii_lowercase, number);
            plain
                .sort_by_key(|&(from, _)| is_lowercase(from) != is_lowercase(first) || is_in(u8::is_ascii_digit, from));
        }
        plain.extend(ranges.into_iter().filter(|(from, to)| from == to || !is_in(u8::is_ascii_alphanumeric, *from)));
        Node::On(plain)
    }
}

/// Characters used for any character, as pairs of first and last.
const PLAIN: &str = "AZaz09 ~";

/// Converts a string of first and last characters to ranges.
fn pairs(ends: &str) -> Ranges {
    let mut ends = ends.chars().map(u32::from);
    std::iter::from_fn(|| ends.next().zip(ends.next())).collect()
}

/// Parses a code point with `length` digits or in braces.
fn number(reader: &mut Reader<Xsd>, length: usize) -> Read<Ranges> {
    let number = if reader.take("{") { reader.braced_number() } else { reader.hexadecimal(length) }?;
    Ok(vec![(number, number)])
}

/// Parses the name of a category or block.
fn category(reader: &mut Reader<Xsd>) -> Read<Ranges> {
    let name = reader.braced_name()?;
    Ok(pairs(match name.as_str() {
        "L" => "AZaz",
        "Lu" | "Lt" => "AZ",
        "Ll" => "az",
        "Lm" => "\u{2b0}\u{2b8}",
        "Lo" => "\u{5d0}\u{5ea}",
        "M" | "Mn" => "\u{300}\u{33f}",
        "Mc" => "\u{903}\u{903}",
        "Me" => "\u{488}\u{488}",
        "Nl" => "\u{2160}\u{2169}",
        "No" => "\u{b2}\u{b3}",
        "N" | "Nd" => "09",
        "P" | "Pd" => "--",
        "Po" => "..,,",
        "Ps" => "((",
        "Pe" => "))",
        "Pi" => "\u{ab}\u{ab}",
        "Pf" => "\u{bb}\u{bb}",
        "Pc" => "__",
        "Z" | "Zs" => "  ",
        "S" | "Sm" => "++",
        "Zl" => "\u{2028}\u{2028}",
        "Zp" => "\u{2029}\u{2029}",
        "Sk" => "^^",
        "So" => "\u{a9}\u{a9}",
        "C" | "Cc" => "\t\t",
        "Cf" => "\u{200d}\u{200d}",
        "Co" => "\u{e000}\u{e000}",
        "Sc" => "$$",
        "IsBasicLatin" => PLAIN,
        "IsLatin-1Supplement" => "\u{c0}\u{d6}",
        "IsGreek" => "\u{391}\u{3a1}",
        "IsCyrillic" => "\u{410}\u{44f}",
        other => {
            let (first, last) = block(other).ok_or(Refusal::Invalid)?;
            return Ok(vec![(first.into(), last.into())]);
        }
    }))
}
