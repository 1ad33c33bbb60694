//! What facets found about values that are written as text.

use waybill_base::internal::table::Set;
use waybill_openapi::internal::{NodeId, ResolvedDescription, SerializationStyle, TextFormat};

use super::definition_pair_id::DefinitionPairId;
use super::facet::Facet;
use super::fact::{Fact, Qualifier};
use super::relation::Relation;

/// Which schemas were compared as texts, and which may have to be.
#[derive(Debug, Default)]
pub(crate) struct TextFindings {
    /// The schemas whose values are text, and of which that says more than their types and keywords do.
    pub(crate) compared: Set<(NodeId, NodeId)>,
    /// Definitions of other types that are the same texts, or some more or less of them.
    pub(crate) candidates: Vec<TypeChange>,
}

/// A pair of definitions whose types differ, and how their texts relate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TypeChange {
    pub(crate) definition_pair: DefinitionPairId,
    pub(crate) old: NodeId,
    pub(crate) new: NodeId,
    pub(crate) relation: Relation,
    /// Whether lists are among the values: then they have to be written one element by one.
    pub(crate) lists: bool,
    /// Whether null is on one side only.
    pub(crate) null: bool,
    /// Whether that is all that became of the types.
    pub(crate) null_alone: bool,
}

impl TypeChange {
    /// The style that lists are known to be written in.
    pub(crate) fn list_style() -> SerializationStyle {
        SerializationStyle::resolve("query", None, None)
    }

    pub(crate) fn applies_to(&self, text: TextFormat) -> bool {
        (!self.lists || (text.lists && text.form == TypeChange::list_style())) && (!self.null || text.null_is_nothing)
    }

    /// Whether a fact is about the types of the pair.
    pub(crate) fn is_reported_by(
        &self,
        old: &ResolvedDescription<'_>,
        new: &ResolvedDescription<'_>,
        fact: &Fact,
    ) -> bool {
        let at = |description: &ResolvedDescription<'_>, id: Option<NodeId>, schema: NodeId| {
            id.is_some_and(|id| id == schema || description.arena().parent(id) == Some(schema))
        };
        fact.facet == Facet::Type
            && at(old, fact.old, self.old)
            && at(new, fact.new, self.new)
            && self.null_alone == fact.has(Qualifier::Null)
    }

    /// Whether a fact is about some part of the pair.
    pub(crate) fn contains_fact(
        &self,
        old: &ResolvedDescription<'_>,
        new: &ResolvedDescription<'_>,
        fact: &Fact,
    ) -> bool {
        let inside = |description: &ResolvedDescription<'_>, id: Option<NodeId>, schema: NodeId| {
            id.is_some_and(|id| description.arena().contains(schema, id))
        };
        inside(old, fact.old, self.old) || inside(new, fact.new, self.new)
    }
}
