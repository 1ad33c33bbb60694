//! Uniqueness of array elements (`uniqueItems`, false by default; JSON Schema 2020-12 validation, section 6.4.3).

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{Decimal, KnownKey, NodeId, ResolvedDescription, TypeSet};

use super::implied::{Implied, Satisfied};
use super::pair::{Change, TypedSchemaPair};
use crate::facets::context::FacetContext;
use crate::model::{Facet, Relation};

pub(super) fn compare_unique_items(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    let Some(keyword) = pair.changed(context, KnownKey::UniqueItems) else { return };
    let Some((was, is)) = keyword.flags(context) else { return };
    let written = Relation::from_inclusions(is >= was, was >= is);
    let by_new = |all: &ResolvedDescription<'_>, id| Some(!is || has_no_twins(all, id));
    let by_old = |all: &ResolvedDescription<'_>, id| Some(!was || has_no_twins(all, id));
    let short = holds_one_at_most(context.sides.old, pair.old) || holds_one_at_most(context.sides.new, pair.new);
    let by_size = Implied { old: Satisfied::when(short), new: Satisfied::when(short) };
    let meant = Implied::by_lists(context, pair, TypeSet::ARRAY, (&by_new, &by_old)).or(by_size).meant(written);
    Change { facet: Facet::UniqueItems, kind: TypeSet::ARRAY, written, meant }.report(context, pair, &keyword);
}

/// Returns true if the schema allows only arrays with at most one element, which are always unique.
fn holds_one_at_most(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let most = description.arena().member(schema, KnownKey::MaxItems).and_then(|id| description.arena().decimal(id));
    most.is_some_and(|most| most <= Decimal::from(1))
}

fn has_no_twins(description: &ResolvedDescription<'_>, array: NodeId) -> bool {
    let arena = description.arena();
    let mut elements: Vec<_> = arena.children(array).map(|element| arena.digest(element)).list();
    order::sort(&mut elements);
    elements.windows(2).all(|two| !matches!(two, [one, other] if one == other))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn items_that_may_not_repeat() {
        holds(&[
            ("{}", r#"{"uniqueItems":true}"#, &["UniqueItems uniqueItems narrowed"]),
            (r#"{"uniqueItems":false}"#, r#"{"uniqueItems":true}"#, &["UniqueItems uniqueItems narrowed"]),
            ("{}", r#"{"uniqueItems":false}"#, &[]),
            (
                r#"{"type":"string"}"#,
                r#"{"type":"string","uniqueItems":true}"#,
                &["KeywordWithoutEffect uniqueItems added"],
            ),
            (r#"{"maxItems":1}"#, r#"{"maxItems":1,"uniqueItems":true}"#, &["KeywordWithoutEffect uniqueItems added"]),
            (r#"{"maxItems":2}"#, r#"{"maxItems":2,"uniqueItems":true}"#, &["UniqueItems uniqueItems narrowed"]),
            ("{}", r#"{"uniqueItems":"yes"}"#, &["Unexplained  added"]),
        ]);
    }
}
