//! JSON strings: scanning, unescaping and quoting (RFC 8259 section 7).

/// The result of scanning a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scan {
    /// The closing quote was found.
    End { at: usize, escaped: bool },
    /// An invalid character or escape, or the end of the text was found.
    Wrong { at: usize },
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Marks the bytes of `word` that are a quote, a backslash or a control character. Only the lowest mark is exact.
const fn special(word: u64) -> u64 {
    let quote = word ^ (ONES * 0x22);
    let backslash = word ^ (ONES * 0x5c);
    let hits = (quote.wrapping_sub(ONES) & !quote)
        | (backslash.wrapping_sub(ONES) & !backslash)
        | (word.wrapping_sub(ONES * 0x20) & !word);
    hits & HIGHS
}

/// Returns the position of the first byte at or after `from` that is a quote, a backslash or a control character.
fn next_special(bytes: &[u8], from: usize) -> usize {
    let (words, tail) = bytes.get(from..).unwrap_or_default().as_chunks::<8>();
    let mut at = from;
    for word in words {
        let hits = special(u64::from_le_bytes(*word));
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    at + tail.iter().take_while(|&&byte| byte >= 0x20 && byte != b'"' && byte != b'\\').count()
}

/// Finds the end of the string whose first character is at `from`.
pub(crate) fn scan(bytes: &[u8], from: usize) -> Scan {
    let (mut at, mut escaped) = (from, false);
    loop {
        at = next_special(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return Scan::End { at, escaped },
            Some(b'\\') => {
                escaped = true;
                match bytes.get(at + 1) {
                    Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                    Some(b'u')
                        if bytes.get(at + 2..at + 6).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) =>
                    {
                        at += 6;
                    }
                    _ => return Scan::Wrong { at },
                }
            }
            _ => return Scan::Wrong { at },
        }
    }
}

/// Unescapes a string to `out`. Half a surrogate pair becomes U+FFFD, and the function returns true then.
pub(super) fn unescape(raw: &str, out: &mut String) -> bool {
    out.clear();
    let mut lone = false;
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let escape = rest.get(at + 1..).unwrap_or_default();
        let mut taken = 1;
        match escape.as_bytes().first() {
            Some(b'b') => out.push('\u{8}'),
            Some(b'f') => out.push('\u{c}'),
            Some(b'n') => out.push('\n'),
            Some(b'r') => out.push('\r'),
            Some(b't') => out.push('\t'),
            Some(b'u') => {
                let (character, length) = unicode(escape);
                out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
                lone |= character.is_none();
                taken = length;
            }
            Some(&other) => out.push(char::from(other)),
            None => taken = 0,
        }
        rest = escape.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    lone
}

/// Parses `uXXXX`, or `uXXXX\uXXXX` for a surrogate pair. Returns the character (`None` for half a pair) and the length.
fn unicode(escape: &str) -> (Option<char>, usize) {
    let unit = |at: usize| escape.get(at..at + 4).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let first = unit(1).unwrap_or(0xfffd);
    if (0xd800..0xdc00).contains(&first)
        && escape.get(5..7) == Some("\\u")
        && let Some(second @ 0xdc00..0xe000) = unit(7)
    {
        let scalar = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return (char::from_u32(scalar), 11);
    }
    (char::from_u32(first), 5)
}

/// Writes `text` as a JSON string.
pub fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut from = 0;
    loop {
        let at = next_special(text.as_bytes(), from);
        out.push_str(text.get(from..at).unwrap_or_default());
        match text.as_bytes().get(at) {
            None => break,
            Some(b'"') => out.push_str("\\\""),
            Some(b'\\') => out.push_str("\\\\"),
            Some(b'\n') => out.push_str("\\n"),
            Some(b'\r') => out.push_str("\\r"),
            Some(b'\t') => out.push_str("\\t"),
            Some(control) => {
                const HEX: [char; 16] =
                    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
                out.push_str("\\u00");
                out.extend([control >> 4, control & 15].map(|digit| HEX.get(usize::from(digit)).unwrap_or(&'0')));
            }
        }
        from = at + 1;
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_found_at_every_offset() {
        for length in 0..40 {
            let text = format!("{}\" tail", "ä".repeat(length));
            assert_eq!(scan(text.as_bytes(), 0), Scan::End { at: length * 2, escaped: false });
        }
    }

    #[test]
    fn escapes_follow_the_json_standard() {
        let raw = r#"a\"b\\c\/d\b\f\n\r\té😀\ud83d."#;
        let mut out = String::new();
        assert!(unescape(raw, &mut out));
        assert_eq!(out, "a\"b\\c/d\u{8}\u{c}\n\r\té😀\u{fffd}.");
        assert!(!unescape(r"\ufffd😀\ud83d\ude00", &mut out));
        assert!(unescape("\u{fffd}\\udc00", &mut out));
    }

    #[test]
    fn invalid_string_is_reported_with_its_offset() {
        assert!(matches!(scan(b"a\nb\"", 0), Scan::Wrong { at: 1 }));
        assert!(matches!(scan(b"abc", 0), Scan::Wrong { at: 3 }));
        assert!(matches!(scan(br#"a\x""#, 0), Scan::Wrong { at: 1 }));
        assert!(matches!(scan(br#"\u12g4""#, 0), Scan::Wrong { at: 0 }));
    }
}
