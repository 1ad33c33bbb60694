//! How the value a schema describes is written where it stands: as JSON, or as text in a parameter, a header, a field of a
//! form or a plain text (OpenAPI 3.1.1 sections 4.8.12, 4.8.15 and 4.8.21). What a definition describes is written as those
//! that refer to it write it.

use std::rc::Rc;

use crate::tree::NodeId;
use crate::{KnownKey, MediaRange, ObjectKind, ResolvedDescription, SerializationStyle};

/// How a value is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueFormat {
    /// As JSON, or in a way nothing is known of.
    Json,
    /// A string that is written so.
    Text(TextFormat),
    /// As this part of the value is written wherever the definition around it is used.
    DependsOnUse(ValuePart),
}

/// How a value is written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextFormat {
    /// The serialisation.
    pub form: SerializationStyle,
    /// Whether it is known how lists are written.
    pub lists: bool,
    /// Whether nothing is sent for null.
    pub null_is_nothing: bool,
}

/// Which part of a value another one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartKind {
    Whole,
    Element,
    Member,
    ElementOfMember,
    Deeper,
}

impl PartKind {
    /// The part `inner` of this part.
    const fn then(self, inner: PartKind) -> PartKind {
        match (self, inner) {
            (PartKind::Whole, way) | (way, PartKind::Whole) => way,
            (PartKind::Element, PartKind::Element) => PartKind::Element,
            (PartKind::Member | PartKind::ElementOfMember, PartKind::Element) => PartKind::ElementOfMember,
            _ => PartKind::Deeper,
        }
    }
}

/// What a schema is in, which says how its value is written.
#[derive(Debug, Clone, Copy)]
enum Holder {
    Parameter(NodeId),
    Header(NodeId),
    MediaType(NodeId),
    Definition,
    /// Something that does not declare how values are written.
    Other,
}

/// A part of a value, from the whole of it on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValuePart {
    way: PartKind,
    /// The property of the whole that it is, or is in.
    name: Option<Rc<str>>,
}

impl ValuePart {
    pub(crate) const WHOLE: ValuePart = ValuePart { way: PartKind::Whole, name: None };

    /// Which part it is, whatever the property is called.
    pub const fn way(&self) -> PartKind {
        self.way
    }

    /// Whether it is a property, or in one.
    const fn is_named(&self) -> bool {
        !matches!(self.way, PartKind::Whole | PartKind::Element)
    }

    /// The part `inner` of this part.
    fn then(self, inner: ValuePart) -> ValuePart {
        let name = if self.is_named() { self.name } else { inner.name };
        ValuePart { way: self.way.then(inner.way), name }
    }
}

/// The place of a schema: what says how its value is written, and which part of what is written there it is.
#[derive(Debug, Clone)]
pub struct ValueLocation(Holder, ValuePart);

impl ValueLocation {
    /// Finds out where the values of a schema are sent.
    pub fn find(description: &ResolvedDescription<'_>, schema: NodeId) -> ValueLocation {
        let (holder, part) = around(description, schema);
        ValueLocation(holder, part)
    }

    /// Whether the value is a property, or in one: the names of properties inside it then make no difference.
    pub const fn is_named(&self) -> bool {
        self.1.is_named()
    }

    /// How a part of the value here is written.
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
    /// How the value of a schema is written.
    pub fn find(description: &ResolvedDescription<'_>, schema: NodeId) -> ValueFormat {
        ValueFormat::inside(description, schema, ValuePart::WHOLE)
    }

    /// How a part of the value of a schema is written, which is described elsewhere.
    pub fn inside(description: &ResolvedDescription<'_>, schema: NodeId, inner: ValuePart) -> ValueFormat {
        ValueLocation::find(description, schema).manner(description, inner)
    }
}

/// A parameter or a header whose schema says what is written.
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
        // In a parameter or a header it is written as a value by itself is.
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

/// Whether a part of a body is written by `style`, `explode` and `allowReserved`.
fn is_styled(description: &ResolvedDescription<'_>, encoding: NodeId) -> bool {
    let words = [KnownKey::Style, KnownKey::Explode, KnownKey::AllowReserved];
    words.into_iter().any(|key| description.arena().member(encoding, key).is_some())
}

/// The media type whose value has a property, or elements of one, that a schema describes, and the name of it.
pub fn part_of(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<(NodeId, String)> {
    let (Holder::MediaType(id), ValuePart { way: PartKind::Member | PartKind::ElementOfMember, name }) =
        around(description, schema)
    else {
        return None;
    };
    Some((id, name?.to_string()))
}

/// What a schema stands in, and which part of the value described there it describes.
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
        // What holds alternatives, properties and the like stands one step further out.
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
    fn fields_of_forms_are_text_unless_they_are_said_to_be_something_else() {
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
    fn a_definition_is_written_as_whoever_refers_to_it_says() {
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
