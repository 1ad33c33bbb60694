//! The schemas that apply to one location: a schema, its references and `allOf` branches, and the chosen alternatives.

use waybill_base::internal::order::Listed as _;

use crate::tree::{Arena, Kind, NodeId};
use crate::{KnownKey, Reference, ResolvedDescription};

/// Maximum number of schemas of one location. It equals the limit of a conjunction in comparisons.
const MAX_SCHEMAS: usize = 200;

/// The schemas that apply to one location.
#[derive(Debug, Default)]
pub(super) struct Conjunction {
    /// The schemas, in the order in which they were reached.
    pub(super) schemas: Vec<NodeId>,
    /// True if no value is possible here.
    pub(super) is_empty: bool,
}

impl Conjunction {
    pub(super) fn collect(description: &ResolvedDescription<'_>, roots: &[NodeId]) -> Conjunction {
        let arena = description.arena();
        let mut found = Conjunction::default();
        let mut waiting = roots.to_vec();
        waiting.reverse();
        while let Some(schema) = waiting.pop() {
            match arena.kind(schema) {
                Kind::True => continue,
                Kind::Object => {}
                _ => {
                    found.is_empty = true;
                    continue;
                }
            }
            if found.schemas.contains(&schema) {
                continue;
            }
            if found.schemas.len() >= MAX_SCHEMAS {
                found.is_empty = true;
                break;
            }
            found.schemas.push(schema);
            if let Some(list) = arena.member(schema, KnownKey::AllOf) {
                let mut branches = children(arena, list);
                branches.reverse();
                waiting.append(&mut branches);
            }
            for key in [KnownKey::Ref, KnownKey::DynamicRef] {
                let member = arena.member(schema, key).filter(|&member| arena.is_string(member));
                match member.map(|member| description.target(member)) {
                    Some(Reference::Local(target)) => waiting.push(target),
                    Some(Reference::Missing | Reference::External) => found.is_empty = true,
                    None => {}
                }
            }
        }
        found
    }

    /// Returns the values of a keyword in all schemas that have it.
    pub(super) fn words(&self, description: &ResolvedDescription<'_>, key: KnownKey) -> Vec<NodeId> {
        let mut found = Vec::new();
        for &schema in &self.schemas {
            found.extend(description.arena().member(schema, key));
        }
        found
    }

    /// Returns the elements or members of a keyword's values in all schemas.
    pub(super) fn inside(&self, description: &ResolvedDescription<'_>, key: KnownKey) -> Vec<NodeId> {
        let mut found = Vec::new();
        for value in self.words(description, key) {
            found.append(&mut children(description.arena(), value));
        }
        found
    }

    pub(super) fn has(&self, description: &ResolvedDescription<'_>, key: KnownKey) -> bool {
        self.schemas.iter().any(|&schema| description.arena().member(schema, key).is_some())
    }
}

/// Returns the elements of a list or the members of a map.
pub(super) fn children(arena: &Arena<'_>, id: NodeId) -> Vec<NodeId> {
    arena.children(id).list()
}
