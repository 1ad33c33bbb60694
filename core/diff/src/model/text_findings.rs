//! Findings about values that are serialized as strings.

use waybill_base::internal::table::Set;
use waybill_openapi::internal::{NodeId, ResolvedDescription, SerializationStyle, TextFormat};

use super::definition_pair_id::DefinitionPairId;
use super::facet::Facet;
use super::fact::{Fact, Qualifier};
use super::relation::Relation;

/// Schemas that were compared as strings, and candidates for such a comparison.
#[derive(Debug, Default)]
pub(crate) struct TextFindings {
    /// Schema pairs for which a comparison of the strings is more precise than one of types and keywords.
    pub(crate) compared: Set<(NodeId, NodeId)>,
    /// Definitions of different types with equal strings, or with a superset or subset of them.
    pub(crate) candidates: Vec<TypeChange>,
}

/// A definition pair whose types differ, and the relation of the strings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TypeChange {
    pub(crate) definition_pair: DefinitionPairId,
    pub(crate) old: NodeId,
    pub(crate) new: NodeId,
    pub(crate) relation: Relation,
    /// True if lists are among the values. They then have to be serialized element by element.
    pub(crate) lists: bool,
    /// True if null is on one side only.
    pub(crate) null: bool,
    /// True if null is the only difference between the types.
    pub(crate) null_alone: bool,
}

impl TypeChange {
    /// Returns the serialization that is assumed for lists.
    pub(crate) fn list_style() -> SerializationStyle {
        SerializationStyle::resolve("query", None, None)
    }

    pub(crate) fn applies_to(&self, text: TextFormat) -> bool {
        (!self.lists || (text.lists && text.form == TypeChange::list_style())) && (!self.null || text.null_is_nothing)
    }

    /// Returns true if a fact is about the types of the pair.
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

    /// Returns true if a fact is about some part of the pair.
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
