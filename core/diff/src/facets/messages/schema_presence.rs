//! The presence of a schema for a body, a response, a parameter, a header, or the items of a sequence. Without a
//! schema, any value is allowed (OpenAPI 3.1.1 section 4.8.14; 3.2.0, `itemSchema`).

use waybill_openapi::internal::conjuncts::allows_anything;
use waybill_openapi::internal::{KnownKey, NodeId, ValueFormat};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, Relation, Side};
use crate::pairing::bytes;

pub(in crate::facets) fn compare_schema_presence(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    for (key, name) in [(KnownKey::Schema, "schema"), (KnownKey::ItemSchema, "itemSchema")] {
        let (left, right) = context.sides.member(old, new, key);
        let relation = match (left, right) {
            (Some(_), None) => Relation::Widened,
            (None, Some(_)) => Relation::Narrowed,
            (None, None) | (Some(_), Some(_)) => continue,
        };
        if !context.places.is_open(left, right) {
            continue;
        }
        let has_no_effect = left.is_none_or(|id| allows_anything(context.sides.old, id))
            && right.is_none_or(|id| allows_anything(context.sides.new, id));
        if has_no_effect
            || bytes::is_same_binary_data(context.sides, left, right)
            || allows_every_value_of_media_type(context, (left, right))
        {
            context.places.claim(left, right, Claim::Neutral);
            continue;
        }
        context.claim(left, right);
        let (old, new) = (left.unwrap_or(old), right.unwrap_or(new));
        let fact = Fact::new(
            Facet::Schema,
            Event::Changed(relation),
            Some(old),
            Some(new),
            Affected::DefinitionPair(definition_pair),
        );
        context.facts.push(fact.named(name));
    }
}

/// Returns true if the only schema allows every value of its media type: any string, or any bytes.
fn allows_every_value_of_media_type(
    context: &mut FacetContext<'_, '_>,
    schemas: (Option<NodeId>, Option<NodeId>),
) -> bool {
    let (side, schema) = match schemas {
        (Some(old), None) => (Side::Old, old),
        (None, Some(new)) => (Side::New, new),
        _ => return false,
    };
    let description = context.sides.description(side);
    match ValueFormat::find(description, schema) {
        ValueFormat::Text(text) => !text.null_is_nothing && context.prover.allows_any_text((side, schema)),
        ValueFormat::Json | ValueFormat::DependsOnUse(_) => bytes::allows_any_bytes(description, schema),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::in_operation;

    fn body(media_type: &Value) -> Value {
        in_operation(&json!({"requestBody": {"content": {"application/jsonl": media_type}}}))
    }

    #[test]
    fn a_schema_allows_less_than_none() {
        let (narrowed, widened) = (Event::Changed(Relation::Narrowed), Event::Changed(Relation::Widened));
        let object = json!({"type": "object"});
        for (before, after, expected) in [
            (json!({}), json!({"schema": object}), vec![narrowed]),
            (json!({"schema": object}), json!({}), vec![widened]),
            (json!({}), json!({"schema": {"minLength": 1}}), vec![narrowed]),
            (json!({}), json!({"schema": {}}), vec![]),
            (json!({"schema": true}), json!({}), vec![]),
            (json!({"schema": object}), json!({"schema": object, "itemSchema": object}), vec![narrowed]),
        ] {
            let found = examples::events(Facet::Schema, &body(&before), &body(&after));
            assert_eq!(found, expected, "{before} {after}");
        }
    }
}
