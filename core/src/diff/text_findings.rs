//! What is known of values that are written as text.

use super::fact::{Facet, Fact, Qualifier};
use super::relation::Relation;
use super::serialization_style::SerializationStyle;
use super::text_positions::Text;
use crate::openapi::{Description, NodeId};
use crate::table::Set;

/// Which schemas were compared as texts, and which may have to be.
#[derive(Debug, Default)]
pub(super) struct TextFindings {
    /// The schemas whose values are text, and of which that says more than their types and keywords do.
    pub(super) compared: Set<(NodeId, NodeId)>,
    /// Definitions of other types that are the same texts, or some more or less of them.
    pub(super) candidates: Vec<Candidate>,
}

/// A pair of definitions whose types differ, and how their texts relate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) unit: usize,
    pub(super) old: NodeId,
    pub(super) new: NodeId,
    pub(super) relation: Relation,
    /// Whether lists are among the values: then they have to be written one element by one.
    pub(super) lists: bool,
    /// Whether null is on one side only.
    pub(super) null: bool,
    /// Whether that is all that became of the types.
    pub(super) null_alone: bool,
}

impl Candidate {
    /// The form that lists are known to be written in.
    pub(super) fn form() -> SerializationStyle {
        SerializationStyle::resolve("query", None, None)
    }

    pub(super) fn fits(&self, text: Text) -> bool {
        (!self.lists || (text.lists && text.form == Candidate::form())) && (!self.null || text.null_is_nothing)
    }

    /// Whether it is the types of the pair that a fact speaks of.
    pub(super) fn is_reported_by(&self, old: &Description<'_>, new: &Description<'_>, fact: &Fact) -> bool {
        let at = |description: &Description<'_>, id: Option<NodeId>, schema: NodeId| {
            id.is_some_and(|id| id == schema || description.arena().parent(id) == Some(schema))
        };
        fact.facet == Facet::Type
            && at(old, fact.old, self.old)
            && at(new, fact.new, self.new)
            && self.null_alone == fact.has(Qualifier::Null)
    }

    /// Whether a fact speaks of some part of the pair.
    pub(super) fn holds(&self, old: &Description<'_>, new: &Description<'_>, fact: &Fact) -> bool {
        let inside = |description: &Description<'_>, id: Option<NodeId>, schema: NodeId| {
            id.is_some_and(|id| id >= schema && id < description.arena().after(schema))
        };
        inside(old, fact.old, self.old) || inside(new, fact.new, self.new)
    }
}
