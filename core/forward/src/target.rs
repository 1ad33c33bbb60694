//! A strict parser of request targets: path segments and a query, each decoded once (RFC 9112 section 3.2.1, RFC 3986
//! sections 2.1 and 3.3). Ambiguous targets are rejected, because another parser could read them differently.

use percent_encoding::percent_decode_str;
use waybill_base::text::is_invisible;

/// Maximum length of a target, in bytes.
const MAX_TARGET_BYTES: usize = 8 * 1024;

/// A parsed target.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The path's segments, decoded.
    pub(super) segments: Vec<String>,
    /// The query's parameters in order, decoded.
    pub(super) query: Vec<(String, String)>,
}

impl Target {
    /// Parses a target.
    ///
    /// # Errors
    /// Returns the problem for a log. The message contains nothing of the target.
    pub(super) fn read(text: &str) -> Result<Target, &'static str> {
        if text.len() > MAX_TARGET_BYTES {
            return Err("the target is longer than 8 KiB");
        }
        // Other forms are for proxies and servers: absolute form, authority form and `*`.
        let Some(rest) = text.strip_prefix('/') else { return Err("the target is not a path") };
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) || text.contains('#') {
            return Err("the target contains invalid characters");
        }
        let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
        if path.contains(['\\', ';']) {
            return Err("the path contains a backslash or a semicolon");
        }
        let segments = path.split('/').map(read_segment).collect::<Result<_, _>>()?;
        let query = query.map(read_query).transpose()?.unwrap_or_default();
        Ok(Target { segments, query })
    }
}

fn read_segment(text: &str) -> Result<String, &'static str> {
    let segment = decode(text)?;
    if segment.is_empty() || matches!(segment.as_str(), "." | "..") {
        return Err("the path has an empty, `.` or `..` segment");
    }
    let plain = fold(&segment);
    if is_dots(&plain) {
        return Err("the path has a segment that servers may treat as empty, `.` or `..`");
    }
    if plain.contains(['/', '\\']) {
        return Err("a segment of the path contains an encoded slash or backslash");
    }
    if plain.contains('%') && decode(&plain).is_ok_and(|again| again != plain) {
        return Err("a segment of the path is encoded twice");
    }
    Ok(segment)
}

/// Replaces characters by ASCII that servers treat as equal: compatibility forms (Unicode Standard Annex 15), full stops
/// of other scripts, and best-fit mappings of slashes.
fn fold(segment: &str) -> String {
    let mut folded = String::with_capacity(segment.len());
    for char in segment.chars() {
        match char {
            '\u{2024}' | '\u{3002}' | '\u{fe52}' | '\u{ff61}' => folded.push('.'),
            '\u{2025}' => folded.push_str(".."),
            '\u{2026}' | '\u{fe19}' | '\u{fe30}' => folded.push_str("..."),
            '\u{2044}' | '\u{2100}' | '\u{2101}' | '\u{2105}' | '\u{2106}' | '\u{2215}' => folded.push('/'),
            '\u{2216}' | '\u{fe68}' => folded.push('\\'),
            '\u{fe6a}' => folded.push('%'),
            '\u{ff01}'..='\u{ff5e}' => folded.extend(char::from_u32(u32::from(char) - 0xfee0)),
            _ => folded.push(char),
        }
    }
    folded
}

/// True for a segment that is empty or has only dots, up to a character at which a server may end the segment. Spaces
/// and invisible characters are ignored, because servers may remove them. Windows removes dots at the end, so that any
/// number of them can mean `..`.
fn is_dots(segment: &str) -> bool {
    let mut visible = segment.chars().filter(|char| !char.is_whitespace() && !is_invisible(*char));
    let ends = |char| matches!(char, ';' | '?' | '#' | ':');
    match visible.next() {
        None => true,
        Some('.') => visible.find(|char| *char != '.').is_none_or(ends),
        Some(_) => false,
    }
}

fn read_query(text: &str) -> Result<Vec<(String, String)>, &'static str> {
    let mut parameters = Vec::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        // `+` is a space in queries, as in form data (WHATWG URL section 5.1).
        parameters.push((decode(&name.replace('+', " "))?, decode(&value.replace('+', " "))?));
    }
    Ok(parameters)
}

/// Decodes a percent-encoded string once.
fn decode(text: &str) -> Result<String, &'static str> {
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('%') {
        if !behind.bytes().take(2).filter(u8::is_ascii_hexdigit).count().eq(&2) {
            return Err("the target contains an incomplete percent-encoding");
        }
        rest = behind;
    }
    // Overlong forms and surrogates are not valid UTF-8 (RFC 3629 section 3).
    let decoded = percent_decode_str(text).decode_utf8().map_err(|_| "the decoded target is not UTF-8")?;
    if decoded.chars().any(char::is_control) {
        return Err("the target contains encoded control characters");
    }
    Ok(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

    use super::*;

    #[test]
    fn segments_and_query_are_decoded_once() {
        let target = Target::read("/flows/a%20b/x%3By?q=1+2&q=%26&empty").unwrap();
        assert_eq!(target.segments, ["flows", "a b", "x;y"]);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(target.query, [pair("q", "1 2"), pair("q", "&"), pair("empty", "")]);
    }

    #[test]
    fn values_with_dots_and_other_scripts_are_kept() {
        for value in [
            "a.b",
            "..a",
            "a..",
            ".a",
            "1...2",
            ";x",
            ":",
            "a b",
            "größe",
            "東京。",
            "ａ",
            "½",
            "a:b",
            "-.-",
            "10% 20",
            "; ..",
            "a; .",
        ] {
            let encoded = utf8_percent_encode(value, NON_ALPHANUMERIC);
            assert_eq!(Target::read(&format!("/flows/{encoded}")).unwrap().segments, ["flows", value]);
        }
    }

    #[test]
    fn ambiguous_target_is_rejected() {
        for target in [
            "",
            "*",
            "flows",
            "http://platform.example/flows",
            "//platform.example/flows",
            "/flows//x",
            "/flows/",
            "/flows/.",
            "/flows/..",
            "/flows/%2e%2e/keys",
            "/flows/%2E%2e",
            "/flows/.%2e",
            "/flows/a%2Fb",
            "/flows/a%5Cb",
            "/flows/a\\b",
            "/flows;x/y",
            "/flows/..;/keys",
            "/flows/%252e%252e",
            "/flows/a%252fb",
            "/flows/%c0%ae%c0%ae",
            "/flows/%e0%80%af",
            "/flows/%ed%a0%80",
            "/flows/%00",
            "/flows/a%0d%0ab",
            "/flows/%",
            "/flows/%2",
            "/flows/%zz",
            "/flows/a b",
            "/flows#x",
            "/flows/\u{ff0e}\u{ff0e}",
            "/flows/...",
            "/flows/....",
            "/flows/..%20",
            "/flows/%20..",
            "/flows/.%20.",
            "/flows/.%20",
            "/flows/..%20.",
            "/flows/%20",
            "/flows/%C2%A0%2E%2E",
            "/flows/.%E2%80%8B.",
            "/flows/%EF%BC%8E%EF%BC%8E",
            "/flows/.%EF%BC%8E",
            "/flows/%E2%80%A5",
            "/flows/%E2%80%A6",
            "/flows/%E3%80%82%E3%80%82",
            "/flows/..%3B",
            "/flows/..%3Bx",
            "/flows/..%3F",
            "/flows/..%23x",
            "/flows/..%3A%3A%24DATA",
            "/flows/a%EF%BC%8Fb",
            "/flows/a%E2%88%95b",
            "/flows/a%EF%BC%BCb",
            "/flows/%EF%BC%852e%EF%BC%852e",
            "/flows/%25%EF%BC%92e",
            "/flows?q=%0d%0ax",
            "/flows?q=%c0%af",
        ] {
            assert!(Target::read(target).is_err(), "{target}");
        }
        assert!(Target::read(&format!("/{}", "a".repeat(9000))).is_err());
    }
}
