//! Two schemas whose values are bounded, and how a keyword for values of some types changed.

use std::cmp::Ordering;

use waybill_openapi::internal::{KnownKey, NodeId, TypeSet};

use crate::facets::context::FacetContext;
use crate::facets::keyword::Keyword;
use crate::model::{DefinitionPairId, Event, Facet, NodePair, Relation};

/// A pair of schemas: the pair of definitions they are in, and what they describe.
#[derive(Debug, Clone, Copy)]
pub(super) struct TypedSchemaPair {
    pub(super) definition_pair: DefinitionPairId,
    pub(super) old: NodeId,
    pub(super) new: NodeId,
    /// The types each allows.
    pub(super) types: (TypeSet, TypeSet),
    /// Whether their values are texts, for which null is nothing.
    pub(super) is_text: bool,
}

/// What a keyword for values of some types has to do with a pair of schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bearing {
    /// Both allow such values.
    Both,
    /// One of them does not: what became of the values is what became of the types.
    Types,
    /// Neither does: the keyword says nothing.
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

    /// Whether the two allow no common type but null: every value is another one.
    pub(super) fn is_of_other_types(&self) -> bool {
        let (before, after) = (self.types.0.without(TypeSet::NULL), self.types.1.without(TypeSet::NULL));
        !before.meets(after) && before != after
    }

    pub(super) fn changed(&self, context: &FacetContext<'_, '_>, key: KnownKey) -> Option<Keyword> {
        let &TypedSchemaPair { definition_pair, old, new, .. } = self;
        Keyword::changed(context, NodePair { definition_pair, old, new }, key)
    }
}

/// How a keyword for values of some types changed which of them are allowed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) facet: Facet,
    pub(super) kind: TypeSet,
    /// As the keyword says by itself.
    pub(super) written: Relation,
    /// As it does beside the rest of the schema.
    pub(super) meant: Relation,
}

impl Change {
    /// A change the rest of the schema says nothing of.
    pub(super) fn plain(facet: Facet, kind: TypeSet, written: Relation) -> Change {
        Change { facet, kind, written, meant: written }
    }

    /// Reports the change, or claims its place where it has no effect.
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

/// The relation of two upper ends: a lower one allows fewer values.
pub(super) fn relate_upper_ends(after_to_before: Ordering) -> Relation {
    Relation::from_inclusions(after_to_before.is_le(), after_to_before.is_ge())
}
