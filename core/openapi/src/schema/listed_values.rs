//! Listed values, which distinguish schemas from each other and alternatives by their discriminators.

use waybill_base::internal::order::Listed as _;

use crate::tree::{Digest, Kind, NodeId};
use crate::{KnownKey, ResolvedDescription};

/// Returns the values that an `enum` or a `const` allows.
pub fn value_nodes(description: &ResolvedDescription<'_>, list: NodeId) -> Vec<NodeId> {
    let arena = description.arena();
    if arena.key(list) == KnownKey::Enum.key() && arena.is_array(list) {
        arena.children(list).list()
    } else {
        vec![list]
    }
}

/// Returns the digests of the values in a list.
pub fn values(description: &ResolvedDescription<'_>, list: NodeId) -> Vec<Digest> {
    value_nodes(description, list).into_iter().map(|id| description.arena().digest(id)).collect()
}

/// Returns the values required by each `enum` and `const` of schemas.
pub fn demanded(description: &ResolvedDescription<'_>, objects: &[NodeId]) -> Vec<Vec<Digest>> {
    let words = |&object: &NodeId| {
        [KnownKey::Enum, KnownKey::Const].into_iter().filter_map(move |key| description.arena().member(object, key))
    };
    objects.iter().flat_map(words).map(|list| values(description, list)).list()
}

/// Returns true if both require values and have none in common.
pub fn are_values_apart(one: &[Vec<Digest>], other: &[Vec<Digest>]) -> bool {
    one.iter().any(|one| other.iter().any(|other| one.iter().all(|value| !other.contains(value))))
}

/// A required property with its allowed values.
pub type Tag = (String, Vec<Digest>);

/// Returns true if both require the same property with no common value, so that the property distinguishes them.
pub fn are_tags_apart(one: &[Tag], other: &[Tag]) -> bool {
    one.iter().any(|(name, values)| {
        let same = other.iter().filter(|(known, _)| known == name);
        same.into_iter().any(|(_, others)| values.iter().all(|value| !others.contains(value)))
    })
}

/// Returns true if one requires a property that the other does not list, and the other allows only listed properties.
pub fn closed_to(
    demanding: &ResolvedDescription<'_>,
    objects: &[NodeId],
    closed: &ResolvedDescription<'_>,
    others: &[NodeId],
) -> bool {
    let (left, right) = (demanding.arena(), closed.arena());
    let lists = objects.iter().filter_map(|&object| left.member(object, KnownKey::Required));
    let names: Vec<_> = lists.flat_map(|list| left.children(list)).filter_map(|id| left.string(id)).list();
    others.iter().any(|&object| {
        let member = |key| right.member(object, key);
        let is_closed = member(KnownKey::AdditionalProperties).is_some_and(|id| right.kind(id) == Kind::False);
        let listed = |name: &str| {
            let key = right.keys().find(name);
            member(KnownKey::Properties).zip(key).is_some_and(|(map, key)| right.get(map, key).is_some())
        };
        is_closed && member(KnownKey::PatternProperties).is_none() && names.iter().any(|name| !listed(name))
    })
}

/// Returns the required properties whose values are listed.
pub fn tags(description: &ResolvedDescription<'_>, objects: &[NodeId]) -> Vec<Tag> {
    let arena = description.arena();
    let mut found = Vec::new();
    let list = |key| objects.iter().filter_map(move |&object| arena.member(object, key));
    let required: Vec<_> =
        list(KnownKey::Required).flat_map(|list| arena.children(list)).filter_map(|id| arena.string(id)).list();
    for property in list(KnownKey::Properties).flat_map(|map| arena.children(map)) {
        let name = arena.key_text(property);
        if !required.iter().any(|known| known == name) {
            continue;
        }
        let Some(property) = description.resolve(property) else { continue };
        for key in [KnownKey::Enum, KnownKey::Const] {
            if let Some(list) = arena.member(property, key) {
                found.push((name.to_owned(), values(description, list)));
            }
        }
    }
    found
}
