//! The data that facets read and change.

use waybill_openapi::internal::NodeId;

use crate::model::{Claim, DefinitionPairs, Fact, Places};
use crate::pairing::sides::Sides;
use crate::prover::Prover;

/// The two descriptions and the results so far.
pub(crate) struct FacetContext<'c, 'd> {
    pub(crate) sides: &'c Sides<'d>,
    /// The changed locations and their claims.
    pub(crate) places: &'c mut Places,
    pub(crate) facts: &'c mut Vec<Fact>,
    /// Cached proofs about schemas.
    pub(crate) prover: &'c mut Prover<'d>,
    /// The definition pairs that are compared, or will be.
    pub(crate) definition_pairs: &'c mut DefinitionPairs,
}

impl FacetContext<'_, '_> {
    /// Claims a location that a fact explains.
    pub(crate) fn claim(&mut self, old: Option<NodeId>, new: Option<NodeId>) {
        self.places.claim(old, new, Claim::Fact);
    }
}

/// Returns the members of two objects that are on one side only.
pub(super) fn unmatched_members(sides: &Sides<'_>, old: NodeId, new: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
    let removed = sides.old.arena().children(old).filter(|&child| sides.namesake_in_new(new, child).is_none());
    let added = sides.new.arena().children(new).filter(|&child| sides.namesake_in_old(old, child).is_none());
    (removed.collect(), added.collect())
}
