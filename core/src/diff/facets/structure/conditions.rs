//! What a value must not match, and what it must if it matches something else: `not` (JSON Schema 2020-12 core, section
//! 10.2.1.4), `if`, `then`, `else` (section 10.2.2). A bare `if` says nothing, and so do the others without it.

use super::{Pair, Values, both, explains, reversed};
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Relation};
use crate::diff::inclusion::{Side, listed_by};
use crate::openapi::{Description, KnownKey, NodeId};
use crate::order::{self, Listed as _};

pub(super) fn compare_conditions(differ: &mut Differ<'_>, pair: Pair) {
    if let Some(values) = pair.changed(differ, KnownKey::Not) {
        let relation = match values {
            (Some(old), Some(new)) => reversed(differ.prover.relation(old, new)),
            // What could not come anyway is not forbidden.
            (None, Some(new)) if differ.prover.excludes((Side::Old, pair.old), (Side::New, new)) => Relation::Same,
            (Some(old), None) if differ.prover.excludes((Side::New, pair.new), (Side::Old, old)) => Relation::Same,
            (None, _) => Relation::Narrowed,
            (_, None) => Relation::Widened,
        };
        pair.says(differ, Facet::Condition, "not", values, relation);
    }
    if let Some(values) = pair.changed(differ, KnownKey::ContentSchema) {
        content(differ, pair, values);
    }
    conditional(differ, pair);
}

/// What a text holds once it is decoded is said to readers, and to none where nobody says how to decode it (validation,
/// section 8.5).
fn content(differ: &mut Differ<'_>, pair: Pair, values: Values) {
    let relation = match Pair::relation(differ, values) {
        Relation::Same => Relation::Same,
        _ => Relation::Unknown,
    };
    let media_types = differ.sides.member(pair.old, pair.new, KnownKey::ContentMediaType);
    let is_decoded = media_types != (None, None);
    explains(differ, values, relation);
    if relation != Relation::Same {
        let event = Event::Changed(relation);
        let fact = Fact::of_changed_member(
            if is_decoded { Facet::StringContent } else { Facet::Inert },
            event,
            pair.unit,
            (pair.old, pair.new),
            values,
        );
        differ.facts.push(fact.named("contentSchema"));
    }
}

fn conditional(differ: &mut Differ<'_>, pair: Pair) {
    let words = [(KnownKey::Then, "then"), (KnownKey::Else, "else"), (KnownKey::If, "if")];
    let changed: Vec<_> = words.into_iter().filter_map(|(word, name)| Some((pair.changed(differ, word)?, name))).list();
    let Some(&(first, name)) = changed.first() else { return };
    let old = branches(differ, Side::Old, pair.old);
    let new = branches(differ, Side::New, pair.new);
    let relation = match (old, new) {
        (None, None) => Relation::Same,
        (None, Some(_)) => Relation::Narrowed,
        (Some(_), None) => Relation::Widened,
        (Some((before, old)), Some((after, new))) => {
            if differ.prover.relation(before, after) == Relation::Same {
                let then = Pair::relation(differ, (old.0, new.0));
                both(then, Pair::relation(differ, (old.1, new.1)))
            } else {
                Relation::Unknown
            }
        }
    };
    let relation = if relation == Relation::Same { as_listed(differ, pair) } else { relation };
    for &(values, _) in changed.iter().skip(1) {
        explains(differ, values, relation);
    }
    pair.says(differ, Facet::Condition, name, first, relation);
}

/// What conditions that ask the same come to where they list other properties than before, and a schema about the same
/// value allows none but those that are listed.
fn as_listed(differ: &mut Differ<'_>, pair: Pair) -> Relation {
    let listed = |description: &Description<'_>, schema: NodeId| -> Vec<String> {
        let conditions = [KnownKey::If, KnownKey::Then, KnownKey::Else].into_iter();
        let conditions = conditions.filter_map(|word| description.arena().member(schema, word));
        order::set(conditions.flat_map(|condition| listed_by(description, condition)))
    };
    let are_closed = differ.is_closed(Side::Old, pair.old) || differ.is_closed(Side::New, pair.new);
    if !are_closed || listed(differ.sides.old, pair.old) == listed(differ.sides.new, pair.new) {
        return Relation::Same;
    }
    // What is closed by a schema around it, or one that refers to it, is not seen in these two.
    let (before, after) = differ.sides.member(pair.old, pair.new, KnownKey::UnevaluatedProperties);
    let relation = before.and(after).and_then(|_| differ.prover.certain_relation(pair.old, pair.new));
    relation.unwrap_or(Relation::Unknown)
}

/// `if` with what follows from it; `None` where nothing does.
fn branches(differ: &Differ<'_>, side: Side, schema: NodeId) -> Option<(NodeId, Values)> {
    let description = if side == Side::Old { differ.sides.old } else { differ.sides.new };
    let word = |word| description.arena().member(schema, word);
    let demands = |word: Option<NodeId>| word.filter(|&id| !differ.prover.is_trivial(side, id));
    let (then, otherwise) = (demands(word(KnownKey::Then)), demands(word(KnownKey::Else)));
    if then.is_none() && otherwise.is_none() {
        return None;
    }
    Some((word(KnownKey::If)?, (then, otherwise)))
}

#[cfg(test)]
mod tests {
    use super::super::examples::{relations, table};
    use super::*;

    #[test]
    fn what_is_forbidden_relates_the_other_way_round() {
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
