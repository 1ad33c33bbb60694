//! Binary data as different versions declare it: `format: binary` and `format: byte` up to OpenAPI 3.0,
//! `contentMediaType` and `contentEncoding` since 3.1 (OpenAPI 3.1.1 section 4.8.14.4, "Migrating binary descriptions
//! from OAS 3.0").

use waybill_openapi::SpecVersion;
use waybill_openapi::internal::conjuncts::is_annotation;
use waybill_openapi::internal::{Kind, KnownKey, MediaRange, NodeId, ObjectKind, ResolvedDescription, part_of};

use super::sides::Sides;

/// The encoding of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BinaryEncoding {
    /// Raw bytes.
    Raw,
    /// Base64 characters.
    Base64,
}

/// The keywords that declare binary data.
pub(crate) const BINARY_KEYWORDS: [KnownKey; 4] =
    [KnownKey::Type, KnownKey::Format, KnownKey::ContentMediaType, KnownKey::ContentEncoding];

/// Returns true if two schemas declare the same binary data in the syntax of two different versions. Either schema may
/// be missing from its media type.
pub(crate) fn is_same_binary_data(sides: &Sides<'_>, old: Option<NodeId>, new: Option<NodeId>) -> bool {
    let is_newer = |description: &ResolvedDescription<'_>| match description.spec_version() {
        SpecVersion::V2_0 | SpecVersion::V3_0 => false,
        SpecVersion::V3_1 | SpecVersion::V3_2 => true,
    };
    let written = match (is_newer(sides.old), is_newer(sides.new)) {
        (false, true) => (binary_before_3_1(sides.old, old), binary_since_3_1(sides.new, new)),
        (true, false) => (binary_since_3_1(sides.old, old), binary_before_3_1(sides.new, new)),
        (true, true) | (false, false) => return false,
    };
    written.0.is_some() && written.0 == written.1
}

/// Returns true if the schema of `application/octet-stream` allows any bytes.
pub(crate) fn allows_any_bytes(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let octets = arena.parent(schema).map(|media| arena.key_text(media));
    let plain = arena.children(schema).all(|member| {
        is_annotation(description, member) || BINARY_KEYWORDS.iter().any(|key| key.key() == arena.key(member))
    });
    octets.is_some_and(|name| name.eq_ignore_ascii_case("application/octet-stream"))
        && plain
        && binary_before_3_1(description, Some(schema)) == Some(BinaryEncoding::Raw)
}

fn binary_before_3_1(description: &ResolvedDescription<'_>, schema: Option<NodeId>) -> Option<BinaryEncoding> {
    let schema = description.resolve(schema?)?;
    let arena = description.arena();
    let text = |key| arena.string_at(schema, key).unwrap_or_default();
    match (text(KnownKey::Type).as_ref(), text(KnownKey::Format).as_ref()) {
        ("string", "binary") => Some(BinaryEncoding::Raw),
        ("string", "byte") => Some(BinaryEncoding::Base64),
        _ => None,
    }
}

fn binary_since_3_1(description: &ResolvedDescription<'_>, schema: Option<NodeId>) -> Option<BinaryEncoding> {
    let arena = description.arena();
    let Some(schema) = schema.filter(|&schema| arena.kind(schema) != Kind::True) else {
        return Some(BinaryEncoding::Raw);
    };
    let text = |key| arena.string_at(schema, key);
    let is_string = text(KnownKey::Type).is_none_or(|name| name == "string");
    let plain = !BINARY_KEYWORDS.iter().any(|&key| arena.member(schema, key).is_some());
    match (text(KnownKey::ContentEncoding).as_deref(), text(KnownKey::ContentMediaType)) {
        (Some("base64"), _) if is_string => Some(BinaryEncoding::Base64),
        (None, Some(_)) if is_string => Some(BinaryEncoding::Raw),
        // An unrestricted value is bytes only if it is everything that is sent.
        (None, None) if plain && (is_whole_body(description, schema) || is_part(description, schema)) => {
            Some(BinaryEncoding::Raw)
        }
        _ => None,
    }
}

fn is_whole_body(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    arena.parent(schema).is_some_and(|holder| description.object_kind(holder) == ObjectKind::MediaType)
}

/// Returns true if a value is a separate part whose encoding does not exclude raw bytes (OpenAPI 3.1.1 section
/// 4.8.15.1.1).
fn is_part(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    part_of(description, schema).is_some_and(|(media_type, name)| {
        let encodings = arena.member(media_type, KnownKey::Encoding);
        let encoding = encodings.and_then(|map| arena.get(map, arena.keys().find(&name)?));
        let written = encoding.is_some_and(|encoding| arena.member(encoding, KnownKey::ContentType).is_some());
        MediaRange::parse(arena.key_text(media_type)).is_multipart() && !written
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Facet;
    use crate::facets::tests::examples::{facets, in_operation};

    #[test]
    fn a_part_without_a_type_is_the_bytes_it_was() {
        let binary = json!({"type": "string", "format": "binary"});
        let list = |items: Value| json!({"type": "array", "items": items});
        let body = |version: &str, media_type: &str, part: &Value| {
            let schema = json!({"type": "object", "properties": {"f": part}});
            let mut body = in_operation(&json!({"requestBody": {"content": {media_type: {"schema": schema}}}}));
            body["openapi"] = json!(version);
            body
        };
        for (media_type, old, new, is_same) in [
            ("multipart/form-data", binary.clone(), json!({}), true),
            ("multipart/form-data", list(binary.clone()), list(json!({})), true),
            ("application/json", binary, json!({}), false),
        ] {
            let (old, new) = (body("3.0.3", media_type, &old), body("3.1.0", media_type, &new));
            for (old, new) in [(&old, &new), (&new, &old)] {
                let found = facets(old, new);
                assert_eq!(found == [Facet::SpecificationVersion], is_same, "{media_type}: {found:?}");
            }
        }
    }

    #[test]
    fn octets_without_a_schema_are_any_bytes() {
        let body =
            |media: Value| in_operation(&json!({"requestBody": {"content": {"application/octet-stream": media}}}));
        let binary = json!({"type": "string", "format": "binary"});
        let short = json!({"type": "string", "format": "binary", "maxLength": 9});
        for (schema, is_same) in [(binary, true), (short, false)] {
            let mut old = body(json!({}));
            let mut new = body(json!({"schema": schema}));
            (old["openapi"], new["openapi"]) = (json!("3.0.3"), json!("3.0.3"));
            assert_eq!(facets(&old, &new).is_empty(), is_same, "{schema}");
            assert_eq!(facets(&new, &old).is_empty(), is_same, "{schema}");
        }
    }
}
