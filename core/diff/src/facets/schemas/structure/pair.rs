//! Two schemas, and the facts that facets of their structure report.

use waybill_openapi::internal::{KnownKey, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, Qualifier, Relation, Side, Values};

impl NodePair {
    /// Returns the values of a keyword if a change in them is open.
    pub(super) fn changed(self, context: &FacetContext<'_, '_>, key: KnownKey) -> Option<Values> {
        let values = context.sides.member(self.old, self.new, key);
        let non_asserting = values.0.zip(values.1).and_then(|pair| context.places.non_asserting_inside(pair));
        let changed = context.places.is_open(values.0, values.1)
            || non_asserting.is_some_and(|range| context.places.is_any_open(range));
        changed.then_some(values)
    }

    /// Returns the relation of the values of two schemas. A missing schema allows all values.
    pub(super) fn relation(context: &mut FacetContext<'_, '_>, values: Values) -> Relation {
        match values {
            (Some(old), Some(new)) => context.prover.subschemas.relation(old, new),
            (Some(old), None) if !context.prover.subschemas.is_trivial(Side::Old, old) => Relation::Widened,
            (None, Some(new)) if !context.prover.subschemas.is_trivial(Side::New, new) => Relation::Narrowed,
            _ => Relation::Same,
        }
    }

    /// Reports a fact about a keyword and claims its location and everything inside. Adds no fact if the relation is
    /// `Same`.
    pub(super) fn report_relation(
        self,
        context: &mut FacetContext<'_, '_>,
        about: Facet,
        name: &str,
        values: Values,
        relation: Relation,
    ) {
        self.report_relation_with(context, (about, name), values, relation, false);
    }

    /// Like [`report_relation`](NodePair::report_relation), but marks the fact as optional if the keyword `describes`
    /// values that had no description before.
    pub(super) fn report_relation_with(
        self,
        context: &mut FacetContext<'_, '_>,
        (about, name): (Facet, &str),
        values: Values,
        relation: Relation,
        describes: bool,
    ) {
        let odd =
            |description: &ResolvedDescription<'_>, id| !description.object_kind(id).admits(description.arena(), id);
        let is_odd = relation != Relation::Same
            && (values.0.is_some_and(|id| odd(context.sides.old, id))
                || values.1.is_some_and(|id| odd(context.sides.new, id)));
        let relation = if is_odd { Relation::Unknown } else { relation };
        claim_keyword(context, values, relation);
        if relation == Relation::Same {
            return;
        }
        let about = if relation == Relation::Unknown { Facet::Composition } else { about };
        let cause = (Some(values.0.unwrap_or(self.old)), Some(values.1.unwrap_or(self.new)));
        let fact = Fact::new(
            about,
            Event::Changed(relation),
            cause.0,
            cause.1,
            Affected::DefinitionPair(self.definition_pair),
        );
        let fact = fact.named(name).showing_nodes(values.0, values.1);
        context.facts.push(fact.with(Qualifier::Optional, describes));
    }
}

/// Claims a keyword that a fact about a sibling keyword covers as well.
pub(super) fn claim_keyword(context: &mut FacetContext<'_, '_>, values: Values, relation: Relation) {
    let claim = if relation == Relation::Same { Claim::Neutral } else { Claim::Fact };
    context.places.claim(values.0, values.1, claim);
    if let Some(range) = values.0.zip(values.1).and_then(|pair| context.places.non_asserting_inside(pair)) {
        context.places.claim_open_in(range, claim);
    }
}
