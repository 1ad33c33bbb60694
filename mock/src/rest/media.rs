//! Media types of a description: which of them a request is sent as, and which of them it accepts.

use http::HeaderMap;
use serde_json::Value;
use waybill_openapi::operation::MediaType;

use crate::request::media::{self, most_accepted_within, quality_of};

/// The entry for a body's type: the type itself before `type/*` before `*/*`.
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

/// The entry that a request accepts most, of those alike the first; JSON where the request says nothing. Those that answers
/// are written of here come first.
pub(super) fn accepted<'m>(content: &'m [MediaType], headers: &HeaderMap) -> Option<&'m MediaType> {
    let writable: Vec<&MediaType> = content.iter().filter(|entry| has_body(entry)).collect();
    choose(&writable, headers).or_else(|| choose(&content.iter().collect::<Vec<_>>(), headers))
}

/// Whether an answer of this type has a body here.
fn has_body(entry: &MediaType) -> bool {
    let is_plain = is_text(&entry.range) && !has_own_syntax(&entry.range);
    let mut examples = entry.examples.iter();
    is_json(&entry.range)
        || is_plain
        || entry.schema.is_none()
        || examples.any(|example| can_write(&entry.range, &example.json))
}

/// Whether a value can be written as this type: a text always, a number except as XML, an object or an array where it may
/// stand as JSON.
pub(super) fn can_write(range: &str, json: &str) -> bool {
    match json.as_bytes().first() {
        Some(b'"') => true,
        Some(b'{' | b'[') => !has_own_syntax(range),
        _ => !is_xml(range),
    }
}

/// Whether a sample can be: not as a type of which nothing is known here, except a text.
pub(super) fn can_write_sample(range: &str, json: &str) -> bool {
    let is_known = is_json(range) || is_yaml(range) || is_text(range);
    (is_known || json.starts_with('"')) && can_write(range, json)
}

/// Whether values of this type are YAML, of which JSON is a part (YAML 1.2.2 section 1.3; RFC 9512 section 2.1).
fn is_yaml(range: &str) -> bool {
    ends_with(range, &["/yaml", "+yaml", "/x-yaml"])
}

/// Whether JSON objects and arrays are never values of this type.
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

/// A JSON text as the text it stands for, every other value as it is written.
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

/// The type that an answer of a range is sent as: a usual one, or where the request does not accept that one, which it names.
pub(super) fn concrete(range: &str, headers: &HeaderMap) -> String {
    let usual = match essence(range).split_once('/') {
        Some(("text", "*")) => "text/plain",
        Some(("image", "*")) => "image/png",
        Some(("audio", "*")) => "audio/mpeg",
        Some(("video", "*")) => "video/mp4",
        Some(("application" | "*", "*")) => "application/json",
        // What has no slash is no media type.
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

/// Without parameters.
fn essence(range: &str) -> &str {
    range.split(';').next().unwrap_or(range).trim()
}

/// Whether values of this type are JSON: `application/json`, and types that end in `+json` (RFC 6839 section 3.1).
pub(super) fn is_json(range: &str) -> bool {
    let essence = essence(range).to_ascii_lowercase();
    essence == "application/json" || essence.ends_with("+json") || essence == "*/*" || essence == "application/*"
}

/// Whether values of this type are plain text.
pub(super) fn is_text(range: &str) -> bool {
    essence(range).to_ascii_lowercase().starts_with("text/")
}

/// Whether values of this type are forms.
pub(super) fn is_form(range: &str) -> bool {
    essence(range).eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// Whether values of this type are forms of several parts.
pub(super) fn is_multipart(range: &str) -> bool {
    essence(range).eq_ignore_ascii_case("multipart/form-data")
}
