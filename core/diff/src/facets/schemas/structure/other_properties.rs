//! Properties that are not listed: `additionalProperties`, `patternProperties`, `propertyNames` (JSON Schema 2020-12
//! core, section 10.3.2) and `unevaluatedProperties` (section 11.3). A missing keyword, `true` and `{}` all allow any
//! property.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::is_annotation;
use waybill_openapi::internal::{Kind, KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Facet, NodePair, Relation, Side, Values};

pub(super) fn compare_other_properties(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let words = [
        (KnownKey::AdditionalProperties, "additionalProperties"),
        (KnownKey::UnevaluatedProperties, "unevaluatedProperties"),
        (KnownKey::PropertyNames, "propertyNames"),
    ];
    for (key, name) in words {
        if let Some(values) = pair.changed(context, key) {
            let demands = |description: &ResolvedDescription<'_>, id: &NodeId| {
                key != KnownKey::PropertyNames || !any_name(description, *id)
            };
            // Without `additionalProperties`, `unevaluatedProperties` applies to the properties.
            let rest = context.sides.member(pair.old, pair.new, KnownKey::UnevaluatedProperties);
            let left = |rest: Option<NodeId>| rest.filter(|_| key == KnownKey::AdditionalProperties);
            let values_or_rest = (values.0.or(left(rest.0)), values.1.or(left(rest.1)));
            let asked = (
                values_or_rest.0.filter(|id| demands(context.sides.old, id)),
                values_or_rest.1.filter(|id| demands(context.sides.new, id)),
            );
            let relation = match sees_same_properties(context, pair, key) {
                None => NodePair::relation(context, asked),
                // The other keyword's fact covers this one.
                Some(true) => Relation::Same,
                Some(false) => Relation::Unknown,
            };
            pair.report_relation(context, Facet::OtherProperties, name, values, relation);
        }
    }
    compare_patterns(context, pair);
}

/// Returns `None` unless `unevaluatedProperties` replaced `additionalProperties` of the other side, or the reverse.
/// Returns true if it applies to the same properties, because no other keyword evaluates some of them.
fn sees_same_properties(context: &FacetContext<'_, '_>, pair: NodePair, key: KnownKey) -> Option<bool> {
    const LEAVE_FEWER: [KnownKey; 6] =
        [KnownKey::AllOf, KnownKey::AnyOf, KnownKey::OneOf, KnownKey::If, KnownKey::Ref, KnownKey::DependentSchemas];
    let has = |key| {
        let (old, new) = context.sides.member(pair.old, pair.new, key);
        (old.is_some(), new.is_some())
    };
    let (additional, rest) = (has(KnownKey::AdditionalProperties), has(KnownKey::UnevaluatedProperties));
    let stands = key == KnownKey::UnevaluatedProperties && rest.0 != rest.1 && additional == (rest.1, rest.0);
    stands.then(|| LEAVE_FEWER.into_iter().all(|key| has(key) == (false, false)))
}

/// Returns true if a schema allows all names. Names are always strings, so `type: string` has no effect.
fn any_name(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let mut members = arena.children(schema).filter(|&member| !is_annotation(description, member));
    let says_string =
        |member| arena.key(member) == KnownKey::Type.key() && arena.string(member).is_some_and(|name| name == "string");
    arena.is_object(schema) && description.reference(schema).is_none() && members.all(says_string)
}

/// Compares each pattern that is on one side only. On the other side, `additionalProperties` applies to the names.
fn compare_patterns(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let (old, new) = context.sides.member(pair.old, pair.new, KnownKey::PatternProperties);
    let unmatched: Vec<Values> = {
        let all_old = old.into_iter().flat_map(|map| context.sides.old.arena().children(map));
        let all_new = new.into_iter().flat_map(|map| context.sides.new.arena().children(map));
        all_old.map(|id| (Some(id), None)).chain(all_new.map(|id| (None, Some(id)))).list()
    };
    for place in unmatched {
        if !context.places.is_open(place.0, place.1) {
            continue;
        }
        let (side, node, closing) = match place {
            (Some(node), _) => (Side::Old, node, closing(context.sides.new, pair.new)),
            (None, Some(node)) => (Side::New, node, closing(context.sides.old, pair.old)),
            (None, None) => continue,
        };
        let relation = pattern(context, side, node, closing);
        let name = match side {
            Side::Old => context.sides.old.arena().key_text(node),
            Side::New => context.sides.new.arena().key_text(node),
        };
        let name = format!("patternProperties.{name}");
        pair.report_relation(context, Facet::OtherProperties, &name, place, relation);
    }
}

/// Returns the schema for properties that an object does not list.
fn closing(description: &ResolvedDescription<'_>, object: NodeId) -> Option<NodeId> {
    let member = |key| description.arena().member(object, key);
    member(KnownKey::AdditionalProperties).or_else(|| member(KnownKey::UnevaluatedProperties))
}

/// Returns the relation of the values if a pattern is on one side only. On the other side, `closing` applies to its
/// names.
fn pattern(context: &mut FacetContext<'_, '_>, side: Side, node: NodeId, closing: Option<NodeId>) -> Relation {
    let trivial = context.prover.subschemas.is_trivial(side, node);
    let Some(closing) = closing else {
        return match (trivial, side) {
            (true, _) => Relation::Same,
            (false, Side::New) => Relation::Narrowed,
            (false, Side::Old) => Relation::Widened,
        };
    };
    let description = if side == Side::New { context.sides.old } else { context.sides.new };
    if description.arena().kind(closing) == Kind::False {
        return if side == Side::New { Relation::Widened } else { Relation::Narrowed };
    }
    match side {
        Side::New => context.prover.subschemas.relation(closing, node),
        Side::Old => context.prover.subschemas.relation(node, closing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::tests::structure::{events, table};
    use crate::model::Event;

    #[test]
    fn additional_and_unevaluated_properties_may_be_equivalent() {
        let with = |word: &str, also: &str| format!(r#"{{"type":"object","{word}":{{"type":"string"}}{also}}}"#);
        let listed = r#","properties":{"a":{}}"#;
        let counted = (Facet::PropertyCount, Event::Changed(Relation::Narrowed));
        let additional = with("additionalProperties", listed);
        assert_eq!(events(&additional, &with("unevaluatedProperties", listed)), []);
        let fewer = with("unevaluatedProperties", &format!(r#"{listed},"maxProperties":5"#));
        assert_eq!(events(&additional, &fewer), [counted]);
        // Branches are compared as well.
        let branch = r#","allOf":[{"properties":{"b":{}}}]"#;
        let widened = (Facet::Composition, Event::Changed(Relation::Widened));
        let found = events(&with("additionalProperties", branch), &with("unevaluatedProperties", branch));
        assert_eq!(found, [widened]);
    }

    #[test]
    fn other_properties_are_unrestricted_by_default() {
        let facet = Facet::OtherProperties;
        table(
            facet,
            r#"{"type":"object"}"#,
            &[
                ("{}", r#"{"additionalProperties":false}"#, Relation::Narrowed),
                (
                    r#"{"additionalProperties":true}"#,
                    r#"{"additionalProperties":{"type":"string"}}"#,
                    Relation::Narrowed,
                ),
                (
                    r#"{"additionalProperties":{"type":"string"}}"#,
                    r#"{"additionalProperties":false}"#,
                    Relation::Narrowed,
                ),
                (r#"{"additionalProperties":false}"#, r#"{"additionalProperties":true}"#, Relation::Widened),
                ("{}", r#"{"unevaluatedProperties":false}"#, Relation::Narrowed),
                ("{}", r#"{"propertyNames":{"maxLength":3}}"#, Relation::Narrowed),
                (r#"{"propertyNames":{"maxLength":3}}"#, r#"{"propertyNames":{"maxLength":4}}"#, Relation::Widened),
                ("{}", r#"{"patternProperties":{"^x":{"type":"string"}}}"#, Relation::Narrowed),
                (
                    r#"{"additionalProperties":false}"#,
                    r#"{"additionalProperties":false,"patternProperties":{"^x":{}}}"#,
                    Relation::Widened,
                ),
                (
                    r#"{"unevaluatedProperties":false}"#,
                    r#"{"unevaluatedProperties":false,"patternProperties":{"^x":{"type":"string"}}}"#,
                    Relation::Widened,
                ),
            ],
        );
        table(
            facet,
            r#"{"type":"object"}"#,
            &[
                ("{}", r#"{"additionalProperties":true}"#, Relation::Same),
                (r#"{"additionalProperties":{}}"#, r#"{"additionalProperties":true}"#, Relation::Same),
                ("{}", r#"{"propertyNames":{"type":"string"}}"#, Relation::Same),
                ("{}", r#"{"unevaluatedProperties":true}"#, Relation::Same),
                ("{}", r#"{"patternProperties":{"^x":true}}"#, Relation::Same),
            ],
        );
    }
}
