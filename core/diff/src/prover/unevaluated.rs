//! Schemas that allow only properties that some schema for the same value lists (`unevaluatedProperties: false`; JSON
//! Schema 2020-12 core, section 11.3). That can be a branch, a definition or `then`. A property that none of them lists
//! any more is rejected.

use waybill_openapi::internal::{Kind, KnownKey, NodeId, Reference, ResolvedDescription};

use super::inclusion::{PropertyEvaluators, property_evaluators};

/// Maximum number of schemas that apply to the values of one that allows no other properties. They are all stored for
/// each such schema.
const MAX_SCHEMAS: usize = 2000;

/// The schemas of a description that allow no other properties, each with all schemas for the same value.
#[derive(Debug)]
pub(crate) struct ClosedSchemas {
    known: Vec<(NodeId, Vec<NodeId>)>,
    /// False if there are others with too many schemas.
    are_all: bool,
}

impl ClosedSchemas {
    pub(crate) fn collect(description: &ResolvedDescription<'_>) -> ClosedSchemas {
        let arena = description.arena();
        let mut closed = ClosedSchemas { known: Vec::new(), are_all: true };
        for id in arena.nodes_with_key(KnownKey::key_set(&[KnownKey::UnevaluatedProperties])) {
            let Some(schema) = arena.parent(id).filter(|_| arena.kind(id) == Kind::False) else { continue };
            match property_evaluators(description, schema, MAX_SCHEMAS) {
                PropertyEvaluators::All(all) => closed.known.push((schema, all)),
                PropertyEvaluators::Open => {}
                PropertyEvaluators::TooMany => closed.are_all = false,
            }
        }
        closed
    }

    /// Returns true if one of them applies, or may apply, to the value of an object.
    pub(crate) fn may_hold(&self, object: NodeId) -> bool {
        !self.are_all || self.known.iter().any(|(_, all)| all.contains(&object))
    }

    /// Returns those that apply to the value of an object, if no other schema for it lists a name.
    fn refusing<'c>(
        &'c self,
        description: &ResolvedDescription<'_>,
        object: NodeId,
        name: &str,
    ) -> Vec<&'c (NodeId, Vec<NodeId>)> {
        let arena = description.arena();
        let lists = |&schema: &NodeId| {
            let listed = arena.member(schema, KnownKey::Properties).zip(arena.keys().find(name));
            arena.member(schema, KnownKey::PatternProperties).is_some()
                || listed.is_some_and(|(map, key)| arena.get(map, key).is_some())
        };
        self.known.iter().filter(|(_, all)| all.contains(&object) && !all.iter().any(lists)).collect()
    }
}

/// Returns true if every path to an object leads through a schema that rejects a name. This can be a schema around it,
/// or one that refers to it or to a schema between the two. Also true if some of those schemas are too large to be
/// known.
pub(crate) fn is_refused_everywhere(
    description: &ResolvedDescription<'_>,
    closings: &ClosedSchemas,
    object: NodeId,
    name: &str,
) -> bool {
    let refusing = closings.refusing(description, object, name);
    let arena = description.arena();
    let around: Vec<NodeId> = arena.ancestors(object).collect();
    let closes = |&id: &NodeId| refusing.iter().any(|(schema, _)| *schema == id);
    // All paths lead through the innermost schema around the object that rejects the name, so search only inside it.
    let within = around.iter().position(closes).unwrap_or(around.len());
    let is_entered = |target| around.iter().take(within).any(|&id| id == target);
    let mut ways = description.references().iter().filter(|&&member| match description.target(member) {
        Reference::Local(target) => is_entered(target),
        Reference::Missing | Reference::External => false,
    });
    let passes =
        |&member: &NodeId| arena.parent(member).is_some_and(|by| refusing.iter().any(|(_, all)| all.contains(&by)));
    !closings.are_all || (!refusing.is_empty() && ways.all(passes))
}
