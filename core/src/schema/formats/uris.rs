//! URIs and references (RFC 3986 appendix A), IRIs (RFC 3987 section 2.2) and URI templates (RFC 6570 section 2).

use super::addresses::is_ipv6;

/// One with a scheme; `international` ones may hold characters beyond ASCII.
pub(super) fn is_uri(text: &str, international: bool) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(is_inside);
    is_scheme && is_relative(rest, international)
}

/// One with or without a scheme.
pub(super) fn is_reference(text: &str, international: bool) -> bool {
    let first = text.split(['/', '?', '#']).next().unwrap_or_default();
    // A colon in the first segment would end a scheme.
    is_uri(text, international) || !first.contains(':') && is_relative(text, international)
}

/// What stands behind a scheme.
fn is_relative(text: &str, international: bool) -> bool {
    let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = match path.strip_prefix("//") {
        None => path,
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            let (authority, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
            if !is_authority(authority, international) {
                return false;
            }
            path
        }
    };
    are_characters(path, ":@/", international)
        && are_characters(query, ":@/?", international)
        && are_characters(fragment, ":@/?", international)
}

fn is_authority(text: &str, international: bool) -> bool {
    let (user, host) = text.rsplit_once('@').unwrap_or(("", text));
    let (host, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) => {
            let is_future = address.starts_with(['v', 'V']) && are_characters(address, ":", false);
            if !is_ipv6(address) && !is_future || !port.is_empty() && !port.starts_with(':') {
                return false;
            }
            ("", port.strip_prefix(':').unwrap_or(port))
        }
        None => host.rsplit_once(':').unwrap_or((host, "")),
    };
    are_characters(user, ":", international)
        && are_characters(host, "", international)
        && port.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether a text holds unreserved characters, sub-delimiters, percent-encoded bytes and these others alone.
fn are_characters(text: &str, others: &str, international: bool) -> bool {
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = if next == '%' {
            let is_byte = rest.get(1..3).is_some_and(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()));
            if !is_byte {
                return false;
            }
            3
        } else {
            let is_plain = next.is_ascii_alphanumeric()
                || "-._~!$&'()*+,;=".contains(next)
                || others.contains(next)
                || international && !next.is_ascii();
            if !is_plain {
                return false;
            }
            next.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    true
}

/// Literals and expressions in braces.
pub(super) fn is_template(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let Some((literal, behind)) = rest.split_at_checked(at) else { return false };
        let Some((expression, behind)) = behind.strip_prefix('{').and_then(|inside| inside.split_once('}')) else {
            return false;
        };
        if !is_literal(literal) || !is_expression(expression) {
            return false;
        }
        rest = behind;
    }
    is_literal(rest)
}

fn is_literal(text: &str) -> bool {
    !text.contains(|character: char| character.is_control() || " \"'<>\\^`|".contains(character))
}

fn is_expression(text: &str) -> bool {
    let names = text.strip_prefix(['+', '#', '.', '/', ';', '?', '&']).unwrap_or(text);
    names.split(',').all(|name| {
        let name = name.strip_suffix('*').unwrap_or(name);
        let (name, length) = name.split_once(':').unwrap_or((name, "1"));
        let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'%');
        let is_length = matches!(length.len(), 1..=4) && length.bytes().all(|digit| digit.is_ascii_digit());
        !name.is_empty() && name.bytes().all(is_inside) && is_length
    })
}
