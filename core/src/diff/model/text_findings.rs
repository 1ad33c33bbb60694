//! What facets found about values that are written as text.

use super::definition_pair_id::DefinitionPairId;
use super::facet::Facet;
use super::fact::{Fact, Qualifier};
use super::relation::Relation;
use crate::openapi::{Description, SerializationStyle, TextFormat};
use crate::table::Set;
use crate::tree::NodeId;

/// Which schemas were compared as texts, and which may have to be.
#[derive(Debug, Default)]
pub(in crate::diff) struct TextFindings {
    /// The schemas whose values are text, and of which that says more than their types and keywords do.
    pub(in crate::diff) compared: Set<(NodeId, NodeId)>,
    /// Definitions of other types that are the same texts, or some more or less of them.
    pub(in crate::diff) candidates: Vec<TypeChange>,
}

/// A pair of definitions whose types differ, and how their texts relate.
#[derive(Debug, Clone, Copy)]
pub(in crate::diff) struct TypeChange {
    pub(in crate::diff) definition_pair: DefinitionPairId,
    pub(in crate::diff) old: NodeId,
    pub(in crate::diff) new: NodeId,
    pub(in crate::diff) relation: Relation,
    /// Whether lists are among the values: then they have to be written one element by one.
    pub(in crate::diff) lists: bool,
    /// Whether null is on one side only.
    pub(in crate::diff) null: bool,
    /// Whether that is all that became of the types.
    pub(in crate::diff) null_alone: bool,
}

impl TypeChange {
    /// The style that lists are known to be written in.
    pub(in crate::diff) fn list_style() -> SerializationStyle {
        SerializationStyle::resolve("query", None, None)
    }

    pub(in crate::diff) fn applies_to(&self, text: TextFormat) -> bool {
        (!self.lists || (text.lists && text.form == TypeChange::list_style())) && (!self.null || text.null_is_nothing)
    }

    /// Whether a fact is about the types of the pair.
    pub(in crate::diff) fn is_reported_by(&self, old: &Description<'_>, new: &Description<'_>, fact: &Fact) -> bool {
        let at = |description: &Description<'_>, id: Option<NodeId>, schema: NodeId| {
            id.is_some_and(|id| id == schema || description.arena().parent(id) == Some(schema))
        };
        fact.facet == Facet::Type
            && at(old, fact.old, self.old)
            && at(new, fact.new, self.new)
            && self.null_alone == fact.has(Qualifier::Null)
    }

    /// Whether a fact is about some part of the pair.
    pub(in crate::diff) fn contains_fact(&self, old: &Description<'_>, new: &Description<'_>, fact: &Fact) -> bool {
        let inside = |description: &Description<'_>, id: Option<NodeId>, schema: NodeId| {
            id.is_some_and(|id| description.arena().contains(schema, id))
        };
        inside(old, fact.old, self.old) || inside(new, fact.new, self.new)
    }
}
