//! Features that identify two versions of a schema. They are computed once per schema, because a schema may be compared
//! with many others.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, is_annotation};
use waybill_openapi::internal::listed_values::{Tag, are_tags_apart, tags, value_nodes};
use waybill_openapi::internal::{Digest, KnownKey, NodeId, ResolvedDescription};

/// The features that distinguish a schema from others.
#[derive(Debug)]
pub(crate) struct SchemaShape {
    /// The required properties that allow only certain values.
    pub(crate) tags: Vec<Tag>,
    /// The properties that allow only one value, required or not.
    pub(crate) constant_names: Vec<Digest>,
    /// The name and value of each such property.
    pub(crate) constants: Vec<Digest>,
    /// The names of the declared properties.
    pub(crate) names: Vec<Digest>,
    /// The types, if no properties are declared.
    types: Vec<Digest>,
    /// The required names, if neither properties nor types are declared.
    required_names: Vec<Digest>,
    /// The keywords and their values except documentation. Each property and each required name is separate.
    assertions: Vec<Digest>,
}

impl SchemaShape {
    pub(crate) fn read(description: &ResolvedDescription<'_>, schema: NodeId) -> SchemaShape {
        let arena = description.arena();
        let objects = Conjuncts::opened(description, &[schema]).objects;
        let all = |key| objects.iter().filter_map(move |&object| arena.member(object, key));
        let maps = all(KnownKey::Properties).flat_map(|map| arena.children(map));
        let properties: Vec<NodeId> = maps.list();
        let names = order::sorted_unique(properties.iter().map(|&id| arena.keys().digest(arena.key(id))));
        let (mut constant_names, mut constants) = (Vec::new(), Vec::new());
        for &id in &properties {
            if let Some(value) = description.resolve(id).and_then(|schema| constant(description, schema)) {
                let name = arena.keys().digest(arena.key(id));
                constant_names.push(name);
                constants.push(name.with_next(arena.digest(value)));
            }
        }
        let mut look = SchemaShape {
            tags: tags(description, &objects),
            constant_names: order::sorted_unique(constant_names),
            constants: order::sorted_unique(constants),
            names,
            types: Vec::new(),
            required_names: Vec::new(),
            assertions: Vec::new(),
        };
        if look.names.is_empty() {
            look.types.extend(all(KnownKey::Type).map(|id| arena.digest(id)));
        }
        if look.names.is_empty() && look.types.is_empty() {
            let lists = all(KnownKey::Required).flat_map(|list| arena.children(list));
            look.required_names = order::sorted_unique(lists.map(|id| arena.digest(id)));
        }
        let members = objects.iter().flat_map(|&object| arena.children(object));
        let mut assertions = Vec::new();
        for member in members.filter(|&member| !is_annotation(description, member)) {
            let keyword = arena.keys().digest(arena.key(member));
            match KnownKey::from_key(arena.key(member)) {
                Some(KnownKey::AllOf | KnownKey::Ref) => {}
                Some(KnownKey::Properties | KnownKey::Required) => assertions.extend(
                    arena
                        .children(member)
                        .map(|id| keyword.with_next(arena.keys().digest(arena.key(id))).with_next(arena.digest(id))),
                ),
                _ => assertions.push(keyword.with_next(arena.digest(member))),
            }
        }
        look.assertions = order::sorted_unique(assertions);
        look
    }

    /// Returns the number of keywords, properties and names that only one of the two schemas has. A property with
    /// another schema differs less than one with another name.
    pub(crate) fn distance(&self, other: &SchemaShape) -> usize {
        let differing =
            |one: &[Digest], other: &[Digest]| one.len() + other.len() - 2 * order::count_common(one, other);
        differing(&self.assertions, &other.assertions) + differing(&self.names, &other.names)
    }

    /// Returns true if at least half of the names of the smaller schema are in both. Without names, other features have
    /// to match.
    pub(crate) fn is_similar(&self, other: &SchemaShape) -> bool {
        if are_tags_apart(&self.tags, &other.tags) {
            return false;
        }
        let half = |one: &[Digest], other: &[Digest]| {
            let least = one.len().min(other.len()).max(1);
            order::count_common(one, other) * 2 >= least
        };
        if !self.names.is_empty() || !other.names.is_empty() {
            return half(&self.names, &other.names);
        }
        if !self.types.is_empty() || !other.types.is_empty() {
            return self.types == other.types;
        }
        if self.required_names.is_empty() && other.required_names.is_empty() {
            return self.assertions == other.assertions;
        }
        half(&self.required_names, &other.required_names)
    }
}

/// Returns the only value that a schema allows.
fn constant(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    let listed = arena.member(schema, KnownKey::Enum).map(|list| value_nodes(description, list));
    match listed.as_deref() {
        Some(&[value]) => Some(value),
        Some(_) => None,
        None => arena.member(schema, KnownKey::Const),
    }
}
