//! Translation of XML Schema patterns (Part 2, appendix F) to the syntax of the validator's engine. Unicode blocks
//! become ranges of characters, and class subtraction uses two hyphens. Alternatives are put in parentheses, because
//! the engine would anchor only the first and the last of them.

use std::fmt::Write as _;

use waybill_openapi::internal::pattern::xsd::{block, is_anchor};

/// Maximum length of a block's name.
const NAME: usize = 100;
/// Characters below the space that XML allows.
const BREAKS: &str = "\\t\\n\\r";

/// A pattern in the engine's syntax.
pub(super) struct Translation {
    pub(super) text: String,
    /// True if the pattern contains anchors.
    pub(super) is_anchored: bool,
    /// First construct that XML Schema does not have, if any. The engine reads it as other languages do.
    pub(super) foreign: Option<String>,
}

/// Translates a pattern to the engine's syntax. Returns an error with the name of an unknown block.
pub(super) fn translate(pattern: &str) -> Result<Translation, String> {
    let characters: Vec<char> = pattern.chars().collect();
    let mut out = String::with_capacity(pattern.len() + 2);
    let mut is_anchored = false;
    // The open classes: true for a complement, and where it starts in `out`.
    let mut classes: Vec<(bool, usize)> = Vec::new();
    let mut at = 0;
    while let Some(character) = characters.get(at).copied() {
        let next = characters.get(at + 1).copied();
        at += 1;
        match (character, next) {
            ('\\', Some(escape)) => {
                at += 1;
                let name = characters.iter().skip(at + 1).take(NAME).take_while(|next| **next != '}');
                let name: String = name.collect();
                if matches!(escape, 'p' | 'P') && name.starts_with("Is") {
                    at += name.chars().count() + 2;
                    push_block(&name, escape == 'P', classes.is_empty(), &mut out)?;
                } else {
                    push_escape(escape, classes.is_empty(), &mut out);
                }
            }
            ('[', _) => {
                classes.push((next == Some('^'), out.len()));
                out.push('[');
            }
            (']', _) => {
                classes.pop();
                out.push(']');
            }
            // Doubled, they are operators of the engine.
            ('&' | '~', _) if !classes.is_empty() => out.extend(['\\', character]),
            ('.', _) if classes.is_empty() => out.push_str("[^\\n\\r]"),
            ('-', Some('[')) if !classes.is_empty() => {
                // The engine would subtract before it forms the complement, so the complement becomes a subtraction too.
                if let Some((is_complement @ true, start)) = classes.last_mut() {
                    *is_complement = false;
                    let class = out.split_off(*start).replacen("[^", "[", 1);
                    let _ = write!(out, "[{BREAKS} -{}--{class}]", char::MAX);
                }
                out.push_str("--");
            }
            ('^' | '$', _) if classes.is_empty() => {
                let before = at.checked_sub(2).and_then(|before| characters.get(before)).copied();
                if is_anchor(before, character, next) {
                    is_anchored = true;
                } else {
                    out.extend(['\\', character]);
                }
            }
            _ => out.push(character),
        }
    }
    let text = if pattern.contains('|') { format!("({out})") } else { out };
    Ok(Translation { text, is_anchored, foreign: foreign(&characters) })
}

/// Returns the first construct that other languages have and XML Schema does not (Part 2, F.1): a kind of group, a
/// second sign after a quantifier, or an escape.
fn foreign(characters: &[char]) -> Option<String> {
    let mut is_in_class = 0_usize;
    // Start of the previous quantifier.
    let mut quantifier = None;
    let mut at = 0;
    while let Some(character) = characters.get(at).copied() {
        let start = at;
        at += 1;
        let rest = characters.get(at..).unwrap_or_default();
        let before = quantifier.take();
        match character {
            '\\' => {
                let length = escape_length(rest);
                let shown = characters.get(start..at + length).unwrap_or_default();
                if !is_escape(shown) {
                    return Some(shown.iter().collect());
                }
                at += length;
            }
            '[' => is_in_class += 1,
            ']' => is_in_class = is_in_class.saturating_sub(1),
            _ if is_in_class > 0 => {}
            '(' if rest.first() == Some(&'?') => {
                // Flags are shown with the character that ends them.
                let flags = rest.iter().skip(1).take_while(|next| next.is_ascii_alphabetic()).count();
                return Some(characters.iter().skip(start).take(flags + 3).collect());
            }
            '?' | '*' | '+' | '{' => {
                if character == '{' {
                    at += rest.iter().take(NAME).position(|next| *next == '}').map_or(0, |end| end + 1);
                }
                if let Some(first) = before {
                    return Some(characters.get(first..at).unwrap_or_default().iter().collect());
                }
                quantifier = Some(start);
            }
            _ => {}
        }
    }
    None
}

/// Returns the number of characters after the backslash of an escape, including the name of a category.
fn escape_length(rest: &[char]) -> usize {
    match rest {
        ['p' | 'P', '{', name @ ..] => name.iter().take(NAME).position(|next| *next == '}').map_or(1, |end| end + 3),
        rest => rest.len().min(1),
    }
}

/// True if XML Schema has this escape.
fn is_escape(escape: &[char]) -> bool {
    match escape {
        ['\\', 'p' | 'P', '{', 'I', 's', ..] => true,
        ['\\', 'p' | 'P', '{', category, rest @ .., '}'] => "LMNPZSC".contains(*category) && rest.len() < 2,
        ['\\', single] => "nrt\\|.?*+(){}-[]^sSiIcCdDwW".contains(*single),
        _ => false,
    }
}

/// Writes an escape. White space is that of XML, not that of Unicode (Part 2, F.1.1).
fn push_escape(escape: char, is_alone: bool, out: &mut String) {
    match (escape, is_alone) {
        ('s', true) => out.push_str("[ \\t\\n\\r]"),
        ('s', false) => out.push_str(" \\t\\n\\r"),
        ('S', true) => out.push_str("[^ \\t\\n\\r]"),
        // All XML characters below `!` are white space.
        ('S', false) => out.extend(['!', '-', char::MAX]),
        _ => out.extend(['\\', escape]),
    }
}

/// Writes the range of a block, or the ranges of its complement.
fn push_block(name: &str, is_complement: bool, is_alone: bool, out: &mut String) -> Result<(), String> {
    let (first, last) = block(name).ok_or_else(|| name.to_owned())?;
    let beside = |character: char, step: i64| {
        let code = i64::from(u32::from(character)) + step;
        u32::try_from(code).ok().and_then(char::from_u32).unwrap_or(character)
    };
    if is_alone {
        out.push('[');
    }
    if (first == ' ') != is_complement {
        out.push_str(BREAKS);
    }
    if is_complement {
        if first > ' ' {
            out.extend([' ', '-', beside(first, -1)]);
        }
        out.extend([beside(last, 1), '-', char::MAX]);
    } else {
        out.extend([first, '-', last]);
    }
    if is_alone {
        out.push(']');
    }
    Ok(())
}
