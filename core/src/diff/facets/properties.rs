//! Properties that came or went, and whether they have to be there (JSON Schema 2020-12 sections 10.3.2.1 and 6.5.3),
//! over all branches of a schema: one that moved between them neither came nor went.

use std::borrow::Cow;

use crate::diff::conjuncts::Conjuncts;
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Quality, Relation};
use crate::diff::inclusion::Side;
use crate::diff::merged::{Merged, Part};
use crate::diff::one_way::OneWay;
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::diff::sides::Sides;
use crate::openapi::{Description, Kind, NodeId, Site, Word};
use crate::order;

/// Keywords that say something of properties and are no list of them.
const OF_OBJECTS: [Word; 6] = [
    Word::AdditionalProperties,
    Word::UnevaluatedProperties,
    Word::PropertyNames,
    Word::PatternProperties,
    Word::DependentRequired,
    Word::DependentSchemas,
];

pub(super) fn of_schema(
    differ: &mut Differ<'_>,
    unit: usize,
    site: Site,
    (old, new): (NodeId, NodeId),
    merged: &Merged,
) {
    let Some((left, right)) = differing(&differ.sides, merged) else { return };
    let closed = (is_closed(differ.sides.old, &merged.old), is_closed(differ.sides.new, &merged.new));
    for entry in left.properties.iter().filter(|entry| right.property(&entry.name).is_none()) {
        let place = (Some(entry.place()), None);
        if !entry.changed(differ, place) || held(differ, unit, (Side::Old, entry), (&right, new)) {
            continue;
        }
        if left.forbids(differ.sides.old, entry) {
            forbidden(differ, unit, &entry.name, (place.0, Some(new)), (Relation::Widened, closed.1));
            continue;
        }
        differ.claim(place.0, place.1);
        let fact = Fact::new(Facet::Property, Event::Removed, Some(entry.node), Some(new), Affected::Unit(unit));
        let fact = fact.required(left.requirement(&entry.name).is_some()).with(Quality::Closed, closed.1);
        push(differ, differ.sides.old, entry.node, fact.named(&*entry.name));
        if let Some(element) = find(&left.required, &entry.name) {
            differ.claim(Some(element.place()), None);
        }
        if let Some(rest) = right.rest {
            other_values(differ, unit, &entry.name, (entry.node, rest));
        }
    }
    for entry in right.properties.iter().filter(|entry| left.property(&entry.name).is_none()) {
        let place = (None, Some(entry.place()));
        if !entry.changed(differ, place) || held(differ, unit, (Side::New, entry), (&left, old)) {
            continue;
        }
        if right.forbids(differ.sides.new, entry) {
            forbidden(differ, unit, &entry.name, (Some(old), place.1), (Relation::Narrowed, closed.0));
            continue;
        }
        differ.claim(place.0, place.1);
        let fact = Fact::new(Facet::Property, Event::Added, Some(old), Some(entry.node), Affected::Unit(unit));
        let fact = fact.required(right.requirement(&entry.name).is_some());
        push(differ, differ.sides.new, entry.node, fact.named(&*entry.name));
        if let Some(element) = find(&right.required, &entry.name) {
            differ.claim(None, Some(element.place()));
        }
        if let Some(rest) = left.rest {
            other_values(differ, unit, &entry.name, (rest, entry.node));
        }
    }
    requirements(differ, unit, site, (old, &left), (new, &right));
}

/// The names of both sides; `None` where nothing is to be said of them.
fn differing<'d>(sides: &Sides<'d>, merged: &Merged) -> Option<(Names<'d>, Names<'d>)> {
    let (mut left, mut right) = (Names::of(sides.old, &merged.old), Names::of(sides.new, &merged.new));
    if merged.whole.is_some() || left.are(&right) {
        return None;
    }
    left.sort();
    left.share(sides.old, merged.references.iter().map(|pair| pair.0));
    right.sort();
    right.share(sides.new, merged.references.iter().map(|pair| pair.1));
    Some((left, right))
}

fn is_closed(description: &Description<'_>, parts: &[Part]) -> bool {
    let arena = description.arena();
    let mut closing = parts.iter().filter_map(|part| arena.word(part.object, Word::AdditionalProperties));
    closing.any(|id| arena.kind(id) == Kind::False)
}

/// A property whose schema is `false` came or went: that is no property, but a name no object may have, which it may not
/// anyway where the other side allows no other names.
fn forbidden(
    differ: &mut Differ<'_>,
    unit: usize,
    name: &str,
    cause: (Option<NodeId>, Option<NodeId>),
    (relation, anyway): (Relation, bool),
) {
    let place = if relation == Relation::Narrowed { (None, cause.1) } else { (cause.0, None) };
    if anyway {
        differ.places.claim(place.0, place.1, Claim::Neutral);
        return;
    }
    differ.claim(place.0, place.1);
    let fact = Fact::new(Facet::Composition, Event::Changed(relation), cause.0, cause.1, Affected::Unit(unit));
    differ.facts.push(fact.named(format!("properties.{name}")));
}

/// A schema that became one of objects, or no longer is one: its properties came or went with its type.
pub(super) fn of_other_type(differ: &mut Differ<'_>, merged: &Merged) {
    let mut left = Names::of(differ.sides.old, &merged.old);
    let mut right = Names::of(differ.sides.new, &merged.new);
    left.sort();
    right.sort();
    for entry in left.properties.iter().chain(&left.required) {
        differ.claim(Some(entry.place()), None);
    }
    for entry in right.properties.iter().chain(&right.required) {
        differ.claim(None, Some(entry.place()));
    }
    let about_others = |description: &Description<'_>, parts: &[Part]| -> Vec<NodeId> {
        let arena = description.arena();
        let own = parts.iter().filter(|part| part.through.is_none());
        let words = own.flat_map(|part| OF_OBJECTS.into_iter().filter_map(|word| arena.word(part.object, word)));
        words.flat_map(|id| std::iter::once(id).chain(arena.children(id))).collect()
    };
    for id in about_others(differ.sides.old, &merged.old) {
        differ.claim(Some(id), None);
    }
    for id in about_others(differ.sides.new, &merged.new) {
        differ.claim(None, Some(id));
    }
}

/// A property that one side declares and the other leaves to `additionalProperties`: it was there before, with the values
/// that said.
fn other_values(differ: &mut Differ<'_>, unit: usize, name: &str, (old, new): (NodeId, NodeId)) {
    let relation = differ.inclusion.relation(old, new);
    if relation != Relation::Same {
        let event = Event::Changed(relation);
        let fact = Fact::new(Facet::Composition, event, Some(old), Some(new), Affected::Unit(unit));
        differ.facts.push(fact.named(format!("properties.{name}")));
    }
}

/// Whether a definition both sides refer to declares the property as well: then it stays, and at most is freer or less so.
fn held(
    differ: &mut Differ<'_>,
    unit: usize,
    (side, entry): (Side, &Entry<'_>),
    (others, other_whole): (&Names<'_>, NodeId),
) -> bool {
    let Some(&(_, shared)) = others.shared.iter().find(|(name, _)| *name == entry.name) else { return false };
    let other_side = if side == Side::Old { Side::New } else { Side::Old };
    let free = differ.inclusion.within((other_side, shared), (side, entry.node));
    let (old, new, relation) = match side {
        Side::Old => (Some(entry.place()), None, Relation::Widened),
        Side::New => (None, Some(entry.place()), Relation::Narrowed),
    };
    if free {
        differ.places.claim(old, new, Claim::Neutral);
    } else {
        differ.claim(old, new);
        let cause = (old.unwrap_or(other_whole), new.unwrap_or(other_whole));
        let event = Event::Changed(relation);
        let fact = Fact::new(Facet::Composition, event, Some(cause.0), Some(cause.1), Affected::Unit(unit));
        differ.facts.push(fact.named("properties"));
    }
    true
}

/// Properties on both sides, or declared on neither, that have to be there on one side only.
fn requirements(
    differ: &mut Differ<'_>,
    unit: usize,
    site: Site,
    (old, left): (NodeId, &Names<'_>),
    (new, right): (NodeId, &Names<'_>),
) {
    let became = lone(right, left).into_iter().map(|entry| (entry, Relation::Narrowed));
    for (entry, relation) in became.chain(lone(left, right).into_iter().map(|entry| (entry, Relation::Widened))) {
        let name = entry.name.as_ref();
        let (before, after) = (left.property(name), right.property(name));
        let with_it = match relation {
            Relation::Narrowed => before.is_none() && after.is_some(),
            _ => before.is_some() && after.is_none(),
        };
        if with_it && !left.holds(name) && !right.holds(name) {
            // The property came or went with its requirement: said once.
            continue;
        }
        let place = match relation {
            Relation::Narrowed => (None, Some(entry.place())),
            _ => (Some(entry.place()), None),
        };
        if !entry.changed(differ, place) {
            continue;
        }
        if left.required_elsewhere(name) && right.required_elsewhere(name) {
            // A definition both sides refer to demands it anyway.
            differ.places.claim(place.0, place.1, Claim::Neutral);
            continue;
        }
        let (olds, news) = (differ.sides.old, differ.sides.new);
        let cause = match relation {
            Relation::Narrowed => (left.said_at(olds, name).unwrap_or(old), entry.said_at(news)),
            _ => (entry.said_at(olds), right.said_at(news, name).unwrap_or(new)),
        };
        differ.claim(place.0, place.1);
        // `anyOf: [{required: [a]}, {required: [b]}]` demands neither by itself.
        let by_itself = site != Site::Alternative || before.is_some() || after.is_some();
        let about = if by_itself { Facet::PropertyRequired } else { Facet::Composition };
        let fact = Fact::new(about, Event::Changed(relation), Some(cause.0), Some(cause.1), Affected::Unit(unit));
        let fact = fact.named(if about == Facet::Composition { "required" } else { name });
        match after {
            Some(property) if about == Facet::PropertyRequired => push(differ, differ.sides.new, property, fact),
            _ => differ.facts.push(fact),
        }
    }
}

/// What one requires and the other does not.
fn lone<'n, 'd>(one: &'n Names<'d>, other: &Names<'_>) -> Vec<&'n Entry<'d>> {
    one.required.iter().filter(|entry| other.requirement(&entry.name).is_none()).collect()
}

fn push(differ: &mut Differ<'_>, description: &Description<'_>, property: NodeId, fact: Fact) {
    let said = OneWay::of_schema(description, property);
    let fact = fact.with(Quality::ReadOnly, said.read_only).with(Quality::WriteOnly, said.write_only);
    differ.facts.push(fact);
}

/// A property, or an element of `required`.
struct Entry<'d> {
    name: Cow<'d, str>,
    node: NodeId,
    through: Option<NodeId>,
}

impl Entry<'_> {
    /// Whether it changed and nobody has said so; a branch that came or went speaks of everything in it.
    fn changed(&self, differ: &Differ<'_>, (old, new): (Option<NodeId>, Option<NodeId>)) -> bool {
        if self.through.is_some() { differ.places.knows(old, new) } else { differ.places.is_open(old, new) }
    }

    /// Where an element of `required` is to be found in the file: its list, or itself where the list was made up.
    fn said_at(&self, description: &Description<'_>) -> NodeId {
        let list = || description.arena().parent(self.node).filter(|&list| !description.is_made_up(list));
        self.through.or_else(list).unwrap_or(self.node)
    }

    /// Where it is on the list of changed places.
    fn place(&self) -> NodeId {
        self.through.unwrap_or(self.node)
    }
}

/// The names the branches of a schema declare and require.
struct Names<'d> {
    properties: Vec<Entry<'d>>,
    required: Vec<Entry<'d>>,
    /// The first list of them that is written out.
    list: Option<NodeId>,
    /// What all other properties are, if that is a schema that says something.
    rest: Option<NodeId>,
    /// Properties of the definitions that both sides refer to.
    shared: Vec<(&'d str, NodeId)>,
    /// What those definitions require.
    shared_required: Vec<Cow<'d, str>>,
}

impl<'d> Names<'d> {
    fn of(description: &'d Description<'d>, parts: &[Part]) -> Names<'d> {
        let arena = description.arena();
        let own = parts.iter().filter(|part| part.through.is_none());
        let list = own.filter_map(|part| arena.word(part.object, Word::Required)).find(|&id| arena.is_array(id));
        let mut names = Names {
            properties: Vec::new(),
            required: Vec::new(),
            list,
            rest: sole_rest(description, parts),
            shared: Vec::new(),
            shared_required: Vec::new(),
        };
        let members = |object, word| arena.word(object, word).into_iter().flat_map(|id| arena.children(id));
        for part in parts {
            let entry = |name: Cow<'d, str>, node| Entry { name, node, through: part.through };
            let properties = members(part.object, Word::Properties);
            names.properties.extend(properties.map(|id| entry(Cow::Borrowed(arena.key_text(id)), id)));
            let required = members(part.object, Word::Required);
            names.required.extend(required.filter_map(|id| Some(entry(arena.string(id)?, id))));
        }
        names
    }

    /// Adds what the definitions declare and require that both sides refer to.
    fn share(&mut self, description: &'d Description<'d>, references: impl Iterator<Item = NodeId>) {
        let arena = description.arena();
        let targets: Vec<NodeId> = references.filter_map(|id| description.resolve(id)).collect();
        for object in Conjuncts::opened(description, &targets).objects {
            let members = |word| arena.word(object, word).into_iter().flat_map(|id| arena.children(id));
            self.shared.extend(members(Word::Properties).map(|id| (arena.key_text(id), id)));
            self.shared_required.extend(members(Word::Required).filter_map(|id| arena.string(id)));
        }
    }

    /// Whether both declare and require the same, in the same order: most schemas do, and nothing is to be said of them.
    fn are(&self, others: &Names<'_>) -> bool {
        same_names(&self.properties, &others.properties) && same_names(&self.required, &others.required)
    }

    /// Puts what is declared and required in order, each name once.
    fn sort(&mut self) {
        for entries in [&mut self.properties, &mut self.required] {
            order::sort_by(entries, |one, other| one.name.cmp(&other.name));
            entries.dedup_by(|again, first| again.name == first.name);
        }
    }

    fn property(&self, name: &str) -> Option<NodeId> {
        find(&self.properties, name).map(|entry| entry.node)
    }

    /// Where it is said that a name is required or, by leaving it out, that it is not: the list, or the property itself
    /// where there is no list in the file.
    fn said_at(&self, description: &Description<'_>, name: &str) -> Option<NodeId> {
        let written = self.list.filter(|&list| !description.is_made_up(list));
        let own = || self.requirement(name).or_else(|| self.property(name));
        written.or_else(|| self.list.and_then(|_| own()))
    }

    /// Whether it is there to say that objects have no such property.
    fn forbids(&self, description: &Description<'_>, entry: &Entry<'_>) -> bool {
        description.arena().kind(entry.node) == Kind::False && self.requirement(&entry.name).is_none()
    }

    fn requirement(&self, name: &str) -> Option<NodeId> {
        find(&self.required, name).map(|entry| entry.node)
    }

    /// Whether a definition that both sides refer to declares it.
    fn holds(&self, name: &str) -> bool {
        self.shared.iter().any(|(known, _)| *known == name)
    }

    fn required_elsewhere(&self, name: &str) -> bool {
        self.shared_required.iter().any(|known| known == name)
    }
}

/// The schema of `additionalProperties` where one branch alone has one, which is neither empty nor true nor false.
fn sole_rest(description: &Description<'_>, parts: &[Part]) -> Option<NodeId> {
    let arena = description.arena();
    let mut all = parts.iter().filter_map(|part| arena.word(part.object, Word::AdditionalProperties));
    let only = all.next().filter(|&id| arena.is_object(id) && arena.children(id).next().is_some());
    only.filter(|_| all.next().is_none())
}

fn same_names(some: &[Entry<'_>], others: &[Entry<'_>]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| one.name == other.name)
}

fn find<'n, 'd>(names: &'n [Entry<'d>], name: &str) -> Option<&'n Entry<'d>> {
    let at = names.binary_search_by(|known| known.name.as_ref().cmp(name)).ok()?;
    names.get(at)
}

#[cfg(test)]
mod tests {
    use super::super::table::{facts, holds};

    #[test]
    fn a_name_that_no_object_may_have_is_no_property() {
        holds(&[
            ("{}", r#"{"properties":{"a":false}}"#, &["Composition properties.a narrowed"]),
            (
                r#"{"additionalProperties":{"type":"string"}}"#,
                r#"{"properties":{"a":false},"additionalProperties":{"type":"string"}}"#,
                &["Composition properties.a narrowed"],
            ),
            (r#"{"additionalProperties":false}"#, r#"{"properties":{"a":false},"additionalProperties":false}"#, &[]),
        ]);
    }

    #[test]
    fn a_declared_property_had_the_values_additional_properties_gave_it() {
        let open = r#"{"additionalProperties":{"type":"string"}}"#;
        holds(&[
            (
                open,
                r#"{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}}"#,
                &["Property a added"],
            ),
            (
                open,
                r#"{"properties":{"a":{"type":"string","maxLength":3}},"additionalProperties":{"type":"string"}}"#,
                &["Property a added", "Composition properties.a narrowed"],
            ),
            (
                open,
                r#"{"properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#,
                &["Property a added", "Composition properties.a incomparable"],
            ),
        ]);
    }

    #[test]
    fn an_empty_list_or_map_of_them_says_nothing() {
        for keyword in ["properties", "patternProperties", "dependentRequired", "dependentSchemas", "$defs"] {
            let with = format!(r#"{{"type":"object","{keyword}":{{}}}}"#);
            assert!(facts(r#"{"type":"object"}"#, &with).is_empty(), "{keyword}");
        }
        holds(&[
            (r#"{"type":"object"}"#, r#"{"type":"object","required":[]}"#, &[]),
            (r#"{"properties":{"a":{}}}"#, r#"{"properties":{}}"#, &["Property a removed"]),
            (r#"{"additionalProperties":true}"#, r#"{"properties":{}}"#, &[]),
        ]);
    }
}
