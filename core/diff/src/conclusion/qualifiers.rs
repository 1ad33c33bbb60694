//! Qualifiers that are added once all facts are known. Values can be sent in one direction only (OpenAPI 3.0.4 section
//! 4.7.24.1; JSON Schema 2020-12 validation, section 9.4), be inside an alternative that may overlap another one, or be
//! rejected now, or match two alternatives.

use waybill_openapi::internal::AccessMode;

use crate::facets::context::FacetContext;
use crate::model::{Event, Facet, Fact, Qualifier, Relation, Side};
use crate::prover::unevaluated::is_refused_everywhere;

/// Marks a composition that rejects or allows values only because two alternatives of a `oneOf` match them, and adds
/// these alternatives.
pub(crate) fn mark_matched_twice(context: &mut FacetContext<'_, '_>, at: usize) {
    let composed = |fact: &&Fact| fact.facet == Facet::Composition;
    let Some((event, Some(old), Some(new))) =
        context.facts.get(at).filter(composed).map(|fact| (fact.event, fact.old, fact.new))
    else {
        return;
    };
    let (values, choosing) = match event {
        Event::Changed(Relation::Narrowed | Relation::Incomparable) => ((Side::Old, old), (Side::New, new)),
        Event::Changed(Relation::Widened) => ((Side::New, new), (Side::Old, old)),
        Event::Changed(Relation::Same | Relation::Unknown) | Event::Added | Event::Removed => return,
    };
    let choices = context.prover.choices_matched_twice(values, choosing);
    if let Some(fact) = context.facts.get_mut(at).filter(|_| !choices.is_empty()) {
        fact.qualifiers.push(Qualifier::MatchedTwice);
        fact.values = choices;
    }
}

/// Marks a removed property that is now rejected, because every schema that uses its list allows no other property.
pub(crate) fn mark_closed(context: &mut FacetContext<'_, '_>, at: usize) {
    let open = context
        .facts
        .get(at)
        .filter(|fact| fact.facet == Facet::Property && fact.event == Event::Removed && !fact.has(Qualifier::Closed));
    let Some((object, name)) = open.and_then(|fact| Some((fact.new?, fact.name.clone()))) else { return };
    let closings = context.prover.closings();
    let is_refused = is_refused_everywhere(context.sides.new, &closings.1, object, &name);
    if let Some(fact) = context.facts.get_mut(at).filter(|_| is_refused) {
        fact.qualifiers.push(Qualifier::Closed);
    }
}

/// Marks a fact about values that are read-only or write-only, or inside such a property.
pub(crate) fn mark_one_way(context: &mut FacetContext<'_, '_>, at: usize) {
    let mode = context.facts.get(at).map(|fact| around_fact(context, fact)).unwrap_or_default();
    let Some(fact) = context.facts.get_mut(at) else { return };
    for (quality, applies) in [(Qualifier::ReadOnly, mode.read_only), (Qualifier::WriteOnly, mode.write_only)] {
        if applies && !fact.has(quality) {
            fact.qualifiers.push(quality);
        }
    }
}

fn around_fact(context: &FacetContext<'_, '_>, fact: &Fact) -> AccessMode {
    let old = fact.old.map(|id| AccessMode::around(context.sides.old, id));
    let new = fact.new.map(|id| AccessMode::around(context.sides.new, id));
    match (old, new) {
        // A fact about `readOnly` itself matters if the value was or is sent.
        (Some(old), Some(new)) if matches!(fact.facet, Facet::ReadOnly | Facet::WriteOnly) => old.and(new),
        // A value that is sent on one side only cannot be rejected or misread because of this change.
        (Some(old), Some(new)) => old.or(new),
        (old, new) => old.or(new).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::facets::tests::examples::{found, in_property};
    use crate::{Facet, Qualifier};

    #[test]
    fn one_way_property_marks_its_changes_as_read_only() {
        let (sent, unsent) = (json!({"maxLength": 9}), json!({"maxLength": 5, "readOnly": true}));
        for (before, after) in [(&sent, &unsent), (&unsent, &sent)] {
            let (before, after) = (in_property(before), in_property(after));
            let facts = found(&before, &after, |fact| (fact.facet, fact.has(Qualifier::ReadOnly)));
            assert!(facts.contains(&(Facet::Length, true)), "{facts:?}");
            assert!(facts.contains(&(Facet::ReadOnly, false)), "{facts:?}");
        }
    }
}
