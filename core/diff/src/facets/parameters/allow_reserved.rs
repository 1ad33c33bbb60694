//! The allowed characters of a value: `allowReserved` and `allowEmptyValue`, both false by default (OpenAPI 3.1.1
//! sections 4.8.12.2 and 4.8.15.1).

use waybill_openapi::internal::{KnownKey, ResolvedDescription, SerializationStyle, TypeSet};

use crate::facets::context::FacetContext;
use crate::facets::parameters::styles::{report_ignored, types_of};
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, Relation};

pub(in crate::facets) fn compare_parameter_syntax(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let location = context.sides.new.arena().string_at(new, KnownKey::In).unwrap_or_default();
    let (query, header) = (location == "query", location == "header");
    let schemas = context.sides.member(old, new, KnownKey::Schema);
    // Digits, signs, points and letters are not reserved characters (RFC 3986 section 2.2).
    let plain = types_of(context, schemas.0, schemas.1).within(TypeSet::NUMBER.or(TypeSet::BOOLEAN).or(TypeSet::NULL));
    // A `deepObject` has no empty value (OpenAPI 3.0.3 section 4.7.12.2, `allowEmptyValue`; 4.7.12.4).
    let in_brackets = |description: &ResolvedDescription<'_>, id| {
        SerializationStyle::declared(description, "query", id).is_deep_object()
    };
    let has_empty = !in_brackets(context.sides.old, old) || !in_brackets(context.sides.new, new);
    compare_part_syntax(context, pair, !header && !plain);
    compare_allow_empty_value(context, pair, query && has_empty);
}

/// Compares `allowEmptyValue` of a parameter or a Swagger 2.0 form field. If `matters` is false, it has no effect.
pub(in crate::facets) fn compare_allow_empty_value(context: &mut FacetContext<'_, '_>, pair: NodePair, matters: bool) {
    compare_flag(context, pair, (KnownKey::AllowEmptyValue, "an empty value"), matters);
}

/// Compares `allowReserved` of a parameter or part. If `matters` is false, it has no effect.
pub(in crate::facets) fn compare_part_syntax(context: &mut FacetContext<'_, '_>, pair: NodePair, matters: bool) {
    compare_flag(context, pair, (KnownKey::AllowReserved, "reserved characters as they are"), matters);
}

fn compare_flag(context: &mut FacetContext<'_, '_>, pair: NodePair, (key, name): (KnownKey, &str), matters: bool) {
    let NodePair { definition_pair, old, new } = pair;
    let (before, after) = context.sides.member(old, new, key);
    if !context.places.is_open(before, after) {
        return;
    }
    let was = context.sides.old.arena().is_true(old, key);
    let is = context.sides.new.arena().is_true(new, key);
    let relation = Relation::from_inclusions(was || !is, is || !was);
    if relation == Relation::Same {
        context.places.claim(before, after, Claim::Neutral);
    } else if matters {
        context.claim(before, after);
        let places = (Some(before.unwrap_or(old)), Some(after.unwrap_or(new)));
        let fact = Fact::new(
            Facet::AllowReserved,
            Event::Changed(relation),
            places.0,
            places.1,
            Affected::DefinitionPair(definition_pair),
        );
        context.facts.push(fact.named(name));
    } else {
        report_ignored(context, definition_pair, false, &[(before, after)]);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::in_parameter;

    /// Returns the events for a string parameter with these members.
    fn events(before: &Value, after: &Value) -> Vec<Event> {
        let [before, after] = [before, after].map(|members| {
            let mut members = members.clone();
            members["schema"] = members.get("schema").cloned().unwrap_or(json!({"type": "string"}));
            in_parameter(&members)
        });
        examples::events(Facet::AllowReserved, &before, &after)
    }

    #[test]
    fn allowing_reserved_or_empty_has_no_effect_on_such_types() {
        let (number, object) = (json!({"type": "number"}), json!({"type": "object"}));
        for (word, members) in [
            ("allowReserved", json!({"schema": number})),
            ("allowEmptyValue", json!({"schema": object, "style": "deepObject"})),
        ] {
            let mut allowing = members.clone();
            allowing[word] = json!(true);
            assert_eq!(events(&members, &allowing), [], "{members}");
        }
    }

    #[test]
    fn more_may_be_sent_where_it_is_allowed() {
        for word in ["allowReserved", "allowEmptyValue"] {
            let (no, yes, absent) = (json!({word: false}), json!({word: true}), json!({}));
            for (before, after, expected) in [
                (&absent, &yes, vec![Event::Changed(Relation::Widened)]),
                (&no, &yes, vec![Event::Changed(Relation::Widened)]),
                (&yes, &absent, vec![Event::Changed(Relation::Narrowed)]),
                (&absent, &no, vec![]),
            ] {
                let found = events(before, after);
                assert_eq!(found, expected, "{before} {after}");
            }
        }
    }

    #[test]
    fn a_header_has_no_reserved_characters() {
        let header =
            |value| in_parameter(&json!({"in": "header", "allowReserved": value, "schema": {"type": "string"}}));
        assert_eq!(examples::facets(&header(false), &header(true)), [Facet::Docs]);
    }
}
