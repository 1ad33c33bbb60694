//! Builds a URL below the base from a template and its parameters (RFC 3986 sections 2 and 3.3). No value can lead out of it.

use percent_encoding::{percent_decode_str, utf8_percent_encode};
use waybill_base::error::{Error, code};
use waybill_base::internal::{ENCODED, ErrorExt as _};

/// Maximum number of decoding rounds. Proxies decode once, some servers again. A value that is still encoded after these
/// rounds is rejected.
const DECODING_ROUNDS: usize = 8;

/// Builds the URL of a call.
pub(super) fn build_url(
    base: &str,
    template: &str,
    parameters: &[(String, String)],
    query: &[(String, String)],
    allow_encoded_slashes: bool,
) -> Result<String, Error> {
    let parts = parse(template)?;
    check_names(&parts, parameters)?;
    if let Some((name, _)) = parameters.iter().find(|(_, value)| !allow_encoded_slashes && holds_slash(value)) {
        let problem = "contains a `/` or `\\`; a proxy may decode it, and send the request to another path";
        let remedy = "if the API expects `%2F` there, allow encoded slashes in this call";
        return Err(bad_parameter(name, problem).remedy(remedy));
    }
    let mut url = base.to_owned();
    for segment in parts.split(|part| *part == Part::Slash).skip(1) {
        url.push('/');
        url.push_str(&expand(segment, parameters)?);
    }
    for (position, (name, value)) in query.iter().enumerate() {
        if name.is_empty() {
            let message = format!("query parameter {} has no name", position + 1);
            return Err(Error::new(code::REQUEST_QUERY, message));
        }
        url.push(if position == 0 { '?' } else { '&' });
        url.extend(utf8_percent_encode(name, ENCODED));
        url.push('=');
        url.extend(utf8_percent_encode(value, ENCODED));
    }
    Ok(url)
}

#[derive(Clone, Copy, PartialEq)]
enum Part<'a> {
    Slash,
    Literal(&'a str),
    Parameter(&'a str),
}

fn parse(template: &str) -> Result<Vec<Part<'_>>, Error> {
    if !template.starts_with('/') {
        return Err(bad_template("must begin with `/`"));
    }
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '/' => {
                if parts.last() == Some(&Part::Slash) {
                    return Err(bad_template("must not have an empty segment"));
                }
                parts.push(Part::Slash);
                rest.get(1..).unwrap_or_default()
            }
            '{' => {
                let Some((name, after)) = rest.get(1..).and_then(|inner| inner.split_once('}')) else {
                    return Err(bad_template("has a `{` without `}`"));
                };
                if name.is_empty() || name.contains(['{', '/']) {
                    return Err(bad_template("must have a parameter name between `{` and `}`"));
                }
                parts.push(Part::Parameter(name));
                after
            }
            _ => {
                let (literal, after) = rest.split_at(rest.find(['/', '{']).unwrap_or(rest.len()));
                if !literal.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)) {
                    return Err(bad_template("must contain only plain path characters; pass a query separately"));
                }
                parts.push(Part::Literal(literal));
                after
            }
        };
    }
    Ok(parts)
}

fn check_names(parts: &[Part<'_>], parameters: &[(String, String)]) -> Result<(), Error> {
    for part in parts {
        let Part::Parameter(wanted) = part else { continue };
        match parameters.iter().filter(|(name, _)| name == wanted).count() {
            0 => return Err(bad_parameter(wanted, "is in the template but has no value")),
            1 => {}
            _ => return Err(bad_parameter(wanted, "is passed more than once")),
        }
    }
    let unknown = parameters.iter().find(|(name, _)| !parts.contains(&Part::Parameter(name)));
    unknown.map_or(Ok(()), |(name, _)| Err(bad_parameter(name, "is not in the template")))
}

/// Expands one path segment with its values. Rejects a segment that a server or proxy could treat as another path.
fn expand(segment: &[Part<'_>], parameters: &[(String, String)]) -> Result<String, Error> {
    let (mut plain, mut encoded, mut last_name) = (String::new(), String::new(), None);
    for part in segment {
        match part {
            Part::Slash => {}
            Part::Literal(text) => {
                plain.push_str(text);
                encoded.push_str(text);
            }
            Part::Parameter(name) => {
                let value = parameters.iter().find(|(given, _)| given == name).map_or("", |(_, value)| value);
                if value.is_empty() {
                    return Err(bad_parameter(name, "is empty"));
                }
                plain.push_str(value);
                encoded.extend(utf8_percent_encode(value, ENCODED));
                last_name = Some(*name);
            }
        }
    }
    if stays_in_place(&plain) {
        return Ok(encoded);
    }
    Err(last_name.map_or_else(
        || bad_template("must not have `.` or `..` segments"),
        |name| bad_parameter(name, "must not contain control characters or lead to another path (`.`, `..`)"),
    ))
}

/// True if the text leads to no other path and has no control characters, however often it is decoded.
fn stays_in_place(text: &str) -> bool {
    let is_dotted = |piece: &str| matches!(piece.split(';').next(), Some("." | ".."));
    !is_ever(text, |text| text.chars().any(char::is_control) || text.split(['/', '\\']).any(is_dotted))
}

/// True if the value has a path separator, decoded any number of times.
fn holds_slash(value: &str) -> bool {
    is_ever(value, |text| text.contains(['/', '\\']))
}

/// True if `holds` is true for the text or one of its decoded forms, or if the text is still encoded after all rounds.
fn is_ever(text: &str, holds: impl Fn(&str) -> bool) -> bool {
    let mut text = text.to_owned();
    for _ in 0..DECODING_ROUNDS {
        if holds(&text) {
            return true;
        }
        let decoded = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if decoded == text {
            return false;
        }
        text = decoded;
    }
    true
}

fn bad_template(problem: &str) -> Error {
    Error::new(code::REQUEST_TEMPLATE, format!("the path template {problem}"))
}

fn bad_parameter(name: &str, problem: &str) -> Error {
    // A name with control characters is probably a misplaced value, which must not be shown.
    let shown = if name.chars().any(char::is_control) { "?" } else { name };
    Error::new(code::REQUEST_PARAMETER, format!("path parameter `{shown}` {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://a.example/api/v1";

    fn pairs(given: &[(&str, &str)]) -> Vec<(String, String)> {
        given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn path(template: &str, given: &[(&str, &str)]) -> Result<String, Error> {
        build_url(BASE, template, &pairs(given), &[], true).map(|url| url[BASE.len()..].to_owned())
    }

    #[test]
    fn values_are_percent_encoded_in_their_place() {
        assert_eq!(
            path("/flows/{flowId}/execute", &[("flowId", "a b/ü?#%")]).unwrap(),
            "/flows/a%20b%2F%C3%BC%3F%23%25/execute"
        );
        assert_eq!(path("/files/{name}.{kind}", &[("kind", "pdf"), ("name", "x.y")]).unwrap(), "/files/x.y.pdf");
        assert_eq!(path("/", &[]).unwrap(), "/");
        assert_eq!(path("/flows/", &[]).unwrap(), "/flows/");
    }

    #[test]
    fn no_value_can_leave_its_place() {
        for value in [
            "..",
            ".",
            "",
            "../x",
            "x/../../y",
            "..\\x",
            "%2e%2e",
            "%2E.",
            "%252e%252e",
            "..%2fx",
            "..;",
            "..;/x",
            "./x",
            "x/.",
            "/..",
            "a%2f..%2fb",
            "..%5c..%5cx",
            "%5c%2e%2e",
            ".;a=b/x",
            "a\nb",
            "a\u{7f}",
            "a%0d%0ab",
            "a%00",
            "\u{85}",
            "%25252525252525252525252e",
        ] {
            let error = path("/flows/{id}/execute", &[("id", value)]).unwrap_err();
            assert_eq!(error.code, code::REQUEST_PARAMETER, "{value:?}");
            assert!(error.message.contains("`id`"), "{error}");
        }
        assert!(path("/x/{a}{b}", &[("a", "."), ("b", ".")]).is_err());
        assert!(path("/x/.{a}", &[("a", ".")]).is_err());
        for harmless in
            ["v1..2", "...", ".hidden", "..%", "%", "a;b=..", "~", "\u{ff0e}\u{ff0e}", "://evil.example", "@"]
        {
            let written = path("/x/{a}", &[("a", harmless)]).unwrap();
            assert!(written.starts_with("/x/") && !written[3..].contains(['/', '?', '#', '@', ':', '\\']), "{written}");
        }
    }

    #[test]
    fn missing_unknown_and_duplicate_parameters_are_named() {
        for (given, reason) in [
            (&[][..], "has no value"),
            (&[("id", "1"), ("other", "2")], "`other` is not in the template"),
            (&[("id", "1"), ("id", "2")], "more than once"),
        ] {
            let error = path("/flows/{id}", given).unwrap_err();
            assert!(error.message.contains(reason), "{error}");
        }
    }

    #[test]
    fn a_template_is_a_plain_path() {
        for template in [
            "",
            "flows",
            "//evil.example/x",
            "/a//b",
            "/a/../b",
            "/./a",
            "/a?b=c",
            "/a#b",
            "/a\\b",
            "/..;/a",
            "/.",
            "/a/..",
            "https://evil.example/",
            "/a b",
            "/%2e%2e",
            "/{",
            "/{}",
            "/{a/b}",
            "/ü",
        ] {
            let error = path(template, &[]).unwrap_err();
            assert_eq!(error.code, code::REQUEST_TEMPLATE, "{template}: {error}");
        }
    }

    #[test]
    fn query_parameters_keep_their_order_and_are_encoded() {
        let query = pairs(&[("q", "a b&c=d"), ("page", "2"), ("empty", "")]);
        let url = build_url(BASE, "/x", &[], &query, false).unwrap();
        assert_eq!(url, format!("{BASE}/x?q=a%20b%26c%3Dd&page=2&empty="));
        assert_eq!(build_url(BASE, "/x", &[], &pairs(&[("", "v")]), false).unwrap_err().code, code::REQUEST_QUERY);
    }
}
