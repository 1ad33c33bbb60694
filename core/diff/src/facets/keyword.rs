//! A keyword of an object that is written differently on the two sides: what most facets look at.

use waybill_openapi::internal::{Kind, KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DefinitionPairId, Event, Facet, Fact, NodePair, Relation};

/// A keyword whose value was changed, added or removed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keyword {
    definition_pair: DefinitionPairId,
    /// The objects it is a keyword of.
    owners: (NodeId, NodeId),
    key: KnownKey,
    /// Its value, where it is written.
    pub(super) old: Option<NodeId>,
    pub(super) new: Option<NodeId>,
}

impl Keyword {
    /// A keyword of a pair of objects; `None` where it did not change as a whole.
    pub(super) fn changed(context: &FacetContext<'_, '_>, pair: NodePair, key: KnownKey) -> Option<Keyword> {
        let NodePair { definition_pair, old, new } = pair;
        let (before, after) = context.sides.member(old, new, key);
        let changed = context.places.is_open(before, after);
        changed.then_some(Keyword { definition_pair, owners: (old, new), key, old: before, new: after })
    }

    /// Whether it is true on each side, false being what its absence says; `None` where a value is no boolean.
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

    /// Added, removed, or there on both sides and `changed`.
    pub(super) fn event(&self, changed: Event) -> Event {
        Event::from_presence(self.old, self.new, changed)
    }

    /// The fact about it, at the place where the keyword is written or else at its object; the place is claimed.
    pub(super) fn fact(&self, context: &mut FacetContext<'_, '_>, facet: Facet, event: Event) -> Fact {
        context.claim(self.old, self.new);
        let cause = (self.old.unwrap_or(self.owners.0), self.new.unwrap_or(self.owners.1));
        Fact::new(facet, event, Some(cause.0), Some(cause.1), Affected::DefinitionPair(self.definition_pair))
            .named(self.key.text())
            .showing_nodes(self.old, self.new)
    }

    /// Claims the keyword without a fact: another one covers it.
    pub(super) fn claim_without_fact(&self, context: &mut FacetContext<'_, '_>) {
        context.claim(self.old, self.new);
    }

    /// Reports that it changed without an effect on any value.
    pub(super) fn report_no_effect(&self, context: &mut FacetContext<'_, '_>) {
        let event = self.event(Event::Changed(Relation::Unknown));
        let fact = self.fact(context, Facet::KeywordWithoutEffect, event);
        context.facts.push(fact);
    }

    /// Claims the keyword as written differently with the same meaning.
    pub(super) fn claim_as_equivalent(&self, context: &mut FacetContext<'_, '_>) {
        context.places.claim(self.old, self.new, Claim::Neutral);
    }
}
