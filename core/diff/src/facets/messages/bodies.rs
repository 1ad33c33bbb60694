//! Added and removed request bodies (OpenAPI 3.1.1 section 4.8.10.1, `requestBody`).

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Event, Facet, Fact, NodePair};

pub(in crate::facets) fn compare_bodies(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let fact =
        |event, old, new| Fact::new(Facet::RequestBody, event, old, new, Affected::DefinitionPair(definition_pair));
    let fact = match context.sides.member(old, new, KnownKey::RequestBody) {
        (Some(body), None) => {
            fact(Event::Removed, Some(body), Some(new)).required(is_required(context.sides.old, body))
        }
        (None, Some(body)) => fact(Event::Added, Some(old), Some(body)).required(is_required(context.sides.new, body)),
        (None, None) | (Some(_), Some(_)) => return,
    };
    let (body_old, body_new) = context.sides.member(old, new, KnownKey::RequestBody);
    context.claim(body_old, body_new);
    context.facts.push(fact);
}

fn is_required(description: &ResolvedDescription<'_>, body: NodeId) -> bool {
    description.resolve(body).is_some_and(|body| description.arena().is_true(body, KnownKey::Required))
}
