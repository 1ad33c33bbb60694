//! References to other files in a discriminator's mapping. They can be the only references to a file: alternatives may refer to
//! their parent without being referenced by it (OpenAPI 3.1.1 section 4.8.25).

use super::known_key::KnownKey;
use super::uri;
use crate::tree::{Arena, NodeId};

/// Returns true if the names around `entry` make it an entry of a mapping, and its string refers to a file.
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

/// Returns true if there is a component with this name. It takes precedence over a file with the same name.
fn is_component(arena: &Arena<'_>, name: &str) -> bool {
    let components = arena.member(NodeId::ROOT, KnownKey::Components);
    let schemas = components.and_then(|all| arena.member(all, KnownKey::Schemas));
    schemas.zip(arena.keys().find(name)).is_some_and(|(schemas, key)| arena.get(schemas, key).is_some())
}
