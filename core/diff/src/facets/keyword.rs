//! A changed keyword of an object, as most facets need it.

use waybill_openapi::internal::{Kind, KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DefinitionPairId, Event, Facet, Fact, NodePair, Relation};

/// A keyword whose value was changed, added or removed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keyword {
    definition_pair: DefinitionPairId,
    /// The objects that contain the keyword.
    owners: (NodeId, NodeId),
    key: KnownKey,
    /// The value, if present.
    pub(super) old: Option<NodeId>,
    pub(super) new: Option<NodeId>,
}

impl Keyword {
    /// Returns a keyword of a pair of objects, or `None` if it did not change as a whole.
    pub(super) fn changed(context: &FacetContext<'_, '_>, pair: NodePair, key: KnownKey) -> Option<Keyword> {
        let NodePair { definition_pair, old, new } = pair;
        let (before, after) = context.sides.member(old, new, key);
        let changed = context.places.is_open(before, after);
        changed.then_some(Keyword { definition_pair, owners: (old, new), key, old: before, new: after })
    }

    /// Returns the boolean value on each side, false if it is missing. Returns `None` if a value is not a boolean.
    pub(super) fn flags(&self, context: &FacetContext<'_, '_>) -> Option<(bool, bool)> {
        let flag = |description: &ResolvedDescription<'_>, id: Option<NodeId>| match id
            .map(|id| description.arena().kind(id))
        {
            None | Some(Kind::False) => Some(false),
            Some(Kind::True) => Some(true),
            Some(_) => None,
        };
        flag(context.sides.old, self.old).zip(flag(context.sides.new, self.new))
    }

    /// Returns `Added`, `Removed`, or `changed` if the keyword is on both sides.
    pub(super) fn event(&self, changed: Event) -> Event {
        Event::from_presence(self.old, self.new, changed)
    }

    /// Creates a fact about the keyword and claims its location. The fact is located at the keyword, or at the object
    /// if it is missing.
    pub(super) fn fact(&self, context: &mut FacetContext<'_, '_>, facet: Facet, event: Event) -> Fact {
        context.claim(self.old, self.new);
        let cause = (self.old.unwrap_or(self.owners.0), self.new.unwrap_or(self.owners.1));
        Fact::new(facet, event, Some(cause.0), Some(cause.1), Affected::DefinitionPair(self.definition_pair))
            .named(self.key.text())
            .showing_nodes(self.old, self.new)
    }

    /// Claims the keyword without a new fact, because another one covers it.
    pub(super) fn claim_without_fact(&self, context: &mut FacetContext<'_, '_>) {
        context.claim(self.old, self.new);
    }

    /// Reports a change without effect on any value.
    pub(super) fn report_no_effect(&self, context: &mut FacetContext<'_, '_>) {
        let event = self.event(Event::Changed(Relation::Unknown));
        let fact = self.fact(context, Facet::KeywordWithoutEffect, event);
        context.facts.push(fact);
    }

    /// Claims a keyword that is written differently with the same meaning.
    pub(super) fn claim_as_equivalent(&self, context: &mut FacetContext<'_, '_>) {
        context.places.claim(self.old, self.new, Claim::Neutral);
    }
}
