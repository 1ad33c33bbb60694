//! Media types and ranges, the keys of `content` (OpenAPI 3.1.1 section 4.8.14; RFC 9110 sections 8.3.1 and 12.5.1).
//!
//! Names of types and parameters and values of `charset` ignore case. The order of parameters has no meaning. A suffix such as
//! `+json` makes a different media type, which `application/json` does not cover.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use super::named_set::Named;

/// A media type or a media range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaRange {
    /// In lower case; `*` for any.
    kind: String,
    subtype: String,
    /// Sorted; names in lower case.
    parameters: Vec<(String, String)>,
}

impl MediaRange {
    /// Parses a media type or range (RFC 9110 section 12.5.1).
    pub fn parse(name: &str) -> MediaRange {
        let mut range = MediaRange::as_written(name);
        // JSON defines no `charset` and is always UTF-8 (RFC 8259 sections 8.1 and 11).
        if range.subtype == "json" || range.subtype.ends_with("+json") {
            range.parameters.retain(|(name, value)| name != "charset" || value != "utf-8");
        }
        range
    }

    /// Parses a media range and keeps all parameters, including those without a meaning.
    pub fn as_written(name: &str) -> MediaRange {
        let mut parts = Parts { rest: name };
        let essence = parts.next().unwrap_or_default().to_ascii_lowercase();
        let (kind, subtype) = essence.split_once('/').unwrap_or((&essence, ""));
        let mut parameters: Vec<(String, String)> = parts.filter_map(parameter).list();
        order::sort(&mut parameters);
        MediaRange { kind: kind.trim().to_owned(), subtype: subtype.trim().to_owned(), parameters }
    }

    /// Returns true if it is XML, or a range that includes XML (RFC 7303 sections 9.1 to 9.6).
    pub fn may_be_xml(&self) -> bool {
        self.subtype == "xml" || self.subtype.ends_with("+xml") || self.subtype == "*"
    }

    /// Returns true if its values consist of parts that can have encodings: forms and `multipart`.
    pub fn has_parts(&self) -> bool {
        self.is_multipart() || self.is_form()
    }

    /// Returns true for `multipart/*`.
    pub fn is_multipart(&self) -> bool {
        self.kind == "multipart"
    }

    /// Returns true for forms with parts.
    pub fn is_form_data(&self) -> bool {
        self.is_multipart() && self.subtype == "form-data"
    }

    /// Returns true for URL-encoded forms.
    pub fn is_form(&self) -> bool {
        self.kind == "application" && self.subtype == "x-www-form-urlencoded"
    }

    /// Returns true for JSON.
    pub fn is_json(&self) -> bool {
        self.subtype == "json" || self.subtype.ends_with("+json")
    }

    /// Returns true for plain text.
    pub fn is_plain_text(&self) -> bool {
        self.kind == "text" && self.subtype == "plain"
    }
}

impl Named for MediaRange {
    fn covers(&self, other: &MediaRange) -> bool {
        let kind = self.kind == "*" || self.kind == other.kind;
        // `*+json` is not a range in RFC 9110, but publishers use it for all types with that suffix.
        let has_suffix = |suffix: &str| suffix.starts_with('+') && other.subtype.ends_with(suffix);
        let subtype = self.subtype == "*"
            || self.subtype == other.subtype
            || self.subtype.strip_prefix('*').is_some_and(has_suffix);
        let parameters = self.parameters.iter().all(|parameter| other.parameters.contains(parameter));
        self != other && kind && subtype && parameters
    }
}

fn parameter(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim().to_ascii_lowercase();
    let value = value.trim();
    let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    let value = value.replace("\\\"", "\"");
    let value = if name == "charset" { value.to_ascii_lowercase() } else { value };
    Some((name, value))
}

/// An iterator over the parts between semicolons. Semicolons in quotes do not separate parts.
struct Parts<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Parts<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (mut quoted, mut escaped) = (false, false);
        let end = self.rest.char_indices().find(|(_, char)| {
            let ends = *char == ';' && !quoted;
            quoted ^= *char == '"' && !escaped;
            escaped = *char == '\\' && !escaped;
            ends
        });
        let (part, rest) = match end {
            Some((at, _)) => (self.rest.get(..at)?, self.rest.get(at + 1..).unwrap_or_default()),
            None => (self.rest, ""),
        };
        self.rest = rest;
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if the first range covers the second, and true if the second covers the first.
    type Holds = (bool, bool);
    const SAME: Holds = (true, true);
    const NARROWED: Holds = (true, false);
    const WIDENED: Holds = (false, true);
    const INCOMPARABLE: Holds = (false, false);

    #[test]
    fn media_range_covers_narrower_ranges() {
        for (before, after, expected) in [
            ("application/json", "application/json", SAME),
            ("application/json", "Application/JSON", SAME),
            ("application/json", "application/*", WIDENED),
            ("application/json", "*/*", WIDENED),
            ("application/*", "*/*", WIDENED),
            ("application/*", "text/plain", INCOMPARABLE),
            ("application/problem+json", "application/json", INCOMPARABLE),
            ("text/csv; charset=utf-8", "text/csv", WIDENED),
            ("text/csv;charset=UTF-8", "text/csv; Charset=\"utf-8\"", SAME),
            ("text/csv; charset=utf-8", "text/csv; charset=latin1", INCOMPARABLE),
            ("text/csv; header=present; charset=utf-8", "text/csv; charset=utf-8; header=present", SAME),
            ("text/csv; header=present; charset=utf-8", "text/csv; charset=utf-8", WIDENED),
            ("application/x; version=1", "application/x; version=2", INCOMPARABLE),
            ("application/x; version=a", "application/x; version=A", INCOMPARABLE),
            ("application/x; p=\"a;b\"", "application/x; p=\"a;c\"", INCOMPARABLE),
            ("application/*", "application/json; charset=utf-8", NARROWED),
            ("application/json; charset=utf-8", "application/json", SAME),
            ("application/problem+json", "application/problem+json;charset=UTF-8", SAME),
            ("application/json; charset=utf-16", "application/json", WIDENED),
        ] {
            let [before, after] = [before, after].map(MediaRange::parse);
            let same = before == after;
            let relation = (same || before.covers(&after), same || after.covers(&before));
            assert_eq!(relation, expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn only_forms_and_multipart_have_parts() {
        let parts = |name| MediaRange::parse(name).has_parts();
        assert!(parts("multipart/mixed") && parts("Multipart/Form-Data") && parts("application/x-www-form-urlencoded"));
        assert!(!parts("application/json"));
    }
}
