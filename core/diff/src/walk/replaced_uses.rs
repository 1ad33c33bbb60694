//! References that are compared with something else than a reference to the same definition. A change of the definition
//! does not affect such a use.

use waybill_openapi::internal::{KnownKey, NodeId};

use super::Walker;
use crate::model::Side;
use crate::prover::merged::ConjunctionPair;

impl Walker<'_, '_> {
    /// Notes the references of two schemas whose targets are not compared with their namesakes.
    pub(crate) fn note_replaced_uses(&mut self, merged: &ConjunctionPair) {
        for &(old, new) in &merged.references {
            self.note_replaced_references(old, new);
        }
        for &((side, reference), target) in &merged.followed {
            if let Some((old, new)) = merged.whole {
                let (_, other) = side.in_order(old, new);
                self.replacements.uses.add(self.definition_pair, (side, reference), (target, other));
            } else {
                self.replacements.uses.references.push(((side, reference), self.definition_pair));
                self.replacements.uses.shared.push((side, target));
            }
        }
    }

    /// Notes two references if they lead to different definitions.
    fn note_replaced_references(&mut self, old: NodeId, new: NodeId) {
        let (from, to) = self.sides.member(old, new, KnownKey::Ref);
        if from.zip(to).is_some_and(|(from, to)| self.sides.equal(from, to)) {
            return;
        }
        let Some((target, other)) = self.sides.old.resolve(old).zip(self.sides.new.resolve(new)) else { return };
        if self.sides.new.at_place_of(self.sides.old, target) != Some(other) {
            self.replacements.uses.add(self.definition_pair, (Side::Old, old), (target, other));
            self.replacements.uses.add(self.definition_pair, (Side::New, new), (other, target));
        }
    }

    /// Notes a reference that is compared with a value, or two references that lead to different definitions.
    pub(crate) fn note_replaced_reference(&mut self, old: NodeId, new: NodeId) {
        if self.in_non_asserting {
            return;
        }
        let targets = self.sides.old.resolve(old).zip(self.sides.new.resolve(new));
        match (targets, self.sides.old.reference(old).is_some(), self.sides.new.reference(new).is_some()) {
            (Some(_), true, true) => self.note_replaced_references(old, new),
            (Some(targets), true, false) => {
                self.replacements.uses.add(self.definition_pair, (Side::Old, old), targets);
            }
            (Some((from, to)), false, true) => {
                self.replacements.uses.add(self.definition_pair, (Side::New, new), (to, from));
            }
            (None, ..) | (_, false, false) => {}
        }
    }

    /// Notes that two entries of maps with different names are compared, so that each may be compared with others too.
    pub(crate) fn note_shared_entries(&mut self, old: NodeId, new: NodeId) {
        if !self.sides.same_name(old, new) {
            self.replacements.uses.shared.extend([(Side::Old, old), (Side::New, new)]);
        }
    }
}
