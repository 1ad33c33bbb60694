//! Decoding of bytes by byte order mark, the transport's charset, or the XML declaration (RFC 7303, section 3).
//! Supports UTF-8, UTF-16, ISO 8859-1, US-ASCII and Windows-1252. Errors name any other encoding.

use std::borrow::Cow;

use super::XmlError;

/// The supported encodings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Latin1,
    Windows1252,
}

/// Decodes a document.
///
/// `charset` is the encoding given by the transport (`charset=` of a content type). A byte order mark overrides it, and
/// it overrides the document's own declaration.
///
/// # Errors
/// Returns an error if the encoding is not supported or the bytes are invalid in it.
pub(crate) fn decode<'a>(bytes: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, XmlError> {
    let (marked, body) = byte_order_mark(bytes);
    let encoding = match (marked, charset) {
        (Some(encoding), _) => encoding,
        (None, Some(charset)) => by_name(charset, body).ok_or_else(|| unknown(charset))?,
        (None, None) => declared(body)?,
    };
    match encoding {
        Encoding::Utf8 => std::str::from_utf8(body).map(Cow::Borrowed).map_err(|error| {
            let valid = body.get(..error.valid_up_to()).unwrap_or_default();
            let before = std::str::from_utf8(valid).unwrap_or_default();
            XmlError::at(before, before.len(), "the bytes are not UTF-8: send UTF-8, or declare the encoding")
        }),
        Encoding::Utf16Le => utf16(body, u16::from_le_bytes),
        Encoding::Utf16Be => utf16(body, u16::from_be_bytes),
        Encoding::Latin1 => Ok(Cow::Owned(body.iter().map(|byte| char::from(*byte)).collect())),
        Encoding::Windows1252 => Ok(Cow::Owned(body.iter().map(|byte| windows_1252(*byte)).collect())),
    }
}

/// Returns the encoding of a byte order mark and the bytes after it.
fn byte_order_mark(bytes: &[u8]) -> (Option<Encoding>, &[u8]) {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        (Some(Encoding::Utf8), rest)
    } else if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        (Some(Encoding::Utf16Le), rest)
    } else if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        (Some(Encoding::Utf16Be), rest)
    } else {
        (None, bytes)
    }
}

/// Returns the encoding of the XML declaration, which is read as ASCII (XML 1.0, appendix F).
fn declared(body: &[u8]) -> Result<Encoding, XmlError> {
    if let Some(encoding) = two_byte_units(body) {
        return Ok(encoding);
    }
    let head = body.get(..body.len().min(256)).unwrap_or_default();
    let Some(end) = memchr::memmem::find(head, b"?>").filter(|_| head.starts_with(b"<?xml")) else {
        return Ok(Encoding::Utf8);
    };
    let declaration: String = head.get(..end).unwrap_or_default().iter().map(|byte| char::from(*byte)).collect();
    let Some(name) = declaration.split_once("encoding").and_then(|(_, rest)| rest.split(['"', '\'']).nth(1)) else {
        return Ok(Encoding::Utf8);
    };
    match by_name(name, body) {
        // The declaration was read as single bytes, so it cannot be UTF-16.
        Some(Encoding::Utf16Le | Encoding::Utf16Be) => Ok(Encoding::Utf8),
        Some(encoding) => Ok(encoding),
        None => Err(unknown(name)),
    }
}

fn by_name(name: &str, body: &[u8]) -> Option<Encoding> {
    match name.trim().trim_matches(['"', '\'']).to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" | "us-ascii" | "ascii" | "" => Some(Encoding::Utf8),
        "utf-16" | "utf16" => Some(two_byte_units(body).unwrap_or(Encoding::Utf16Be)),
        "utf-16le" => Some(Encoding::Utf16Le),
        "utf-16be" => Some(Encoding::Utf16Be),
        "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "l1" => Some(Encoding::Latin1),
        "windows-1252" | "cp1252" => Some(Encoding::Windows1252),
        _ => None,
    }
}

/// Returns the UTF-16 encoding of a document that starts with `<` in two bytes.
fn two_byte_units(body: &[u8]) -> Option<Encoding> {
    match body {
        [b'<', 0, ..] => Some(Encoding::Utf16Le),
        [0, b'<', ..] => Some(Encoding::Utf16Be),
        _ => None,
    }
}

fn unknown(name: &str) -> XmlError {
    let name: String = name.chars().take(40).collect();
    let message = format!("the encoding `{name}` is not supported: send UTF-8, UTF-16, ISO-8859-1 or windows-1252");
    XmlError { message, line: 1, column: 1 }
}

fn utf16(body: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>, XmlError> {
    let mut pairs = body.chunks_exact(2);
    let units = pairs.by_ref().filter_map(|pair| <[u8; 2]>::try_from(pair).ok()).map(unit);
    let decoded: Result<String, _> = char::decode_utf16(units).collect();
    match decoded {
        Ok(text) if pairs.remainder().is_empty() => Ok(Cow::Owned(text)),
        _ => Err(XmlError { message: "the bytes are not UTF-16".to_owned(), line: 1, column: 1 }),
    }
}

/// Returns a character of Windows-1252, which has characters in place of the control codes of ISO 8859-1. Five of its
/// bytes are unassigned.
fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    usize::from(byte).checked_sub(0x80).and_then(|at| FROM_80.get(at)).copied().unwrap_or(char::from(byte))
}
