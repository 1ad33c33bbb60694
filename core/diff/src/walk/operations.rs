//! The walk over an operation and its parameters.

use waybill_openapi::internal::{NodeId, ObjectKind};

use super::Walker;
use crate::model::{MessageSide, Owner};
use crate::pairing::parameters;
use crate::pairing::parameters::Parameters;

impl Walker<'_, '_> {
    /// Compares two operations. The body and the responses are separate definition pairs, because each has one
    /// direction.
    pub(super) fn walk_operation(&mut self, old: NodeId, new: NodeId) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        for child in right.children(new) {
            let kind = ObjectKind::Operation.child(right.key(child));
            let part = match kind {
                ObjectKind::RequestBody => MessageSide::Request,
                ObjectKind::Responses => MessageSide::Response,
                _ => MessageSide::Whole,
            };
            match self.sides.namesake_in_old(old, child) {
                Some(partner) if part == MessageSide::Whole => self.walk(partner, child, kind),
                Some(partner) => {
                    if !self.sides.equal(partner, child) {
                        let owners = self.definition_pairs.owners_for(self.definition_pair, part);
                        self.definition_pairs.add(partner, child, kind, &owners);
                    }
                }
                None => self.walk_unmatched(None, Some(child), kind),
            }
        }
        for child in left.children(old) {
            if self.sides.namesake_in_new(new, child).is_none() {
                self.walk_unmatched(Some(child), None, ObjectKind::Operation.child(left.key(child)));
            }
        }
    }

    /// Compares two arrays of parameters at the same level. Either may be missing.
    pub(super) fn walk_parameters(&mut self, old: Option<NodeId>, new: Option<NodeId>) {
        let left = old.into_iter().flat_map(|id| self.sides.old.arena().children(id)).collect::<Vec<_>>();
        let right = new.into_iter().flat_map(|id| self.sides.new.arena().children(id)).collect::<Vec<_>>();
        if left.is_empty() && right.is_empty() {
            // An empty list means the same as a missing one.
            self.add_neutral_place(old, new);
            return;
        }
        let owners = self.definition_pairs.owners_for(self.definition_pair, MessageSide::Request);
        let templates = owners.first().and_then(|owner| self.pairing.templates(self.sides, owner)).unwrap_or_default();
        let alignment = parameters::pair_parameters(
            Parameters { description: self.sides.old, elements: left, template: templates.0 },
            Parameters { description: self.sides.new, elements: right, template: templates.1 },
        );
        for (old, new) in alignment.pairs {
            if !self.sides.equal(old, new) {
                let takes = |owner: &Owner| -> (bool, bool) {
                    let Owner::Operation { pair, .. } = *owner else { return (true, true) };
                    let both = self.pairing.get(self.sides, pair);
                    both.map_or((true, true), |(left, right)| {
                        (
                            parameters::has_effective_parameter(self.sides.old, left, old),
                            parameters::has_effective_parameter(self.sides.new, right, new),
                        )
                    })
                };
                let kept: Vec<Owner> = owners.iter().filter(|owner| takes(owner) == (true, true)).copied().collect();
                if kept.is_empty() && owners.iter().any(|owner| takes(owner) != (false, false)) {
                    // A parameter that overrides this one on one side is compared for each operation.
                    self.add_neutral_place(Some(old), Some(new));
                } else {
                    self.definition_pairs.add(old, new, ObjectKind::Parameter, &kept);
                }
            }
        }
        for old in alignment.removed {
            self.add_place(Some(old), None, ObjectKind::Parameter);
        }
        for new in alignment.added {
            self.add_place(None, Some(new), ObjectKind::Parameter);
        }
    }
}
