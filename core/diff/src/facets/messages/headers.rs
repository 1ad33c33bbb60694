//! Added and removed headers of responses and parts (OpenAPI 3.1.1 sections 4.8.15 and 4.8.17, `headers`). A header
//! named `Content-Type` is ignored, because `content` describes it.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DefinitionPairId, Event, Facet, Fact, NodePair};
use crate::pairing::entry_pairs::{is_ignored_header, pair_headers};

/// Compares the headers of a response or part if one side has none.
pub(in crate::facets) fn compare_response_headers(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (left, right) = context.sides.member(old, new, KnownKey::Headers);
    if left.is_some() != right.is_some() {
        // An empty map means the same as a missing one.
        context.places.claim(left, right, Claim::Neutral);
        facts(context, definition_pair, (old, left), (new, right));
    }
}

pub(in crate::facets) fn compare_header_maps(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    facts(context, definition_pair, (old, Some(old)), (new, Some(new)));
}

/// Compares the headers of a part that one side does not describe.
pub(in crate::facets) fn compare_part_headers(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (old, left): (NodeId, Option<NodeId>),
    (new, right): (NodeId, Option<NodeId>),
) {
    let left = left.and_then(|part| context.sides.old.arena().member(part, KnownKey::Headers));
    let right = right.and_then(|part| context.sides.new.arena().member(part, KnownKey::Headers));
    context.places.claim(left, right, Claim::Neutral);
    facts(context, definition_pair, (old, left), (new, right));
}

fn facts(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (old, left): (NodeId, Option<NodeId>),
    (new, right): (NodeId, Option<NodeId>),
) {
    let alignment = pair_headers(context.sides, left, right);
    for header in alignment.removed {
        let fact = fact(context.sides.old, header, Event::Removed, (Some(header), Some(new)), definition_pair);
        context.claim(Some(header), None);
        context.facts.push(fact);
    }
    for header in alignment.added {
        let fact = fact(context.sides.new, header, Event::Added, (Some(old), Some(header)), definition_pair);
        context.claim(None, Some(header));
        context.facts.push(fact);
    }
}

fn fact(
    description: &ResolvedDescription<'_>,
    header: NodeId,
    event: Event,
    (old, new): (Option<NodeId>, Option<NodeId>),
    definition_pair: DefinitionPairId,
) -> Fact {
    let arena = description.arena();
    let name = arena.key_text(header);
    if is_ignored_header(name) {
        return Fact::new(Facet::Docs, event, old, new, Affected::DefinitionPair(definition_pair));
    }
    let required = description.resolve(header).is_some_and(|header| arena.is_true(header, KnownKey::Required));
    Fact::new(Facet::Header, event, old, new, Affected::DefinitionPair(definition_pair)).named(name).required(required)
}
