//! The `deprecated` state, false by default, of operations, parameters and headers (OpenAPI 3.1.1 sections 4.8.10,
//! 4.8.12, 4.8.21) and schemas (JSON Schema 2020-12 validation, section 9.3).

use waybill_openapi::internal::KnownKey;

use super::sunset::is_date;
use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair};

pub(in crate::facets) fn compare_deprecation(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (before, after) = context.sides.member(old, new, KnownKey::Deprecated);
    if !context.places.is_open(before, after) {
        return;
    }
    let was = context.sides.old.arena().is_true(old, KnownKey::Deprecated);
    let is = context.sides.new.arena().is_true(new, KnownKey::Deprecated);
    let event = match (was, is) {
        (false, true) => Event::Added,
        (true, false) => Event::Removed,
        (true, true) | (false, false) => {
            // `deprecated: false` means the same as no `deprecated`.
            context.places.claim(before, after, Claim::Neutral);
            return;
        }
    };
    context.claim(before, after);
    let sunset = context.sides.member(old, new, KnownKey::XSunset);
    match event {
        // Without a deprecation, a sunset date is not needed.
        Event::Removed if sunset.1.is_none() => context.claim(sunset.0, sunset.1),
        // The deprecation announces its date. Any other value has its own fact.
        Event::Added if sunset.0.is_none() && is_date(context.sides.new, sunset.1) => {
            context.claim(sunset.0, sunset.1);
        }
        Event::Added | Event::Removed | Event::Changed(_) => {}
    }
    let (shown_before, shown_after) = if event == Event::Added { (None, sunset.1) } else { (sunset.0, None) };
    let places = (before.or(Some(old)), after.or(Some(new)));
    let affected = Affected::DefinitionPair(definition_pair);
    let fact = Fact::new(Facet::Deprecation, event, places.0, places.1, affected);
    context.facts.push(fact.showing_nodes(shown_before, shown_after));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::{in_operation, in_parameter, in_property};

    #[test]
    fn a_thing_is_deprecated_where_it_says_so() {
        let (yes, no, absent) = (json!({"deprecated": true}), json!({"deprecated": false}), json!({}));
        let examples = [
            (&absent, &yes, vec![Event::Added]),
            (&no, &yes, vec![Event::Added]),
            (&yes, &no, vec![Event::Removed]),
            (&yes, &absent, vec![Event::Removed]),
            (&no, &absent, vec![]),
            (&absent, &no, vec![]),
        ];
        for (before, after, expected) in examples {
            for place in [in_operation, in_parameter, in_property] {
                let found = examples::events(Facet::Deprecation, &place(before), &place(after));
                assert_eq!(found, expected, "{before} {after}");
            }
        }
    }

    #[test]
    fn the_day_something_ends_goes_with_its_deprecation() {
        let ending = in_operation(&json!({"deprecated": true, "x-sunset": "2027-01-31"}));
        let kept = in_operation(&json!({}));
        assert_eq!(examples::facets(&ending, &kept), [Facet::Deprecation]);
        assert_eq!(examples::facets(&kept, &ending), [Facet::Deprecation]);
        let unclear = in_operation(&json!({"deprecated": true, "x-sunset": "soon"}));
        assert_eq!(examples::facets(&kept, &unclear), [Facet::Deprecation, Facet::Sunset]);
    }
}
