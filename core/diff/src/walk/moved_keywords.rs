//! Locations in a schema that is composed differently without a change of meaning: moved keywords, repeated keywords,
//! and branches without effect. All of them are claimed.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{Arena, Kind, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::Walker;
use crate::model::Claim;
use crate::prover::merged::{Conjunct, ConjunctionPair};

impl Walker<'_, '_> {
    /// Adds two paired members of conjuncts at different positions. References are added later: other members behind
    /// them may differ.
    pub(crate) fn add_moved_member(&mut self, (old, from): (NodeId, Conjunct), (new, to): (NodeId, Conjunct)) {
        match (from.via_reference, to.via_reference) {
            (None, None) if !self.have_same_position(from.object, to.object) => {
                self.add_neutral_place(Some(old), Some(new));
            }
            // One side uses a reference, the other declares the member inline.
            (None, Some(_)) => self.add_neutral_place(Some(old), None),
            (Some(_), None) => self.add_neutral_place(None, Some(new)),
            _ => {}
        }
    }

    /// Adds the references that moved and those that were followed, once the members of two schemas have been compared.
    pub(crate) fn note_moved_keywords(&mut self, merged: &ConjunctionPair) {
        for &(old, new) in &merged.references {
            if !self.have_same_position(old, new) {
                self.add_neutral_place(Some(old), Some(new));
            }
        }
        for part in &merged.old {
            if let Some(through) = part.via_reference.filter(|&through| !self.places.contains_old(through)) {
                self.add_neutral_place(Some(through), None);
            }
        }
        for part in &merged.new {
            if let Some(through) = part.via_reference.filter(|&through| !self.places.contains_new(through)) {
                self.add_neutral_place(None, Some(through));
            }
        }
    }

    /// Adds the elements of `allOf` without members. An element that allows anything has no effect. Any other element,
    /// including one that is not a schema, is an ordinary location.
    pub(crate) fn add_empty_branches(&mut self, whole: (NodeId, NodeId), merged: &ConjunctionPair) {
        let left = empty_branches(self.sides.old, whole.0, &merged.old);
        let mut right = empty_branches(self.sides.new, whole.1, &merged.new);
        for old in left {
            match right.iter().position(|&new| self.sides.equal(old, new)) {
                Some(at) => drop(right.remove(at)),
                None => self.add_empty_branch(Some(old), None, is_schema_or_list(self.sides.old, old)),
            }
        }
        for new in right {
            self.add_empty_branch(None, Some(new), is_schema_or_list(self.sides.new, new));
        }
    }

    fn add_empty_branch(&mut self, old: Option<NodeId>, new: Option<NodeId>, has_no_effect: bool) {
        self.add_place(old, new, ObjectKind::Branch);
        if has_no_effect {
            self.places.claim(old, new, Claim::Neutral);
        }
    }

    /// Adds a location with the same meaning on both sides, once its content has been compared.
    pub(crate) fn add_neutral_place(&mut self, old: Option<NodeId>, new: Option<NodeId>) {
        // A listed location differs in more than its position.
        if !self.places.contains(old, new) {
            self.add_place(old, new, ObjectKind::Branch);
            self.places.claim(old, new, Claim::Neutral);
        }
    }

    /// Returns true if two conjuncts have the same position in their schemas, or are equal elements of the same list.
    fn have_same_position(&self, old: NodeId, new: NodeId) -> bool {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let list = |arena: &Arena<'_>, id| arena.parent(id).filter(|&list| arena.is_array(list));
        let (mut old, mut new) = (old, new);
        loop {
            let (from, to) = match (list(left, old), list(right, new)) {
                (None, None) => return true,
                (Some(from), Some(to)) => (from, to),
                (Some(_), None) | (None, Some(_)) => return false,
            };
            let same_place = left.ordinal(old) == right.ordinal(new) || self.sides.equal(old, new);
            let Some(pair) = left.parent(from).zip(right.parent(to)) else { return true };
            if !same_place || !self.sides.same_name(from, to) {
                return false;
            }
            (old, new) = pair;
        }
    }
}

/// Returns the elements of `allOf` lists that have no members, and the lists that are empty.
fn empty_branches(description: &ResolvedDescription<'_>, whole: NodeId, parts: &[Conjunct]) -> Vec<NodeId> {
    let arena = description.arena();
    let own = parts.iter().filter(|part| part.via_reference.is_none()).map(|part| part.object);
    let lists = own.filter_map(|object| arena.member(object, KnownKey::AllOf));
    let inside = lists.flat_map(|list| {
        let elements: Vec<NodeId> = arena.children(list).list();
        if elements.is_empty() { vec![list] } else { elements }
    });
    inside.filter(|&id| id != whole && arena.children(id).next().is_none()).list()
}

fn is_schema_or_list(description: &ResolvedDescription<'_>, id: NodeId) -> bool {
    let arena = description.arena();
    arena.kind(id) == Kind::True || arena.is_object(id) || arena.is_array(id)
}
