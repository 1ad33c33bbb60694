//! Requirements that apply if a property is present: `dependentRequired` (JSON Schema 2020-12 validation, section
//! 6.5.4) and `dependentSchemas` (core, section 10.2.2.4).

use waybill_base::internal::order;
use waybill_openapi::internal::{Digest, KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Facet, NodePair, Relation, Values};

pub(super) fn compare_dependents(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    if let Some(values) = pair.changed(context, KnownKey::DependentRequired) {
        let relation = relation_of(context, values, |context, (old, new)| {
            let (old, new) = (names(context.sides.old, old), names(context.sides.new, new));
            Relation::from_inclusions(order::is_subset(&old, &new), order::is_subset(&new, &old))
        });
        pair.report_relation(context, Facet::DependentProperties, "dependentRequired", values, relation);
    }
    if let Some(values) = pair.changed(context, KnownKey::DependentSchemas) {
        let relation = relation_of(context, values, NodePair::relation);
        pair.report_relation(context, Facet::DependentProperties, "dependentSchemas", values, relation);
    }
}

/// Returns the combined relation of all entries of two maps.
fn relation_of<'d>(
    context: &mut FacetContext<'_, 'd>,
    (old, new): Values,
    mut entry: impl FnMut(&mut FacetContext<'_, 'd>, Values) -> Relation,
) -> Relation {
    let mut entries: Vec<Values> = Vec::new();
    for old in old.into_iter().flat_map(|map| context.sides.old.arena().children(map)) {
        entries.push((Some(old), new.and_then(|map| context.sides.namesake_in_new(map, old))));
    }
    for new in new.into_iter().flat_map(|map| context.sides.new.arena().children(map)) {
        if old.and_then(|map| context.sides.namesake_in_old(map, new)).is_none() {
            entries.push((None, Some(new)));
        }
    }
    entries.into_iter().fold(Relation::Same, |all, values| all.combine(entry(context, values)))
}

fn names(description: &ResolvedDescription<'_>, list: Option<NodeId>) -> Vec<Digest> {
    let arena = description.arena();
    order::sorted_unique(list.into_iter().flat_map(|list| arena.children(list)).map(|id| arena.digest(id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::tests::structure::table;

    #[test]
    fn a_dependency_narrows_and_one_gone_widens() {
        table(
            Facet::DependentProperties,
            r#"{"type":"object"}"#,
            &[
                ("{}", r#"{"dependentRequired":{"a":["b"]}}"#, Relation::Narrowed),
                (
                    r#"{"dependentRequired":{"a":["b"]}}"#,
                    r#"{"dependentRequired":{"a":["b","c"]}}"#,
                    Relation::Narrowed,
                ),
                (r#"{"dependentRequired":{"a":["b"]}}"#, r#"{"dependentRequired":{}}"#, Relation::Widened),
                (
                    r#"{"dependentRequired":{"a":["b"]}}"#,
                    r#"{"dependentRequired":{"a":["c"]}}"#,
                    Relation::Incomparable,
                ),
                (
                    r#"{"dependentRequired":{"a":["b","c"]}}"#,
                    r#"{"dependentRequired":{"a":["c","b"]}}"#,
                    Relation::Same,
                ),
                ("{}", r#"{"dependentSchemas":{"a":{"required":["b"]}}}"#, Relation::Narrowed),
                ("{}", r#"{"dependentSchemas":{"a":{}}}"#, Relation::Same),
                (
                    r#"{"dependentSchemas":{"a":{"minProperties":2}}}"#,
                    r#"{"dependentSchemas":{"a":{"minProperties":1}}}"#,
                    Relation::Widened,
                ),
            ],
        );
    }
}
