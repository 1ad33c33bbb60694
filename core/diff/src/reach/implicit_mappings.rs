//! Schemas that a discriminator finds without a mapping: they extend its schema with `allOf` and are found by component
//! name (OpenAPI 3.1.1 section 4.8.25.2). Users of the base schema also use these subtypes, except the schemas that
//! extend it.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::{KnownKey, NodeId, Reference, ResolvedDescription, tag_target};

/// Pairs of a component that is distinguished by name and a component that directly extends it.
#[derive(Debug, Default)]
pub(crate) struct ImplicitMappings(Vec<(NodeId, NodeId)>);

impl ImplicitMappings {
    pub(crate) fn collect(description: &ResolvedDescription<'_>) -> ImplicitMappings {
        let members = description.references().iter();
        let built = order::groups(members.filter_map(|&member| built_on(description, member)));
        let mut waiting: Vec<NodeId> =
            built.iter().map(|(base, _)| *base).filter(|&id| has_implicit_mapping(description, id)).list();
        let mut seen: Set<NodeId> = Set::default();
        let mut found = Vec::new();
        while let Some(base) = waiting.pop() {
            // A schema that extends a subtype inherits its discriminator.
            if let Some(subtypes) = order::find(&built, &base).filter(|_| seen.add(base)) {
                found.extend(subtypes.iter().map(|&subtype| (base, subtype)));
                waiting.extend(subtypes);
            }
        }
        ImplicitMappings(order::sorted_unique(found))
    }

    /// Returns pairs of a node and its user. Users of a base schema also use its subtypes.
    pub(crate) fn edges(&self, description: &ResolvedDescription<'_>) -> Vec<(NodeId, NodeId)> {
        let mut edges = Vec::new();
        for &(base, subtype) in &self.0 {
            if let Some(by) = distinguishing_keyword(description, base) {
                edges.push((subtype, by));
                edges.extend(distinguishing_keyword(description, subtype).map(|through| (through, by)));
            }
        }
        edges
    }

    /// Returns the node that represents the actual or possible subtypes of a referenced schema. Returns `None` if the
    /// reference extends the schema.
    pub(crate) fn used(&self, description: &ResolvedDescription<'_>, member: NodeId, target: NodeId) -> Option<NodeId> {
        let at = self.0.partition_point(|pair| pair.0 < target);
        let has_subtypes = self.0.get(at).is_some_and(|pair| pair.0 == target);
        let by = if has_subtypes {
            distinguishing_keyword(description, target)
        } else {
            description.arena().member(target, KnownKey::Discriminator)
        };
        by.filter(|_| built_on(description, member).is_none())
    }

    pub(crate) fn has(&self, base: NodeId, subtype: NodeId) -> bool {
        self.0.binary_search(&(base, subtype)).is_ok()
    }

    /// Returns the pairs of a base schema and a direct subtype.
    pub(crate) fn pairs(&self) -> &[(NodeId, NodeId)] {
        &self.0
    }

    /// Returns the subtypes that have an entry in a mapping. These entries are compared at their own location.
    pub(crate) fn mapped(&self, description: &ResolvedDescription<'_>) -> Vec<NodeId> {
        let arena = description.arena();
        let bases = order::sorted_unique(self.0.iter().map(|pair| pair.0));
        let mappings = bases
            .into_iter()
            .filter_map(|base| arena.member(arena.member(base, KnownKey::Discriminator)?, KnownKey::Mapping));
        let entries = mappings.flat_map(|mapping| arena.children(mapping));
        order::sorted_unique(entries.filter_map(|entry| tag_target(description, entry)))
    }
}

/// Returns the referenced base schema and the component that extends it there.
fn built_on(description: &ResolvedDescription<'_>, member: NodeId) -> Option<(NodeId, NodeId)> {
    let arena = description.arena();
    let list = arena.parent(arena.parent(member)?).filter(|&list| arena.key(list) == KnownKey::AllOf.key())?;
    let subtype = arena.parent(list).filter(|&subtype| description.is_component(subtype))?;
    match description.target(member) {
        Reference::Local(base) if description.is_component(base) => Some((base, subtype)),
        _ => None,
    }
}

/// Returns true if a schema finds its subtypes by name. A list of alternatives is complete, so such a schema does not.
fn has_implicit_mapping(description: &ResolvedDescription<'_>, base: NodeId) -> bool {
    description.arena().member(base, KnownKey::Discriminator).is_some() && !description.has_alternatives(base)
}

/// Returns the keyword through which a schema distinguishes its subtypes.
pub(crate) fn distinguishing_keyword(description: &ResolvedDescription<'_>, base: NodeId) -> Option<NodeId> {
    let member = |key| description.arena().member(base, key);
    member(KnownKey::Discriminator).or_else(|| member(KnownKey::AllOf))
}

/// Returns true if the discriminator of a schema has a mapping entry with this name.
pub(crate) fn has_mapping_entry(description: &ResolvedDescription<'_>, schema: NodeId, name: &str) -> bool {
    let arena = description.arena();
    let mapping = arena.member(schema, KnownKey::Discriminator).and_then(|id| arena.member(id, KnownKey::Mapping));
    mapping.zip(arena.keys().find(name)).is_some_and(|(mapping, key)| arena.get(mapping, key).is_some())
}
