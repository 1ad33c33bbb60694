//! Schemas of array elements: `items`, `prefixItems` (JSON Schema 2020-12 core, section 10.3.1) and `unevaluatedItems`
//! (section 11.2). A missing keyword, `true` and `{}` all allow any element.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, TypeSet};

use super::pair::claim_keyword;
use crate::facets::context::FacetContext;
use crate::facets::keyword::Keyword;
use crate::model::{Facet, NodePair, Relation, Side, Values};

pub(super) fn compare_elements(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    for (key, name) in [(KnownKey::Items, "items"), (KnownKey::UnevaluatedItems, "unevaluatedItems")] {
        if let Some(values) = pair.changed(context, key) {
            let rest = context.sides.member(pair.old, pair.new, KnownKey::UnevaluatedItems);
            // Without `items`, `unevaluatedItems` applies to the elements.
            let relation = NodePair::relation(context, (values.0.or(rest.0), values.1.or(rest.1)));
            match allow_arrays(context, pair) {
                (true, true) => pair.report_relation(context, Facet::Elements, name, values, relation),
                // The fact about the types covers the elements.
                (true, false) | (false, true) => claim_keyword(context, values, relation),
                (false, false) => report_no_effect(context, pair, key),
            }
        }
    }
    compare_prefix_items(context, pair);
}

/// Returns true for each side that allows arrays.
fn allow_arrays(context: &mut FacetContext<'_, '_>, pair: NodePair) -> (bool, bool) {
    let types = context.prover.allowed_types(pair.old, pair.new);
    (types.0.meets(TypeSet::ARRAY), types.1.meets(TypeSet::ARRAY))
}

/// Reports a keyword of a schema that allows no arrays.
fn report_no_effect(context: &mut FacetContext<'_, '_>, pair: NodePair, key: KnownKey) {
    if let Some(keyword) = Keyword::changed(context, pair, key) {
        keyword.report_no_effect(context);
    }
}

/// Compares positions with their own schema on one side only. On the other side, `items` applies to them.
fn compare_prefix_items(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let (old, new) = context.sides.member(pair.old, pair.new, KnownKey::PrefixItems);
    let lists = (old, new);
    let positions: Vec<(Values, usize)> = {
        let all_old = old.into_iter().flat_map(|list| context.sides.old.arena().children(list));
        let all_new = new.into_iter().flat_map(|list| context.sides.new.arena().children(list));
        let all_old = all_old.enumerate().map(|(at, id)| ((Some(id), None), at));
        all_old.chain(all_new.enumerate().map(|(at, id)| ((None, Some(id)), at))).list()
    };
    let whole_lone = context.places.is_open(lists.0, lists.1);
    let mut all = Relation::Same;
    for (place, at) in positions {
        if !whole_lone && !context.places.is_open(place.0, place.1) {
            continue;
        }
        let relation = position(context, pair, place);
        if whole_lone {
            all = all.combine(relation);
        } else {
            pair.report_relation(context, Facet::Elements, &format!("prefixItems.{at}"), place, relation);
        }
    }
    if whole_lone {
        pair.report_relation(context, Facet::Elements, "prefixItems", lists, all);
    }
}

fn position(context: &mut FacetContext<'_, '_>, pair: NodePair, place: Values) -> Relation {
    let items = context.sides.member(pair.old, pair.new, KnownKey::Items);
    let against =
        |context: &mut FacetContext<'_, '_>, side: Side, node: NodeId, rest: Option<NodeId>| match (rest, side) {
            (Some(rest), Side::Old) => context.prover.subschemas.relation(node, rest),
            (Some(rest), Side::New) => context.prover.subschemas.relation(rest, node),
            (None, _) if context.prover.subschemas.is_trivial(side, node) => Relation::Same,
            (None, Side::Old) => Relation::Widened,
            (None, Side::New) => Relation::Narrowed,
        };
    match place {
        (Some(node), None) => against(context, Side::Old, node, items.1),
        (None, Some(node)) => against(context, Side::New, node, items.0),
        _ => Relation::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::tests::structure::table;

    #[test]
    fn array_elements_are_unrestricted_by_default() {
        table(
            Facet::Elements,
            r#"{"type":"array"}"#,
            &[
                ("{}", r#"{"items":{"type":"string"}}"#, Relation::Narrowed),
                ("{}", r#"{"items":true}"#, Relation::Same),
                (r#"{"items":{}}"#, r#"{"items":true}"#, Relation::Same),
                (r#"{"items":{"type":"string"}}"#, "{}", Relation::Widened),
                (r#"{"items":{"type":"string"}}"#, r#"{"items":false}"#, Relation::Narrowed),
                ("{}", r#"{"prefixItems":[{"type":"string"}]}"#, Relation::Narrowed),
                (
                    r#"{"prefixItems":[{"type":"string"}]}"#,
                    r#"{"prefixItems":[{"type":"string"},{"type":"null"}]}"#,
                    Relation::Narrowed,
                ),
                (
                    r#"{"prefixItems":[{"type":"string"}],"items":false}"#,
                    r#"{"prefixItems":[{"type":"string"},{"type":"null"}],"items":false}"#,
                    Relation::Widened,
                ),
                (r#"{"prefixItems":[{"type":"string"},{}]}"#, r#"{"prefixItems":[{"type":"string"}]}"#, Relation::Same),
                ("{}", r#"{"unevaluatedItems":false}"#, Relation::Narrowed),
            ],
        );
    }
}
