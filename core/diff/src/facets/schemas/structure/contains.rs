//! The number of elements that must match a schema: `contains`, `minContains`, `maxContains` (JSON Schema 2020-12 core,
//! section 10.3.1.3, and validation, sections 6.4.4 and 6.4.5). Without `contains`, the other two have no effect.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use super::pair::claim_keyword;
use crate::facets::context::FacetContext;
use crate::model::{Facet, NodePair, Relation};

/// Minimum and maximum number of matching elements. Without `contains`, any number is allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Counts {
    least: f64,
    most: f64,
}

impl Counts {
    fn read(description: &ResolvedDescription<'_>, schema: NodeId) -> Counts {
        let arena = description.arena();
        let number = |key| arena.member(schema, key).and_then(|id| arena.source_text(id).parse::<f64>().ok());
        let free = Counts { least: 0.0, most: f64::INFINITY };
        if arena.member(schema, KnownKey::Contains).is_none() {
            return free;
        }
        Counts {
            least: number(KnownKey::MinContains).unwrap_or(1.0),
            most: number(KnownKey::MaxContains).unwrap_or(f64::INFINITY),
        }
    }

    fn is_free(self) -> bool {
        self.least <= 0.0 && self.most == f64::INFINITY
    }
}

pub(super) fn compare_contains(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let words = [
        (KnownKey::Contains, "contains"),
        (KnownKey::MinContains, "minContains"),
        (KnownKey::MaxContains, "maxContains"),
    ];
    let changed: Vec<_> = words.into_iter().filter_map(|(key, name)| Some((pair.changed(context, key)?, name))).list();
    let Some(&(first, name)) = changed.first() else { return };
    let (before, after) = (Counts::read(context.sides.old, pair.old), Counts::read(context.sides.new, pair.new));
    let relation = relation(context, pair, before, after);
    for &(values, _) in changed.iter().skip(1) {
        // One fact covers all three keywords.
        claim_keyword(context, values, relation);
    }
    pair.report_relation(context, Facet::Elements, name, first, relation);
}

fn relation(context: &mut FacetContext<'_, '_>, pair: NodePair, before: Counts, after: Counts) -> Relation {
    match (before.is_free(), after.is_free()) {
        (true, true) => return Relation::Same,
        (true, false) => return Relation::Narrowed,
        (false, true) => return Relation::Widened,
        (false, false) => {}
    }
    let counts = Relation::from_inclusions(
        after.least >= before.least && after.most <= before.most,
        before.least >= after.least && before.most <= after.most,
    );
    let (Some(old), Some(new)) = context.sides.member(pair.old, pair.new, KnownKey::Contains) else {
        return Relation::Unknown;
    };
    let matching =
        if context.sides.equal(old, new) { Relation::Same } else { context.prover.subschemas.relation(old, new) };
    let only_least = before.most == f64::INFINITY && after.most == f64::INFINITY;
    let only_most = before.least <= 0.0 && after.least <= 0.0;
    match matching {
        Relation::Same => counts,
        Relation::Incomparable if only_least => counts.combine(Relation::Unknown),
        Relation::Narrowed | Relation::Widened | Relation::Unknown if only_least => counts.combine(matching),
        Relation::Narrowed | Relation::Widened | Relation::Incomparable | Relation::Unknown if only_most => {
            counts.combine(matching.negate())
        }
        Relation::Narrowed | Relation::Widened | Relation::Incomparable | Relation::Unknown => Relation::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::tests::structure::table;

    #[test]
    fn elements_have_to_match_as_often_as_it_says() {
        table(
            Facet::Elements,
            r#"{"type":"array"}"#,
            &[
                ("{}", r#"{"contains":{"type":"string"}}"#, Relation::Narrowed),
                ("{}", r#"{"contains":{"type":"string"},"minContains":0}"#, Relation::Same),
                (r#"{"contains":{}}"#, r#"{"contains":{},"minContains":2}"#, Relation::Narrowed),
                (r#"{"contains":{},"maxContains":2}"#, r#"{"contains":{},"maxContains":3}"#, Relation::Widened),
                (r#"{"contains":{"type":"number"}}"#, r#"{"contains":{"type":"integer"}}"#, Relation::Narrowed),
                (
                    r#"{"contains":{"type":"number"},"minContains":0,"maxContains":1}"#,
                    r#"{"contains":{"type":"integer"},"minContains":0,"maxContains":1}"#,
                    Relation::Widened,
                ),
                (r#"{"minContains":2}"#, r#"{"minContains":3}"#, Relation::Same),
                (r#"{"contains":{},"minContains":1}"#, r#"{"contains":{}}"#, Relation::Same),
            ],
        );
    }
}
