//! Added and removed alternatives (`anyOf`, `oneOf`; JSON Schema 2020-12 core, sections 10.2.1.2 and 10.2.1.3). Their
//! order has no meaning, and null among them is treated as a type.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, Qualifier, Relation, Side};
use crate::prover::merged::ConjunctionPair;

/// Maximum number of pairs of alternatives to compare, which takes about half a second. Beyond it, no alternative is
/// proved to be covered by others.
const MAX_COMPARISONS: usize = 1_000_000;

pub(super) fn compare_alternatives(context: &mut FacetContext<'_, '_>, pair: NodePair, merged: &ConjunctionPair) {
    let choices = |description: &ResolvedDescription<'_>, parts: Vec<NodeId>| -> Vec<NodeId> {
        let arena = description.arena();
        let lists = parts.into_iter().flat_map(|object| description.alternative_lists(object));
        lists.flat_map(|list| arena.children(list)).list()
    };
    let removed = choices(context.sides.old, merged.old.iter().map(|part| part.object).collect());
    let added = choices(context.sides.new, merged.new.iter().map(|part| part.object).collect());
    let all = removed.len().max(added.len());
    let gone: Vec<NodeId> = removed.into_iter().filter(|&id| context.places.is_open(Some(id), None)).list();
    let come: Vec<NodeId> = added.into_iter().filter(|&id| context.places.is_open(None, Some(id))).list();
    let are_held = (gone.len() + come.len()).saturating_mul(all) <= MAX_COMPARISONS;
    if are_held && is_reshuffled(context, pair, &gone, &come) {
        // The same values, distributed differently.
        for place in gone.into_iter().map(|id| (Some(id), None)).chain(come.into_iter().map(|id| (None, Some(id)))) {
            context.places.claim(place.0, place.1, Claim::Neutral);
        }
        return;
    }
    for choice in gone {
        let covered = are_held && context.prover.subschemas.within((Side::Old, choice), (Side::New, pair.new));
        let name = name(context.sides.old, choice);
        let fact = Fact::new(
            Facet::Alternative,
            Event::Removed,
            Some(choice),
            Some(pair.new),
            Affected::DefinitionPair(pair.definition_pair),
        );
        let fact = fact.with(Qualifier::Overlapping, context.prover.overlaps(Side::Old, choice));
        context.claim(Some(choice), None);
        context.facts.push(fact.named(name).with(Qualifier::Covered, covered));
    }
    for choice in come {
        let covered = are_held && context.prover.subschemas.within((Side::New, choice), (Side::Old, pair.old));
        let name = name(context.sides.new, choice);
        let fact = Fact::new(
            Facet::Alternative,
            Event::Added,
            Some(pair.old),
            Some(choice),
            Affected::DefinitionPair(pair.definition_pair),
        );
        let fact = fact.with(Qualifier::Overlapping, context.prover.overlaps(Side::New, choice));
        context.claim(None, Some(choice));
        context.facts.push(fact.named(name).with(Qualifier::Covered, covered));
    }
}

/// Returns true if the removed and added alternatives allow the same values. Either both schemas do, or each
/// alternative of an `anyOf` is within the schema of the other side.
fn is_reshuffled(context: &mut FacetContext<'_, '_>, pair: NodePair, gone: &[NodeId], come: &[NodeId]) -> bool {
    if gone.is_empty() || come.is_empty() {
        return false;
    }
    let of_any = |description: &ResolvedDescription<'_>, choice: NodeId| {
        let arena = description.arena();
        arena.parent(choice).is_some_and(|list| arena.key(list) == KnownKey::AnyOf.key())
    };
    let all_any =
        gone.iter().all(|&id| of_any(context.sides.old, id)) && come.iter().all(|&id| of_any(context.sides.new, id));
    context.prover.subschemas.relation(pair.old, pair.new) == Relation::Same
        || (all_any
            && gone.iter().all(|&id| context.prover.subschemas.within((Side::Old, id), (Side::New, pair.new)))
            && come.iter().all(|&id| context.prover.subschemas.within((Side::New, id), (Side::Old, pair.old))))
}

/// Returns the name of an alternative for messages: its component, title, type, or first properties.
fn name(description: &ResolvedDescription<'_>, choice: NodeId) -> String {
    let arena = description.arena();
    let resolved = description.resolve(choice).unwrap_or(choice);
    if resolved != choice && description.is_component(resolved) {
        return format!("`{}`", arena.key_text(resolved));
    }
    if let Some(title) = arena.string_at(resolved, KnownKey::Title) {
        return format!("`{title}`");
    }
    let values = |key| arena.member(resolved, key).into_iter().flat_map(|id| arena.children(id)).collect::<Vec<_>>();
    let quoted = |names: Vec<String>| match names.as_slice() {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [first @ .., last] => format!("`{}` and `{last}`", first.join("`, `")),
    };
    let properties: Vec<String> =
        values(KnownKey::Properties).into_iter().map(|id| arena.key_text(id).to_owned()).collect();
    if !properties.is_empty() {
        let more = if properties.len() > 3 { ", among others" } else { "" };
        return format!("an object with {}{more}", quoted(properties.into_iter().take(3).collect()));
    }
    let required: Vec<String> =
        values(KnownKey::Required).into_iter().filter_map(|id| Some(arena.string(id)?.into_owned())).list();
    if !required.is_empty() {
        return format!("anything with {}", quoted(required));
    }
    match arena.string_at(resolved, KnownKey::Type) {
        Some(kind) => format!("another `{kind}`"),
        None => "another schema".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::tests::structure::events;

    #[test]
    fn alternatives_come_and_go_in_any_order() {
        let [a, b, c] = ["a", "b", "c"].map(|name| {
            format!(r#"{{"type":"object","required":["{name}"],"properties":{{"{name}":{{"type":"string"}}}}}}"#)
        });
        for word in ["anyOf", "oneOf"] {
            let of = |list: &[&String]| {
                let list: Vec<&str> = list.iter().map(|text| text.as_str()).collect();
                format!(r#"{{"{word}":[{}]}}"#, list.join(","))
            };
            for (before, after, expected) in [
                (of(&[&a, &b]), of(&[&b, &a]), vec![]),
                (of(&[&a, &b]), of(&[&c, &b, &a]), vec![Event::Added]),
                (of(&[&a, &b, &c]), of(&[&c, &b]), vec![Event::Removed]),
                (a.clone(), of(&[&b, &a]), vec![Event::Added]),
                (of(&[&b, &a]), a.clone(), vec![Event::Removed]),
                (of(&[&a]), a.clone(), vec![]),
                (of(&[&a, &b]), of(&[&a, &c]), vec![Event::Removed, Event::Added]),
            ] {
                assert_eq!(
                    events(&before, &after),
                    expected.into_iter().map(|event| (Facet::Alternative, event)).collect::<Vec<_>>(),
                    "{before} {after}"
                );
            }
        }
    }
}
