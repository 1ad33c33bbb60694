//! URIs of a description's files: reference resolution (RFC 3986 section 5) and normalisation (section 6).
//!
//! A base can be relative, because descriptions on disk only know their location in their directory. A `..` that leads above that
//! directory is kept for the host to resolve.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// Characters that must be percent-encoded in a URI. `%` is not included, because the input can contain escapes.
const FORBIDDEN: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// The components of a URI reference (RFC 3986 section 3), without the fragment.
#[derive(Debug, Clone, Copy, Default)]
struct Parts<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
}

fn parts(uri: &str) -> Parts<'_> {
    let (rest, query) = uri.split_once('?').map_or((uri, None), |(rest, query)| (rest, Some(query)));
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, rest),
    };
    let Some(rest) = rest.strip_prefix("//") else { return Parts { scheme, authority: None, path: rest, query } };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    Parts { scheme, authority: Some(authority), path, query }
}

/// Returns true if a string is a scheme. A scheme needs two letters, because `C:` is a drive.
fn is_scheme(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Returns true if a URI has a scheme, so that it does not depend on a base.
pub(super) fn is_absolute(uri: &str) -> bool {
    parts(uri).scheme.is_some()
}

/// Splits a reference into the part before the fragment and the fragment, which can be empty.
pub(super) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// Resolves `reference` (without fragment) against `base`, and normalises the result.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    let reference = spelled(reference);
    let (own, base) = (parts(&reference), parts(base));
    let joined;
    let target = if own.scheme.is_some() {
        own
    } else if own.authority.is_some() {
        Parts { scheme: base.scheme, ..own }
    } else if own.path.is_empty() {
        Parts { query: own.query.or(base.query), ..base }
    } else if own.path.starts_with('/') {
        Parts { path: own.path, query: own.query, ..base }
    } else {
        let folder = base.path.rfind('/').map_or(0, |at| at + 1);
        let folder = base.path.get(..folder).unwrap_or_default();
        let folder = if folder.is_empty() && base.authority.is_some() { "/" } else { folder };
        joined = format!("{folder}{}", own.path);
        Parts { path: &joined, query: own.query, ..base }
    };
    written(target)
}

fn written(target: Parts<'_>) -> String {
    let mut uri = String::new();
    if let Some(scheme) = target.scheme {
        uri.push_str(&scheme.to_ascii_lowercase());
        uri.push(':');
    }
    if let Some(authority) = target.authority {
        uri.push_str("//");
        uri.push_str(&authority.to_ascii_lowercase());
    }
    // Schemes without a hierarchy, such as `urn:`, give dots no meaning.
    let hierarchical = target.scheme.is_none() || target.authority.is_some() || target.path.starts_with('/');
    uri.push_str(&if hierarchical { without_dots(target.path) } else { target.path.to_owned() });
    if let Some(query) = target.query {
        uri.push('?');
        uri.push_str(query);
    }
    uri
}

/// Removes `.` and `..` (RFC 3986 section 5.2.4). A `..` that leads above a relative base is kept.
pub(super) fn without_dots(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." if is_last => kept.push(""),
            "." => {}
            ".." => {
                let above = kept.last().is_none_or(|last| *last == "..");
                if !above {
                    kept.pop();
                } else if !rooted {
                    kept.push("..");
                }
                if is_last && !above {
                    kept.push("");
                }
            }
            // An empty segment inside a path is a mistake from joining paths.
            "" if !is_last => {}
            segment => kept.push(segment),
        }
    }
    let joined = kept.join("/");
    if rooted { format!("/{joined}") } else { joined }
}

/// Normalises percent-encoding: encodes exactly the characters that need it (RFC 3986 section 6.2.2).
pub(super) fn spelled(text: &str) -> String {
    let escaped: Cow<'_, str> = utf8_percent_encode(text, FORBIDDEN).into();
    if !escaped.contains('%') {
        return escaped.into_owned();
    }
    let mut out = String::with_capacity(escaped.len());
    let mut rest = escaped.as_ref();
    while let Some((before, behind)) = rest.split_once('%') {
        out.push_str(before);
        let digits = behind.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        rest = behind.get(digits.map_or(0, str::len)..).unwrap_or_default();
        match digits.and_then(|digits| Some((digits, u8::from_str_radix(digits, 16).ok()?))) {
            Some((_, byte)) if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') => {
                out.push(char::from(byte));
            }
            Some((digits, _)) => out.extend(["%", &digits.to_ascii_uppercase()]),
            None => out.push_str("%25"),
        }
    }
    out.push_str(rest);
    out
}

/// Returns a URI or reference for messages, without credentials in the authority (RFC 3986 section 3.2.1).
pub(super) fn shown(uri: &str) -> Cow<'_, str> {
    let (scheme, rest) = match uri.split_once("//") {
        Some((scheme, rest)) if scheme.is_empty() || scheme.ends_with(':') => (scheme, rest),
        _ => return uri.into(),
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    match authority.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}//{host}{path}").into(),
        None => uri.into(),
    }
}

/// Decodes the percent-encoding of a relative URI.
pub(super) fn decoded(uri: &str) -> Cow<'_, str> {
    percent_decode_str(uri).decode_utf8_lossy()
}

/// Returns the URI of a file relative to the root document's directory. It is the same for two releases of a description in
/// different directories.
pub(super) fn seen_from(root: &str, uri: &str) -> String {
    let (from, to) = (parts(root), parts(uri));
    let same = |left: Option<&str>, right: Option<&str>| match (left, right) {
        (Some(left), Some(right)) => left.eq_ignore_ascii_case(right),
        (left, right) => left == right,
    };
    if !same(from.scheme, to.scheme) || !same(from.authority, to.authority) {
        return uri.to_owned();
    }
    let folder = |path: &'_ str| path.rfind('/').map_or(0, |at| at + 1);
    let mut common = 0;
    for (at, (left, right)) in from.path.bytes().zip(to.path.bytes()).enumerate() {
        if left != right {
            break;
        }
        if left == b'/' {
            common = at + 1;
        }
    }
    let above = from.path.get(common..folder(from.path)).unwrap_or_default().matches('/').count();
    let mut seen = "../".repeat(above);
    // A file that differs from the root only in its query is named by the query, because the root's name can change.
    if to.path != from.path || to.query.is_none() {
        seen.push_str(to.path.get(common..).unwrap_or_default());
    }
    if let Some(query) = to.query {
        seen.push('?');
        seen.push_str(query);
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 3986 sections 5.4.1 and 5.4.2, except fragments.
    #[test]
    fn references_resolve_as_the_standards_examples_do() {
        for (reference, expected) in [
            ("gg:h", "gg:h"), // The standard's example is `g:h`, but one letter is a drive here.
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/../y", "http://a/b/c/y"),
        ] {
            assert_eq!(resolve("http://a/b/c/d;p?q", reference), expected, "{reference}");
        }
    }

    #[test]
    fn relative_base_keeps_leading_parent_segments() {
        for (base, reference, expected) in [
            ("openapi.yaml", "schemas/pet.yaml", "schemas/pet.yaml"),
            ("schemas/pet.yaml", "../openapi.yaml", "openapi.yaml"),
            ("schemas/pet.yaml", "../../common/x.yaml", "../common/x.yaml"),
            ("../common/x.yaml", "y.yaml", "../common/y.yaml"),
            ("../common/x.yaml", "../../y.yaml", "../../y.yaml"),
            ("schemas/pet.yaml", "/etc/passwd", "/etc/passwd"),
            ("schemas/pet.yaml", "HTTPS://A.example/b/../c", "https://a.example/c"),
            ("https://a.example", "b.yaml", "https://a.example/b.yaml"),
            ("a.yaml", "urn:example:pet", "urn:example:pet"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference} in {base}");
        }
    }

    #[test]
    fn one_file_has_one_spelling() {
        for spelling in ["my pet.yaml", "./my%20pet.yaml", "a/../my pet.yaml", "my%20%70et.yaml", ".//my pet.yaml"] {
            assert_eq!(resolve("openapi.yaml", spelling), "my%20pet.yaml", "{spelling}");
        }
        assert_eq!(spelled("100%.yaml"), "100%25.yaml");
        assert_eq!(spelled("%7b%c3%a4"), "%7B%C3%A4");
        assert_eq!(decoded("my%20pet.yaml"), "my pet.yaml");
    }

    #[test]
    fn credentials_are_not_shown() {
        for (uri, expected) in [
            ("https://me:p@ss@a.example/x#/y", "https://a.example/x#/y"),
            ("//me@a.example", "//a.example"),
            ("https://a.example/x@y", "https://a.example/x@y"),
            ("schemas//me@home.yaml", "schemas//me@home.yaml"),
        ] {
            assert_eq!(shown(uri), expected);
        }
    }

    #[test]
    fn a_file_is_called_by_its_way_from_the_root() {
        for (root, uri, expected) in [
            ("openapi.yaml", "schemas/pet.yaml", "schemas/pet.yaml"),
            ("openapi.yaml", "../x.yaml", "../x.yaml"),
            ("https://a.example/v1/openapi.yaml", "https://a.example/v1/schemas/pet.yaml", "schemas/pet.yaml"),
            ("https://a.example/v1/openapi.yaml", "https://a.example/common/x.yaml", "../common/x.yaml"),
            ("https://a.example/v1/openapi.yaml", "https://b.example/v1/x.yaml", "https://b.example/v1/x.yaml"),
            ("v1/openapi.yaml", "v1/openapi.yaml?x", "?x"),
        ] {
            assert_eq!(seen_from(root, uri), expected, "{uri}");
        }
    }
}
