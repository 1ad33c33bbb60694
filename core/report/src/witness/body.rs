//! The body of an example: JSON, a URL-encoded form, a multipart form, or plain text.

use serde_json::Value;
use waybill_openapi::internal::{KnownKey, ResolvedDescription, node_of, resolved};
use waybill_openapi::operation::MediaType;

use super::Endpoint;
use super::draft::{Body, is_form, is_form_data, is_json, is_plain_text};
use super::write::{encode, scalar, scalars};

/// Maximum length of a body, in bytes.
const MAX_BODY_BYTES: usize = 400;

/// Boundary between the parts of a form (RFC 2046 section 5.1.1).
const BOUNDARY: &str = "boundary";

/// A serialised body.
pub(super) struct WrittenBody {
    pub(super) content_type: String,
    pub(super) text: String,
}

/// Serialises a body. `None` if it does not fit into a few lines.
pub(super) fn write_body(at: Endpoint<'_>, body: &Body) -> Option<WrittenBody> {
    let Body { media_type, value } = body;
    let mut content_type = media_type.clone();
    let text = match media_type.as_str() {
        range if is_json(range) => escape_unseen(&value.to_string()),
        range if is_form(range) => {
            let pairs = value.as_object()?.iter().map(|(name, value)| {
                let values = scalars(value)?;
                Some(values.iter().map(|value| format!("{}={}", encode(name), encode(value))).collect::<Vec<_>>())
            });
            pairs.collect::<Option<Vec<_>>>()?.concat().join("&")
        }
        range if is_form_data(range) => {
            content_type = format!("{media_type}; boundary={BOUNDARY}");
            write_parts(at, body)?
        }
        range if is_plain_text(range) => plain(scalar(value)?)?,
        _ => return None,
    };
    (text.len() <= MAX_BODY_BYTES).then_some(WrittenBody { content_type, text })
}

/// Writes a part for each member, and for each element of an array (RFC 7578 section 4.3).
fn write_parts(at: Endpoint<'_>, body: &Body) -> Option<String> {
    let contents = || at.operation.body.iter().flat_map(|described| &described.content);
    let content = contents().find(|content| content.range.eq_ignore_ascii_case(&body.media_type))?;
    let mut parts = Vec::new();
    for (name, value) in body.value.as_object()? {
        // Custom encodings and names that need encoding are not supported.
        let is_plain_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.[]".contains(&byte));
        if !is_plain_name || content.encodings.iter().any(|encoding| encoding.name == *name) {
            return None;
        }
        let elements = match value {
            Value::Array(elements) if elements.is_empty() => return None,
            Value::Array(elements) => elements.as_slice(),
            value => std::slice::from_ref(value),
        };
        for element in elements {
            let kind = if is_file(resolved(at.description), content, name) {
                format!("; filename=\"{name}.bin\"\r\nContent-Type: application/octet-stream")
            } else if element.is_object() {
                // JSON is the default encoding of objects (OpenAPI 3.1.1 section 4.8.15.1).
                "\r\nContent-Type: application/json".to_owned()
            } else {
                String::new()
            };
            let part = if element.is_object() { escape_unseen(&element.to_string()) } else { plain(scalar(element)?)? };
            parts.push(format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{kind}\r\n\r\n{part}\r\n"
            ));
        }
    }
    (!parts.is_empty()).then(|| format!("{}--{BOUNDARY}--\r\n", parts.concat()))
}

/// Returns true if a member contains a file.
fn is_file(description: &ResolvedDescription<'_>, content: &MediaType, name: &str) -> bool {
    let arena = description.arena();
    let resolve = |node| description.resolve(node).unwrap_or(node);
    let properties = content.schema.and_then(|schema| arena.member(resolve(node_of(schema)), KnownKey::Properties));
    let property = properties.and_then(|all| arena.children(all).find(|&member| arena.key_text(member) == name));
    let Some(property) = property.map(resolve) else { return false };
    let schema = arena.member(property, KnownKey::Items).map_or(property, resolve);
    arena.string_at(schema, KnownKey::Format).is_some_and(|format| format == "binary")
        || arena.member(schema, KnownKey::ContentMediaType).is_some()
}

/// Returns text that is printable ASCII, which a body contains unchanged. `None` for other text.
fn plain(text: String) -> Option<String> {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte)).then_some(text)
}

/// Escapes characters of JSON that are invisible or change the writing direction. They occur only in strings.
fn escape_unseen(json: &str) -> String {
    let is_rightward = |char: char| !matches!(char, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}');
    let mut escaped = String::new();
    for char in json.chars() {
        if matches!(char, ' '..='~') || char.is_alphanumeric() && is_rightward(char) {
            escaped.push(char);
        } else {
            escaped.extend(char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}
