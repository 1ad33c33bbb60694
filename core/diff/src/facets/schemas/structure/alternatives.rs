//! Added and removed alternatives (`anyOf`, `oneOf`; JSON Schema 2020-12 core, sections 10.2.1.2 and 10.2.1.3). Their
//! order has no meaning, and null among them is treated as a type.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::allows_anything;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, Qualifier, Relation, Side};
use crate::prover::merged::{Conjunct, ConjunctionPair};

/// Maximum number of pairs of alternatives to compare, which takes about half a second. Beyond it, no alternative is
/// proved to be covered by others.
const MAX_COMPARISONS: usize = 1_000_000;

/// Maximum number of values or properties that name an alternative.
const NAMES_LISTED: usize = 3;

/// Maximum length of a value that names an alternative, in bytes of JSON.
const LITERAL_BYTES: usize = 80;

pub(super) fn compare_alternatives(context: &mut FacetContext<'_, '_>, pair: NodePair, merged: &ConjunctionPair) {
    let choices = |description: &ResolvedDescription<'_>, parts: &[Conjunct]| -> Vec<NodeId> {
        let arena = description.arena();
        let lists = parts.iter().flat_map(|part| description.alternative_lists(part.object));
        // The only alternative to null is a branch, which is compared as one if it was followed.
        let is_branch = |choice| parts.iter().any(|part| part.via_reference == Some(choice));
        lists.flat_map(|list| arena.children(list)).filter(|&choice| !is_branch(choice)).list()
    };
    let removed = choices(context.sides.old, &merged.old);
    let added = choices(context.sides.new, &merged.new);
    // Clients were prepared for more alternatives only if the previous description said so.
    let is_open = (is_open_union(context.sides.old, &merged.old), is_open_union(context.sides.new, &merged.new));
    if is_open.0 != is_open.1 {
        let event = if is_open.1 { Event::Added } else { Event::Removed };
        let affected = Affected::DefinitionPair(pair.definition_pair);
        context.facts.push(Fact::new(Facet::UnlistedAlternatives, event, Some(pair.old), Some(pair.new), affected));
    }
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
        let name = name_alternative(context.sides.old, choice);
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
        let name = name_alternative(context.sides.new, choice);
        let fact = Fact::new(
            Facet::Alternative,
            Event::Added,
            Some(pair.old),
            Some(choice),
            Affected::DefinitionPair(pair.definition_pair),
        );
        let fact = fact
            .with(Qualifier::Overlapping, context.prover.overlaps(Side::New, choice))
            .with(Qualifier::Extensible, is_open.0);
        context.claim(None, Some(choice));
        context.facts.push(fact.named(name).with(Qualifier::Covered, covered));
    }
}

/// Returns true if a schema has a union, and all of its unions have a mark that tells clients to expect other alternatives.
/// OpenAPI has no keyword for this. Generators of Speakeasy read this one.
fn is_open_union(description: &ResolvedDescription<'_>, parts: &[Conjunct]) -> bool {
    let unions = parts.iter().map(|part| part.object).filter(|&part| description.has_alternatives(part));
    let marks = unions.map(|union| {
        let mark = description.arena().string_at(union, KnownKey::UnknownValues);
        mark.is_some_and(|mark| mark.eq_ignore_ascii_case("allow"))
    });
    marks.reduce(|all, is_marked| all && is_marked).unwrap_or_default()
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

/// Returns the name of an alternative for messages: its component, title, values, first properties, or type.
pub fn name_alternative(description: &ResolvedDescription<'_>, choice: NodeId) -> String {
    let arena = description.arena();
    let resolved = description.resolve(choice).unwrap_or(choice);
    if resolved != choice && description.is_component(resolved) {
        return format!("`{}`", arena.key_text(resolved));
    }
    if let Some(title) = arena.string_at(resolved, KnownKey::Title) {
        return format!("`{title}`");
    }
    let list = |key| arena.member(resolved, key).into_iter().flat_map(|id| arena.children(id));
    let values = list(KnownKey::Enum).chain(arena.member(resolved, KnownKey::Const));
    let values: Vec<String> = values.map(|id| literal(description, id)).list();
    if !values.is_empty() {
        return first_of(values, "or");
    }
    let properties: Vec<String> = list(KnownKey::Properties).map(|id| name_property(description, id)).list();
    if !properties.is_empty() {
        return format!("an object with {}", first_of(properties, "and"));
    }
    let required: Vec<String> = list(KnownKey::Required).filter_map(|id| Some(arena.string(id)?.into_owned())).list();
    if !required.is_empty() {
        return format!("anything with {}", first_of(required, "and"));
    }
    let format = arena.string_at(resolved, KnownKey::Format).map(|format| format!(" (`{format}`)"));
    match arena.string_at(resolved, KnownKey::Type) {
        Some(kind) => format!("another `{kind}`{}", format.unwrap_or_default()),
        // Generators for OpenAPI 3.0 write null in this way.
        None if arena.is_true(resolved, KnownKey::Nullable) => "`null`".to_owned(),
        None if allows_anything(description, resolved) => "any value".to_owned(),
        None => "another schema".to_owned(),
    }
}

/// Returns the name of a property, with its value if it has only one. The value often tells alternatives apart.
fn name_property(description: &ResolvedDescription<'_>, property: NodeId) -> String {
    let arena = description.arena();
    let listed = arena.member(property, KnownKey::Enum).filter(|&list| arena.children(list).count() == 1);
    let value = listed.and_then(|list| arena.children(list).next()).or(arena.member(property, KnownKey::Const));
    let name = arena.key_text(property);
    value.map_or_else(|| name.to_owned(), |value| format!("{name}: {}", literal(description, value)))
}

/// Returns a value for messages: a string as it is, and any other value as JSON.
fn literal(description: &ResolvedDescription<'_>, value: NodeId) -> String {
    let arena = description.arena();
    if let Some(text) = arena.string(value) {
        return text.into_owned();
    }
    let mut text = String::new();
    if arena.write_json(value, LITERAL_BYTES, &mut text) { text } else { "…".to_owned() }
}

/// Returns the first names as a list.
fn first_of(mut names: Vec<String>, conjunction: &str) -> String {
    let more = if names.len() > NAMES_LISTED { ", among others" } else { "" };
    names.truncate(NAMES_LISTED);
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [first @ .., last] => format!("`{}` {conjunction} `{last}`{more}", first.join("`, `")),
    }
}

#[cfg(test)]
mod tests {
    use waybill_openapi::internal::resolved;
    use waybill_openapi::{Limits, Loader};

    use super::*;
    use crate::facets::tests::structure::events;

    fn name_of(version: &str, schema: &str) -> String {
        let text = format!(
            r#"{{"openapi":"{version}","info":{{"title":"t","version":"1"}},"paths":{{}},"components":{{"schemas":{{"A":{schema}}}}}}}"#
        );
        let description = Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish();
        let description = resolved(&description);
        let choice = [KnownKey::Components, KnownKey::Schemas]
            .into_iter()
            .fold(NodeId::ROOT, |id, key| description.arena().member(id, key).unwrap());
        name_alternative(description, description.arena().children(choice).next().unwrap())
    }

    #[test]
    fn an_alternative_is_named_by_what_distinguishes_it() {
        for (version, schema, expected) in [
            ("3.1.0", r#"{"title":"Parcel","enum":["a"]}"#, "`Parcel`"),
            ("3.1.0", r#"{"type":"string","enum":["a","b"]}"#, "`a` or `b`"),
            ("3.1.0", r#"{"const":{"a":1}}"#, r#"`{"a":1}`"#),
            ("3.1.0", r#"{"enum":[1,2,3,4]}"#, "`1`, `2` or `3`, among others"),
            ("3.1.0", r#"{"properties":{"a":{},"b":{}}}"#, "an object with `a` and `b`"),
            ("3.1.0", r#"{"properties":{"a":{"const":1},"b":{"enum":["x"]}}}"#, "an object with `a: 1` and `b: x`"),
            ("3.1.0", r#"{"required":["a"]}"#, "anything with `a`"),
            ("3.1.0", r#"{"type":"string","format":"date"}"#, "another `string` (`date`)"),
            ("3.0.3", r#"{"nullable":true}"#, "`null`"),
            ("3.1.0", "{}", "any value"),
            ("3.1.0", r#"{"not":{}}"#, "another schema"),
        ] {
            assert_eq!(name_of(version, schema), expected, "{schema}");
        }
    }

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
