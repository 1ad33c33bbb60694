//! Searches files for text that looks like a key. Keys belong in variables and secret managers, not in files of a project.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use memchr::memmem;
use serde_json::Value;

use super::variables::SECRET_VARIABLES;

/// The beginning of every JSON object in base64.
const OBJECT: &[u8] = b"eyJ";

/// Maximum number of bytes of a value that are examined.
const LONGEST_VALUE: usize = 256;

/// Maximum number of keys reported for one text.
const MOST_FOUND: usize = 1_000;

/// The location of text that looks like a key. The text itself is not included.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundKey {
    /// Line, from 1.
    pub line: usize,
    /// Column, in bytes from 1.
    pub column: usize,
    /// Description, such as `a JSON Web Token`.
    pub what: String,
}

/// Returns the locations of JSON Web Tokens, and of values assigned to a secret variable, in order. Returns at most 1,000.
#[must_use]
pub fn find_keys(text: &[u8]) -> Vec<FoundKey> {
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    let mut end = 0;
    for at in memmem::find_iter(text, OBJECT) {
        if at >= end
            && let Some(length) = token_length(text, at)
        {
            found.insert(at, "a JSON Web Token".to_owned());
            end = at + length;
        }
    }
    for name in SECRET_VARIABLES {
        let values = memmem::find_iter(text, name).filter_map(|at| assigned_value(text, at + name.len()));
        for at in values {
            found.entry(at).or_insert_with(|| format!("a value for `{name}`"));
        }
    }
    locate(text, found.into_iter().take(MOST_FOUND))
}

/// Returns the length in bytes of the JSON Web Token that begins at this offset, if there is one.
fn token_length(text: &[u8], at: usize) -> Option<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(is_part) {
        return None;
    }
    let rest = text.get(at..)?;
    let run = rest.get(..rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len()))?;
    let mut parts = run.split(|byte| *byte == b'.');
    let header: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts.next()?).ok()?).ok()?;
    let payload: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts.next()?).ok()?).ok()?;
    let is_signed = parts.next().is_some_and(|signature| !signature.is_empty());
    (header.get("alg").is_some() && payload.is_object() && is_signed).then_some(run.len())
}

/// Returns the offset of the value assigned after a name. Returns `None` for a placeholder or a reference to a variable.
fn assigned_value(text: &[u8], mut at: usize) -> Option<usize> {
    let skip = |at: &mut usize, bytes: &[u8]| {
        while text.get(*at).is_some_and(|byte| bytes.contains(byte)) {
            *at += 1;
        }
    };
    skip(&mut at, b"\"' \t");
    if !matches!(text.get(at)?, b'=' | b':') {
        return None;
    }
    at += 1;
    skip(&mut at, b"\"' \t=");
    let first = text.get(at)?;
    let is_literal = first.is_ascii_alphanumeric();
    // The beginning is enough, and the text may be one long line.
    let rest = text.get(at..text.len().min(at + LONGEST_VALUE))?;
    let length =
        rest.iter().position(|byte| byte.is_ascii_whitespace() || b"\"',;)".contains(byte)).unwrap_or(rest.len());
    // Code that reads the variable, and placeholders, are no values.
    let value = rest.get(..length)?;
    let is_code = value.contains(&b'(') || value.contains(&b'.') && !value.starts_with(OBJECT);
    (is_literal && length >= 8 && !is_code).then_some(at)
}

/// Converts ascending offsets to lines and columns. Counts each from the previous one.
fn locate(text: &[u8], found: impl Iterator<Item = (usize, String)>) -> Vec<FoundKey> {
    let (mut line, mut start, mut counted) = (1, 0, 0);
    found
        .map(|(offset, what)| {
            let since = text.get(counted..offset).unwrap_or_default();
            line += memchr::memchr_iter(b'\n', since).count();
            start = memchr::memrchr(b'\n', since).map_or(start, |at| counted + at + 1);
            counted = offset;
            FoundKey { line, column: offset - start + 1, what }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `{"alg":"RS256"}.{"sub":"a"}.canary`
    const TOKEN: &str = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.canary";

    fn places(text: &str) -> Vec<(usize, usize)> {
        let found = find_keys(text.as_bytes());
        assert!(!format!("{found:?}").contains("canary"), "{found:?}");
        found.iter().map(|key| (key.line, key.column)).collect()
    }

    #[test]
    fn token_is_found_once_at_any_position() {
        assert_eq!(places(&format!("a\n  const key = \"{TOKEN}\";\n{TOKEN}")), [(2, 16), (3, 1)]);
        assert_eq!(places(&format!("WAYBILL_API_KEY={TOKEN}")), [(1, 17)]);
    }

    #[test]
    fn a_text_of_nothing_else_is_read_in_time_that_grows_with_it() {
        // Each of these took minutes when every location searched the whole text again.
        for part in [
            "WAYBILL_API_KEY=abcdefgh",
            "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.x\n",
            "eyJ.",
            "eyJ\n",
            "WAYBILL_API_KEY ",
        ] {
            let found = find_keys(part.repeat(200_000).as_bytes());
            assert!(found.len() <= MOST_FOUND && found.is_sorted_by_key(|key| (key.line, key.column)));
        }
    }

    #[test]
    fn a_value_of_a_secret_variable_is_found() {
        assert_eq!(places("export WAYBILL_PASSWORD='canary-12'\nWAYBILL_API_KEY: canary-123"), [(1, 26), (2, 18)]);
        assert_eq!(places("{\"WAYBILL_REFRESH_TOKEN\": \"canary-token\"}"), [(1, 28)]);
    }

    #[test]
    fn variables_and_placeholders_are_no_tokens() {
        for text in [
            "WAYBILL_API_KEY=$KEY",
            "WAYBILL_API_KEY=",
            "WAYBILL_API_KEY: ${{ secrets.KEY }}",
            "WAYBILL_API_KEY=<your key>",
            "WAYBILL_API_KEY: key",
            "const { WAYBILL_API_KEY } = process.env",
            "apiKey = env[\"WAYBILL_API_KEY\"]",
            "WAYBILL_API_KEY = readSecret(name)",
            "WAYBILL_API_KEY = process.env.KEY_NAME",
            "eyJhbGciOiJSUzI1NiJ9",
            "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.",
            "eyJhIjoxfQ.eyJzdWIiOiJhIn0.x",
            "xeyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.canary",
            "eyJ",
            "",
        ] {
            assert_eq!(places(text), [], "{text}");
        }
    }
}
