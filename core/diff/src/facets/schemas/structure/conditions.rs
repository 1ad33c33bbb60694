//! Conditions: `not` (JSON Schema 2020-12 core, section 10.2.1.4), and `if`, `then`, `else` (section 10.2.2). An `if`
//! alone has no effect, and neither have the other two without it.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use super::pair::claim_keyword;
use crate::facets::context::FacetContext;
use crate::model::{Event, Facet, Fact, NodePair, Relation, Side, Values};
use crate::prover::inclusion::listed_by;

pub(super) fn compare_conditions(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    if let Some(values) = pair.changed(context, KnownKey::Not) {
        let relation = match values {
            (Some(old), Some(new)) => context.prover.subschemas.relation(old, new).negate(),
            // These values were not allowed anyway.
            (None, Some(new)) if context.prover.subschemas.are_disjoint((Side::Old, pair.old), (Side::New, new)) => {
                Relation::Same
            }
            (Some(old), None) if context.prover.subschemas.are_disjoint((Side::New, pair.new), (Side::Old, old)) => {
                Relation::Same
            }
            (None, _) => Relation::Narrowed,
            (_, None) => Relation::Widened,
        };
        pair.report_relation(context, Facet::Condition, "not", values, relation);
    }
    if let Some(values) = pair.changed(context, KnownKey::ContentSchema) {
        compare_content_schema(context, pair, values);
    }
    compare_conditional(context, pair);
}

/// Compares `contentSchema`. It describes the decoded content for readers, and has no effect if no media type is
/// declared (validation, section 8.5).
fn compare_content_schema(context: &mut FacetContext<'_, '_>, pair: NodePair, values: Values) {
    let relation = match NodePair::relation(context, values) {
        Relation::Same => Relation::Same,
        Relation::Narrowed | Relation::Widened | Relation::Incomparable | Relation::Unknown => Relation::Unknown,
    };
    let media_types = context.sides.member(pair.old, pair.new, KnownKey::ContentMediaType);
    let is_decoded = media_types != (None, None);
    claim_keyword(context, values, relation);
    if relation != Relation::Same {
        let event = Event::Changed(relation);
        let fact = Fact::for_changed_member(
            if is_decoded { Facet::StringContent } else { Facet::KeywordWithoutEffect },
            event,
            pair,
            values,
        );
        context.facts.push(fact.named("contentSchema"));
    }
}

fn compare_conditional(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let words = [(KnownKey::Then, "then"), (KnownKey::Else, "else"), (KnownKey::If, "if")];
    let changed: Vec<_> = words.into_iter().filter_map(|(key, name)| Some((pair.changed(context, key)?, name))).list();
    let Some(&(first, name)) = changed.first() else { return };
    let old = branches(context, Side::Old, pair.old);
    let new = branches(context, Side::New, pair.new);
    let relation = match (old, new) {
        (None, None) => Relation::Same,
        (None, Some(_)) => Relation::Narrowed,
        (Some(_), None) => Relation::Widened,
        (Some((before, old)), Some((after, new))) => {
            if context.prover.subschemas.relation(before, after) == Relation::Same {
                let then = NodePair::relation(context, (old.0, new.0));
                then.combine(NodePair::relation(context, (old.1, new.1)))
            } else {
                Relation::Unknown
            }
        }
    };
    let relation = if relation == Relation::Same { as_listed(context, pair) } else { relation };
    for &(values, _) in changed.iter().skip(1) {
        claim_keyword(context, values, relation);
    }
    pair.report_relation(context, Facet::Condition, name, first, relation);
}

/// Returns the relation of equal conditions that list other properties than before. The list matters if another schema
/// for the same value allows only listed properties.
fn as_listed(context: &mut FacetContext<'_, '_>, pair: NodePair) -> Relation {
    let listed = |description: &ResolvedDescription<'_>, schema: NodeId| -> Vec<String> {
        let conditions = [KnownKey::If, KnownKey::Then, KnownKey::Else].into_iter();
        let conditions = conditions.filter_map(|key| description.arena().member(schema, key));
        order::sorted_unique(conditions.flat_map(|condition| listed_by(description, condition)))
    };
    let are_closed = context.prover.is_closed(Side::Old, pair.old) || context.prover.is_closed(Side::New, pair.new);
    if !are_closed || listed(context.sides.old, pair.old) == listed(context.sides.new, pair.new) {
        return Relation::Same;
    }
    // Another schema, around this one or with a reference to it, may forbid other properties. These two schemas do not
    // show the effect then.
    let (before, after) = context.sides.member(pair.old, pair.new, KnownKey::UnevaluatedProperties);
    let relation = before.and(after).and_then(|_| context.prover.subschemas.certain_relation(pair.old, pair.new));
    relation.unwrap_or(Relation::Unknown)
}

/// Returns `if` with its effective branches, or `None` if it has none.
fn branches(context: &FacetContext<'_, '_>, side: Side, schema: NodeId) -> Option<(NodeId, Values)> {
    let description = context.sides.description(side);
    let member = |key| description.arena().member(schema, key);
    let demands = |key: Option<NodeId>| key.filter(|&id| !context.prover.subschemas.is_trivial(side, id));
    let (then, otherwise) = (demands(member(KnownKey::Then)), demands(member(KnownKey::Else)));
    if then.is_none() && otherwise.is_none() {
        return None;
    }
    Some((member(KnownKey::If)?, (then, otherwise)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::tests::structure::{relations, table};

    #[test]
    fn not_reverses_the_relation() {
        table(
            Facet::Condition,
            "{}",
            &[
                ("{}", r#"{"not":{"type":"string"}}"#, Relation::Narrowed),
                (r#"{"not":{"type":"integer"}}"#, r#"{"not":{"type":"number"}}"#, Relation::Narrowed),
                (r#"{"not":{"enum":["a","b"]}}"#, r#"{"not":{"enum":["a"]}}"#, Relation::Widened),
                (
                    r#"{"not":{"type":"string","description":"a"}}"#,
                    r#"{"not":{"type":"string","description":"b"}}"#,
                    Relation::Same,
                ),
                (r#"{"type":"string"}"#, r#"{"type":"string","not":{"type":"integer"}}"#, Relation::Same),
                (r#"{"not":{"allOf":[{"type":"string"}]}}"#, r#"{"not":{"type":"string"}}"#, Relation::Same),
            ],
        );
    }

    #[test]
    fn a_condition_counts_where_something_follows_from_it() {
        table(
            Facet::Condition,
            "{}",
            &[
                ("{}", r#"{"if":{"type":"string"}}"#, Relation::Same),
                ("{}", r#"{"then":{"type":"string"}}"#, Relation::Same),
                (
                    r#"{"if":{"required":["a"]}}"#,
                    r#"{"if":{"required":["a"]},"then":{"required":["b"]}}"#,
                    Relation::Narrowed,
                ),
                (
                    r#"{"if":{"required":["a"]},"then":{"required":["b"]}}"#,
                    r#"{"if":{"required":["a"]},"then":{"required":["b","c"]}}"#,
                    Relation::Narrowed,
                ),
                (
                    r#"{"if":{"required":["a"]},"else":{"required":["b"]}}"#,
                    r#"{"if":{"required":["a"]}}"#,
                    Relation::Widened,
                ),
            ],
        );
        let (before, after) = (
            r#"{"if":{"required":["a"]},"then":{"required":["b"]}}"#,
            r#"{"if":{"required":["c"]},"then":{"required":["b"]}}"#,
        );
        assert_eq!(relations(Facet::Composition, before, after), [Relation::Incomparable]);
    }
}
