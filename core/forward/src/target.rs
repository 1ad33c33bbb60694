//! A strict parser of request targets: path segments and a query, each decoded once (RFC 9112 section 3.2.1, RFC 3986
//! sections 2.1 and 3.3). Ambiguous targets are rejected, because another parser could read them differently.

use percent_encoding::percent_decode_str;

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
    if segment.contains(['/', '\\']) {
        return Err("a segment of the path contains an encoded slash or backslash");
    }
    if segment.contains('%') && decode(&segment).is_ok_and(|again| again != segment) {
        return Err("a segment of the path is encoded twice");
    }
    Ok(segment)
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
    use super::*;

    #[test]
    fn segments_and_query_are_decoded_once() {
        let target = Target::read("/flows/a%20b/x%3By?q=1+2&q=%26&empty").unwrap();
        assert_eq!(target.segments, ["flows", "a b", "x;y"]);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(target.query, [pair("q", "1 2"), pair("q", "&"), pair("empty", "")]);
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
            "/flows?q=%0d%0ax",
            "/flows?q=%c0%af",
        ] {
            assert!(Target::read(target).is_err(), "{target}");
        }
        assert!(Target::read(&format!("/{}", "a".repeat(9000))).is_err());
    }
}
