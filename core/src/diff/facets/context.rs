//! What a facet may look at, and what it may change.

use crate::diff::model::{Claim, DefinitionPairs, Fact, Places};
use crate::diff::pairing::sides::Sides;
use crate::diff::prover::Prover;
use crate::tree::NodeId;

/// The two descriptions, and what has been found out about them so far.
pub(in crate::diff) struct FacetContext<'c, 'd> {
    pub(in crate::diff) sides: &'c Sides<'d>,
    /// The places that differ, and who explained them.
    pub(in crate::diff) places: &'c mut Places,
    pub(in crate::diff) facts: &'c mut Vec<Fact>,
    /// What is proved about schemas.
    pub(in crate::diff) prover: &'c mut Prover<'d>,
    /// The pairs of definitions that are compared, or will be.
    pub(in crate::diff) definition_pairs: &'c mut DefinitionPairs,
}

impl FacetContext<'_, '_> {
    /// A fact explains this place.
    pub(in crate::diff) fn claim(&mut self, old: Option<NodeId>, new: Option<NodeId>) {
        self.places.claim(old, new, Claim::Fact);
    }
}

/// The members of two objects that are on one side only.
pub(super) fn unmatched_members(sides: &Sides<'_>, old: NodeId, new: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
    let removed = sides.old.arena().children(old).filter(|&child| sides.namesake_in_new(new, child).is_none());
    let added = sides.new.arena().children(new).filter(|&child| sides.namesake_in_old(old, child).is_none());
    (removed.collect(), added.collect())
}
