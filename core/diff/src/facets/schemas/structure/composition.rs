//! The last facet of a schema pair: a composition that was rewritten, added or removed as a whole. If no proof relates
//! the two schemas, the relation is reported as unknown.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, Reference, ResolvedDescription, TypeSet};

use super::pair::claim_keyword;
use super::tagged::is_met_by_tag;
use crate::facets::context::FacetContext;
use crate::facets::schemas::types;
use crate::model::{
    Affected, Claim, Event, Facet, Fact, NodePair, Relation, SchemaRef, Side, Values, is_documentation_or_extension,
};
use crate::prover::merged::{Conjunct, ConjunctionPair};
use crate::prover::overlap::{effective_keyword, has_discriminator};
use crate::prover::types::{Types, declared_types};

pub(super) fn compare_composition(context: &mut FacetContext<'_, '_>, pair: NodePair, merged: &ConjunctionPair) {
    dynamic(context, pair);
    compare_definitions(context, pair);
    if context.places.is_open(Some(pair.old), Some(pair.new)) {
        let relation = context.prover.subschemas.relation(pair.old, pair.new);
        pair.report_relation(context, Facet::Composition, "", (Some(pair.old), Some(pair.new)), relation);
    }
    compare_branches(context, pair, merged);
    let lists = |description: &ResolvedDescription<'_>, parts: Vec<NodeId>| -> Vec<NodeId> {
        parts.into_iter().flat_map(|object| description.alternative_lists(object)).list()
    };
    let all_old = lists(context.sides.old, merged.old.iter().map(|part| part.object).collect());
    let all_new = lists(context.sides.new, merged.new.iter().map(|part| part.object).collect());
    for &old in &all_old {
        for &new in &all_new {
            // A recursive schema contains its own lists only once.
            if context.places.is_open(Some(old), Some(new)) {
                compare_keyword(context, pair, old, new);
            }
        }
        if context.places.is_open(Some(old), None) {
            let (inner, outer) = ((Side::New, pair.new), (Side::Old, pair.old));
            let idle = context.prover.subschemas.within(inner, outer) || is_met(context, inner, (Side::Old, old));
            let relation = if idle { Relation::Same } else { Relation::Widened };
            let describes = !idle && context.prover.subschemas.within_as_declared(inner, outer);
            let name = context.sides.old.arena().key_text(old);
            pair.report_relation_with(context, (Facet::Composition, name), (Some(old), None), relation, describes);
        }
    }
    for &new in &all_new {
        if context.places.is_open(None, Some(new)) {
            let (inner, outer) = ((Side::Old, pair.old), (Side::New, pair.new));
            let idle = context.prover.subschemas.within(inner, outer) || is_met(context, inner, (Side::New, new));
            let relation = if idle { Relation::Same } else { Relation::Narrowed };
            let describes = !idle && context.prover.subschemas.within_as_declared(inner, outer);
            let name = context.sides.new.arena().key_text(new);
            pair.report_relation_with(context, (Facet::Composition, name), (None, Some(new)), relation, describes);
        }
    }
}

/// Returns true if all values of a schema match a list of alternatives, regardless of sibling keywords.
fn is_met(context: &mut FacetContext<'_, '_>, inner: SchemaRef, (side, list): SchemaRef) -> bool {
    let description = context.sides.description(side);
    let arena = description.arena();
    let choices: Vec<NodeId> = arena.children(list).list();
    let holder = arena.parent(list).unwrap_or(list);
    let is_one = effective_keyword(description, holder, list) == Some(KnownKey::OneOf);
    arena.is_array(list) && context.prover.subschemas.meet_choices(inner, (side, &choices), is_one)
}

/// Compares keywords that occur in several branches of one side, so that they have no single counterpart.
pub(super) fn report_rest(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let merged = ConjunctionPair::new(context.sides, pair.old, pair.new);
    if merged.old.len().max(merged.new.len()) < 2 {
        return;
    }
    properties(context, pair, &merged);
    let members = |description: &ResolvedDescription<'_>, parts: &[Conjunct]| -> Vec<NodeId> {
        let members = parts.iter().flat_map(|part| description.arena().children(part.object));
        let key = |id: &NodeId| description.arena().key(*id);
        members
            .filter(|id| {
                KnownKey::from_key(key(id)).is_some()
                    && !is_documentation_or_extension(ObjectKind::Schema.child(key(id)))
            })
            .list()
    };
    let all_old = members(context.sides.old, &merged.old).into_iter().map(|id| (Some(id), None));
    let all_new = members(context.sides.new, &merged.new).into_iter().map(|id| (None, Some(id)));
    let open: Vec<Values> = all_old.chain(all_new).filter(|place| context.places.is_open(place.0, place.1)).list();
    if open.is_empty() {
        return;
    }
    let whole = context.prover.subschemas.relation(pair.old, pair.new);
    for place in open {
        let (side, member) = match place {
            (Some(old), _) => (Side::Old, old),
            (None, Some(new)) => (Side::New, new),
            (None, None) => continue,
        };
        let description = context.sides.description(side);
        let holder = description.arena().parent(member).unwrap_or(member);
        let (own, other) = side.in_order(pair.old, pair.new);
        let (parts, _) = side.in_order(&merged.old, &merged.new);
        let is_behind = parts.iter().any(|part| part.object == holder && part.via_reference.is_some());
        let inner = (side.other(), other);
        let relation = if is_met_by_tag(context, side, own, holder)
            || is_behind
                && (is_met_by_types(context, inner, description, member)
                    || [holder, own].iter().any(|&outer| context.prover.subschemas.within(inner, (side, outer))))
        {
            Relation::Same
        } else if is_behind {
            branch_relation(side)
        } else {
            whole
        };
        pair.report_relation(context, Facet::Composition, description.arena().key_text(member), place, relation);
    }
}

/// Returns true if `nullable` or `type` of a branch restricts no value of the other side, except null. Null is compared
/// for whole schemas.
fn is_met_by_types(
    context: &mut FacetContext<'_, '_>,
    (side, values): SchemaRef,
    description: &ResolvedDescription<'_>,
    member: NodeId,
) -> bool {
    let arena = description.arena();
    let branch = arena.parent(member).unwrap_or(member);
    let types = context.prover.types_of(side).allowed(Some(values)).without(TypeSet::NULL);
    match KnownKey::from_key(arena.key(member)) {
        Some(KnownKey::Nullable) => true,
        Some(KnownKey::Type) => types.within(declared_types(description, branch)),
        _ => false,
    }
}

/// Returns the effect of a branch that only one side has.
const fn branch_relation(side: Side) -> Relation {
    match side {
        Side::Old => Relation::Widened,
        Side::New => Relation::Narrowed,
    }
}

/// Compares properties that more branches declare on one side than on the other.
fn properties(context: &mut FacetContext<'_, '_>, pair: NodePair, merged: &ConjunctionPair) {
    let declared = |description: &ResolvedDescription<'_>, parts: &[Conjunct], is_own: bool| -> Vec<NodeId> {
        let parts = parts.iter().filter(|part| part.via_reference.is_none() == is_own);
        let maps = parts.filter_map(|part| description.arena().member(part.object, KnownKey::Properties));
        maps.flat_map(|map| description.arena().children(map)).list()
    };
    let both = |context: &FacetContext<'_, '_>, is_own: bool| {
        (declared(context.sides.old, &merged.old, is_own), declared(context.sides.new, &merged.new, is_own))
    };
    let ((all_old, all_new), referred) = (both(context, true), both(context, false));
    let unmatched = all_old.iter().map(|&id| (Some(id), None)).chain(all_new.iter().map(|&id| (None, Some(id))));
    for place in unmatched.filter(|place| context.places.is_open(place.0, place.1)).collect::<Vec<_>>() {
        let name = match place {
            (Some(id), _) => context.sides.old.arena().key_text(id),
            (None, Some(id)) => context.sides.new.arena().key_text(id),
            (None, None) => continue,
        };
        let called = |description: &ResolvedDescription<'_>, ids: &[NodeId]| -> Vec<NodeId> {
            ids.iter().copied().filter(|&id| description.arena().key_text(id) == name).list()
        };
        let nearest = |description: &ResolvedDescription<'_>, own: &[NodeId], referred: &[NodeId]| {
            let own = called(description, own);
            if own.is_empty() { called(description, referred) } else { own }
        };
        let before = nearest(context.sides.old, &all_old, &referred.0);
        let after = nearest(context.sides.new, &all_new, &referred.1);
        let relation = context.prover.subschemas.relation_of_all(&before, &after);
        let old = place.0.or(before.first().copied()).unwrap_or(pair.old);
        let new = place.1.or(after.first().copied()).unwrap_or(pair.new);
        let types = |types: &mut Types<'_>, all: &[NodeId]| {
            all.iter().map(|&id| types.allowed(Some(id))).fold(TypeSet::ANY, TypeSet::and)
        };
        let types =
            (types(context.prover.types_of(Side::Old), &before), types(context.prover.types_of(Side::New), &after));
        let by_types = !before.is_empty() && !after.is_empty() && Relation::of_types(types.0, types.1) == relation;
        if relation == Relation::Same || by_types && types::is_reported(context, NodePair { old, new, ..pair }) {
            claim_keyword(context, place, Relation::Same);
            continue;
        }
        claim_keyword(context, place, relation);
        if by_types {
            // Readers look for types in the branches.
            types::report_types(context, NodePair { old, new, ..pair }, types, relation);
            continue;
        }
        let event = Event::Changed(relation);
        context.facts.push(Fact::new(
            Facet::Composition,
            event,
            Some(old),
            Some(new),
            Affected::DefinitionPair(pair.definition_pair),
        ));
    }
}

/// Compares `anyOf` with `oneOf`. They are equal if no value matches two of the alternatives. The relation is unknown
/// if either is not a list.
fn compare_keyword(context: &mut FacetContext<'_, '_>, pair: NodePair, old: NodeId, new: NodeId) {
    if !context.sides.old.arena().is_array(old) || !context.sides.new.arena().is_array(new) {
        let name = context.sides.new.arena().key_text(new);
        pair.report_relation(context, Facet::Composition, name, (Some(old), Some(new)), Relation::Unknown);
        return;
    }
    let (side, list) =
        if context.sides.old.arena().key(old) == KnownKey::OneOf.key() { (Side::Old, old) } else { (Side::New, new) };
    let description = context.sides.description(side);
    let is_told = description.arena().parent(list).is_some_and(|schema| has_discriminator(description, schema));
    let apart = is_told || context.prover.subschemas.are_all_apart(side, list);
    // The values of `oneOf` are a subset of those of `anyOf`.
    let relation = match (apart, side) {
        (true, _) => Relation::Same,
        (false, Side::Old) => Relation::Widened,
        (false, Side::New) => Relation::Narrowed,
    };
    let name = context.sides.new.arena().key_text(new);
    pair.report_relation(context, Facet::Composition, name, (Some(old), Some(new)), relation);
}

/// Compares added and removed branches that their keywords do not explain.
fn compare_branches(context: &mut FacetContext<'_, '_>, pair: NodePair, merged: &ConjunctionPair) {
    let through = |parts: &[Conjunct]| -> Vec<NodeId> {
        let mut found: Vec<NodeId> = parts.iter().filter_map(|part| part.via_reference).list();
        found.dedup();
        found
    };
    let mut places: Vec<(Option<NodeId>, Option<NodeId>)> = merged.broken.clone();
    places.extend(through(&merged.old).into_iter().map(|id| (Some(id), None)));
    places.extend(through(&merged.new).into_iter().map(|id| (None, Some(id))));
    for place in places.into_iter().filter(|place| context.places.is_open(place.0, place.1)).collect::<Vec<_>>() {
        let (side, branch) = match place {
            (Some(old), _) => (Side::Old, old),
            (None, Some(new)) => (Side::New, new),
            (None, None) => continue,
        };
        let (whole, other) = side.in_order(pair.old, pair.new);
        let inner = (side.other(), other);
        let relation = if merged.broken.contains(&place) {
            Relation::Unknown
        } else if [branch, whole].iter().any(|&outer| context.prover.subschemas.within(inner, (side, outer)))
            || is_met_by_tag(context, side, whole, branch)
            || context.sides.description(side).arena().member(branch, KnownKey::Ref).is_none()
        {
            // The values of the other side match the branch anyway, or are allowed in spite of it. Dynamic references are
            // reported as such.
            Relation::Same
        } else {
            branch_relation(side)
        };
        claim_behind(context, pair, merged, (side, branch), relation);
        // The branch may be the only alternative to null.
        let arena = context.sides.description(side).arena();
        let list = arena.parent(branch).filter(|&list| arena.is_array(list));
        let list = list.map_or("allOf", |list| arena.key_text(list));
        let name = if relation == Relation::Unknown { "$ref" } else { list };
        pair.report_relation(context, Facet::Composition, name, place, relation);
    }
}

/// Claims the keywords behind a reference. The fact about the reference covers them.
fn claim_behind(
    context: &mut FacetContext<'_, '_>,
    pair: NodePair,
    merged: &ConjunctionPair,
    (side, reference): SchemaRef,
    relation: Relation,
) {
    let claim = if relation == Relation::Same { Claim::Neutral } else { Claim::Fact };
    let arena = context.sides.description(side).arena();
    let (parts, _) = side.in_order(&merged.old, &merged.new);
    for part in parts.iter().filter(|part| part.via_reference == Some(reference)) {
        for id in arena.children(part.object).flat_map(|id| std::iter::once(id).chain(arena.children(id))) {
            match side {
                Side::Old => context.places.claim_old_in(pair.definition_pair, id, claim),
                Side::New => context.places.claim_new_in(pair.definition_pair, id, claim),
            }
        }
    }
}

/// Reports changed dynamic references as unknown. They are resolved where a schema is used (core, section 8.2.3.2),
/// which is not followed here.
fn dynamic(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    for (key, name) in [(KnownKey::DynamicRef, "$dynamicRef"), (KnownKey::DynamicAnchor, "$dynamicAnchor")] {
        if let Some(values) = pair.changed(context, key) {
            pair.report_relation(context, Facet::Composition, name, values, Relation::Unknown);
        }
    }
}

/// Compares definitions, ids and anchors. If they are referenced, the effect is reported for the references.
fn compare_definitions(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let mut places: Vec<(Option<NodeId>, Option<NodeId>)> = Vec::new();
    // Older versions of JSON Schema use `definitions`.
    for key in [KnownKey::Defs, KnownKey::Definitions] {
        let (old, new) = context.sides.member(pair.old, pair.new, key);
        let all_old = old.into_iter().flat_map(|map| context.sides.old.arena().children(map));
        places.extend(all_old.map(|id| (Some(id), None)));
        let all_new = new.into_iter().flat_map(|map| context.sides.new.arena().children(map));
        places.extend(all_new.map(|id| (None, Some(id))));
    }
    places
        .extend([KnownKey::Id, KnownKey::Anchor].into_iter().map(|key| context.sides.member(pair.old, pair.new, key)));
    for (old, new) in places.into_iter().filter(|place| context.places.is_open(place.0, place.1)).collect::<Vec<_>>() {
        let used = |description, id: Option<NodeId>| id.is_some_and(|id| is_referred_to(description, id));
        if used(context.sides.old, old) || used(context.sides.new, new) {
            context.places.claim(old, new, Claim::Neutral);
            continue;
        }
        context.claim(old, new);
        let event = Event::from_presence(old, new, Event::Changed(Relation::Unknown));
        context.facts.push(Fact::new(Facet::Docs, event, old, new, Affected::DefinitionPair(pair.definition_pair)));
    }
}

/// Returns true if a reference leads to this value or into it.
fn is_referred_to(description: &ResolvedDescription<'_>, id: NodeId) -> bool {
    description.references().iter().any(|&member| match description.target(member) {
        Reference::Local(target) => description.arena().contains(id, target),
        Reference::Missing | Reference::External => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::tests::structure::{events, relations};

    fn lists(word: &str, list: &str) -> String {
        format!(r#"{{"{word}":{list}}}"#)
    }

    #[test]
    fn one_of_for_any_of_is_the_same_where_alternatives_are_apart() {
        let apart = r#"[{"type":"string"},{"type":"integer"}]"#;
        let tagged = r#"[{"type":"object","required":["k"],"properties":{"k":{"const":"a"}}},{"type":"object","required":["k"],"properties":{"k":{"enum":["b"]}}}]"#;
        let overlapping = r#"[{"type":"string","maxLength":3},{"type":"string","minLength":2}]"#;
        let closed = r#"[{"type":"object","required":["k"]},{"type":"object","properties":{"l":{}},"additionalProperties":false}]"#;
        for list in [apart, tagged, closed] {
            assert_eq!(relations(Facet::Composition, &lists("anyOf", list), &lists("oneOf", list)), []);
        }
        let (any, one) = (lists("anyOf", overlapping), lists("oneOf", overlapping));
        assert_eq!(relations(Facet::Composition, &any, &one), [Relation::Narrowed]);
        assert_eq!(relations(Facet::Composition, &one, &any), [Relation::Widened]);
    }

    #[test]
    fn types_are_alternatives() {
        let types = r#"{"type":["string","integer"]}"#;
        for list in
            [r#"[{"type":"string"},{"type":"integer"}]"#, r#"[{"type":"integer"},{"anyOf":[{"type":"string"}]}]"#]
        {
            for word in ["anyOf", "oneOf"] {
                assert_eq!(events(types, &lists(word, list)), [], "{word} {list}");
                assert_eq!(events(&lists(word, list), types), [], "{word} {list}");
            }
        }
        let nested = r#"[{"type":"string"},{"oneOf":[{"type":"integer"},{"type":"boolean"}]}]"#;
        let flat = r#"[{"type":"string"},{"type":"integer"},{"type":"boolean"}]"#;
        assert_eq!(events(&lists("oneOf", nested), &lists("oneOf", flat)), []);
        assert_eq!(events(&lists("anyOf", flat), &lists("anyOf", nested)), []);
    }

    #[test]
    fn alternatives_that_are_no_list_relate_to_nothing() {
        let (list, none) = (r#"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#, r#"{"oneOf":null}"#);
        assert_eq!(relations(Facet::Composition, list, none), [Relation::Unknown]);
        assert_eq!(relations(Facet::Composition, none, list), [Relation::Unknown]);
    }

    #[test]
    fn listed_values_are_alternatives() {
        let values = r#"{"type":"string","enum":["a","b"]}"#;
        let constants = lists("oneOf", r#"[{"const":"a","description":"one"},{"const":"b"}]"#);
        assert_eq!(events(values, &constants), []);
        assert_eq!(events(&constants, values), []);
    }

    #[test]
    fn spelling_a_conjunction_differently_changes_nothing() {
        let inline =
            r#"{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#;
        for other in [
            r#"{"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"required":["a"],"properties":{"b":{"type":"integer"}}}]}"#,
            r#"{"type":"object","allOf":[{"properties":{"a":{"type":"string"},"b":{"type":"integer"}}},{"required":["a"]},{}]}"#,
            r#"{"allOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}]}"#,
            r##"{"$ref":"#/components/schemas/Inline"}"##,
            r##"{"allOf":[{"$ref":"#/components/schemas/Half"},{"required":["a"],"properties":{"b":{"type":"integer"}}}]}"##,
        ] {
            assert_eq!(events(inline, other), [], "{other}");
            assert_eq!(events(other, inline), [], "{other}");
        }
    }

    #[test]
    fn definitions_and_defs_are_equivalent() {
        let with = |word: &str, held: &str| {
            let pointer = format!("#/components/schemas/Holder/properties/it/{word}/A");
            format!(r#"{{"type":"array","{word}":{{"A":{held}}},"items":{{"$ref":"{pointer}"}}}}"#)
        };
        let (long, short) = (r#"{"type":"string","maxLength":9}"#, r#"{"type":"string","maxLength":5}"#);
        assert_eq!(events(&with("definitions", long), &with("$defs", long)), []);
        let narrowed = (Facet::Length, Event::Changed(Relation::Narrowed));
        assert_eq!(events(&with("definitions", long), &with("$defs", short)), [narrowed]);
    }

    #[test]
    fn change_next_to_a_move_is_reported_alone() {
        let moved = r#"{"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"integer"},"c":{}}}]}"#;
        let inline = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#;
        assert_eq!(events(inline, moved), [(Facet::Property, Event::Added)]);
        assert_eq!(events(moved, inline), [(Facet::Property, Event::Removed)]);
    }
}
