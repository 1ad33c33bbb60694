//! Changes of definitions that other schemas refer to in `not` or `if` (JSON Schema 2020-12 core, sections 10.2.1.4 and
//! 10.2.2.1). A wider definition can make such a schema reject values, and the reverse. The relation of the schemas
//! around the reference decides.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::composed_uses::{facts_of_components, owner_of};
use crate::facets::context::FacetContext;
use crate::model::{Affected, Event, Facet, Fact, Relation, TextFindings};
use crate::pairing::operation_pairing::OperationPairing;
use crate::prover::uses::schema_around;
use crate::reach::Reach;
use crate::walk::equivalent::MAX_NODES;

/// Maximum number of `not` and `if` that refer to a definition, for a change of it to be decided. Each has two schemas
/// around it to compare.
const MAX_USES: usize = 16;

/// Reports the effect of changed definitions on the schemas that refer to them in `not` or `if`. Where it is decided,
/// the reference is excluded from the users of the definition.
pub(crate) fn decide_negated(
    context: &mut FacetContext<'_, '_>,
    texts: &TextFindings,
    pairing: &OperationPairing,
    reach: &mut Reach,
) {
    let mut reported = Vec::new();
    for (component, facts) in facts_of_components(context) {
        if !facts.iter().any(|&at| context.facts.get(at).is_some_and(|fact| fact.facet.limits_values())) {
            continue;
        }
        for (around, keyword) in negating_schemas(context, component) {
            let (old, new) = around;
            if texts.compared.has(&around) || context.sides.are_larger(MAX_NODES, &[old], &[new]) {
                continue;
            }
            let Some(relation) = context.prover.subschemas.certain_relation(old, new) else { continue };
            if relation != Relation::Same && !reported.contains(&around) {
                let Some(owner) = owner_of(context, pairing, around) else { continue };
                let definition_pair = context.definition_pairs.add_without_comparing(around, vec![owner]);
                let affected = Affected::DefinitionPair(definition_pair);
                let fact = Fact::new(Facet::Composition, Event::Changed(relation), Some(old), Some(new), affected);
                context.facts.push(fact.named(keyword.text()));
                reported.push(around);
            }
            let uses = context.prover.uses();
            let inside = |description: &ResolvedDescription<'_>, schema, members: &[NodeId]| {
                let is_decided =
                    |&member: &NodeId| negating_schema(description, member).is_some_and(|(around, _)| around == schema);
                members.iter().copied().filter(is_decided).list()
            };
            reach.old.exclude_unaffected(component.0, inside(context.sides.old, old, uses.in_old(component.0)));
            reach.new.exclude_unaffected(component.1, inside(context.sides.new, new, uses.in_new(component.1)));
        }
    }
}

/// Returns the schemas of both sides that refer to a component in `not` or `if`, with the keyword. Returns nothing if
/// there are too many.
fn negating_schemas(
    context: &mut FacetContext<'_, '_>,
    component: (NodeId, NodeId),
) -> Vec<((NodeId, NodeId), KnownKey)> {
    let (left, right) = (context.sides.old, context.sides.new);
    let uses = context.prover.uses();
    let all_old = uses.in_old(component.0).iter().filter_map(|&member| negating_schema(left, member));
    let mut found = all_old.filter_map(|(old, key)| Some(((old, right.at_place_of(left, old)?), key))).list();
    let all_new = uses.in_new(component.1).iter().filter_map(|&member| negating_schema(right, member));
    found.extend(all_new.filter_map(|(new, key)| Some(((left.at_place_of(right, new)?, new), key))));
    order::sort_by(&mut found, |one, other| one.0.cmp(&other.0));
    found.dedup_by_key(|(around, _)| *around);
    if found.len() > MAX_USES { Vec::new() } else { found }
}

/// Returns the outermost schema that applies `not` or `if` around a value, and the keyword.
fn negating_schema(description: &ResolvedDescription<'_>, id: NodeId) -> Option<(NodeId, KnownKey)> {
    let arena = description.arena();
    let negating = |id: NodeId| {
        let is = |key: &KnownKey| key.key() == arena.key(id);
        let known = [KnownKey::Not, KnownKey::If].into_iter().find(is)?;
        (description.object_kind(id) == ObjectKind::NonAssertingSchema).then_some((id, known))
    };
    let (keyword, known) = arena.ancestors(id).filter_map(negating).last()?;
    Some((schema_around(description, arena.parent(keyword)?), known))
}
