//! Facts about names that represent sets. Media types and statuses can be added, removed, widened or narrowed.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DisplayValue, Event, Facet, Fact, NodePair, Qualifier, Relation};
use crate::pairing::coverage::Coverage;

/// The two maps that contain the names. If a side has no map, the operation is used instead.
pub(super) struct Maps {
    pub(super) facet: Facet,
    pub(super) pair: NodePair,
}

impl Maps {
    /// Adds a fact for each name that is on one side only. `quality` returns the qualifier of a name.
    pub(super) fn facts(
        &self,
        context: &mut FacetContext<'_, '_>,
        coverage: &Coverage,
        quality: fn(&str) -> Qualifier,
    ) {
        let (left, right) = (context.sides.old, context.sides.new);
        let fact = |event, old, new, names: &[&str]| {
            let fact =
                Fact::new(self.facet, event, Some(old), Some(new), Affected::DefinitionPair(self.pair.definition_pair));
            let found: Vec<Qualifier> = names.iter().map(|name| quality(name)).collect();
            let success = found.contains(&Qualifier::Success);
            let quality = if success { Qualifier::Success } else { found.first().copied().unwrap_or(Qualifier::Plain) };
            fact.named(names.join("` or `")).with(quality, true)
        };
        let mut facts = Vec::new();
        for &id in &coverage.removed {
            facts.push(fact(Event::Removed, id, self.pair.new, &[key(left, id)]));
        }
        for &id in &coverage.added {
            facts.push(fact(Event::Added, self.pair.old, id, &[key(right, id)]));
        }
        for &(id, cover) in &coverage.still_covered {
            let fact = fact(Event::Removed, id, cover, &[key(left, id)]).with(Qualifier::Covered, true);
            facts.push(fact.showing(DisplayValue::Nothing, DisplayValue::Key(cover)));
        }
        for &(cover, id) in &coverage.covered_before {
            let fact = fact(Event::Added, cover, id, &[key(right, id)]).with(Qualifier::Covered, true);
            facts.push(fact.showing(DisplayValue::Key(cover), DisplayValue::Nothing));
        }
        for (ids, cover) in &coverage.widened {
            let names: Vec<&str> = ids.iter().map(|&id| key(left, id)).collect();
            let first = ids.first().copied().unwrap_or(self.pair.old);
            let fact = fact(Event::Changed(Relation::Widened), first, *cover, &names);
            facts.push(fact.showing(DisplayValue::Key(first), DisplayValue::Key(*cover)));
        }
        for (cover, ids) in &coverage.narrowed {
            let names: Vec<&str> = ids.iter().map(|&id| key(right, id)).collect();
            let first = ids.first().copied().unwrap_or(self.pair.new);
            let fact = fact(Event::Changed(Relation::Narrowed), *cover, first, &names);
            facts.push(fact.showing(DisplayValue::Key(*cover), DisplayValue::Key(first)));
        }
        context.facts.extend(facts);
        claim(context, coverage);
    }
}

fn key<'d>(description: &'d ResolvedDescription<'_>, id: NodeId) -> &'d str {
    description.arena().key_text(id)
}

fn claim(context: &mut FacetContext<'_, '_>, coverage: &Coverage) {
    let went = coverage.still_covered.iter().map(|(id, _)| id).chain(&coverage.removed);
    let went = went.chain(coverage.widened.iter().flat_map(|(ids, _)| ids));
    for &id in went.chain(coverage.narrowed.iter().map(|(id, _)| id)) {
        context.claim(Some(id), None);
    }
    let came = coverage.covered_before.iter().map(|(_, id)| id).chain(&coverage.added);
    let came = came.chain(coverage.narrowed.iter().flat_map(|(_, ids)| ids));
    for &id in came.chain(coverage.widened.iter().map(|(_, id)| id)) {
        context.claim(None, Some(id));
    }
    for &(old, new) in coverage.still_covered.iter().chain(&coverage.covered_before) {
        // These are two different responses, so their descriptions are not compared.
        let words = context.sides.member(old, new, KnownKey::Description);
        context.places.claim(words.0, words.1, Claim::Neutral);
    }
    for &(old, new) in &coverage.same {
        // The same name in another spelling.
        if key(context.sides.old, old) != key(context.sides.new, new) {
            context.places.claim(Some(old), Some(new), Claim::Neutral);
        }
    }
}
