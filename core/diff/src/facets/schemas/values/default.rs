//! The default for a missing value (`default`; JSON Schema 2020-12 validation, section 9.2; OpenAPI 3.0.4 section
//! 4.7.24.1). It does not restrict values.

use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{Decimal, Kind, KnownKey, NodeId, ObjectKind, ResolvedDescription, TypeSet};

use super::pair::TypedSchemaPair;
use crate::facets::context::FacetContext;
use crate::facets::keyword::Keyword;
use crate::facets::parameters::required::is_required;
use crate::facets::schemas::texts;
use crate::model::{Event, Facet, Relation};

/// The keywords whose values are in the array or object, or are not there at all.
const PLACELESS: [KnownKey; 4] =
    [KnownKey::Items, KnownKey::AdditionalProperties, KnownKey::UnevaluatedItems, KnownKey::UnevaluatedProperties];

pub(super) fn compare_defaults(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    let Some(keyword) = pair.changed(context, KnownKey::Default) else { return };
    if pair.is_text && texts::are_same(context, keyword.old, keyword.new) || are_same_number(context, pair, &keyword) {
        return keyword.claim_as_equivalent(context);
    }
    // If the default has no use on one side, no client used it there. A default of null is what a missing value means.
    let is_null = |description: &ResolvedDescription<'_>, default: Option<NodeId>| {
        default.is_none_or(|default| description.arena().kind(default) == Kind::Null)
    };
    if has_no_use(context.sides.old, pair.old)
        || has_no_use(context.sides.new, pair.new)
        || is_null(context.sides.old, keyword.old) && is_null(context.sides.new, keyword.new)
    {
        return keyword.report_no_effect(context);
    }
    if !pair.is_text && pair.is_of_other_types() {
        return keyword.claim_without_fact(context);
    }
    let event = keyword.event(Event::Changed(Relation::Unknown));
    let fact = keyword.fact(context, Facet::Default, event);
    context.facts.push(fact);
}

/// Returns true if both defaults of a number are equal, even if one of them is a string.
fn are_same_number(context: &FacetContext<'_, '_>, pair: &TypedSchemaPair, keyword: &Keyword) -> bool {
    let is_number = |types: TypeSet| types.without(TypeSet::NULL).within(TypeSet::NUMBER);
    let number = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
        let arena = description.arena();
        arena.string(id?).map_or_else(|| Decimal::parse(arena.source_text(id?)), |text| Decimal::parse(&text))
    };
    let numbers = number(context.sides.old, keyword.old).zip(number(context.sides.new, keyword.new));
    is_number(pair.types.0) && is_number(pair.types.1) && numbers.is_some_and(|(before, after)| before == after)
}

/// Returns true if the default of a schema is never used, because its values are never missing: required ones, and
/// elements or other properties, which have no place that can be empty. The default of an alternative is not used if the
/// whole schema has one.
fn has_no_use(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let Some(above) = arena.parent(schema) else { return false };
    let key = arena.key(schema);
    match description.object_kind(above) {
        ObjectKind::Parameter => key == KnownKey::Schema.key() && is_required(description, above),
        ObjectKind::MediaType => {
            let body = arena.parent(above).and_then(|content| arena.parent(content));
            key == KnownKey::Schema.key() && body.is_some_and(|body| is_required(description, body))
        }
        ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative => {
            PLACELESS.into_iter().any(|placeless| key == placeless.key())
        }
        ObjectKind::SchemaMap => arena.key(above) == KnownKey::PatternProperties.key(),
        ObjectKind::Alternatives => {
            arena.parent(above).is_some_and(|whole| arena.member(whole, KnownKey::Default).is_some())
        }
        ObjectKind::Properties => {
            arena.parent(above).is_some_and(|object| demands(description, object, arena.key_text(schema)))
        }
        _ => false,
    }
}

/// Returns true if an object, or a schema it is a branch of, requires a property.
fn demands(description: &ResolvedDescription<'_>, object: NodeId, name: &str) -> bool {
    let arena = description.arena();
    let around = std::iter::successors(Some(object), |&branch| {
        let list = arena.parent(branch).filter(|&list| description.object_kind(list) == ObjectKind::Branches)?;
        arena.parent(list)
    });
    let Some(whole) = around.last() else { return false };
    let objects = Conjuncts::opened(description, &[whole]).objects;
    let listed = objects.iter().filter_map(|&object| arena.member(object, KnownKey::Required));
    listed.flat_map(|list| arena.children(list)).any(|element| arena.string(element).is_some_and(|known| known == name))
        || objects.iter().any(|&object| demands_all(description, object))
}

/// Returns true if an object allows only listed properties and requires as many as it lists.
fn demands_all(description: &ResolvedDescription<'_>, object: NodeId) -> bool {
    let arena = description.arena();
    let closed = arena.member(object, KnownKey::AdditionalProperties).is_some_and(|id| arena.kind(id) == Kind::False);
    let listed = arena.member(object, KnownKey::Properties).map(|map| arena.children(map).count());
    let least = arena.member(object, KnownKey::MinProperties).and_then(|id| arena.count(id));
    let patterns = arena.member(object, KnownKey::PatternProperties).is_some();
    let all =
        listed.zip(least).is_some_and(|(listed, least)| u64::try_from(listed).is_ok_and(|listed| least >= listed));
    closed && !patterns && all
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn a_default_is_a_value_of_its_own() {
        holds(&[
            ("{}", r#"{"default":20}"#, &["Default default added"]),
            (r#"{"default":20}"#, r#"{"default":50}"#, &["Default default unknown"]),
            (r#"{"default":20}"#, r#"{"default":2e1}"#, &[]),
            (r#"{"type":"number","default":1}"#, r#"{"type":"number","default":"1.0"}"#, &[]),
            (r#"{"type":"number","default":1}"#, r#"{"type":"number","default":"1.5"}"#, &["Default default unknown"]),
            (r#"{"default":1}"#, r#"{"default":"1"}"#, &["Default default unknown"]),
            (r#"{"default":{"a":1}}"#, r#"{"default":{"a":2}}"#, &["Default default unknown"]),
            (r#"{"type":"string","default":"1"}"#, r#"{"type":"integer","default":1}"#, &["Type  incomparable"]),
        ]);
    }

    #[test]
    fn a_default_has_no_use_where_no_value_is_missing() {
        let no_effect = &["KeywordWithoutEffect default added"];
        holds(&[
            (r#"{"items":{}}"#, r#"{"items":{"default":1}}"#, no_effect),
            (r#"{"additionalProperties":{}}"#, r#"{"additionalProperties":{"default":1}}"#, no_effect),
            (r#"{"patternProperties":{"^a":{}}}"#, r#"{"patternProperties":{"^a":{"default":1}}}"#, no_effect),
            (r#"{"default":1,"oneOf":[{}]}"#, r#"{"default":1,"oneOf":[{"default":2}]}"#, no_effect),
            (r#"{"oneOf":[{}]}"#, r#"{"oneOf":[{"default":2}]}"#, &["Default default added"]),
            ("{}", r#"{"default":null}"#, no_effect),
            (r#"{"default":1}"#, r#"{"default":null}"#, &["Default default unknown"]),
            (r#"{"properties":{"a":{}}}"#, r#"{"properties":{"a":{"default":1}}}"#, &["Default default added"]),
        ]);
    }
}
