//! Headers of responses and of parts: which there are (OpenAPI 3.1.1 sections 4.8.15 and 4.8.17, `headers`). One called
//! `Content-Type` is described by `content` and ignored here.

use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact};
use crate::diff::maps::is_ignored_header;
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::openapi::{Description, KnownKey, NodeId};

/// A response or a part on both sides, one of which has no headers.
pub(super) fn compare_response_headers(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let (left, right) = differ.sides.member(old, new, KnownKey::Headers);
    if left.is_some() != right.is_some() {
        // An empty map says what a missing one says.
        differ.places.claim(left, right, Claim::Neutral);
        facts(differ, unit, (old, left), (new, right));
    }
}

pub(super) fn compare_header_maps(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    facts(differ, unit, (old, Some(old)), (new, Some(new)));
}

/// A part one side says nothing of.
pub(super) fn compare_part_headers(
    differ: &mut Differ<'_>,
    unit: usize,
    (old, left): (NodeId, Option<NodeId>),
    (new, right): (NodeId, Option<NodeId>),
) {
    let left = left.and_then(|part| differ.sides.old.arena().member(part, KnownKey::Headers));
    let right = right.and_then(|part| differ.sides.new.arena().member(part, KnownKey::Headers));
    differ.places.claim(left, right, Claim::Neutral);
    facts(differ, unit, (old, left), (new, right));
}

fn facts(
    differ: &mut Differ<'_>,
    unit: usize,
    (old, left): (NodeId, Option<NodeId>),
    (new, right): (NodeId, Option<NodeId>),
) {
    let alignment = differ.headers(left, right);
    for header in alignment.removed {
        let fact = fact(differ.sides.old, header, Event::Removed, (Some(header), Some(new)), unit);
        differ.claim(Some(header), None);
        differ.facts.push(fact);
    }
    for header in alignment.added {
        let fact = fact(differ.sides.new, header, Event::Added, (Some(old), Some(header)), unit);
        differ.claim(None, Some(header));
        differ.facts.push(fact);
    }
}

fn fact(
    description: &Description<'_>,
    header: NodeId,
    event: Event,
    (old, new): (Option<NodeId>, Option<NodeId>),
    unit: usize,
) -> Fact {
    let arena = description.arena();
    let name = arena.key_text(header);
    if is_ignored_header(name) {
        return Fact::new(Facet::Docs, event, old, new, Affected::Unit(unit));
    }
    let required = description.resolve(header).is_some_and(|header| arena.is_true(header, KnownKey::Required));
    Fact::new(Facet::Header, event, old, new, Affected::Unit(unit)).named(name).required(required)
}
