//! Links of responses: which there are and where they lead (OpenAPI 3.1.1 section 4.8.20).

use super::lone_members;
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Relation};
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::openapi::{Description, NodeId, Word};

/// What a link says besides its description.
const FIELDS: [(Word, &str); 5] = [
    (Word::OperationRef, "operationRef"),
    (Word::OperationId, "operationId"),
    (Word::Parameters, "parameters"),
    (Word::RequestBody, "requestBody"),
    (Word::Server, "server"),
];

/// A response on both sides, one of which has no links.
pub(super) fn of_response(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let (left, right) = differ.sides.word(old, new, Word::Links);
    // An empty map says what a missing one says.
    match (left, right) {
        (Some(links), None) => {
            differ.places.claim(left, right, Claim::Neutral);
            let links = differ.sides.old.arena().children(links).collect();
            facts(differ, unit, (old, links), (new, Vec::new()));
        }
        (None, Some(links)) => {
            differ.places.claim(left, right, Claim::Neutral);
            let links = differ.sides.new.arena().children(links).collect();
            facts(differ, unit, (old, Vec::new()), (new, links));
        }
        (None, None) | (Some(_), Some(_)) => {}
    }
}

pub(super) fn of_links(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let (removed, added) = lone_members(differ, old, new);
    facts(differ, unit, (old, removed), (new, added));
}

fn facts(
    differ: &mut Differ<'_>,
    unit: usize,
    (old, removed): (NodeId, Vec<NodeId>),
    (new, added): (NodeId, Vec<NodeId>),
) {
    for link in removed {
        let name = differ.sides.old.arena().key_text(link).to_owned();
        differ.claim(Some(link), None);
        let fact = Fact::new(Facet::Link, Event::Removed, Some(link), Some(new), Affected::Unit(unit));
        differ.facts.push(fact.named(name));
    }
    for link in added {
        let name = differ.sides.new.arena().key_text(link).to_owned();
        differ.claim(None, Some(link));
        let fact = Fact::new(Facet::Link, Event::Added, Some(old), Some(link), Affected::Unit(unit));
        differ.facts.push(fact.named(name));
    }
}

/// A link on both sides: where it leads, and with what.
pub(super) fn of_link(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let same_target = leads_to_the_same(differ, old, new);
    let mut changed = Vec::new();
    for (word, name) in FIELDS {
        let (left, right) = differ.sides.word(old, new, word);
        if !differ.places.has(left, right) {
            continue;
        }
        if same_target && matches!(word, Word::OperationRef | Word::OperationId) {
            differ.places.claim(left, right, Claim::Neutral);
        } else {
            differ.claim(left, right);
            changed.push(name);
        }
    }
    if !changed.is_empty() {
        let event = Event::Changed(Relation::Incomparable);
        let fact = Fact::new(Facet::Link, event, Some(old), Some(new), Affected::Unit(unit));
        differ.facts.push(fact.named(changed.join("`, `")));
    }
}

/// Whether both lead to one operation, called differently perhaps or named by its place.
fn leads_to_the_same(differ: &Differ<'_>, old: NodeId, new: NodeId) -> bool {
    let targets = target(differ.sides.old, old).zip(target(differ.sides.new, new));
    targets.is_some_and(|(old, new)| !differ.pairing.of_operation(old, new).is_empty())
}

fn target(description: &Description<'_>, link: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    if let Some(reference) = arena.string_at(link, Word::OperationRef) {
        return arena.at_pointer(reference.strip_prefix('#')?);
    }
    let id = arena.string_at(link, Word::OperationId)?;
    let named = |operation| arena.string_at(operation, Word::OperationId).is_some_and(|known| known == id);
    description.contracts().iter().map(|contract| contract.operation).find(|&operation| named(operation))
}
