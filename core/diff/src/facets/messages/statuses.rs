//! Added and removed statuses of an operation's responses, by range (OpenAPI 3.1.1 section 4.8.16).

use waybill_openapi::internal::{KnownKey, NodeId, Status};

use crate::facets::context::FacetContext;
use crate::facets::covered::Maps;
use crate::model::{Claim, Event, Facet, NodePair, Qualifier};
use crate::pairing::coverage::Coverage;
use crate::pairing::entry_pairs::pair_statuses;

/// Compares the statuses of two operations if one of them has no `responses` (OpenAPI 3.1.1 section 4.8.10.1 allows
/// that).
pub(in crate::facets) fn compare_statuses(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (left, right) = context.sides.member(old, new, KnownKey::Responses);
    if left.is_some() != right.is_some() {
        context.places.claim(left, right, Claim::Neutral);
        let coverage = pair_statuses(context.sides, left, right);
        let maps = Maps {
            facet: Facet::Status,
            pair: NodePair { definition_pair, old: left.unwrap_or(old), new: right.unwrap_or(new) },
        };
        report_statuses(context, &maps, &coverage, left);
    }
}

pub(in crate::facets) fn compare_response_maps(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let coverage = pair_statuses(context.sides, Some(old), Some(new));
    report_statuses(context, &Maps { facet: Facet::Status, pair }, &coverage, Some(old));
}

/// Reports the statuses that changed. A success status is the first one if the previous responses list none, or only
/// errors. They should have listed it (OpenAPI 3.1.1 section 4.8.16), so clients know that the list is incomplete.
fn report_statuses(context: &mut FacetContext<'_, '_>, maps: &Maps, coverage: &Coverage, old: Option<NodeId>) {
    let from = context.facts.len();
    maps.facts(context, coverage, quality);
    let arena = context.sides.old.arena();
    let mut listed = old.into_iter().flat_map(|responses| arena.children(responses));
    if listed.any(|id| quality(arena.key_text(id)) == Qualifier::Success) {
        return;
    }
    for fact in context.facts.iter_mut().skip(from) {
        if fact.event == Event::Added && fact.has(Qualifier::Success) {
            fact.qualifiers.push(Qualifier::First);
        }
    }
}

fn quality(name: &str) -> Qualifier {
    if Status::parse(name).is_success() { Qualifier::Success } else { Qualifier::Error }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Facet;
    use crate::facets::tests::examples::{facets, in_operation};

    #[test]
    fn added_status_does_not_change_the_description_text() {
        let with = |responses: Value| in_operation(&json!({"responses": responses}));
        let (one, two) = (
            with(json!({"200": {"description": "A page"}, "default": {"description": "A failure"}})),
            with(json!({
                "200": {"description": "A page"}, "404": {"description": "None"}, "default": {"description": "A failure"}
            })),
        );
        for found in [facets(&one, &two), facets(&two, &one)] {
            assert_eq!(found, [Facet::Status, Facet::Definition]);
        }
    }
}
