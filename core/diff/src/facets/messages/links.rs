//! Links of responses and their targets (OpenAPI 3.1.1 section 4.8.20).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::{FacetContext, unmatched_members};
use crate::facets::messages::link_values;
use crate::model::{Affected, Claim, DefinitionPairId, Event, Facet, Fact, NodePair, Relation};
use crate::pairing::operation_pairing::OperationPairing;
use crate::pairing::sides::Sides;

/// The fields of a link, except its description.
const FIELDS: [(KnownKey, &str); 5] = [
    (KnownKey::OperationRef, "operationRef"),
    (KnownKey::OperationId, "operationId"),
    (KnownKey::Parameters, "parameters"),
    (KnownKey::RequestBody, "requestBody"),
    (KnownKey::Server, "server"),
];

/// Compares the links of two responses if one of them has none.
pub(in crate::facets) fn compare_response_links(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (left, right) = context.sides.member(old, new, KnownKey::Links);
    // An empty map means the same as a missing one.
    match (left, right) {
        (Some(links), None) => {
            context.places.claim(left, right, Claim::Neutral);
            let links = context.sides.old.arena().children(links).list();
            facts(context, definition_pair, (old, links), (new, Vec::new()));
        }
        (None, Some(links)) => {
            context.places.claim(left, right, Claim::Neutral);
            let links = context.sides.new.arena().children(links).list();
            facts(context, definition_pair, (old, Vec::new()), (new, links));
        }
        (None, None) | (Some(_), Some(_)) => {}
    }
}

pub(in crate::facets) fn compare_link_maps(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (removed, added) = unmatched_members(context.sides, old, new);
    facts(context, definition_pair, (old, removed), (new, added));
}

fn facts(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (old, removed): (NodeId, Vec<NodeId>),
    (new, added): (NodeId, Vec<NodeId>),
) {
    for link in removed {
        let name = context.sides.old.arena().key_text(link).to_owned();
        context.claim(Some(link), None);
        let fact =
            Fact::new(Facet::Link, Event::Removed, Some(link), Some(new), Affected::DefinitionPair(definition_pair));
        context.facts.push(fact.named(name));
    }
    for link in added {
        let name = context.sides.new.arena().key_text(link).to_owned();
        context.claim(None, Some(link));
        let fact =
            Fact::new(Facet::Link, Event::Added, Some(old), Some(link), Affected::DefinitionPair(definition_pair));
        context.facts.push(fact.named(name));
    }
}

/// Compares the target and the values of a link on both sides.
pub(in crate::facets) fn compare_links(context: &mut FacetContext<'_, '_>, pairing: &OperationPairing, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let same_target = leads_to_the_same(context.sides, pairing, old, new);
    let mut changed = Vec::new();
    for (key, name) in FIELDS {
        let (left, right) = context.sides.member(old, new, key);
        let is_elsewhere = key == KnownKey::Server && claim_server_change(context, left, right);
        if !is_elsewhere && !context.places.is_open(left, right) {
            continue;
        }
        let handed_on =
            key == KnownKey::Parameters && same_target && hands_on_the_same(context, (old, left), (new, right));
        if handed_on || same_target && matches!(key, KnownKey::OperationRef | KnownKey::OperationId) {
            context.places.claim(left, right, Claim::Neutral);
        } else {
            context.claim(left, right);
            changed.push((name, left.unwrap_or(old), right.unwrap_or(new)));
        }
    }
    let names: Vec<&str> = changed.iter().map(|(name, ..)| *name).collect();
    let (old, new) = match changed.as_slice() {
        [] => return,
        [(_, left, right)] => (*left, *right),
        _ => (old, new),
    };
    let event = Event::Changed(Relation::Incomparable);
    let fact = Fact::new(Facet::Link, event, Some(old), Some(new), Affected::DefinitionPair(definition_pair));
    context.facts.push(fact.named(names.join("`, `")));
}

/// Claims the locations that declare the servers of two links. Returns true if one of them was open.
fn claim_server_change(context: &mut FacetContext<'_, '_>, old: Option<NodeId>, new: Option<NodeId>) -> bool {
    let (Some(old), Some(new)) = (old, new) else { return false };
    let variables = context.sides.member(old, new, KnownKey::Variables);
    let mut places = vec![context.sides.member(old, new, KnownKey::Url), variables];
    if let (Some(left), Some(right)) = variables {
        let (removed, added) = unmatched_members(context.sides, left, right);
        places.extend(removed.into_iter().map(|id| (Some(id), None)));
        places.extend(added.into_iter().map(|id| (None, Some(id))));
        let children = context.sides.new.arena().children(right);
        let pairs = children.filter_map(|id| Some((context.sides.namesake_in_old(left, id)?, id)));
        let fields =
            |(left, right)| [KnownKey::Default, KnownKey::Enum].map(|key| context.sides.member(left, right, key));
        places.extend(pairs.flat_map(fields));
    }
    let mut is_reported = false;
    for (old, new) in places {
        is_reported |= context.places.is_open(old, new);
        context.claim(old, new);
    }
    is_reported
}

/// Returns true if both links lead to the same operation, even if its name or reference changed.
fn leads_to_the_same(sides: &Sides<'_>, pairing: &OperationPairing, old: NodeId, new: NodeId) -> bool {
    let targets = target(sides.old, old).zip(target(sides.new, new));
    targets.is_some_and(|(old, new)| !pairing.pairs_of_operation(old, new).is_empty())
}

/// Returns true if both links pass on the same values, regardless of path parameter names.
fn hands_on_the_same(
    context: &FacetContext<'_, '_>,
    (old, left): (NodeId, Option<NodeId>),
    (new, right): (NodeId, Option<NodeId>),
) -> bool {
    let before =
        left.and_then(|id| link_values::normalise_values(context.sides.old, id, target(context.sides.old, old)));
    let after =
        right.and_then(|id| link_values::normalise_values(context.sides.new, id, target(context.sides.new, new)));
    before.is_some() && before == after
}

fn target(description: &ResolvedDescription<'_>, link: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    if let Some(reference) = arena.string_at(link, KnownKey::OperationRef) {
        return description.at_pointer(reference.strip_prefix('#')?);
    }
    let id = arena.string_at(link, KnownKey::OperationId)?;
    let named = |operation| arena.string_at(operation, KnownKey::OperationId).is_some_and(|known| known == id);
    description.operation_entries().iter().map(|entry| entry.operation).find(|&operation| named(operation))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;

    #[test]
    fn link_changes_with_its_operation_parameters_or_server() {
        let with = |members: Value| {
            let response = json!({"description": "A page", "links": {"next": members}});
            examples::in_operation(&json!({"operationId": "list", "responses": {"200": response}}))
        };
        let server = |url: &str, description: &str| {
            with(json!({"operationId": "list", "server": {"url": url, "description": description}}))
        };
        let plain = with(json!({"operationId": "list"}));
        for (before, after, expected) in [
            (plain.clone(), with(json!({"operationRef": "#/paths/~1shipments/get"})), vec![]),
            (plain.clone(), with(json!({"operationId": "other"})), vec![Facet::Link]),
            (plain.clone(), with(json!({"operationId": "list", "parameters": {"page": 2}})), vec![Facet::Link]),
            (plain, server("https://a", "one"), vec![Facet::Link]),
            (server("https://a", "one"), server("https://b", "one"), vec![Facet::Link]),
            (server("https://a", "one"), server("https://a", "two"), vec![Facet::Docs]),
        ] {
            assert_eq!(examples::facets(&before, &after), expected, "{before} {after}");
        }
    }
}
