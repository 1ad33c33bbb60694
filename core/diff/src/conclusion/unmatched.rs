//! Values on one side only that have a fact. References inside them have no counterpart, so a change of the target does
//! not affect their readers.

use waybill_base::internal::table::Set;
use waybill_openapi::internal::{NodeId, ObjectKind, Reference, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{DefinitionPair, DiffPlace, Owner, UnmatchedSubtrees};
use crate::prover::inclusion::references_in;
use crate::reach::Reach;

/// Finds values that were added or removed as a whole. Definitions in replacements are left out, because they are
/// compared with each other.
pub(crate) fn find_unmatched_uses(context: &FacetContext<'_, '_>, reach: &mut Reach) {
    let (mut all_old, mut all_new) = (ChangedValues::default(), ChangedValues::default());
    for place in context.places.all() {
        let definition_pair = context
            .definition_pairs
            .get(place.definition_pair)
            .filter(|pair| context.places.is_reported_for_one_side(place) && is_compared_for_itself(pair))
            .filter(|_| !is_entry(place));
        all_old.add(place.old, definition_pair.map(|definition_pair| definition_pair.old));
        all_new.add(place.new, definition_pair.map(|definition_pair| definition_pair.new));
    }
    reach.old.set_unmatched(all_old.found(context.sides.old));
    reach.new.set_unmatched(all_new.found(context.sides.new));
}

/// Returns true for media types and statuses. They are compared with the entries that cover them.
fn is_entry(place: &DiffPlace) -> bool {
    matches!(place.kind, ObjectKind::MediaType | ObjectKind::Response)
}

fn is_compared_for_itself(definition_pair: &DefinitionPair) -> bool {
    definition_pair.owners.iter().all(|owner| matches!(owner, Owner::Component { .. } | Owner::Operation { .. }))
}

/// The changed values of one description.
#[derive(Debug, Default)]
struct ChangedValues {
    /// Values on one side only, each with its definition.
    unmatched: Vec<(NodeId, NodeId)>,
    others: Vec<NodeId>,
}

impl ChangedValues {
    fn add(&mut self, value: Option<NodeId>, definition: Option<NodeId>) {
        match (value, definition) {
            (Some(value), Some(definition)) => self.unmatched.push((value, definition)),
            (Some(value), None) => self.others.push(value),
            (None, _) => {}
        }
    }

    /// Returns the unmatched values in definitions that no other changed value refers to.
    fn found(self, description: &ResolvedDescription<'_>) -> UnmatchedSubtrees {
        let mut moved: Set<NodeId> = Set::default();
        let mut waiting = if self.unmatched.is_empty() { Vec::new() } else { self.others };
        while let Some(value) = waiting.pop() {
            for &member in references_in(description, value) {
                if let Reference::Local(definition) = description.target(member)
                    && moved.add(definition)
                {
                    waiting.push(definition);
                }
            }
        }
        let unmatched = self.unmatched.into_iter().filter(|(_, definition)| !moved.has(definition));
        UnmatchedSubtrees::collect(description, unmatched.map(|(value, _)| value))
    }
}
