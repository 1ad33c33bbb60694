//! How a reader tells alternatives apart: `discriminator` (OpenAPI 3.1.1 section 4.8.25; `defaultMapping` is of 3.2).

use std::borrow::Cow;

use super::{Pair, Values, explains};
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Relation, Shown};
use crate::diff::inclusion::tag_target;
use crate::diff::reach::Affected;
use crate::openapi::{Description, NodeId, Word};

pub(super) fn of(differ: &mut Differ<'_>, pair: Pair) {
    let Some((old, new)) = pair.changed(differ, Word::Discriminator) else { return };
    let (Some(before), Some(after)) = (old, new) else {
        let event = if old.is_some() { Event::Removed } else { Event::Added };
        differ.claim(old, new);
        let member = |description: &Description<'_>, id: Option<NodeId>| {
            id.and_then(|id| description.arena().string_at(id, Word::PropertyName)).map(Cow::into_owned)
        };
        let name = member(differ.sides.old, old).or(member(differ.sides.new, new)).unwrap_or_default();
        let cause = (Some(old.unwrap_or(pair.old)), Some(new.unwrap_or(pair.new)));
        let fact = Fact::new(Facet::Discriminator, event, cause.0, cause.1, Affected::Unit(pair.unit));
        differ.facts.push(fact.named(name));
        return;
    };
    let mut said = property(differ, pair, before, after);
    for values in entries(differ, before, after) {
        said |= mapping(differ, pair, values);
    }
    let fallback = differ.sides.word(before, after, Word::DefaultMapping);
    if fallback != (None, None) {
        said |= mapping(differ, pair, fallback);
    }
    let relation = if said { Relation::Incomparable } else { Relation::Same };
    explains(differ, (old, new), relation);
}

fn property(differ: &mut Differ<'_>, pair: Pair, old: NodeId, new: NodeId) -> bool {
    let (before, after) = differ.sides.word(old, new, Word::PropertyName);
    let same = match (before, after) {
        (Some(before), Some(after)) => differ.sides.equal(before, after),
        (None, None) => true,
        _ => false,
    };
    if !same {
        let shown = |id: Option<NodeId>| id.map_or(Shown::Nothing, Shown::Node);
        let cause = (before.unwrap_or(old), after.unwrap_or(new));
        let event = Event::Changed(Relation::Incomparable);
        let fact = Fact::new(Facet::Discriminator, event, Some(cause.0), Some(cause.1), Affected::Unit(pair.unit));
        differ.facts.push(fact.showing(shown(before), shown(after)));
    }
    !same
}

/// The entries of both mappings by name.
fn entries(differ: &Differ<'_>, old: NodeId, new: NodeId) -> Vec<Values> {
    let (old, new) = differ.sides.word(old, new, Word::Mapping);
    let mut entries: Vec<Values> = Vec::new();
    for entry in old.into_iter().flat_map(|map| differ.sides.old.arena().children(map)) {
        entries.push((Some(entry), new.and_then(|map| differ.sides.in_new(map, entry))));
    }
    for entry in new.into_iter().flat_map(|map| differ.sides.new.arena().children(map)) {
        if old.and_then(|map| differ.sides.in_old(map, entry)).is_none() {
            entries.push((None, Some(entry)));
        }
    }
    entries
}

fn mapping(differ: &mut Differ<'_>, pair: Pair, (old, new): Values) -> bool {
    let event = match (old, new) {
        (Some(before), Some(after)) => {
            if same_target(differ, before, after) {
                return false;
            }
            Event::Changed(Relation::Incomparable)
        }
        (Some(entry), None) if is_implicit(differ.sides.old, entry) => return false,
        (None, Some(entry)) if is_implicit(differ.sides.new, entry) => return false,
        (Some(_), None) => Event::Removed,
        (None, _) => Event::Added,
    };
    let name = match (old, new) {
        (Some(id), _) => differ.sides.old.arena().key_text(id),
        (None, Some(id)) => differ.sides.new.arena().key_text(id),
        (None, None) => "",
    };
    let shown = |id: Option<NodeId>| id.map_or(Shown::Nothing, Shown::Node);
    let cause = (Some(old.unwrap_or(pair.old)), Some(new.unwrap_or(pair.new)));
    let fact = Fact::new(Facet::DiscriminatorMapping, event, cause.0, cause.1, Affected::Unit(pair.unit));
    differ.facts.push(fact.named(name).showing(shown(old), shown(new)));
    true
}

/// Whether an entry says what is so without it: the name of a component stands for that component.
fn is_implicit(description: &Description<'_>, entry: NodeId) -> bool {
    let is_named = |target| description.arena().key_text(target) == description.arena().key_text(entry);
    tag_target(description, entry).is_some_and(is_named)
}

/// Whether two entries lead to one schema: by the same name, or by another one of a schema that says the same.
fn same_target(differ: &mut Differ<'_>, old: NodeId, new: NodeId) -> bool {
    if differ.sides.equal(old, new) {
        return true;
    }
    let Some((from, to)) = tag_target(differ.sides.old, old).zip(tag_target(differ.sides.new, new)) else {
        return false;
    };
    if !(differ.sides.old.is_component(from) && differ.sides.new.is_component(to)) {
        // In files of their own, names say nothing: they are one where they are compared with each other, or say the same.
        return differ.is_on_the_list(from, to) || differ.inclusion.same(from, to);
    }
    let names = (differ.sides.old.arena().key_text(from), differ.sides.new.arena().key_text(to));
    if names.0 == names.1 {
        return true;
    }
    let there = |description: &Description<'_>, sibling: NodeId, name: &str| {
        let arena = description.arena();
        arena.parent(sibling).zip(arena.keys().find(name)).is_some_and(|(map, key)| arena.get(map, key).is_some())
    };
    // A name that is gone for one that is new: the component was renamed.
    (!there(differ.sides.new, to, names.0) && !there(differ.sides.old, from, names.1))
        || differ.inclusion.same(from, to)
}

#[cfg(test)]
mod tests {
    use super::super::examples::events;
    use super::*;

    #[test]
    fn tags_are_compared_by_what_they_lead_to() {
        let of = |discriminator: &str| {
            format!(
                r##"{{"oneOf":[{{"$ref":"#/components/schemas/Inline"}},{{"$ref":"#/components/schemas/Half"}}]{discriminator}}}"##
            )
        };
        let base = of(r##","discriminator":{"propertyName":"k","mapping":{"a":"#/components/schemas/Inline"}}"##);
        for (after, expected) in [
            (of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Inline"}}"#), vec![]),
            (of(""), vec![(Facet::Discriminator, Event::Removed)]),
            (
                of(r#","discriminator":{"propertyName":"l","mapping":{"a":"Inline"}}"#),
                vec![(Facet::Discriminator, Event::Changed(Relation::Incomparable))],
            ),
            (
                of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Half"}}"#),
                vec![(Facet::DiscriminatorMapping, Event::Changed(Relation::Incomparable))],
            ),
            (
                of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Inline","b":"Half"}}"#),
                vec![(Facet::DiscriminatorMapping, Event::Added)],
            ),
            (of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Inline","Half":"Half"}}"#), vec![]),
            (of(r#","discriminator":{"propertyName":"k"}"#), vec![(Facet::DiscriminatorMapping, Event::Removed)]),
        ] {
            assert_eq!(events(&base, &after), expected, "{after}");
        }
    }
}
