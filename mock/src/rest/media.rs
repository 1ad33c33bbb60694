//! Media types of a description, matched with `Content-Type` and `Accept` of a request.

use http::HeaderMap;
use serde_json::Value;
use waybill_openapi::operation::MediaType;

use crate::request::media::{self, most_accepted_within, quality_of};

/// Returns the entry for a body's type. The type itself takes precedence over `type/*` and `*/*`.
pub(super) fn entry_for<'m>(content: &'m [MediaType], sent: &media::MediaType) -> Option<&'m MediaType> {
    let fits = |specific: u8| {
        content.iter().find(move |entry| {
            let Some(range) = media::MediaType::parse(&entry.range) else { return false };
            match specific {
                2 => range.is_same_as(sent),
                1 => range.is_range_of(sent),
                _ => range.is_any(),
            }
        })
    };
    [2, 1, 0].into_iter().find_map(fits)
}

/// Returns the entry that `Accept` prefers, or the first of several equal ones. Without the header, JSON is preferred.
/// Types whose bodies can be written here come first.
pub(super) fn accepted<'m>(content: &'m [MediaType], headers: &HeaderMap) -> Option<&'m MediaType> {
    let writable: Vec<&MediaType> = content.iter().filter(|entry| has_body(entry)).collect();
    choose(&writable, headers).or_else(|| choose(&content.iter().collect::<Vec<_>>(), headers))
}

/// True if a response of this type has a body here.
fn has_body(entry: &MediaType) -> bool {
    let is_plain = is_text(&entry.range) && !has_own_syntax(&entry.range);
    let mut examples = entry.examples.iter();
    is_json(&entry.range)
        || is_plain
        || entry.schema.is_none()
        || examples.any(|example| can_write(&entry.range, &example.json))
}

/// True if a value can be written in this type. Strings always can, numbers cannot in XML, and objects and arrays need
/// a type that may contain JSON.
pub(super) fn can_write(range: &str, json: &str) -> bool {
    match json.as_bytes().first() {
        Some(b'"') => true,
        Some(b'{' | b'[') => !has_own_syntax(range),
        _ => !is_xml(range),
    }
}

/// True if a sample can be written in this type. In unknown types, only strings can.
pub(super) fn can_write_sample(range: &str, json: &str) -> bool {
    let is_known = is_json(range) || is_yaml(range) || is_text(range);
    (is_known || json.starts_with('"')) && can_write(range, json)
}

/// True if values of this type are YAML, which includes JSON (YAML 1.2.2 section 1.3; RFC 9512 section 2.1).
fn is_yaml(range: &str) -> bool {
    ends_with(range, &["/yaml", "+yaml", "/x-yaml"])
}

/// True if JSON objects and arrays are never valid in this type.
fn has_own_syntax(range: &str) -> bool {
    is_xml(range) || ends_with(range, &["/csv", "/html"])
}

fn is_xml(range: &str) -> bool {
    ends_with(range, &["/xml", "+xml"])
}

fn ends_with(range: &str, ends: &[&str]) -> bool {
    let essence = essence(range).to_ascii_lowercase();
    ends.iter().any(|end| essence.ends_with(end))
}

/// Returns the content of a JSON string, and any other value unchanged.
pub(super) fn plain(json: &str) -> String {
    match serde_json::from_str(json) {
        Ok(Value::String(text)) => text,
        _ => json.to_owned(),
    }
}

fn choose<'m>(content: &[&'m MediaType], headers: &HeaderMap) -> Option<&'m MediaType> {
    if !headers.contains_key(http::header::ACCEPT) {
        let is_exact = |entry: &&&MediaType| is_json(&entry.range) && !entry.range.contains('*');
        let json = content.iter().find(is_exact).or_else(|| content.iter().find(|entry| is_json(&entry.range)));
        return json.or(content.first()).copied();
    }
    let ranked =
        content.iter().rev().map(|entry| (quality_of(headers, essence(&concrete(&entry.range, headers))), *entry));
    ranked.filter(|(quality, _)| *quality > 0).max_by_key(|(quality, _)| *quality).map(|(_, entry)| entry)
}

/// Returns the type of a response for a range: a common type, or if `Accept` excludes it, a type that `Accept` names.
pub(super) fn concrete(range: &str, headers: &HeaderMap) -> String {
    let usual = match essence(range).split_once('/') {
        Some(("text", "*")) => "text/plain",
        Some(("image", "*")) => "image/png",
        Some(("audio", "*")) => "audio/mpeg",
        Some(("video", "*")) => "video/mp4",
        Some(("application" | "*", "*")) => "application/json",
        // A range without a slash is not a media type.
        Some((_, "*")) | None => "application/octet-stream",
        Some(_) => return range.to_owned(),
    };
    let is_accepted = quality_of(headers, usual) > 0;
    if is_accepted {
        return usual.to_owned();
    }
    let of_range = |usual: &&str| essence(range) == "*/*" && quality_of(headers, usual) > 0;
    let other = ["text/plain", "image/png", "audio/mpeg", "video/mp4"].into_iter().find(of_range);
    let named = most_accepted_within(headers, essence(range));
    named.unwrap_or_else(|| other.unwrap_or(usual).to_owned())
}

/// Removes the parameters.
fn essence(range: &str) -> &str {
    range.split(';').next().unwrap_or(range).trim()
}

/// True if values of this type are JSON: `application/json`, types that end in `+json` (RFC 6839 section 3.1), and
/// ranges that include them.
pub(super) fn is_json(range: &str) -> bool {
    let essence = essence(range).to_ascii_lowercase();
    essence == "application/json" || essence.ends_with("+json") || essence == "*/*" || essence == "application/*"
}

/// True if values of this type are plain text.
pub(super) fn is_text(range: &str) -> bool {
    essence(range).to_ascii_lowercase().starts_with("text/")
}

/// True if values of this type are forms.
pub(super) fn is_form(range: &str) -> bool {
    essence(range).eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// True if values of this type are multipart forms.
pub(super) fn is_multipart(range: &str) -> bool {
    essence(range).eq_ignore_ascii_case("multipart/form-data")
}
