//! Schemas (Swagger 2.0, section "Schema Object"): what OpenAPI 3.0 writes differently, and references renamed.

use super::scribe::Scribe;
use crate::openapi::arena::{Kind, NodeId};
use crate::openapi::error::Fault;
use crate::openapi::grammar::Site;
use crate::openapi::keys::Word;

/// A schema and those inside it.
pub(super) fn schema(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    at(scribe, id, Site::Schema)
}

fn at(scribe: &mut Scribe<'_, '_>, id: NodeId, site: Site) -> Result<(), Fault> {
    let kind = scribe.from.kind(id);
    if !matches!(kind, Kind::Object | Kind::Array) || !(site.is_schema() || holds_schemas(site)) {
        return scribe.copy(id);
    }
    scribe.open(kind, id)?;
    for child in scribe.from.children(id) {
        if site.is_schema() {
            keyword(scribe, id, child, site)?;
        } else {
            scribe.same_key(child);
            at(scribe, child, site.child(scribe.from.key(child)))?;
        }
    }
    scribe.close(id);
    Ok(())
}

const fn holds_schemas(site: Site) -> bool {
    matches!(
        site,
        Site::Properties | Site::SchemaMap | Site::Tuple | Site::Branches | Site::Alternatives | Site::OpaqueMap
    )
}

/// One keyword of a schema.
pub(super) fn keyword(scribe: &mut Scribe<'_, '_>, schema: NodeId, id: NodeId, site: Site) -> Result<(), Fault> {
    match scribe.word_of(id) {
        Some(Word::Ref) if scribe.from.is_string(id) => reference(scribe, id),
        Some(Word::Discriminator) if scribe.from.is_string(id) => {
            scribe.same_key(id);
            scribe.open(Kind::Object, id)?;
            scribe.key("propertyName", id);
            scribe.copy(id)?;
            scribe.close(id);
            Ok(())
        }
        Some(Word::XNullable) if scribe.from.word(schema, Word::Nullable).is_none() => {
            scribe.key("nullable", id);
            scribe.copy(id)
        }
        Some(Word::Type) if scribe.from.string(id).is_some_and(|text| text == "file") => file(scribe, id),
        // Inside `items` it says how elements of elements are joined, which OpenAPI 3 cannot; commas are the default.
        Some(Word::CollectionFormat) if scribe.from.string(id).is_some_and(|text| text == "csv") => {
            scribe.merge(id);
            Ok(())
        }
        _ => {
            scribe.same_key(id);
            at(scribe, id, site.child(scribe.from.key(id)))
        }
    }
}

/// A file is a string of bytes (OpenAPI 3.0.4 section 4.7.14.2).
fn file(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    for (key, value) in [("type", "string"), ("format", "binary")] {
        scribe.key(key, id);
        scribe.text(value, id)?;
    }
    Ok(())
}

/// A `$ref` member, leading to where the newer shape has what it leads to.
pub(super) fn reference(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    scribe.same_key(id);
    let text = scribe.from.string(id).unwrap_or_default();
    match renamed(&text).filter(|_| scribe.is_in_root(id)) {
        Some(text) => scribe.text(&text, id),
        None => scribe.copy(id),
    }
}

/// The newer name of a place; `None` where it has none of its own.
fn renamed(text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix("#/definitions/") {
        return Some(format!("#/components/schemas/{rest}"));
    }
    let (section, name) = text.strip_prefix("#/")?.split_once('/')?;
    let whole = matches!(section, "parameters" | "responses") && !name.contains('/');
    whole.then(|| format!("#/components/{section}/{name}"))
}
