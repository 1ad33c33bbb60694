//! Properties that came or went, and whether they have to be there (JSON Schema 2020-12 sections 10.3.2.1 and 6.5.3).

use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Quality, Relation};
use crate::diff::reach::Affected;
use crate::openapi::{Description, Kind, NodeId, Site, Word};

pub(super) fn of_schema(differ: &mut Differ<'_>, unit: usize, site: Site, old: NodeId, new: NodeId) {
    let left = Names::of(differ.sides.old, old);
    let right = Names::of(differ.sides.new, new);
    let closed = differ.sides.new.arena().word(new, Word::AdditionalProperties);
    let closed = closed.is_some_and(|id| differ.sides.new.arena().kind(id) == Kind::False);
    for (name, property) in &left.properties {
        if right.property(name).is_none() {
            differ.claim(Some(*property), None);
            let fact = Fact::new(Facet::Property, Event::Removed, Some(*property), Some(new), Affected::Unit(unit));
            let fact = fact.required(left.requirement(name).is_some()).with(Quality::Closed, closed);
            push(differ, differ.sides.old, *property, fact.named(name));
            claim_requirement(differ, &left, &right, name);
        }
    }
    for (name, property) in &right.properties {
        if left.property(name).is_none() {
            differ.claim(None, Some(*property));
            let fact = Fact::new(Facet::Property, Event::Added, Some(old), Some(*property), Affected::Unit(unit));
            let fact = fact.required(right.requirement(name).is_some());
            push(differ, differ.sides.new, *property, fact.named(name));
            claim_requirement(differ, &left, &right, name);
        }
    }
    requirements(differ, unit, site, (old, &left), (new, &right));
}

/// Properties on both sides, or declared on neither, that have to be there on one side only.
fn requirements(
    differ: &mut Differ<'_>,
    unit: usize,
    site: Site,
    (old, left): (NodeId, &Names),
    (new, right): (NodeId, &Names),
) {
    let became = right.required.iter().filter(|(name, _)| left.requirement(name).is_none());
    let was = left.required.iter().filter(|(name, _)| right.requirement(name).is_none());
    let changes =
        became.map(|(name, _)| (name, Relation::Narrowed)).chain(was.map(|(name, _)| (name, Relation::Widened)));
    for (name, relation) in changes {
        let (before, after) = (left.property(name), right.property(name));
        if before.is_some() != after.is_some() {
            // The property came or went with its requirement: said once.
            continue;
        }
        if site == Site::Alternative && before.is_none() {
            // `anyOf: [{required: [a]}, {required: [b]}]` requires neither by itself.
            continue;
        }
        claim_requirement(differ, left, right, name);
        let cause = (
            Some(left.said_at(differ.sides.old, name).unwrap_or(old)),
            Some(right.said_at(differ.sides.new, name).unwrap_or(new)),
        );
        let event = Event::Changed(relation);
        let fact = Fact::new(Facet::PropertyRequired, event, cause.0, cause.1, Affected::Unit(unit)).named(name);
        match after {
            Some(property) => push(differ, differ.sides.new, property, fact),
            None => differ.facts.push(fact),
        }
    }
}

fn claim_requirement(differ: &mut Differ<'_>, left: &Names, right: &Names, name: &str) {
    if let Some(element) = left.requirement(name) {
        differ.claim(Some(element), None);
    }
    if let Some(element) = right.requirement(name) {
        differ.claim(None, Some(element));
    }
}

fn push(differ: &mut Differ<'_>, description: &Description<'_>, property: NodeId, fact: Fact) {
    let has = |word| description.resolve(property).is_some_and(|id| description.arena().is_true(id, word));
    let fact = fact.with(Quality::ReadOnly, has(Word::ReadOnly)).with(Quality::WriteOnly, has(Word::WriteOnly));
    differ.facts.push(fact);
}

/// The names a schema declares and requires.
struct Names {
    properties: Vec<(String, NodeId)>,
    required: Vec<(String, NodeId)>,
    list: Option<NodeId>,
}

impl Names {
    fn of(description: &Description<'_>, schema: NodeId) -> Names {
        let arena = description.arena();
        let properties = arena.word(schema, Word::Properties).into_iter().flat_map(|id| arena.children(id));
        let list = arena.word(schema, Word::Required).filter(|&id| arena.is_array(id));
        let elements = list.into_iter().flat_map(|id| arena.children(id));
        let name = |id| Some((arena.string(id)?.into_owned(), id));
        let mut names = Names {
            properties: properties.map(|id| (arena.key_text(id).to_owned(), id)).collect(),
            required: elements.filter_map(name).collect(),
            list,
        };
        names.properties.sort();
        names.required.sort();
        names.required.dedup_by(|again, first| again.0 == first.0);
        names
    }

    fn property(&self, name: &str) -> Option<NodeId> {
        find(&self.properties, name)
    }

    /// Where it is said that a name is required or, by leaving it out, that it is not: the list, or the property itself
    /// where there is no list in the file.
    fn said_at(&self, description: &Description<'_>, name: &str) -> Option<NodeId> {
        let written = self.list.filter(|&list| !description.is_made_up(list));
        let own = || self.requirement(name).or_else(|| self.property(name));
        written.or_else(|| self.list.and_then(|_| own()))
    }

    fn requirement(&self, name: &str) -> Option<NodeId> {
        find(&self.required, name)
    }
}

fn find(names: &[(String, NodeId)], name: &str) -> Option<NodeId> {
    let at = names.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
    names.get(at).map(|(_, id)| *id)
}
