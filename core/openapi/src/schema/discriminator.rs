//! Discriminators: the schema that a value names, by an entry of the mapping or by the name of a component (OpenAPI 3.1.1 section
//! 4.8.25). They never affect validity, only the violations reported for an invalid value.

use waybill_base::internal::order::Listed as _;

use super::evaluation::Evaluation;
use crate::tree::{Arena, NodeId, quote};
use crate::{KnownKey, ResolvedDescription};

/// Returns the schema that an entry of a mapping names, by reference or by the name of a component.
pub fn tag_target(description: &ResolvedDescription<'_>, entry: NodeId) -> Option<NodeId> {
    let text = description.arena().string(entry)?;
    // A component takes precedence over a file with the same name (OpenAPI 3.1.1 section 4.8.25.3).
    component(description, &text).or_else(|| description.resolve_text(entry, &text))
}

/// Returns the component schema for a name or a reference.
fn component(description: &ResolvedDescription<'_>, text: &str) -> Option<NodeId> {
    let arena = description.arena();
    let name = text.strip_prefix("#/components/schemas/").unwrap_or(text);
    let schemas =
        arena.member(NodeId::ROOT, KnownKey::Components).and_then(|all| arena.member(all, KnownKey::Schemas))?;
    arena.get(schemas, arena.keys().find(name)?)
}

/// The schema that a value's discriminator selects.
pub(super) enum Choice {
    /// No schema, because the discriminator is unusable or has a default.
    None,
    /// No schema, because the discriminator property is missing.
    Untagged,
    /// No known schema.
    Unknown { value: NodeId, known: Vec<String> },
    /// This schema.
    Schema(NodeId),
}

/// Maximum number of names reported in one sentence.
const MAX_NAMES: usize = 20;

/// Returns the schema that an object's discriminator selects.
pub(super) fn chosen(evaluation: &Evaluation<'_>, discriminator: NodeId, instance: NodeId) -> Choice {
    let (description, schemas) = (evaluation.description, evaluation.schemas);
    let Some(name) = schemas.string_at(discriminator, KnownKey::PropertyName) else { return Choice::None };
    let Some(value) = evaluation.member(instance, &name) else {
        let has_default = schemas.member(discriminator, KnownKey::DefaultMapping).is_some();
        return if has_default { Choice::None } else { Choice::Untagged };
    };
    let Some(tag) = evaluation.instances.string(value) else { return Choice::None };
    let entries = mapping(schemas, discriminator);
    let mapped = entries.iter().find(|(name, _)| *name == tag).map(|&(_, entry)| tag_target(description, entry));
    match mapped.unwrap_or_else(|| component(description, &tag)) {
        Some(schema) => Choice::Schema(description.resolve(schema).unwrap_or(schema)),
        None if schemas.member(discriminator, KnownKey::DefaultMapping).is_some() => Choice::None,
        None => {
            let mut known = alternatives(evaluation, discriminator);
            for (name, _) in entries.into_iter().rev() {
                known.insert(0, name.to_owned());
            }
            known.truncate(MAX_NAMES);
            for name in &mut known {
                let plain = std::mem::take(name);
                quote(&plain, name);
            }
            Choice::Unknown { value, known }
        }
    }
}

/// Returns the entries of the mapping: the property's value, and the schema's name or reference.
pub(super) fn mapping<'s>(schemas: &'s Arena<'_>, discriminator: NodeId) -> Vec<(&'s str, NodeId)> {
    let entries = schemas.member(discriminator, KnownKey::Mapping).into_iter().flat_map(|map| schemas.children(map));
    entries.map(|entry| (schemas.key_text(entry), entry)).list()
}

/// Returns the names of the alternatives beside a discriminator that have no entry in its mapping.
fn alternatives(evaluation: &Evaluation<'_>, discriminator: NodeId) -> Vec<String> {
    let (description, schemas) = (evaluation.description, evaluation.schemas);
    let mapped: Vec<NodeId> =
        mapping(schemas, discriminator).into_iter().filter_map(|(_, entry)| tag_target(description, entry)).list();
    let around = schemas.parent(discriminator).into_iter();
    let lists = around.flat_map(|schema| [KnownKey::OneOf, KnownKey::AnyOf].map(|key| schemas.member(schema, key)));
    let branches = lists.flatten().flat_map(|list| schemas.children(list));
    let named = branches.filter_map(|branch| description.resolve(branch)).filter(|schema| !mapped.contains(schema));
    named.filter(|&schema| description.is_component(schema)).map(|id| schemas.key_text(id).to_owned()).list()
}
