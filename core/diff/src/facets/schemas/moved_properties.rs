//! Properties that moved from a schema into its alternatives (`anyOf`, `oneOf`), or the reverse. They are neither added
//! nor removed, but become optional if an alternative does not require them.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, TypeSet};

use crate::facets::context::FacetContext;
use crate::facets::schemas::declared::{Entry, Names, find};
use crate::facets::schemas::types;
use crate::model::{Affected, Claim, DefinitionPairId, Event, Facet, Fact, NodePair, Relation, Side};
use crate::pairing::composed::outermost_schema;
use crate::prover::merged::Conjunct;

/// Returns true if the alternatives of the other side declare the same property. If so, also reports changed values and
/// a changed `required` state.
pub(in crate::facets) fn compare_property_in_alternatives(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    (own, others): (&Names<'_>, &Names<'_>),
    (parts, whole): (&[Conjunct], NodeId),
) -> bool {
    let choices = alternatives(context, side.other(), parts);
    let is_required = others.requirement(&entry.name).is_some() || others.required_elsewhere(&entry.name);
    let there = context.sides.description(side.other());
    let declared = choices.iter().map(|objects| declarations(there, objects, &entry.name));
    let (declared, missing): (Vec<_>, Vec<_>) = declared.partition(|declared| !declared.is_empty());
    let Some(&other) = declared.iter().flatten().next() else { return false };
    let relation =
        declared.iter().map(|all| relation(context, (side, entry.node), all)).fold(Relation::Same, Relation::combine);
    if !missing.is_empty() && (is_required || relation != Relation::Same) {
        // The values of an alternative that does not declare the property may have any value for it.
        return false;
    }
    let (old, new) = side.in_order(Some(entry.place()), None);
    if relation == Relation::Same {
        context.places.claim(old, new, Claim::Neutral);
    } else {
        context.claim(old, new);
        let (old, new) = side.in_order(entry.node, other);
        report_values(context, NodePair { definition_pair, old, new }, &entry.name, relation);
    }
    let is_required = is_required || choices.iter().all(|objects| demand(there, objects, &entry.name));
    compare_requirement(context, definition_pair, (side, entry), own, (whole, is_required));
    true
}

/// Returns true if the schema around an alternative of the other side declares the same property. If so, also reports
/// changed values and a changed `required` state.
pub(in crate::facets) fn compare_property_around_alternative(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    own: &Names<'_>,
    alternative: NodeId,
) -> bool {
    let there = context.sides.description(side.other());
    let Some(whole) = outermost_schema(there, alternative) else { return false };
    let objects = Conjuncts::opened(there, &[whole]).objects;
    let declared = declarations(there, &objects, &entry.name);
    let Some(&other) = declared.first() else { return false };
    let relation = relation(context, (side, entry.node), &declared);
    let (old, new) = side.in_order(Some(entry.place()), None);
    let (before, after) = side.in_order(entry.node, other);
    if relation == Relation::Same {
        context.places.claim(old, new, Claim::Neutral);
    } else {
        context.claim(old, new);
        // The schema around the alternative is compared first, and may have reported the change for all alternatives.
        let is_reported =
            |fact: &Fact| fact.facet != Facet::Property && side.in_order(fact.new, fact.old).0 == Some(other);
        if !context.facts.iter().any(is_reported) {
            report_values(context, NodePair { definition_pair, old: before, new: after }, &entry.name, relation);
        }
    }
    let is_required = demand(there, &objects, &entry.name);
    compare_requirement(context, definition_pair, (side, entry), own, (alternative, is_required));
    true
}

/// Returns the relation of a property to the schemas that the other side declares for it.
fn relation(context: &mut FacetContext<'_, '_>, (side, property): (Side, NodeId), others: &[NodeId]) -> Relation {
    if let [other] = *others {
        let (old, new) = side.in_order(property, other);
        return if context.sides.equal(old, new) {
            Relation::Same
        } else {
            context.prover.subschemas.relation(old, new)
        };
    }
    let own = [property];
    let (all_old, all_new) = side.in_order(own.as_slice(), others);
    context.prover.subschemas.relation_of_all(all_old, all_new)
}

/// Reports that the values of a moved property changed.
fn report_values(context: &mut FacetContext<'_, '_>, pair: NodePair, name: &str, relation: Relation) {
    let types = context.prover.allowed_types(pair.old, pair.new);
    if Relation::of_types(types.0, types.1) == relation {
        types::report_types(context, pair, types, relation);
        return;
    }
    let affected = Affected::DefinitionPair(pair.definition_pair);
    let fact = Fact::new(Facet::Composition, Event::Changed(relation), Some(pair.old), Some(pair.new), affected);
    context.facts.push(fact.named(format!("properties.{name}")));
}

/// Compares the `required` state of a moved property.
fn compare_requirement(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    own: &Names<'_>,
    (other_schema, is_required): (NodeId, bool),
) {
    let Some(element) = find(&own.required, &entry.name) else { return };
    let (old, new) = side.in_order(Some(element.place()), None);
    if is_required {
        context.places.claim(old, new, Claim::Neutral);
        return;
    }
    context.claim(old, new);
    let listed = element.written_at(context.sides.description(side));
    let (cause, relation) = match side {
        Side::Old => ((listed, other_schema), Relation::Widened),
        Side::New => ((other_schema, listed), Relation::Narrowed),
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
}

/// Returns the alternatives of a schema that allow objects, each as its conjuncts.
fn alternatives(context: &mut FacetContext<'_, '_>, side: Side, parts: &[Conjunct]) -> Vec<Vec<NodeId>> {
    let description = context.sides.description(side);
    let arena = description.arena();
    let lists = parts.iter().flat_map(|part| description.alternative_lists(part.object));
    let mut choices: Vec<NodeId> = lists.flat_map(|list| arena.children(list)).list();
    choices.retain(|&choice| context.prover.types_of(side).allowed(Some(choice)).meets(TypeSet::OBJECT));
    choices.into_iter().map(|choice| Conjuncts::opened(description, &[choice]).objects).list()
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
