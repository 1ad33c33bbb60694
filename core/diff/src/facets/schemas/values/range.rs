//! The minimum and maximum of numbers (`minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`; JSON Schema
//! 2020-12 validation, sections 6.2.2 to 6.2.5). In 3.0, the exclusive keywords are boolean modifiers of the others
//! (section 4.7.24).

use waybill_openapi::internal::{NodeId, ResolvedDescription, TypeSet};

use super::implied::{Implied, Satisfied};
use super::pair::{Bearing, TypedSchemaPair, relate_upper_ends};
use crate::facets::context::FacetContext;
use crate::model::{Affected, DisplayValue, Event, Facet, Fact, Relation};
use crate::prover::ranges::{Bound, ENDS, End, is_empty_range, read_bound};

pub(super) fn compare_range(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    for end in ENDS {
        compare_end(context, pair, end);
    }
}

fn compare_end(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair, end: End) {
    let keywords = [end.inclusive, end.exclusive].map(|key| pair.changed(context, key));
    let mut keywords = keywords.into_iter().flatten().peekable();
    if keywords.peek().is_none() {
        return;
    }
    let bearing = pair.bearing(TypeSet::NUMBER);
    if bearing != Bearing::Both {
        return keywords.for_each(|keyword| match bearing {
            Bearing::Types => keyword.claim_without_fact(context),
            Bearing::Both | Bearing::Neither => keyword.report_no_effect(context),
        });
    }
    let before = read_bound(context.sides.old, pair.old, end);
    let after = read_bound(context.sides.new, pair.new, end);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    let (was, is) = (
        before.clone().map(|bound| end.over(pair.types.0, bound)),
        after.clone().map(|bound| end.over(pair.types.1, bound)),
    );
    let written = match (&was, &is) {
        (None, None) => Relation::Same,
        (None, Some(_)) => Relation::Narrowed,
        (Some(_), None) => Relation::Widened,
        (Some(was), Some(is)) => relate_upper_ends(end.compare(is, was)),
    };
    if written == Relation::Same {
        return keywords.for_each(|keyword| keyword.claim_as_equivalent(context));
    }
    let by_new = |all: &ResolvedDescription<'_>, id| {
        Some(is.as_ref().is_none_or(|bound| end.allows(bound, all.arena().decimal(id).as_ref())))
    };
    let by_old = |all: &ResolvedDescription<'_>, id| {
        Some(was.as_ref().is_none_or(|bound| end.allows(bound, all.arena().decimal(id).as_ref())))
    };
    let empty = (
        is_empty_range(context.sides.old, pair.old, pair.types.0),
        is_empty_range(context.sides.new, pair.new, pair.types.1),
    );
    let no_values = Implied { old: Satisfied::when(empty.0), new: Satisfied::when(empty.1) };
    let implied = Implied::by_lists(context, pair, TypeSet::NUMBER, (&by_new, &by_old)).or(no_values);
    match implied.meant(written) {
        Relation::Same => keywords.for_each(|keyword| keyword.report_no_effect(context)),
        meant => {
            keywords.for_each(|keyword| keyword.claim_without_fact(context));
            context.facts.push(fact(pair, end, (before, after), meant));
        }
    }
}

fn fact(pair: &TypedSchemaPair, end: End, (before, after): (Option<Bound>, Option<Bound>), relation: Relation) -> Fact {
    let own_keyword = [&before, &after].into_iter().flatten().all(|bound| bound.is_keyword_exclusive);
    let name = if own_keyword { end.exclusive } else { end.inclusive };
    let shown = |bound: &Option<Bound>| match bound {
        None => DisplayValue::Nothing,
        Some(bound) if !bound.is_exclusive || own_keyword => DisplayValue::Node(bound.node),
        Some(bound) if end.is_upper => DisplayValue::Below(bound.node),
        Some(bound) => DisplayValue::Above(bound.node),
    };
    let (showing_before, showing_after) = (shown(&before), shown(&after));
    let place = |bound: Option<Bound>, schema: NodeId| Some(bound.map_or(schema, |bound| bound.node));
    let cause = (place(before, pair.old), place(after, pair.new));
    Fact::new(Facet::Range, Event::Changed(relation), cause.0, cause.1, Affected::DefinitionPair(pair.definition_pair))
        .named(name.text())
        .showing(showing_before, showing_after)
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::{holds, holds_between};

    #[test]
    fn the_ends_of_a_range() {
        const NARROWED: &[&str] = &["Range maximum narrowed"];
        const WIDENED: &[&str] = &["Range maximum widened"];
        holds(&[
            (r#"{"maximum":100}"#, r#"{"maximum":50}"#, NARROWED),
            (r#"{"maximum":0.3}"#, r#"{"maximum":0.30000000000000000001}"#, WIDENED),
            (r#"{"maximum":100}"#, r#"{"maximum":1e2}"#, &[]),
            ("{}", r#"{"maximum":50}"#, NARROWED),
            ("{}", r#"{"exclusiveMaximum":50}"#, &["Range exclusiveMaximum narrowed"]),
            (r#"{"minimum":1}"#, r#"{"minimum":2}"#, &["Range minimum narrowed"]),
            (r#"{"minimum":-1}"#, r#"{"minimum":-2}"#, &["Range minimum widened"]),
            (r#"{"exclusiveMinimum":1}"#, r#"{"exclusiveMinimum":2}"#, &["Range exclusiveMinimum narrowed"]),
            (
                r#"{"minimum":1,"maximum":9}"#,
                r#"{"minimum":0,"maximum":8}"#,
                &["Range maximum narrowed", "Range minimum widened"],
            ),
        ]);
    }

    #[test]
    fn an_exclusive_end_is_tighter_than_an_inclusive_one() {
        holds(&[
            (r#"{"maximum":10}"#, r#"{"exclusiveMaximum":10}"#, &["Range maximum narrowed"]),
            (r#"{"maximum":10}"#, r#"{"exclusiveMaximum":11}"#, &["Range maximum widened"]),
            (r#"{"maximum":10}"#, r#"{"maximum":10,"exclusiveMaximum":20}"#, &[]),
            (r#"{"maximum":10}"#, r#"{"maximum":20,"exclusiveMaximum":10}"#, &["Range maximum narrowed"]),
        ]);
    }

    #[test]
    fn an_end_is_exclusive_by_a_flag_in_3_0_and_by_a_number_since() {
        holds_between(
            ["3.0.3"; 2],
            &[
                (r#"{"maximum":10}"#, r#"{"maximum":10,"exclusiveMaximum":true}"#, &["Range maximum narrowed"]),
                (r#"{"maximum":10}"#, r#"{"maximum":10,"exclusiveMaximum":false}"#, &[]),
            ],
        );
        holds_between(
            ["3.0.3", "3.1.0"],
            &[
                (r#"{"maximum":10,"exclusiveMaximum":true}"#, r#"{"exclusiveMaximum":10}"#, &[]),
                (r#"{"minimum":1,"exclusiveMinimum":true}"#, r#"{"exclusiveMinimum":1.0}"#, &[]),
                (
                    r#"{"minimum":1,"exclusiveMinimum":true}"#,
                    r#"{"minimum":1,"exclusiveMinimum":true}"#,
                    &["Range minimum widened"],
                ),
            ],
        );
    }

    #[test]
    fn between_integers_there_is_nothing() {
        const I: &str = r#"{"type":"integer","maximum":10}"#;
        holds(&[
            (I, r#"{"type":"integer","exclusiveMaximum":11}"#, &[]),
            (I, r#"{"type":"integer","maximum":10.9}"#, &[]),
            (I, r#"{"type":"integer","exclusiveMaximum":10.5}"#, &[]),
            (I, r#"{"type":"integer","exclusiveMaximum":10}"#, &["Range maximum narrowed"]),
            (r#"{"type":"integer","minimum":1}"#, r#"{"type":"integer","exclusiveMinimum":0}"#, &[]),
            (r#"{"type":"integer","minimum":-1.5}"#, r#"{"type":"integer","minimum":-1}"#, &[]),
            (
                r#"{"type":"integer","minimum":1}"#,
                r#"{"type":"integer","exclusiveMinimum":1}"#,
                &["Range minimum narrowed"],
            ),
            (
                r#"{"type":"number","maximum":10}"#,
                r#"{"type":"number","exclusiveMaximum":11}"#,
                &["Range maximum widened"],
            ),
        ]);
    }

    #[test]
    fn among_no_numbers_there_is_nothing_to_lose() {
        holds(&[
            (r#"{"minimum":5,"maximum":1}"#, r#"{"minimum":6,"maximum":1}"#, &["KeywordWithoutEffect minimum unknown"]),
            (
                r#"{"minimum":5,"maximum":1}"#,
                r#"{"minimum":6,"maximum":9}"#,
                &["Range maximum widened", "KeywordWithoutEffect minimum unknown"],
            ),
            (r#"{"exclusiveMinimum":5,"maximum":5}"#, r#"{"maximum":5}"#, &["Range exclusiveMinimum widened"]),
            (r#"{"minimum":5,"maximum":5}"#, r#"{"maximum":5}"#, &["Range minimum widened"]),
        ]);
    }

    #[test]
    fn range_that_is_not_a_number_is_unexplained() {
        holds(&[("{}", r#"{"maximum":"ten"}"#, &["Unexplained  added"])]);
    }
}
