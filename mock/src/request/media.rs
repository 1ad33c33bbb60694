//! Media types in requests: `Content-Type` and the preferences of `Accept` (RFC 9110 sections 8.3.1 and 12.5.1).

use http::HeaderMap;
use http::header::{ACCEPT, CONTENT_TYPE};

use super::fields::{first_field, join_fields};

/// A media type with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MediaType {
    kind: String,
    subtype: String,
    parameters: Vec<(String, String)>,
}

impl MediaType {
    /// Returns the type of a request's body, or `None` if the header is missing or invalid.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Option<MediaType> {
        Self::parse(&first_field(headers, CONTENT_TYPE)?)
    }

    pub(crate) fn parse(text: &str) -> Option<MediaType> {
        let mut pieces = split_outside_quotes(text, ';');
        let (kind, subtype) = pieces.next()?.trim().split_once('/')?;
        let parameters = pieces.filter_map(|piece| {
            let (name, value) = piece.split_once('=')?;
            Some((name.trim().to_ascii_lowercase(), unquote(value.trim())))
        });
        Some(MediaType {
            kind: kind.trim().to_ascii_lowercase(),
            subtype: subtype.trim().to_ascii_lowercase(),
            parameters: parameters.collect(),
        })
    }

    pub(crate) fn is(&self, kind: &str, subtype: &str) -> bool {
        self.kind == kind && self.subtype == subtype
    }

    pub(crate) fn is_same_as(&self, other: &MediaType) -> bool {
        self.kind == other.kind && self.subtype == other.subtype
    }

    /// True for `type/*` with the type of `other`.
    pub(crate) fn is_range_of(&self, other: &MediaType) -> bool {
        self.kind == other.kind && self.subtype == "*"
    }

    /// True for `*/*`.
    pub(crate) fn is_any(&self) -> bool {
        self.kind == "*" && self.subtype == "*"
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

/// True if `Accept` gives JSON a higher quality than each of `others`. False without the header.
pub(crate) fn prefers_json(headers: &HeaderMap, others: &[&str]) -> bool {
    let ranges = accepted(headers);
    let json = quality(&ranges, "application/json").max(quality(&ranges, "application/problem+json"));
    json > 0 && others.iter().all(|other| quality(&ranges, other) < json)
}

/// Returns the quality of a type in `Accept`, in thousandths. Without the header, all types have quality 1000.
pub(crate) fn quality_of(headers: &HeaderMap, name: &str) -> u16 {
    let ranges = accepted(headers);
    if ranges.is_empty() { 1000 } else { quality(&ranges, name) }
}

/// Returns the type within `range` that `Accept` names explicitly with the highest quality.
pub(crate) fn most_accepted_within(headers: &HeaderMap, range: &str) -> Option<String> {
    let range = MediaType::parse(range);
    let is_in = |named: &MediaType| range.as_ref().is_none_or(|range| range.is_any() || range.is_range_of(named));
    let named = accepted(headers).into_iter().rev().filter(|(named, quality)| *quality > 0 && named.subtype != "*");
    let best = named.filter(|(named, _)| is_in(named)).max_by_key(|(_, quality)| *quality);
    best.map(|(named, _)| format!("{}/{}", named.kind, named.subtype))
}

/// Returns the ranges of `Accept` with their qualities in thousandths.
fn accepted(headers: &HeaderMap) -> Vec<(MediaType, u16)> {
    let list = join_fields(headers, ACCEPT.as_str()).unwrap_or_default();
    let ranges = split_outside_quotes(&list, ',').filter_map(MediaType::parse);
    ranges.map(|range| (range.parameter("q").map_or(1000, thousandths), range)).map(|(q, range)| (range, q)).collect()
}

/// Returns the quality of the most specific range that contains `name`.
fn quality(ranges: &[(MediaType, u16)], name: &str) -> u16 {
    let (kind, subtype) = name.split_once('/').unwrap_or((name, ""));
    let matching = ranges.iter().filter_map(|(range, quality)| {
        let specific = match (range.kind.as_str(), range.subtype.as_str()) {
            ("*", "*") => 0,
            (found, "*") if found == kind => 1,
            (found, rest) if found == kind && rest == subtype => 2,
            _ => return None,
        };
        Some((specific, *quality))
    });
    matching.max_by_key(|(specific, _)| *specific).map_or(0, |(_, quality)| quality)
}

fn thousandths(text: &str) -> u16 {
    let quality: f32 = text.trim().parse().unwrap_or(0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=1 before")]
    let thousandths = (quality.clamp(0.0, 1.0) * 1000.0) as u16;
    thousandths
}

/// Splits a string at separators outside quoted strings (RFC 9110 section 5.6.4).
pub(crate) fn split_outside_quotes(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let mut escaped = false;
    text.split(move |c: char| {
        if escaped {
            escaped = false;
            return false;
        }
        match c {
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
        !quoted && c == separator
    })
}

/// Removes the quotation marks and escapes of a quoted string (RFC 9110 section 5.6.4).
pub(crate) fn unquote(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return text.to_owned();
    };
    let mut plain = String::with_capacity(inner.len());
    let mut escaped = false;
    for c in inner.chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            escaped = false;
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    const XML: &[&str] = &["text/xml", "application/soap+xml", "application/xml"];

    fn accept(text: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(text))])
    }

    #[test]
    fn json_is_preferred_only_where_it_ranks_above_xml() {
        for (text, json) in [
            ("application/json", true),
            ("application/json, text/xml;q=0.9", true),
            ("application/problem+json", true),
            ("text/xml, application/json;q=0.9", false),
            ("text/xml, application/json", false),
            ("*/*", false),
            ("application/json;q=0", false),
            ("text/xml, multipart/related", false),
        ] {
            assert_eq!(prefers_json(&accept(text), XML), json, "{text}");
        }
        assert!(!prefers_json(&HeaderMap::new(), XML));
    }

    #[test]
    fn parameters_may_be_quoted_and_hold_separators() {
        let media = MediaType::parse("application/soap+xml; charset=UTF-8; action=\"urn:a;b\\\"c\"").unwrap();
        assert!(media.is("application", "soap+xml"));
        assert_eq!(media.parameter("charset"), Some("UTF-8"));
        assert_eq!(media.parameter("action"), Some("urn:a;b\"c"));
    }
}
