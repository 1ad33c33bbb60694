//! Added and removed media types of request bodies and responses, by range, and the presence of a body. Both follow
//! from `content` (OpenAPI 3.1.1 sections 4.8.13, 4.8.14 and 4.8.17).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::facets::covered::Maps;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, Qualifier};
use crate::pairing::entry_pairs::pair_media_types;

/// Compares the `content` of two bodies, responses, parameters or headers.
pub(in crate::facets) fn compare_content_maps(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let empty = |description: &ResolvedDescription<'_>, id| description.arena().children(id).next().is_none();
    if empty(context.sides.old, old) || empty(context.sides.new, new) {
        // A fact about the containing object reports the addition or removal.
        return;
    }
    let coverage = pair_media_types(context.sides, old, new);
    Maps { facet: Facet::MediaType, pair }.facts(context, &coverage, |_| Qualifier::Plain);
}

/// Compares the presence of content in a request body or response. An empty `content` means the same as a missing one.
pub(in crate::facets) fn compare_content(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (left, right) = context.sides.member(old, new, KnownKey::Content);
    let entries = |description: &ResolvedDescription<'_>, id: Option<NodeId>| -> Vec<NodeId> {
        id.into_iter().flat_map(|id| description.arena().children(id)).list()
    };
    let (before, after) = (entries(context.sides.old, left), entries(context.sides.new, right));
    let event = match (before.is_empty(), after.is_empty()) {
        (true, false) => Event::Added,
        (false, true) => Event::Removed,
        (true, true) => {
            context.places.claim(left, right, Claim::Neutral);
            return;
        }
        (false, false) => return,
    };
    for id in before {
        context.claim(Some(id), None);
    }
    for id in after {
        context.claim(None, Some(id));
    }
    let place = |description: &ResolvedDescription<'_>, content: Option<NodeId>| -> Option<NodeId> {
        // Swagger 2.0 has no `content` map: a schema makes the body.
        let of_schema = || description.arena().member(description.arena().children(content?).next()?, KnownKey::Schema);
        if description.spec_version() == SpecVersion::V2_0 { of_schema().or(content) } else { content }
    };
    let (old, new) = (place(context.sides.old, left).unwrap_or(old), place(context.sides.new, right).unwrap_or(new));
    context.facts.push(Fact::new(
        Facet::Content,
        event,
        Some(old),
        Some(new),
        Affected::DefinitionPair(definition_pair),
    ));
}
