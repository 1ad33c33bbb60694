//! Serialisation of the value that a schema describes: JSON, or text in a parameter, header, form field or plain text (OpenAPI
//! 3.1.1 sections 4.8.12, 4.8.15 and 4.8.21). For a definition, it depends on where the definition is used.

use std::rc::Rc;

use crate::tree::NodeId;
use crate::{KnownKey, MediaRange, ObjectKind, ResolvedDescription, SerializationStyle};

/// The serialisation of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueFormat {
    /// JSON, or an unknown format.
    Json,
    /// Text in this format.
    Text(TextFormat),
    /// The serialisation of this part of the value, at each location where the enclosing definition is used.
    DependsOnUse(ValuePart),
}

/// The serialisation of a value as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextFormat {
    /// The style.
    pub form: SerializationStyle,
    /// True if the serialisation of lists is known.
    pub lists: bool,
    /// True if null is not sent.
    pub null_is_nothing: bool,
}

/// The position of a part in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartKind {
    Whole,
    Element,
    Member,
    ElementOfMember,
    Deeper,
}

impl PartKind {
    /// Returns the position of the part `inner` of this part.
    const fn then(self, inner: PartKind) -> PartKind {
        match (self, inner) {
            (PartKind::Whole, way) | (way, PartKind::Whole) => way,
            (PartKind::Element, PartKind::Element) => PartKind::Element,
            (PartKind::Member | PartKind::ElementOfMember, PartKind::Element) => PartKind::ElementOfMember,
            _ => PartKind::Deeper,
        }
    }
}

/// The object that contains a schema and declares the serialisation of its values.
#[derive(Debug, Clone, Copy)]
enum Holder {
    Parameter(NodeId),
    Header(NodeId),
    MediaType(NodeId),
    Definition,
    /// An object that does not declare a serialisation.
    Other,
}

/// A part of a value, or the whole value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValuePart {
    way: PartKind,
    /// The property of the whole value that is or contains the part.
    name: Option<Rc<str>>,
}

impl ValuePart {
    pub(crate) const WHOLE: ValuePart = ValuePart { way: PartKind::Whole, name: None };

    /// Returns the position of the part, without the property's name.
    pub const fn way(&self) -> PartKind {
        self.way
    }

    /// Returns true if the part is a property or inside one.
    const fn is_named(&self) -> bool {
        !matches!(self.way, PartKind::Whole | PartKind::Element)
    }

    /// Returns the part `inner` of this part.
    fn then(self, inner: ValuePart) -> ValuePart {
        let name = if self.is_named() { self.name } else { inner.name };
        ValuePart { way: self.way.then(inner.way), name }
    }
}

/// The location of a schema: the object that declares the serialisation, and the schema's part of the value there.
#[derive(Debug, Clone)]
pub struct ValueLocation(Holder, ValuePart);

impl ValueLocation {
    /// Finds the location of a schema.
    pub fn find(description: &ResolvedDescription<'_>, schema: NodeId) -> ValueLocation {
        let (holder, part) = around(description, schema);
        ValueLocation(holder, part)
    }

    /// Returns true if the value is a property or inside one. The names of properties inside it are then irrelevant.
    pub const fn is_named(&self) -> bool {
        self.1.is_named()
    }

    /// Returns the serialisation of a part of the value here.
    pub fn manner(&self, description: &ResolvedDescription<'_>, inner: ValuePart) -> ValueFormat {
        let ValueLocation(holder, outer) = self;
        let part = outer.clone().then(inner);
        match *holder {
            Holder::Parameter(id) => {
                let location = description.arena().string_at(id, KnownKey::In).unwrap_or_default();
                in_holder(description, &location, id, part.way)
            }
            Holder::Header(id) => in_holder(description, "header", id, part.way),
            Holder::MediaType(id) => in_media_type(description, id, &part),
            Holder::Definition => ValueFormat::DependsOnUse(part),
            Holder::Other => ValueFormat::Json,
        }
    }
}

impl ValueFormat {
    /// Returns the serialisation of a schema's value.
    pub fn find(description: &ResolvedDescription<'_>, schema: NodeId) -> ValueFormat {
        ValueFormat::inside(description, schema, ValuePart::WHOLE)
    }

    /// Returns the serialisation of a part of a schema's value. The part can be described in another schema.
    pub fn inside(description: &ResolvedDescription<'_>, schema: NodeId, inner: ValuePart) -> ValueFormat {
        ValueLocation::find(description, schema).manner(description, inner)
    }
}

/// Returns the serialisation in a parameter or header with a schema.
fn in_holder(description: &ResolvedDescription<'_>, location: &str, id: NodeId, way: PartKind) -> ValueFormat {
    let form = SerializationStyle::declared(description, location, id);
    ValueFormat::Text(TextFormat { form, lists: way == PartKind::Whole, null_is_nothing: true })
}

fn in_media_type(description: &ResolvedDescription<'_>, id: NodeId, part: &ValuePart) -> ValueFormat {
    let arena = description.arena();
    let Some(content) = arena.parent(id).filter(|&content| arena.key(content) == KnownKey::Content.key()) else {
        return ValueFormat::Json;
    };
    let range = MediaRange::parse(arena.key_text(id));
    if range.is_plain_text() && part.way == PartKind::Whole {
        // In a parameter or header, plain text is written like a scalar.
        let holder = arena.parent(content).and_then(|holder| arena.string_at(holder, KnownKey::In));
        let form = SerializationStyle::resolve(holder.as_deref().unwrap_or("header"), None, None);
        return ValueFormat::Text(TextFormat { form, lists: false, null_is_nothing: false });
    }
    if !range.has_parts() {
        return ValueFormat::Json;
    }
    let named = part
        .name
        .as_deref()
        .and_then(|name| arena.get(arena.member(id, KnownKey::Encoding)?, arena.keys().find(name)?));
    let styled = named.is_some_and(|encoding| is_styled(description, encoding));
    let is_text = named
        .and_then(|encoding| arena.string_at(encoding, KnownKey::ContentType))
        .is_none_or(|types| types.split(',').all(|name| MediaRange::parse(name).is_plain_text()));
    let (form, known) = match named.filter(|_| styled) {
        Some(encoding) => (SerializationStyle::declared(description, "query", encoding), true),
        None => (SerializationStyle::resolve("query", None, None), is_text),
    };
    let text = |lists| ValueFormat::Text(TextFormat { form, lists, null_is_nothing: true });
    match part.way {
        PartKind::Member if known => text(true),
        PartKind::ElementOfMember if known => text(false),
        PartKind::Deeper if styled => text(false),
        _ => ValueFormat::Json,
    }
}

/// Returns true if a form field is serialised with `style`, `explode` or `allowReserved`.
fn is_styled(description: &ResolvedDescription<'_>, encoding: NodeId) -> bool {
    let words = [KnownKey::Style, KnownKey::Explode, KnownKey::AllowReserved];
    words.into_iter().any(|key| description.arena().member(encoding, key).is_some())
}

/// Returns the media type and the property whose value, or whose elements, a schema describes.
pub fn part_of(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<(NodeId, String)> {
    let (Holder::MediaType(id), ValuePart { way: PartKind::Member | PartKind::ElementOfMember, name }) =
        around(description, schema)
    else {
        return None;
    };
    Some((id, name?.to_string()))
}

/// Returns true if a schema describes a whole form. A form consists of names and values, so it is always an object
/// (OpenAPI 3.1.1 sections 4.8.14.3 and 4.8.14.4; RFC 7578 section 4.2).
pub fn is_whole_form(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let (Holder::MediaType(id), ValuePart { way: PartKind::Whole, .. }) = around(description, schema) else {
        return false;
    };
    let range = MediaRange::parse(description.arena().key_text(id));
    range.is_form() || range.is_form_data()
}

/// Returns the object that contains a schema, and the part of the value there that the schema describes.
fn around(description: &ResolvedDescription<'_>, schema: NodeId) -> (Holder, ValuePart) {
    let arena = description.arena();
    let mut part = ValuePart::WHOLE;
    let mut at = schema;
    let mut known = description.object_kinds_around(schema);
    loop {
        if description.is_component(at) {
            return (Holder::Definition, part);
        }
        let Some(above) = arena.parent(at) else { return (Holder::Other, part) };
        let (key, list) = (KnownKey::from_key(arena.key(at)), KnownKey::from_key(arena.key(above)));
        while known.pop_if(|(id, _)| *id != above).is_some() {}
        let kind = known.last().map_or_else(|| description.object_kind(above), |(_, kind)| *kind);
        let way = match (kind, key) {
            (ObjectKind::Parameter, Some(KnownKey::Schema)) => return (Holder::Parameter(above), part),
            (ObjectKind::Header, Some(KnownKey::Schema)) => return (Holder::Header(above), part),
            (ObjectKind::MediaType, Some(KnownKey::Schema)) => return (Holder::MediaType(above), part),
            (ObjectKind::Branches | ObjectKind::Alternatives, _) => PartKind::Whole,
            (ObjectKind::Properties, _) => {
                part.name = Some(arena.key_text(at).into());
                PartKind::Member
            }
            (ObjectKind::SchemaMap, _) if list == Some(KnownKey::PatternProperties) => {
                part.name = None;
                PartKind::Member
            }
            (ObjectKind::SchemaMap, _) if matches!(list, Some(KnownKey::Defs | KnownKey::Definitions)) => {
                return (Holder::Definition, part);
            }
            (ObjectKind::Tuple, _) if list == Some(KnownKey::PrefixItems) => PartKind::Element,
            (_, Some(KnownKey::Items | KnownKey::UnevaluatedItems)) if kind.is_schema() => PartKind::Element,
            (_, Some(KnownKey::AdditionalProperties | KnownKey::UnevaluatedProperties)) if kind.is_schema() => {
                part.name = None;
                PartKind::Member
            }
            _ => return (Holder::Other, part),
        };
        part.way = way.then(part.way);
        // The schema that has the alternatives or properties is one level further out.
        let is_inside = matches!(
            kind,
            ObjectKind::Branches
                | ObjectKind::Alternatives
                | ObjectKind::Properties
                | ObjectKind::SchemaMap
                | ObjectKind::Tuple
        );
        at = if is_inside { arena.parent(above).unwrap_or(above) } else { above };
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Limits, Loader};

    fn manner(version: &str, document: &Value, pointer: &str) -> ValueFormat {
        let mut document = document.clone();
        document["openapi"] = json!(version);
        let description =
            Loader::new("t", document.to_string().into_bytes(), &Limits::default()).unwrap().finish().resolved;
        let schema = description.at_pointer(pointer).unwrap();
        ValueFormat::find(&description, schema)
    }

    fn is_text(manner: &ValueFormat) -> bool {
        matches!(manner, ValueFormat::Text(_))
    }

    #[test]
    fn parameters_and_headers_are_text_all_through() {
        let deep = json!({"type": "object", "properties": {"a": {"items": {}}}});
        let parameter = json!({"name": "q", "in": "query", "schema": deep});
        let document = json!({"paths": {"/a": {"get": {"parameters": [parameter]}}}});
        for (inside, lists) in [("", true), ("/properties/a", false), ("/properties/a/items", false)] {
            let found = manner("3.1.0", &document, &format!("/paths/~1a/get/parameters/0/schema{inside}"));
            assert!(matches!(found, ValueFormat::Text(text) if text.lists == lists), "{inside}: {found:?}");
        }
    }

    #[test]
    fn form_fields_are_text_unless_an_encoding_says_otherwise() {
        let schema = json!({"properties": {"a": {"items": {"items": {}}}, "b": {"properties": {"c": {}}}}});
        let body = |media: &str, encoding: Value| {
            let content = json!({media: {"schema": schema, "encoding": encoding}});
            json!({"paths": {"/a": {"post": {"requestBody": {"content": content}}}}})
        };
        let (form, parts) = ("application/x-www-form-urlencoded", "multipart/form-data");
        let json_type = json!({"a": {"contentType": "application/json"}});
        let styled = json!({"b": {"style": "deepObject"}});
        for (version, media, encoding, inside, expected) in [
            ("3.1.0", form, json!({}), "/properties/a", true),
            ("3.1.0", form, json!({}), "/properties/a/items", true),
            ("3.1.0", form, json!({}), "/properties/a/items/items", true),
            ("3.1.0", form, json!({}), "/properties/b/properties/c", false),
            ("3.1.0", form, styled.clone(), "/properties/b/properties/c", true),
            ("3.1.0", parts, styled.clone(), "/properties/b/properties/c", true),
            ("3.0.3", parts, styled, "/properties/b/properties/c", false),
            ("3.1.0", parts, json_type, "/properties/a", false),
            ("3.1.0", "application/json", json!({}), "/properties/a", false),
            ("3.1.0", form, json!({}), "", false),
            ("3.1.0", "text/plain;charset=utf-8", json!({}), "", true),
        ] {
            let media_type = media.replace('/', "~1");
            let pointer = format!("/paths/~1a/post/requestBody/content/{media_type}/schema{inside}");
            let found = manner(version, &body(media, encoding), &pointer);
            assert_eq!(is_text(&found), expected, "{version} {media} {inside}");
        }
    }

    #[test]
    fn definition_has_the_format_of_its_referrer() {
        let schema = json!({"allOf": [{"properties": {"a": {"items": {"properties": {"b": {}}}}}}], "not": {}});
        let document = json!({"components": {"schemas": {"S": schema}}});
        for (inside, expected) in [
            ("", Some(PartKind::Whole)),
            ("/allOf/0", Some(PartKind::Whole)),
            ("/allOf/0/properties/a", Some(PartKind::Member)),
            ("/allOf/0/properties/a/items", Some(PartKind::ElementOfMember)),
            ("/allOf/0/properties/a/items/properties/b", Some(PartKind::Deeper)),
            ("/not", None),
        ] {
            let found = match manner("3.1.0", &document, &format!("/components/schemas/S{inside}")) {
                ValueFormat::DependsOnUse(part) => Some(part.way),
                ValueFormat::Json | ValueFormat::Text(_) => None,
            };
            assert_eq!(found, expected, "{inside}");
        }
    }
}
