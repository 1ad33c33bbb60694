//! Entries of a discriminator's mapping that lead to other files: nothing else may, where alternatives name their parent
//! and not the other way round (OpenAPI 3.1.1 section 4.8.25).

use super::known_key::KnownKey;
use super::uri;
use crate::tree::{Arena, NodeId};

/// Whether this is an entry of a mapping by the names around it, and its text the reference of a file.
pub(super) fn names_file(arena: &Arena<'_>, entry: NodeId) -> bool {
    let mapping = arena.parent(entry).filter(|&map| arena.key(map) == KnownKey::Mapping.key());
    let discriminator = mapping.and_then(|map| arena.parent(map));
    if discriminator.is_none_or(|around| arena.key(around) != KnownKey::Discriminator.key()) {
        return false;
    }
    let Some(text) = arena.string(entry) else { return false };
    let (file, _) = uri::split(&text);
    let is_file = file.contains('/') || [".json", ".yaml", ".yml"].iter().any(|ending| file.ends_with(ending));
    is_file && !is_component(arena, &text)
}

/// A name comes before a file that is called like it.
fn is_component(arena: &Arena<'_>, name: &str) -> bool {
    let components = arena.member(NodeId::ROOT, KnownKey::Components);
    let schemas = components.and_then(|all| arena.member(all, KnownKey::Schemas));
    schemas.zip(arena.keys().find(name)).is_some_and(|(schemas, key)| arena.get(schemas, key).is_some())
}
