//! The `required` state of parameters, headers and request bodies. It is false by default, but always true for path
//! parameters.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, Relation};

pub(in crate::facets) fn compare_required_parameter(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let name = context.sides.new.arena().string_at(pair.new, KnownKey::Name).unwrap_or_default().into_owned();
    compare_required(context, Facet::ParameterRequired, pair, name);
}

pub(in crate::facets) fn compare_required_body(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    compare_required(context, Facet::RequestBodyRequired, pair, String::new());
}

/// Compares a header of a response or a part.
pub(in crate::facets) fn compare_required_header(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    compare_required(context, Facet::HeaderRequired, pair, String::new());
}

fn compare_required(context: &mut FacetContext<'_, '_>, facet: Facet, pair: NodePair, name: String) {
    let NodePair { definition_pair, old, new } = pair;
    let (before, after) = context.sides.member(old, new, KnownKey::Required);
    if !context.places.is_open(before, after) {
        return;
    }
    let was = is_required(context.sides.old, old);
    let is = is_required(context.sides.new, new);
    let relation = match (was, is) {
        (false, true) => Relation::Narrowed,
        (true, false) => Relation::Widened,
        (true, true) | (false, false) => {
            // `required: false` means the same as no `required`.
            context.places.claim(before, after, Claim::Neutral);
            return;
        }
    };
    context.claim(before, after);
    let event = Event::Changed(relation);
    let (old, new) = (before.unwrap_or(old), after.unwrap_or(new));
    context
        .facts
        .push(Fact::new(facet, event, Some(old), Some(new), Affected::DefinitionPair(definition_pair)).named(name));
}

/// Returns true if a resolved parameter or body is required.
pub(in crate::facets) fn is_required(description: &ResolvedDescription<'_>, id: NodeId) -> bool {
    let arena = description.arena();
    arena.is_true(id, KnownKey::Required)
        || arena.string_at(id, KnownKey::In).is_some_and(|location| location == "path")
}
