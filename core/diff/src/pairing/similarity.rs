//! Heuristics that find the two versions of a schema by its features.

use waybill_base::internal::order;
use waybill_openapi::internal::{NodeId, ResolvedDescription};

use super::sides::Sides;

/// Returns true if two schemas share a constant property, such as a tag, and no property has different constants.
pub(crate) fn has_same_constants(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    let (one, other) = sides.looks(old, new);
    let common = order::count_common(&one.constants, &other.constants);
    common > 0 && common == order::count_common(&one.constant_names, &other.constant_names)
}

/// Returns true if two schemas have a similar shape.
pub(crate) fn has_similar_shape(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    let (one, other) = sides.looks(old, new);
    one.is_similar(&other)
}

/// Returns the number of keywords, properties and names that only one of two schemas has.
pub(crate) fn count_differences(sides: &Sides<'_>, old: NodeId, new: NodeId) -> usize {
    let (one, other) = sides.looks(old, new);
    one.distance(&other)
}

/// Returns true if at least half of all property names are in both schemas. One is then probably the other under a new
/// name.
pub(crate) fn shares_most_property_names(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    let (one, other) = sides.looks(old, new);
    let common = order::count_common(&one.names, &other.names);
    common * 2 >= one.names.len() + other.names.len() - common
}

/// Returns true if two schemas are probably the same before and after: the same component name, equal JSON, or a
/// similar shape.
pub(crate) fn is_likely_same_schema(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    let Some((from, to)) = sides.old.resolve(old).zip(sides.new.resolve(new)) else { return false };
    if sides.old.is_component(from) && sides.new.is_component(to) {
        let names = (sides.old.arena().key_text(from), sides.new.arena().key_text(to));
        if names.0 == names.1 {
            return true;
        }
        let there = |description: &ResolvedDescription<'_>, sibling: NodeId, name: &str| {
            let arena = description.arena();
            let section = arena.parent(sibling);
            section.zip(arena.keys().find(name)).is_some_and(|(section, key)| arena.get(section, key).is_some())
        };
        if there(sides.new, to, names.0) || there(sides.old, from, names.1) {
            return false;
        }
        return sides.equal(from, to)
            || has_similar_shape(sides, from, to) && shares_most_property_names(sides, from, to);
    }
    sides.equal(from, to) || has_similar_shape(sides, from, to)
}
