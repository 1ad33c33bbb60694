//! Removal of credentials from logged strings. It also handles malformed input, because rejected requests are logged
//! too.

use std::borrow::Cow;
use std::collections::BTreeMap;

use http::Uri;
use memchr::{memchr, memchr2};

use crate::credentials::{REDACTED, SECURITY, is_credential_name};
use crate::xml;

/// Results of `is_credential_name` for the names of one document, by length and name. Long documents repeat few names,
/// and most of them differ in length.
#[derive(Default)]
struct Names<'t>(BTreeMap<(usize, &'t str), bool>);

impl<'t> Names<'t> {
    fn is_credential(&mut self, name: &'t str) -> bool {
        *self.0.entry((name.len(), name)).or_insert_with(|| is_credential_name(name))
    }
}

/// Returns the path and query, with the values of credentials replaced.
pub(super) fn path(uri: &Uri) -> String {
    let Some(query) = uri.query() else { return uri.path().to_owned() };
    let pairs: Vec<Cow<'_, str>> = query
        .split('&')
        .map(|pair| match pair.split_once('=') {
            Some((name, _)) if is_credential_name(name) => Cow::Owned(format!("{name}={REDACTED}")),
            _ => Cow::Borrowed(pair),
        })
        .collect();
    format!("{}?{}", uri.path(), pairs.join("&"))
}

/// Returns a body as a string, with the values under credential names replaced.
pub(super) fn body(bytes: &[u8]) -> String {
    let text = xml::decode(bytes, None).unwrap_or_else(|_| String::from_utf8_lossy(bytes));
    match text.trim_start().as_bytes().first() {
        Some(b'{' | b'[') => json(&text),
        _ => markup(&text),
    }
}

/// Redacts XML, even if malformed: content and attributes under credential names are replaced.
fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut hidden = Hidden::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (content, tag) = rest.split_at(at);
        hidden.write_content(content, &mut out);
        let tag_end = end_of_tag(tag);
        let (tag, after) = tag.split_at(tag_end);
        hidden.write_tag(tag, &mut out);
        rest = after;
    }
    hidden.write_content(rest, &mut out);
    out
}

/// Returns the end of the tag, comment or CDATA section that starts the string.
fn end_of_tag(text: &str) -> usize {
    let closed = |mark: &str| text.find(mark).map_or(text.len(), |at| at + mark.len());
    if text.starts_with("<!--") {
        return closed("-->");
    }
    if text.starts_with("<![CDATA[") {
        return closed("]]>");
    }
    if let Some(at) = memchr(b'>', text.as_bytes())
        && text.get(..at).is_some_and(|tag| next_quote(tag).is_none())
    {
        return at + 1;
    }
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            (None, b'>') => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the position of the first quotation mark of either kind.
fn next_quote(text: &str) -> Option<usize> {
    memchr2(b'"', b'\'', text.as_bytes())
}

/// State of the redaction: the depth below an element whose content is hidden, or 0.
#[derive(Default)]
struct Hidden<'t> {
    depth: usize,
    names: Names<'t>,
}

impl<'t> Hidden<'t> {
    fn write_content(&self, content: &str, out: &mut String) {
        if self.depth > 0 && !content.trim().is_empty() { out.push_str(REDACTED) } else { out.push_str(content) }
    }

    fn write_tag(&mut self, tag: &'t str, out: &mut String) {
        if tag.starts_with("<!") {
            if self.depth > 0 {
                out.push_str(REDACTED);
            } else {
                out.push_str(tag);
            }
            return;
        }
        let closing = tag.starts_with("</");
        let name =
            tag.trim_start_matches(['<', '/']).split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next();
        let local = name.unwrap_or_default().rsplit(':').next().unwrap_or_default();
        if closing {
            self.depth = self.depth.saturating_sub(usize::from(self.depth > 0));
            out.push_str(tag);
            return;
        }
        write_attributes(tag, self.depth > 0, &mut self.names, out);
        let hides = self.depth > 0 || local == SECURITY || self.names.is_credential(local);
        if hides && !tag.ends_with("/>") && !tag.starts_with("<?") {
            self.depth += 1;
        }
    }
}

/// Writes a tag and replaces the values of attributes with credential names. If `all` is set, replaces every value
/// except those of namespace declarations.
fn write_attributes<'t>(tag: &'t str, all: bool, names: &mut Names<'t>, out: &mut String) {
    let mut rest = tag;
    while let Some(at) = next_quote(rest) {
        let (before, quoted) = rest.split_at(at);
        let quote = quoted.chars().next().unwrap_or('"');
        let inner = quoted.get(1..).unwrap_or_default();
        let end = inner.find(quote).unwrap_or(inner.len());
        let (value, after) = inner.split_at(end);
        let name =
            before.trim_end().trim_end_matches('=').trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
        let local = name.rsplit(':').next().unwrap_or_default();
        let declares = name == "xmlns" || name.starts_with("xmlns:");
        out.push_str(before);
        out.push(quote);
        out.push_str(if !declares && (all || names.is_credential(local)) { REDACTED } else { value });
        if let Some(after) = after.strip_prefix(quote) {
            out.push(quote);
            rest = after;
        } else {
            rest = after;
        }
    }
    out.push_str(rest);
}

/// Redacts JSON, even if malformed: any value of a member with a credential name is replaced.
fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut names = Names::default();
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        let (before, quoted) = rest.split_at(at);
        let end = end_of_string(quoted);
        let (string, after) = quoted.split_at(end);
        out.push_str(before);
        out.push_str(string);
        rest = after;
        let name = string.trim_matches('"');
        let value = rest.trim_start().strip_prefix(':').map(str::trim_start);
        if let Some(value) = value.filter(|_| names.is_credential(name)) {
            out.push_str(rest.get(..rest.len() - value.len()).unwrap_or_default());
            out.push('"');
            out.push_str(REDACTED);
            out.push('"');
            rest = value.get(end_of_value(value)..).unwrap_or_default();
        }
    }
    out.push_str(rest);
    out
}

fn end_of_string(quoted: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in quoted.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    quoted.len()
}

/// Returns the end of a value: after the closing quotation mark or bracket, else before the next separator.
fn end_of_value(value: &str) -> usize {
    match value.as_bytes().first() {
        Some(b'"') => end_of_string(value),
        Some(b'{' | b'[') => end_of_brackets(value),
        _ => value.find([',', '}', ']', '\n', '\r']).unwrap_or(value.len()),
    }
}

fn end_of_brackets(value: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = value.as_bytes().get(at) {
        match byte {
            b'"' => {
                at += end_of_string(value.get(at..).unwrap_or_default());
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return at;
        }
    }
    value.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_named_like_credentials_are_redacted() {
        for (text, redacted) in [
            ("<a><Password>p</Password><b>q</b></a>", "<a><Password>[redacted]</Password><b>q</b></a>"),
            ("<x:Key v='1'>p</x:Key>", "<x:Key v='1'>[redacted]</x:Key>"),
            ("<a password = \"p\" b='q'/>", "<a password = \"[redacted]\" b='q'/>"),
            ("<Token><![CDATA[p]]></Token>", "<Token>[redacted]</Token>"),
            ("<Token><v><w>p</w></v></Token><n>q</n>", "<Token><v><w>[redacted]</w></v></Token><n>q</n>"),
            (
                "<w:Security><U>ann</U><i id='x'/></w:Security><n/>",
                "<w:Security><U>[redacted]</U><i id='[redacted]'/></w:Security><n/>",
            ),
            ("<Password/><b>q</b>", "<Password/><b>q</b>"),
        ] {
            assert_eq!(body(text.as_bytes()), redacted);
        }
    }

    #[test]
    fn malformed_xml_is_redacted_too() {
        assert_eq!(body(b"<Password>p"), "<Password>[redacted]");
        assert_eq!(body(b"<a Password=\"p"), "<a Password=\"[redacted]");
        assert_eq!(body(b"no markup"), "no markup");
    }

    #[test]
    fn credential_members_of_json_are_redacted() {
        let text = r#"{"user": "ann", "password" : "p\"q", "n": {"apiKey": 12, "token": {"v": ["x"]}, "b": true}}"#;
        let redacted = r#"{"user": "ann", "password" : "[redacted]", "n": {"apiKey": "[redacted]", "token": "[redacted]", "b": true}}"#;
        assert_eq!(body(text.as_bytes()), redacted);
    }

    #[test]
    fn values_in_a_query_are_redacted() {
        assert_eq!(path(&Uri::from_static("/soap/a/1?api_key=p&b=q")), "/soap/a/1?api_key=[redacted]&b=q");
    }
}
