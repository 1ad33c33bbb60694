//! Schemas (Swagger 2.0, section "Schema Object"): converts keywords that differ in OpenAPI 3.0, and renames references.

use super::converter::Converter;
use crate::error::Fault;
use crate::grammar::ObjectKind;
use crate::known_key::KnownKey;
use crate::tree::{Kind, NodeId};

/// Converts a schema and its subschemas.
pub(super) fn schema(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    at(converter, id, ObjectKind::Schema)
}

fn at(converter: &mut Converter<'_, '_>, id: NodeId, object_kind: ObjectKind) -> Result<(), Fault> {
    // Depth: the nesting of the file, which `Limits::depth` limits.
    let kind = converter.from.kind(id);
    if !matches!(kind, Kind::Object | Kind::Array) || !(object_kind.is_schema() || holds_schemas(object_kind)) {
        return converter.copy(id);
    }
    converter.open(kind, id)?;
    for child in converter.from.children(id) {
        if object_kind.is_schema() {
            keyword(converter, id, child, object_kind)?;
        } else {
            converter.same_key(child);
            at(converter, child, object_kind.child(converter.from.key(child)))?;
        }
    }
    converter.close(id);
    Ok(())
}

const fn holds_schemas(object_kind: ObjectKind) -> bool {
    matches!(
        object_kind,
        ObjectKind::Properties
            | ObjectKind::SchemaMap
            | ObjectKind::Tuple
            | ObjectKind::Branches
            | ObjectKind::Alternatives
            | ObjectKind::NonAssertingSchemaMap
    )
}

/// Converts a keyword of a schema.
pub(super) fn keyword(
    converter: &mut Converter<'_, '_>,
    schema: NodeId,
    id: NodeId,
    object_kind: ObjectKind,
) -> Result<(), Fault> {
    match converter.word_of(id) {
        Some(KnownKey::Ref) if converter.from.is_string(id) => reference(converter, id),
        Some(KnownKey::Discriminator) if converter.from.is_string(id) => {
            converter.same_key(id);
            converter.open(Kind::Object, id)?;
            converter.key("propertyName", id);
            converter.copy(id)?;
            converter.close(id);
            Ok(())
        }
        Some(KnownKey::XNullable) if converter.from.member(schema, KnownKey::Nullable).is_none() => {
            converter.key("nullable", id);
            converter.copy(id)
        }
        Some(KnownKey::Type) if converter.from.string(id).is_some_and(|text| text == "file") => file(converter, id),
        // In `items`, it sets the separator of inner lists, which OpenAPI 3 cannot express. Commas are the default.
        Some(KnownKey::CollectionFormat) if converter.from.string(id).is_some_and(|text| text == "csv") => {
            converter.mark_merged(id);
            Ok(())
        }
        _ => {
            converter.same_key(id);
            at(converter, id, object_kind.child(converter.from.key(id)))
        }
    }
}

/// Converts `file` to a binary string (OpenAPI 3.0.4 section 4.7.14.2).
fn file(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    for (key, value) in [("type", "string"), ("format", "binary")] {
        converter.key(key, id);
        converter.text(value, id)?;
    }
    Ok(())
}

/// Converts a `$ref` member to the location of its target in OpenAPI 3.
pub(super) fn reference(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    converter.same_key(id);
    let text = converter.from.string(id).unwrap_or_default();
    match renamed(&text).filter(|_| converter.is_in_root(id)) {
        Some(text) => converter.text(&text, id),
        None => converter.copy(id),
    }
}

/// Returns the OpenAPI 3 location of a reference, or `None` if it is unchanged.
fn renamed(text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix("#/definitions/") {
        return Some(format!("#/components/schemas/{rest}"));
    }
    let (section, name) = text.strip_prefix("#/")?.split_once('/')?;
    let whole = matches!(section, "parameters" | "responses") && !name.contains('/');
    whole.then(|| format!("#/components/{section}/{name}"))
}
