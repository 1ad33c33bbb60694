//! Two schemas with restricted values, and the change of a keyword for some types.

use std::cmp::Ordering;

use waybill_openapi::internal::{KnownKey, NodeId, TypeSet};

use crate::facets::context::FacetContext;
use crate::facets::keyword::Keyword;
use crate::model::{DefinitionPairId, Event, Facet, NodePair, Relation};

/// A pair of schemas with their types.
#[derive(Debug, Clone, Copy)]
pub(super) struct TypedSchemaPair {
    pub(super) definition_pair: DefinitionPairId,
    pub(super) old: NodeId,
    pub(super) new: NodeId,
    /// The types that each schema allows.
    pub(super) types: (TypeSet, TypeSet),
    /// True if the values are strings for which null is not sent.
    pub(super) is_text: bool,
}

/// The relevance of a keyword for some types to a pair of schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bearing {
    /// Relevant to both schemas.
    Both,
    /// Relevant to one schema, so the fact about the types covers the values.
    Types,
    /// Relevant to neither schema, so the keyword has no effect.
    Neither,
}

impl TypedSchemaPair {
    pub(super) fn bearing(&self, kind: TypeSet) -> Bearing {
        match (self.types.0.meets(kind), self.types.1.meets(kind)) {
            (true, true) => Bearing::Both,
            (false, false) => Bearing::Neither,
            (true, false) | (false, true) => Bearing::Types,
        }
    }

    pub(super) fn both_meet(&self, kind: TypeSet) -> bool {
        self.bearing(kind) == Bearing::Both
    }

    /// Returns true if the two schemas have no type in common except null.
    pub(super) fn is_of_other_types(&self) -> bool {
        let (before, after) = (self.types.0.without(TypeSet::NULL), self.types.1.without(TypeSet::NULL));
        !before.meets(after) && before != after
    }

    pub(super) fn changed(&self, context: &FacetContext<'_, '_>, key: KnownKey) -> Option<Keyword> {
        let &TypedSchemaPair { definition_pair, old, new, .. } = self;
        Keyword::changed(context, NodePair { definition_pair, old, new }, key)
    }
}

/// The effect of a changed keyword on the allowed values of some types.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) facet: Facet,
    pub(super) kind: TypeSet,
    /// The relation of the keyword alone.
    pub(super) written: Relation,
    /// The relation together with the rest of the schema.
    pub(super) meant: Relation,
}

impl Change {
    /// Creates a change that the rest of the schema does not affect.
    pub(super) fn plain(facet: Facet, kind: TypeSet, written: Relation) -> Change {
        Change { facet, kind, written, meant: written }
    }

    /// Reports the change, or claims its location if it has no effect.
    pub(super) fn report(self, context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair, keyword: &Keyword) {
        match (pair.bearing(self.kind), self.meant) {
            _ if self.written == Relation::Same => keyword.claim_as_equivalent(context),
            (Bearing::Types, _) => keyword.claim_without_fact(context),
            (Bearing::Neither, _) | (Bearing::Both, Relation::Same) => keyword.report_no_effect(context),
            (Bearing::Both, Relation::Narrowed | Relation::Widened | Relation::Incomparable | Relation::Unknown) => {
                let found = keyword.fact(context, self.facet, Event::Changed(self.meant));
                context.facts.push(found);
            }
        }
    }
}

/// Returns the relation of two upper bounds. A lower bound allows fewer values.
pub(super) fn relate_upper_ends(after_to_before: Ordering) -> Relation {
    Relation::from_inclusions(after_to_before.is_le(), after_to_before.is_ge())
}
