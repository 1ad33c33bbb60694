//! The `Prefer` header (RFC 7240), with which clients choose a response.

use http::HeaderMap;

use super::fields::join_fields;
use super::media::{split_outside_quotes, unquote};

/// Returns the value of a preference, or an empty string if it has none. The first of several occurrences applies
/// (section 2).
pub(crate) fn preference(headers: &HeaderMap, name: &str) -> Option<String> {
    let list = join_fields(headers, "prefer")?;
    let mut pieces = split_outside_quotes(&list, ',').flat_map(|preference| split_outside_quotes(preference, ';'));
    pieces.find_map(|piece| {
        let (found, value) = piece.split_once('=').unwrap_or((piece, ""));
        found.trim().eq_ignore_ascii_case(name).then(|| unquote(value.trim()))
    })
}

/// Describes a preference, as the beginning of a sentence about why it is refused.
pub(crate) fn describe_preference(name: &str, value: &str) -> String {
    match name {
        _ if value.is_empty() => format!("`Prefer: {name}` has no value"),
        "code" => format!("the request prefers a reply {value}"),
        _ => format!("the request prefers the {name} {value}"),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn preferences_may_share_a_line_and_be_quoted() {
        let line = r#"respond-async, Fault="InvalidAddress"; code=404, example="a,b; \"c\"", empty=, "name=x""#;
        let headers = HeaderMap::from_iter([(http::HeaderName::from_static("prefer"), HeaderValue::from_static(line))]);
        for (name, value) in [
            ("fault", Some("InvalidAddress")),
            ("code", Some("404")),
            ("example", Some("a,b; \"c\"")),
            ("empty", Some("")),
            ("respond-async", Some("")),
            ("name", None),
        ] {
            assert_eq!(preference(&headers, name).as_deref(), value, "{name}");
        }
    }
}
