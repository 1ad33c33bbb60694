//! The stability level (`x-stability-level`, `x-stability`), `stable` by default. A lower level narrows the guarantees
//! for clients.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Claim, DisplayValue, Event, Facet, Fact, NodePair, Relation};

/// The known levels, from the least to the most stable.
const LEVELS: [&str; 5] = ["draft", "experimental", "alpha", "beta", STABLE];
/// The default level.
const STABLE: &str = "stable";

pub(in crate::facets) fn compare_stability(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let words = [KnownKey::XStabilityLevel, KnownKey::XStability].map(|key| context.sides.member(old, new, key));
    if !words.into_iter().any(|(before, after)| context.places.is_open(before, after)) {
        return;
    }
    let before = words.into_iter().find_map(|(before, _)| before);
    let after = words.into_iter().find_map(|(_, after)| after);
    let relation = match (rank(context.sides.old, before), rank(context.sides.new, after)) {
        (Some(was), Some(is)) => Relation::from_inclusions(is <= was, was <= is),
        (None, _) | (_, None) => Relation::Unknown,
    };
    let claim = if relation == Relation::Same { Claim::Neutral } else { Claim::Fact };
    for (before, after) in words {
        context.places.claim(before, after, claim);
    }
    if relation == Relation::Same {
        return;
    }
    let shown = |id: Option<NodeId>| id.map_or(DisplayValue::Default(STABLE), DisplayValue::Node);
    let fact = Fact::for_changed_member(Facet::Stability, Event::Changed(relation), pair, (before, after));
    context.facts.push(fact.showing(shown(before), shown(after)));
}

/// Returns the rank of the level of an object, or of the nearest object around it with a level: `0` is a draft, and `4`
/// is stable. `None` if the level is unknown.
pub fn stability_around(description: &ResolvedDescription<'_>, object: NodeId) -> Option<usize> {
    let arena = description.arena();
    let level = |object| {
        [KnownKey::XStabilityLevel, KnownKey::XStability].into_iter().find_map(|key| arena.member(object, key))
    };
    rank(description, std::iter::once(object).chain(arena.ancestors(object)).find_map(level))
}

/// Returns the rank of a level, or `None` if it is unknown.
fn rank(description: &ResolvedDescription<'_>, level: Option<NodeId>) -> Option<usize> {
    let Some(level) = level else { return Some(LEVELS.len() - 1) };
    let text = description.arena().string(level)?.to_ascii_lowercase();
    LEVELS.iter().position(|known| *known == text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::{in_operation, in_property};

    #[test]
    fn a_weaker_promise_narrows() {
        let at = |level| json!({"x-stability-level": level});
        let changed = |relation| vec![Event::Changed(relation)];
        let examples = [
            (at("stable"), at("beta"), changed(Relation::Narrowed)),
            (json!({}), at("alpha"), changed(Relation::Narrowed)),
            (at("draft"), at("alpha"), changed(Relation::Widened)),
            (at("beta"), json!({}), changed(Relation::Widened)),
            (at("beta"), at("shaky"), changed(Relation::Unknown)),
            (at("stable"), json!({}), vec![]),
            (at("beta"), json!({"x-stability": "Beta"}), vec![]),
        ];
        for (before, after, expected) in examples {
            for place in [in_operation, in_property] {
                let found = examples::events(Facet::Stability, &place(&before), &place(&after));
                assert_eq!(found, expected, "{before} {after}");
            }
        }
    }
}
