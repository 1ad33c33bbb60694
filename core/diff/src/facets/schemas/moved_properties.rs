//! Properties that moved from a schema into its alternatives (`anyOf`, `oneOf`), or the reverse. They are neither added
//! nor removed, but become optional if an alternative does not require them.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::facets::schemas::declared::{Entry, Names, find};
use crate::model::{Affected, Claim, DefinitionPairId, Event, Facet, Fact, Relation, Side};
use crate::prover::merged::Conjunct;

/// Returns true if the alternatives of the other side declare the same property. If so, also reports a changed
/// `required` state.
pub(in crate::facets) fn compare_moved_property(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    names: &Names<'_>,
    (parts, whole): (&[Conjunct], NodeId),
) -> bool {
    let (here, there) = match side {
        Side::Old => (context.sides.old, context.sides.new),
        Side::New => (context.sides.new, context.sides.old),
    };
    let choices = alternatives(there, parts);
    let declared: Vec<NodeId> = choices.iter().flat_map(|objects| declarations(there, objects, &entry.name)).list();
    let is_same = |context: &mut FacetContext<'_, '_>, other: NodeId| {
        let (old, new) = side.in_order(entry.node, other);
        context.sides.equal(old, new) || context.prover.subschemas.relation(old, new) == Relation::Same
    };
    if declared.is_empty() || !declared.into_iter().all(|other| is_same(context, other)) {
        return false;
    }
    let place = |node: NodeId| side.in_order(Some(node), None);
    let (old, new) = place(entry.place());
    context.places.claim(old, new, Claim::Neutral);
    let Some(element) = find(&names.required, &entry.name) else { return true };
    let (old, new) = place(element.place());
    if choices.iter().all(|objects| demand(there, objects, &entry.name)) {
        context.places.claim(old, new, Claim::Neutral);
        return true;
    }
    context.claim(old, new);
    let listed = element.written_at(here);
    let (cause, relation) = match side {
        Side::Old => ((listed, whole), Relation::Widened),
        Side::New => ((whole, listed), Relation::Narrowed),
    };
    let event = Event::Changed(relation);
    let fact = Fact::new(
        Facet::PropertyRequired,
        event,
        Some(cause.0),
        Some(cause.1),
        Affected::DefinitionPair(definition_pair),
    );
    context.facts.push(fact.named(&*entry.name));
    true
}

/// Returns the alternatives of a schema, each as its conjuncts.
fn alternatives(description: &ResolvedDescription<'_>, parts: &[Conjunct]) -> Vec<Vec<NodeId>> {
    let arena = description.arena();
    let lists = parts.iter().flat_map(|part| description.alternative_lists(part.object));
    let choices = lists.flat_map(|list| arena.children(list));
    choices.map(|choice| Conjuncts::opened(description, &[choice]).objects).list()
}

fn declarations(description: &ResolvedDescription<'_>, objects: &[NodeId], name: &str) -> Vec<NodeId> {
    let arena = description.arena();
    let Some(key) = arena.keys().find(name) else { return Vec::new() };
    let maps = objects.iter().filter_map(|&object| arena.member(object, KnownKey::Properties));
    maps.filter_map(|map| arena.get(map, key)).list()
}

fn demand(description: &ResolvedDescription<'_>, objects: &[NodeId], name: &str) -> bool {
    let arena = description.arena();
    let lists = objects.iter().filter_map(|&object| arena.member(object, KnownKey::Required));
    lists.flat_map(|list| arena.children(list)).any(|id| arena.string(id).is_some_and(|known| known == name))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn a_property_that_moved_into_alternatives_is_there_still() {
        let whole = r#"{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}}}"#;
        let some = r#"{"type":"object","oneOf":[{"required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}},{"required":["b","d"],"properties":{"d":{"type":"integer"},"b":{"type":"string"}}}],"properties":{"c":{"type":"string"}}}"#;
        holds(&[(whole, some, &["PropertyRequired a widened"]), (some, whole, &["PropertyRequired a narrowed"])]);
    }
}
