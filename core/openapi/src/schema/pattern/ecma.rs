//! The regular expression syntax of ECMA-262 (section 22.2.1), with the characters of the `u` flag and the leniency of Annex B.
//! It is restricted to patterns that an automaton can match.

use super::properties;
use super::ranges::{Ranges, others};
use super::syntax::{Dialect, Node, Read, Reader, Refusal, parse};

struct Ecma;

/// Parses a pattern.
///
/// # Errors
/// A [`Refusal`] if the pattern is invalid or not supported by the automaton.
pub fn read(pattern: &str) -> Result<Node, Refusal> {
    parse::<Ecma>(pattern)
}

impl Dialect for Ecma {
    const MAX_DEPTH: usize = 50;
    // Larger counts make the automaton too large.
    const MAX_REPEATS: usize = 10_000;
    const HAS_POSSESSIVE: bool = false;
    const HAS_SUBTRACTION: bool = false;

    fn assertion(reader: &mut Reader<Self>) -> Read<Option<Node>> {
        Ok(Some(match reader.peek() {
            Some(anchor @ ('^' | '$')) => {
                reader.at += 1;
                if anchor == '^' { Node::Start } else { Node::End }
            }
            Some('\\') if reader.take("\\b") => Node::Boundary { negative: false },
            Some('\\') if reader.take("\\B") => Node::Boundary { negative: true },
            _ => return Ok(None),
        }))
    }

    fn group_kind(reader: &mut Reader<Self>) -> Read<bool> {
        const LOOK_AROUND: [&str; 4] = ["?=", "?!", "?<=", "?<!"];
        if reader.peek() != Some('?') || reader.take("?:") {
            return Ok(true);
        }
        if LOOK_AROUND.iter().any(|mark| reader.take(mark)) {
            return Err(Refusal::Unsupported("lookahead and lookbehind are not supported"));
        }
        if reader.take("?<") {
            while reader.next()? != '>' {}
            return Ok(true);
        }
        Err(Refusal::Unsupported("modifiers in a group are not supported"))
    }

    fn escape(reader: &mut Reader<Self>, in_class: bool) -> Read<Ranges> {
        let one = |character: u32| vec![(character, character)];
        let digits = vec![(48, 57)];
        let word = vec![(48, 57), (65, 90), (95, 95), (97, 122)];
        Ok(match reader.next()? {
            'd' => digits,
            'D' => others(digits),
            'w' => word,
            'W' => others(word),
            's' => spaces(),
            'S' => others(spaces()),
            't' => one(9),
            'n' => one(10),
            'v' => one(11),
            'f' => one(12),
            'r' => one(13),
            'b' if in_class => one(8),
            '0' if !reader.peek().is_some_and(|next| next.is_ascii_digit()) => one(0),
            '1'..='9' => return Err(Refusal::Unsupported("backreferences are not supported")),
            'k' if reader.peek() == Some('<') => {
                return Err(Refusal::Unsupported("backreferences are not supported"));
            }
            'c' => {
                let letter = reader.next()?;
                if !letter.is_ascii_alphabetic() {
                    return Err(Refusal::Invalid);
                }
                one(u32::from(letter) % 32)
            }
            'x' => one(reader.hexadecimal(2)?),
            'u' => one(unicode(reader)?),
            'p' => property(reader)?,
            'P' => others(property(reader)?),
            // Other languages use these as anchors, so they are not meant as letters.
            'A' | 'Z' | 'z' | 'G' => {
                return Err(Refusal::Unsupported("it has an anchor that ECMA-262 does not define: write `^` or `$`"));
            }
            plain if plain.is_ascii_alphanumeric() => return Err(Refusal::Invalid),
            plain => one(u32::from(plain)),
        })
    }

    fn dot() -> Ranges {
        others(vec![(10, 10), (13, 13), (0x2028, 0x2029)])
    }

    fn complement(ranges: Ranges) -> Ranges {
        others(ranges)
    }
}

/// Parses the digits after `\u`: four, two times four for a surrogate pair, or any number in braces.
fn unicode(reader: &mut Reader<Ecma>) -> Read<u32> {
    if reader.take("{") {
        return reader.braced_number();
    }
    let first = reader.hexadecimal(4)?;
    let behind = reader.at;
    if (0xd800..0xdc00).contains(&first) && reader.take("\\u") {
        let second = reader.hexadecimal(4)?;
        if (0xdc00..0xe000).contains(&second) {
            return Ok(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
        }
        reader.at = behind;
    }
    Ok(first)
}

/// Parses the name after `\p`.
fn property(reader: &mut Reader<Ecma>) -> Read<Ranges> {
    properties::ranges(&reader.braced_name()?).ok_or(Refusal::Unsupported("it uses an unknown Unicode property"))
}

/// White space and line terminators (ECMA-262 sections 12.2 and 12.3).
fn spaces() -> Ranges {
    vec![
        (9, 13),
        (32, 32),
        (0xa0, 0xa0),
        (0x1680, 0x1680),
        (0x2000, 0x200a),
        (0x2028, 0x2029),
        (0x202f, 0x202f),
        (0x205f, 0x205f),
        (0x3000, 0x3000),
        (0xfeff, 0xfeff),
    ]
}
