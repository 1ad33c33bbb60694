//! Decodes escapes of URLs (`%XX`) and of JSON strings (`\uXXXX`, `\/`, `\"`, `\\`) in bytes of any format, and maps
//! positions back. Only escapes of ASCII characters and `%XX` are decoded, each into one byte.

use memchr::memchr2;

/// Bytes with their escapes decoded.
pub(super) struct Decoded {
    /// The decoded bytes, without an incomplete escape at the end.
    pub(super) text: Vec<u8>,
    escapes: Vec<Escape>,
}

/// One decoded escape.
struct Escape {
    /// Its position in the decoded bytes.
    at: usize,
    /// Its position in the original bytes.
    start: usize,
    /// The position behind it in the original bytes.
    end: usize,
}

/// The possible escape at a `%` or a backslash.
enum Start {
    /// An escape of this length and value.
    Escape(usize, u8),
    /// Bytes that become an escape if the right ones follow.
    Incomplete,
    /// Any other byte.
    Byte,
}

impl Decoded {
    /// Decodes bytes. Returns `None` if they have no escape, not even an incomplete one.
    pub(super) fn read(bytes: &[u8]) -> Option<Decoded> {
        let mut decoded = Decoded { text: Vec::new(), escapes: Vec::new() };
        let (mut position, mut is_complete) = (0, true);
        while let Some(rest) = bytes.get(position..) {
            let Some(plain) = memchr2(b'%', b'\\', rest) else {
                decoded.text.extend_from_slice(rest);
                break;
            };
            let (before, escape) = rest.split_at(plain);
            decoded.text.extend_from_slice(before);
            position += plain;
            match read_escape(escape) {
                Start::Escape(length, value) => {
                    decoded.escapes.push(Escape { at: decoded.text.len(), start: position, end: position + length });
                    decoded.text.push(value);
                    position += length;
                }
                Start::Incomplete => {
                    is_complete = false;
                    break;
                }
                Start::Byte => {
                    decoded.text.extend(escape.first());
                    position += 1;
                }
            }
        }
        (!is_complete || !decoded.escapes.is_empty()).then_some(decoded)
    }

    /// Returns the original position of a decoded byte.
    pub(super) fn original(&self, at: usize) -> usize {
        let before = self.escapes.partition_point(|escape| escape.at < at);
        let last = before.checked_sub(1).and_then(|last| self.escapes.get(last));
        last.map_or(at, |escape| escape.end + at - escape.at - 1)
    }

    /// Returns an original position, or the start of the escape that it is inside of.
    pub(super) fn outside_escape(&self, position: usize) -> usize {
        let before = self.escapes.partition_point(|escape| escape.start < position);
        let last = before.checked_sub(1).and_then(|last| self.escapes.get(last));
        last.filter(|escape| position < escape.end).map_or(position, |escape| escape.start)
    }
}

fn read_escape(text: &[u8]) -> Start {
    let are_digits = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    match text {
        [b'%', high, low, ..] => hex(*high, *low).map_or(Start::Byte, |value| Start::Escape(3, value)),
        [b'%', digits @ ..] if are_digits(digits) => Start::Incomplete,
        [b'\\', b'u', b'0', b'0', high, low, ..] => match hex(*high, *low) {
            Some(value) if value.is_ascii() => Start::Escape(6, value),
            _ => Start::Byte,
        },
        [b'\\', b'u', digits @ ..] if digits.len() < 4 && are_digits(digits) => Start::Incomplete,
        [b'\\', quoted @ (b'"' | b'/' | b'\\'), ..] => Start::Escape(2, *quoted),
        [b'\\'] => Start::Incomplete,
        _ => Start::Byte,
    }
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? << 4 | digit(low)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_and_positions_lead_back() {
        let bytes = br"a%41\u0042\/\\u0041%4g\u00e9\n%";
        let decoded = Decoded::read(bytes).unwrap();
        assert_eq!(decoded.text, br"aAB/\u0041%4g\u00e9\n");
        let original = |text: &str| decoded.original(String::from_utf8_lossy(&decoded.text).find(text).unwrap());
        assert_eq!(["a", "A", "B", "/", "u0041", "%4g"].map(original), [0, 1, 4, 10, 14, 19]);
        assert_eq!(decoded.original(decoded.text.len()), bytes.len() - 1);
        assert_eq!([0, 1, 2, 3, 4, 9, 10].map(|at| decoded.outside_escape(at)), [0, 1, 1, 1, 4, 4, 10]);
    }

    #[test]
    fn incomplete_escapes_wait_for_the_next_bytes() {
        for end in ["%", "%4", "\\", "\\u", "\\u0", "\\u00", "\\u004"] {
            assert_eq!(Decoded::read(format!("a{end}").as_bytes()).unwrap().text, b"a", "{end}");
        }
        for text in ["a", "%g", "50 %.", "\\n", "\\ug", "\\u1234"] {
            assert!(Decoded::read(text.as_bytes()).is_none(), "{text}");
        }
    }
}
