//! All schemas that apply to one place: a schema, what it refers to, the branches of `allOf`, and whatever has been chosen
//! among alternatives.

use waybill_base::internal::order::Listed as _;

use crate::tree::{Arena, Kind, NodeId};
use crate::{KnownKey, Reference, ResolvedDescription};

/// How many schemas may apply to one place: as many objects as a conjunction may be made of where two are compared.
const MAX_SCHEMAS: usize = 200;

/// The schemas that apply to one place.
#[derive(Debug, Default)]
pub(super) struct Conjunction {
    /// The objects, in the order in which they were reached.
    pub(super) schemas: Vec<NodeId>,
    /// Whether nothing can stand here.
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

    /// The values of a keyword, of all schemas that have it.
    pub(super) fn words(&self, description: &ResolvedDescription<'_>, key: KnownKey) -> Vec<NodeId> {
        let mut found = Vec::new();
        for &schema in &self.schemas {
            found.extend(description.arena().member(schema, key));
        }
        found
    }

    /// What stands in the values of a keyword: the elements of all its lists, or the members of all its maps.
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

/// The elements of a list or the members of a map.
pub(super) fn children(arena: &Arena<'_>, id: NodeId) -> Vec<NodeId> {
    arena.children(id).list()
}
