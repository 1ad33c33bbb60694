//! What a facet may look at, and what it may change.

use waybill_openapi::internal::NodeId;

use crate::model::{Claim, DefinitionPairs, Fact, Places};
use crate::pairing::sides::Sides;
use crate::prover::Prover;

/// The two descriptions, and what has been found out about them so far.
pub(crate) struct FacetContext<'c, 'd> {
    pub(crate) sides: &'c Sides<'d>,
    /// The places that differ, and who explained them.
    pub(crate) places: &'c mut Places,
    pub(crate) facts: &'c mut Vec<Fact>,
    /// What is proved about schemas.
    pub(crate) prover: &'c mut Prover<'d>,
    /// The pairs of definitions that are compared, or will be.
    pub(crate) definition_pairs: &'c mut DefinitionPairs,
}

impl FacetContext<'_, '_> {
    /// A fact explains this place.
    pub(crate) fn claim(&mut self, old: Option<NodeId>, new: Option<NodeId>) {
        self.places.claim(old, new, Claim::Fact);
    }
}

/// The members of two objects that are on one side only.
pub(super) fn unmatched_members(sides: &Sides<'_>, old: NodeId, new: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
    let removed = sides.old.arena().children(old).filter(|&child| sides.namesake_in_new(new, child).is_none());
    let added = sides.new.arena().children(new).filter(|&child| sides.namesake_in_old(old, child).is_none());
    (removed.collect(), added.collect())
}
