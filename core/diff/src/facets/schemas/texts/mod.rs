//! Values that are serialized as strings, in parameters, headers, form fields and plain text. Only the accepted strings
//! matter, and another type can have the same strings. A number is a string too. A list of exactly one element is
//! serialized like that element (OpenAPI 3.1.1 section 4.8.12.4). Null is not sent.

use waybill_openapi::internal::conjuncts::is_annotation;
use waybill_openapi::internal::{
    Kind, KnownKey, NodeId, ObjectKind, ResolvedDescription, TextFormat, TypeSet, ValueFormat,
};

use crate::facets::context::FacetContext;
use crate::facets::schemas::types;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair, ObjectPair, Relation, TextFindings, TypeChange};
use crate::prover::texts::{SCALARS, text_of};

/// Compares the strings of two schemas at the same location. Reports their relation if it is known and more precise
/// than that of types and keywords. Returns true if the values are strings for which null is not sent.
pub(in crate::facets) fn compare_texts(
    context: &mut FacetContext<'_, '_>,
    findings: &mut TextFindings,
    pair: NodePair,
    object_pair: &ObjectPair,
) -> bool {
    let &ObjectPair { kind: object_kind, composed: whole, .. } = object_pair;
    let manners = (ValueFormat::find(context.sides.old, whole.0), ValueFormat::find(context.sides.new, whole.1));
    let texts = match manners {
        (ValueFormat::Text(before), ValueFormat::Text(after)) => (before, after),
        // A referenced schema is serialized like the inline schema of the other side.
        (ValueFormat::Text(text), ValueFormat::DependsOnUse(_))
        | (ValueFormat::DependsOnUse(_), ValueFormat::Text(text)) => (text, text),
        (ValueFormat::DependsOnUse(_), ValueFormat::DependsOnUse(_)) => {
            if object_kind != ObjectKind::Branch {
                compare_definition(context, findings, pair);
            }
            return false;
        }
        _ => return false,
    };
    if object_kind != ObjectKind::Branch {
        compare_text(context, findings, pair, texts);
    }
    texts.0.null_is_nothing && texts.1.null_is_nothing
}

fn compare_text(
    context: &mut FacetContext<'_, '_>,
    findings: &mut TextFindings,
    pair: NodePair,
    (before, after): (TextFormat, TextFormat),
) {
    let NodePair { old, new, .. } = pair;
    let kinds = context.prover.allowed_types(old, new);
    let both_null = kinds.0.meets(TypeSet::NULL) == kinds.1.meets(TypeSet::NULL);
    if !(both_null || before.null_is_nothing && after.null_is_nothing) || !is_open(context, pair) {
        return;
    }
    let lists = before.lists && after.lists;
    let relation = context.prover.relate_texts((old, new), (before.form, after.form), lists);
    let kinds = (kinds.0.without(TypeSet::NULL), kinds.1.without(TypeSet::NULL));
    // A change of formats is left to the facet of formats.
    let formats = context.sides.member(old, new, KnownKey::Format);
    let is_format_open = kinds.0 == kinds.1 && context.places.is_open(formats.0, formats.1);
    let relation = relation.filter(|_| !is_format_open);
    if !both_null || kinds.0 != kinds.1 && relation.is_some() {
        findings.compared.add((old, new));
    }
    match relation {
        Some(Relation::Same) => {
            report_keyword_without_effect(context, pair);
            claim_all_inside(context, pair, Claim::Neutral);
        }
        Some(relation) if kinds.0 != kinds.1 => {
            types::report_types(context, pair, kinds, relation);
            claim_all_inside(context, pair, Claim::Fact);
        }
        _ => {}
    }
}

/// Records a definition whose values may be strings for some of its users.
fn compare_definition(context: &mut FacetContext<'_, '_>, findings: &mut TextFindings, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let kinds = context.prover.allowed_types(old, new);
    let texts = SCALARS.or(TypeSet::ARRAY).or(TypeSet::NULL);
    if kinds.0 == kinds.1 || !kinds.0.or(kinds.1).within(texts) {
        return;
    }
    let null = kinds.0.meets(TypeSet::NULL) != kinds.1.meets(TypeSet::NULL);
    let lists = kinds.0.or(kinds.1).meets(TypeSet::ARRAY);
    let null_alone = kinds.0.differs_in_null_alone(kinds.1);
    let relation = if null_alone {
        Some(Relation::Same)
    } else {
        let form = TypeChange::list_style();
        context.prover.relate_texts((old, new), (form, form), true)
    };
    if let Some(relation) = relation {
        findings.candidates.push(TypeChange { definition_pair, old, new, relation, lists, null, null_alone });
    }
}

/// Returns true if a difference between two schemas is open, except annotations.
fn is_open(context: &FacetContext<'_, '_>, pair: NodePair) -> bool {
    let NodePair { definition_pair, old, new } = pair;
    assertions_in(context.sides.old, old).into_iter().any(|id| context.places.is_old_open_in(definition_pair, id))
        || assertions_in(context.sides.new, new)
            .into_iter()
            .any(|id| context.places.is_new_open_in(definition_pair, id))
}

/// Reports a keyword that changed without an effect on the strings.
fn report_keyword_without_effect(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let of_old = |id: &NodeId| {
        !is_annotation(context.sides.old, *id)
            && assertions_in(context.sides.old, *id)
                .iter()
                .any(|&id| context.places.is_old_open_in(definition_pair, id))
    };
    let of_new = |id: &NodeId| {
        !is_annotation(context.sides.new, *id)
            && assertions_in(context.sides.new, *id)
                .iter()
                .any(|&id| context.places.is_new_open_in(definition_pair, id))
    };
    let (left, right) = (context.sides.old.arena(), context.sides.new.arena());
    let lost = left.children(old).find(of_old).map(|id| (Some(id), context.sides.namesake_in_new(new, id)));
    let Some((before, after)) = lost.or_else(|| right.children(new).find(of_new).map(|id| (None, Some(id)))) else {
        return;
    };
    let event = Event::from_presence(before, after, Event::Changed(Relation::Unknown));
    let name = before.map(|id| left.key_text(id)).or(after.map(|id| right.key_text(id))).unwrap_or_default();
    let cause = (before.unwrap_or(old), after.unwrap_or(new));
    let fact = Fact::new(
        Facet::KeywordWithoutEffect,
        event,
        Some(cause.0),
        Some(cause.1),
        Affected::DefinitionPair(definition_pair),
    );
    context.facts.push(fact.named(name));
}

/// Claims every location inside two schemas, except annotations.
fn claim_all_inside(context: &mut FacetContext<'_, '_>, pair: NodePair, claim: Claim) {
    let NodePair { definition_pair, old, new } = pair;
    for id in assertions_in(context.sides.old, old) {
        context.places.claim_old_in(definition_pair, id, claim);
    }
    for id in assertions_in(context.sides.new, new) {
        context.places.claim_new_in(definition_pair, id, claim);
    }
}

/// Returns a schema and everything inside it, except annotations.
fn assertions_in(description: &ResolvedDescription<'_>, schema: NodeId) -> Vec<NodeId> {
    let arena = description.arena();
    let (mut found, mut waiting) = (Vec::new(), vec![schema]);
    while let Some(id) = waiting.pop() {
        found.push(id);
        waiting.extend(arena.children(id).filter(|&member| !is_annotation(description, member)));
    }
    found
}

/// Returns true if two values are serialized as the same string. Null is equal to a missing value, because neither is
/// sent, and a list of one element to the element.
pub(in crate::facets) fn are_same(context: &FacetContext<'_, '_>, old: Option<NodeId>, new: Option<NodeId>) -> bool {
    let text = |description: &ResolvedDescription<'_>, id: Option<NodeId>| match id {
        Some(id) if description.arena().kind(id) != Kind::Null => {
            let mut elements = description.arena().children(id).filter(|_| description.arena().is_array(id));
            let element = elements.next().filter(|_| elements.next().is_none());
            text_of(description, element.unwrap_or(id)).map(Some)
        }
        _ => Some(None),
    };
    let texts = text(context.sides.old, old).zip(text(context.sides.new, new));
    texts.is_some_and(|(before, after)| before == after)
}

#[cfg(test)]
mod tests;
