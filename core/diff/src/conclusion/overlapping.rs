//! Changes inside alternatives of `oneOf` that may overlap. Exactly one alternative may match (JSON Schema 2020-12 core,
//! section 10.2.1.3), so a wider alternative can make the schema around it reject values, and the reverse. The relation
//! of the schemas around the alternatives decides.

use waybill_base::internal::order;
use waybill_openapi::internal::{NodeId, ResolvedDescription};

use super::composed_uses::owner_of;
use super::contradictions::{make_inert, polarity};
use crate::facets::context::FacetContext;
use crate::model::{Affected, Event, Facet, Fact, Qualifier, Relation, Side, TextFindings};
use crate::pairing::operation_pairing::OperationPairing;
use crate::prover::overlap::ChoiceUse;
use crate::prover::uses::schema_around;
use crate::walk::equivalent::MAX_NODES;

/// Maximum number of alternatives that refer to a definition, for a change of it to be decided. Each has two schemas
/// around it to compare.
const MAX_USES: usize = 16;

/// Two schemas around an alternative, and their relation.
#[derive(Debug, Clone, Copy)]
struct DecidedUse {
    around: (NodeId, NodeId),
    relation: Relation,
    /// False if the alternative refers to the definition that the fact is about.
    is_inline: bool,
}

/// An effect on a schema that no fact inside reports.
type MissingEffect = ((NodeId, NodeId), Relation, Affected);

/// Decides the facts about values inside alternatives that may overlap. The undecided ones get a qualifier.
pub(crate) fn decide_overlapping(context: &mut FacetContext<'_, '_>, texts: &TextFindings, pairing: &OperationPairing) {
    let mut missing: Vec<MissingEffect> = Vec::new();
    let mut dropped = Vec::new();
    for at in 0..context.facts.len() {
        let Some(fact) = context.facts.get(at).filter(|fact| may_overlap(fact)).cloned() else { continue };
        let Some(choices) = overlapping_choices(context, &fact) else { continue };
        let effects = decide_uses(context, texts, &fact, &choices)
            .and_then(|uses| Some((effects(context, pairing, &fact, &uses)?, uses)));
        let Some(fact) = context.facts.get_mut(at) else { continue };
        fact.qualifiers.retain(|known| *known != Qualifier::Overlapping);
        let is_sole_use = choices.iter().flatten().all(|one| one.is_sole_use);
        match (effects, value_relation(fact)) {
            (Some((effects, uses)), Some(relation)) => {
                missing.extend(effects);
                if !is_sole_use {
                    // The fact applies to the other uses.
                } else if uses.iter().all(|one| one.relation == Relation::Same) {
                    make_inert(context.sides, fact);
                } else if uses.iter().all(|one| one.relation == relation.mirrored()) {
                    // It has only the opposite effect, which is reported for the schemas around it.
                    dropped.push(at);
                }
            }
            (Some(_) | None, _) if is_sole_use && may_have_opposite_effect(fact, &choices) => {
                fact.qualifiers.push(Qualifier::Overlapping);
            }
            (Some(_) | None, _) => {}
        }
    }
    for at in dropped.into_iter().rev() {
        context.facts.remove(at);
    }
    report_missing(context, missing);
}

/// Returns true if a fact limits values, in a known direction.
fn may_overlap(fact: &Fact) -> bool {
    fact.facet.limits_values() && fact.event != Event::Changed(Relation::Unknown)
        || fact.facet == Facet::Alternative && fact.has(Qualifier::Overlapping)
}

/// Returns the relation of the values of the innermost schema that a fact is about.
fn value_relation(fact: &Fact) -> Option<Relation> {
    match (fact.facet, fact.event) {
        (Facet::PropertyRequired, Event::Changed(relation)) => Some(relation),
        _ => polarity(fact),
    }
    .filter(|relation| matches!(relation, Relation::Narrowed | Relation::Widened))
}

/// Returns true if an undecided fact may have the opposite effect on the schemas around it. A wider alternative must
/// overlap another one now. Of a narrower one, the lost values must have matched another one before.
fn may_have_opposite_effect(fact: &Fact, [old, new]: &[Vec<ChoiceUse>; 2]) -> bool {
    match value_relation(fact).filter(|_| fact.facet != Facet::Alternative) {
        Some(Relation::Widened) => !new.is_empty(),
        Some(Relation::Narrowed) => !old.is_empty(),
        Some(Relation::Same | Relation::Incomparable | Relation::Unknown) | None => true,
    }
}

/// Returns the alternatives of both sides that may overlap others and contain the values of a fact, outermost only.
/// `None` if no alternative may overlap another one.
fn overlapping_choices(context: &mut FacetContext<'_, '_>, fact: &Fact) -> Option<[Vec<ChoiceUse>; 2]> {
    let [old, new] = [(Side::Old, fact.old), (Side::New, fact.new)]
        .map(|(side, id)| id.map(|id| context.prover.overlapping_choices(side, id)).unwrap_or_default());
    (!old.is_empty() || !new.is_empty()).then_some([old, new])
}

/// Returns the schemas around the alternatives with their relations. Returns `None` if one of them is undecided.
fn decide_uses(
    context: &mut FacetContext<'_, '_>,
    texts: &TextFindings,
    fact: &Fact,
    [old, new]: &[Vec<ChoiceUse>; 2],
) -> Option<Vec<DecidedUse>> {
    if old.len().max(new.len()) > MAX_USES {
        return None;
    }
    let (left, right) = (context.sides.old, context.sides.new);
    let around = |description: &ResolvedDescription<'_>, one: &ChoiceUse| {
        Some((schema_choosing(description, one.choice)?, one.is_inline))
    };
    let mut pairs = Vec::new();
    for one in old {
        let (here, is_inline) = around(left, one)?;
        let there = if fact.facet == Facet::Alternative { fact.new.map(|id| schema_around(right, id)) } else { None };
        pairs.push(((here, there.or_else(|| right.at_place_of(left, here))?), is_inline));
    }
    for one in new {
        let (here, is_inline) = around(right, one)?;
        let there = if fact.facet == Facet::Alternative { fact.old.map(|id| schema_around(left, id)) } else { None };
        pairs.push(((there.or_else(|| left.at_place_of(right, here))?, here), is_inline));
    }
    let mut uses = Vec::new();
    for (around, is_inline) in order::sorted_unique(pairs) {
        let is_text = texts.compared.has(&around);
        if is_text || context.sides.are_larger(MAX_NODES, &[around.0], &[around.1]) {
            return None;
        }
        let relation = context.prover.subschemas.certain_relation(around.0, around.1)?;
        uses.push(DecidedUse { around, relation, is_inline });
    }
    Some(uses)
}

/// Returns the outermost schema that the list of an alternative applies to.
fn schema_choosing(description: &ResolvedDescription<'_>, choice: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    arena.parent(choice).and_then(|list| arena.parent(list)).map(|schema| schema_around(description, schema))
}

/// Returns the effects on the schemas around, other than that of the fact itself. Returns `None` if the operations that
/// use one of them are not known.
fn effects(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    fact: &Fact,
    uses: &[DecidedUse],
) -> Option<Vec<MissingEffect>> {
    let opposite = value_relation(fact)?.mirrored();
    let mut found = Vec::new();
    for one in uses.iter().filter(|one| matches!(one.relation, Relation::Incomparable) || one.relation == opposite) {
        let affected = if one.is_inline {
            fact.affected
        } else {
            let owner = owner_of(context, pairing, one.around)?;
            Affected::DefinitionPair(context.definition_pairs.add_without_comparing(one.around, vec![owner]))
        };
        found.push((one.around, opposite, affected));
    }
    Some(found)
}

/// Reports each effect on a schema, unless a fact inside reports it.
fn report_missing(context: &mut FacetContext<'_, '_>, missing: Vec<MissingEffect>) {
    let mut seen = Vec::new();
    for (around, relation, affected) in missing {
        if seen.contains(&(around, relation)) {
            continue;
        }
        seen.push((around, relation));
        let is_reported = |fact: &Fact| {
            let is_inside = fact.old.is_some_and(|id| context.sides.old.arena().contains(around.0, id))
                && fact.new.is_some_and(|id| context.sides.new.arena().contains(around.1, id));
            is_inside && !fact.has(Qualifier::Overlapping) && value_relation(fact) == Some(relation)
        };
        if !context.facts.iter().any(is_reported) {
            let (old, new) = (Some(around.0), Some(around.1));
            context.facts.push(Fact::new(Facet::Composition, Event::Changed(relation), old, new, affected));
        }
    }
}
