//! The JSON types of a value, and the locations that changed them.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::is_null;
use waybill_openapi::internal::keywords::bounding;
use waybill_openapi::internal::{
    Arena, KnownKey, NodeId, ResolvedDescription, TypeSet, is_whole_form, names_known_types,
};

use crate::facets::context::FacetContext;
use crate::facets::schemas::values::lists_none_of_its_types;
use crate::model::{Affected, Claim, DisplayValue, Event, Facet, Fact, NodePair, Qualifier, Relation, Side};
use crate::pairing::composed::outermost_schema;
use crate::prover::merged::{Conjunct, ConjunctionPair};
use crate::prover::types::declared_types;

/// The locations in one description that determine the types of a schema.
#[derive(Debug, Default)]
struct TypeDeclarations {
    /// `type`, `nullable` and null as an alternative.
    types: Vec<NodeId>,
    /// Alternatives other than null.
    alternatives: Vec<NodeId>,
    /// The lists that contain alternatives.
    lists: Vec<NodeId>,
    /// `enum` and `const`.
    values: Vec<NodeId>,
}

impl TypeDeclarations {
    fn collect(description: &ResolvedDescription<'_>, parts: &[Conjunct]) -> TypeDeclarations {
        let arena = description.arena();
        let mut declarations = TypeDeclarations::default();
        for part in parts.iter().filter(|part| part.via_reference.is_none()) {
            let member = |key| arena.member(part.object, key);
            declarations.types.extend([KnownKey::Type, KnownKey::Nullable].into_iter().filter_map(member));
            declarations.values.extend([KnownKey::Enum, KnownKey::Const].into_iter().filter_map(member));
            let lists: Vec<NodeId> = description.alternative_lists(part.object).collect();
            for choice in lists.iter().flat_map(|&list| arena.children(list)) {
                if is_null(description, choice) {
                    declarations.types.push(choice);
                } else {
                    declarations.alternatives.push(choice);
                }
            }
            declarations.lists.extend(lists);
        }
        declarations
    }
}

/// Compares the types of a schema on both sides. If `null_is_nothing` is set, null is not sent and makes no difference.
/// Returns true if it reported that the schema became an object, or no longer is one.
pub(in crate::facets) fn compare_types(
    context: &mut FacetContext<'_, '_>,
    pair: NodePair,
    merged: &ConjunctionPair,
    null_is_nothing: bool,
) -> bool {
    let NodePair { old, new, .. } = pair;
    let (mut before, mut after) = context.prover.allowed_types(old, new);
    if null_is_nothing && before.differs_in_null_alone(after) {
        (before, after) = (before.or(TypeSet::NULL), after.or(TypeSet::NULL));
    }
    if before != after
        && before.meets(TypeSet::OBJECT)
        && after.meets(TypeSet::OBJECT)
        && is_sent_as_form(context, Side::Old, old)
        && is_sent_as_form(context, Side::New, new)
    {
        (before, after) = (TypeSet::OBJECT, TypeSet::OBJECT);
    }
    let left = TypeDeclarations::collect(context.sides.old, &merged.old);
    let right = TypeDeclarations::collect(context.sides.new, &merged.new);
    if before == after {
        // The same types, declared differently: `nullable` or `[.., null]`, a type or a list of one type, or in another
        // branch. Unknown types stay open, because their meaning is unknown.
        let known = |arena: &Arena<'_>, ids: &[NodeId]| ids.iter().all(|&id| names_known_types(arena, id));
        if known(context.sides.old.arena(), &left.types) && known(context.sides.new.arena(), &right.types) {
            claim(context, &left.types, &right.types, Claim::Neutral);
        }
        return false;
    }
    if before.differs_in_null_alone(after) && context.prover.is_null_decided_by_uses(context.sides, old, new) {
        claim(context, &left.types, &right.types, Claim::Neutral);
        return false;
    }
    // A reference that could not be followed may restrict the types further.
    let is_unknown = match Relation::of_types(before, after) {
        Relation::Narrowed => merged.broken.iter().any(|place| place.0.is_some()),
        Relation::Widened => merged.broken.iter().any(|place| place.1.is_some()),
        Relation::Same | Relation::Incomparable | Relation::Unknown => false,
    };
    if is_unknown || before.differs_in_null_alone(after) && is_null_decided_by_alternatives(context, pair) {
        claim(context, &left.types, &right.types, Claim::Neutral);
        return false;
    }
    let cause = cause(context, pair);
    let apart = !before.without(TypeSet::NULL).meets(after.without(TypeSet::NULL));
    let mut explained = context.places.is_open(Some(old), Some(new));
    if explained && (apart || context.prover.subschemas.relation(old, new) == Relation::of_types(before, after)) {
        context.claim(Some(old), Some(new));
    }
    explained |= claim(context, &left.types, &right.types, Claim::Fact);
    let lost = foreign(&left.alternatives, after, |id| context.prover.types_of(Side::Old).allowed(Some(id)));
    let gained = foreign(&right.alternatives, before, |id| context.prover.types_of(Side::New).allowed(Some(id)));
    explained |= claim(context, &lost, &gained, Claim::Fact);
    // If any type was or is allowed, an added or removed list of alternatives determines the types.
    let whole = |any: TypeSet, mut lists: Vec<NodeId>, side: Side| {
        lists.retain(|&id| {
            let (old, new) = side.in_order(Some(id), None);
            any.is_any() && context.places.is_open(old, new)
        });
        lists
    };
    let (went, came) = (whole(after, left.lists, Side::Old), whole(before, right.lists, Side::New));
    explained |= claim(context, &went, &came, Claim::Fact);
    // An added or removed list of values already shows the change of null.
    let is_listed = before.differs_in_null_alone(after) && left.values.is_empty() != right.values.is_empty();
    if apart || before.differs_in_null_alone(after) && !is_listed {
        // A list of values has its own fact, except for null and values of other types.
        let all_old = |context: &FacetContext<'_, '_>, id| {
            context.places.is_old_open(id) && !is_foreign_list(context.sides.old, id)
        };
        let all_new = |context: &FacetContext<'_, '_>, id| {
            context.places.is_new_open(id) && !is_foreign_list(context.sides.new, id)
        };
        explained |=
            left.values.iter().any(|&id| all_old(context, id)) || right.values.iter().any(|&id| all_new(context, id));
    }
    if explained {
        push(context, cause, (before, after), Relation::of_types(before, after));
        claim_kept_by_type(context, merged, (before, after));
    }
    explained && before.meets(TypeSet::OBJECT) != after.meets(TypeSet::OBJECT)
}

/// Returns true if all values of a schema are whole forms: in a body, or in all bodies that refer to a component.
fn is_sent_as_form(context: &mut FacetContext<'_, '_>, side: Side, schema: NodeId) -> bool {
    let description = context.sides.description(side);
    if !description.is_component(schema) {
        return is_whole_form(description, schema);
    }
    let uses = context.prover.uses();
    let uses = if side == Side::Old { uses.in_old(schema) } else { uses.in_new(schema) };
    let is_of_form = |&member: &NodeId| {
        description.arena().parent(member).is_some_and(|reference| is_whole_form(description, reference))
    };
    !uses.is_empty() && uses.iter().all(is_of_form)
}

/// Returns true if both sides allow null, or neither does, together with the other alternatives.
pub(crate) fn is_null_decided_by_alternatives(context: &mut FacetContext<'_, '_>, pair: NodePair) -> bool {
    let around = (outermost_schema(context.sides.old, pair.old), outermost_schema(context.sides.new, pair.new));
    if around == (None, None) {
        return false;
    }
    let (before, after) = context.prover.allowed_types(around.0.unwrap_or(pair.old), around.1.unwrap_or(pair.new));
    before.meets(TypeSet::NULL) == after.meets(TypeSet::NULL)
}

/// Reports the types of two schemas with a relation that is more precise than that of the types.
pub(in crate::facets) fn report_types(
    context: &mut FacetContext<'_, '_>,
    pair: NodePair,
    types: (TypeSet, TypeSet),
    relation: Relation,
) {
    let cause = cause(context, pair);
    push(context, cause, types, relation);
}

/// Returns true if a fact already covers the types of one of two schemas.
pub(in crate::facets) fn is_reported(context: &FacetContext<'_, '_>, pair: NodePair) -> bool {
    let NodePair { definition_pair, old, new } = pair;
    let at = |description: &ResolvedDescription<'_>, id: Option<NodeId>, schema: NodeId| {
        id.is_some_and(|id| id == schema || description.arena().parent(id) == Some(schema))
    };
    let is_it = |fact: &Fact| fact.facet == Facet::Type && fact.affected == Affected::DefinitionPair(definition_pair);
    context
        .facts
        .iter()
        .any(|fact| is_it(fact) && (at(context.sides.old, fact.old, old) || at(context.sides.new, fact.new, new)))
}

/// Returns the location where the types are declared, or the schemas.
fn cause(context: &FacetContext<'_, '_>, pair: NodePair) -> NodePair {
    let NodePair { definition_pair, old, new } = pair;
    let types = context.sides.member(old, new, KnownKey::Type);
    let is_changed = context.places.is_open(types.0, types.1);
    if is_changed {
        NodePair { definition_pair, old: types.0.unwrap_or(old), new: types.1.unwrap_or(new) }
    } else {
        pair
    }
}

fn push(context: &mut FacetContext<'_, '_>, cause: NodePair, (before, after): (TypeSet, TypeSet), relation: Relation) {
    let fact = Fact::new(
        Facet::Type,
        Event::Changed(relation),
        Some(cause.old),
        Some(cause.new),
        Affected::DefinitionPair(cause.definition_pair),
    );
    let fact = fact.with(Qualifier::Null, before.differs_in_null_alone(after));
    context.facts.push(fact.showing(DisplayValue::Types(before), DisplayValue::Types(after)));
}

/// Claims keywords for values of a type, if the other side allows any value and has no keyword for that type.
fn claim_kept_by_type(
    context: &mut FacetContext<'_, '_>,
    merged: &ConjunctionPair,
    (before, after): (TypeSet, TypeSet),
) {
    for kind in [TypeSet::OBJECT, TypeSet::ARRAY, TypeSet::STRING, TypeSet::NUMBER] {
        let is_typed = |description: &ResolvedDescription<'_>, parts: &[Conjunct]| {
            let has_member = |part: &Conjunct, key| description.arena().member(part.object, key).is_some();
            parts.iter().any(|part| bounding(kind).any(|known| has_member(part, known)))
        };
        let claimed = |description: &ResolvedDescription<'_>, parts: &[Conjunct]| -> Vec<NodeId> {
            let arena = description.arena();
            let own = parts.iter().filter(|part| part.via_reference.is_none());
            let found = own.flat_map(|part| bounding(kind).filter_map(|key| arena.member(part.object, key)));
            found.flat_map(|id| std::iter::once(id).chain(arena.children(id))).list()
        };
        if after.is_any() && before.meets(kind) && !is_typed(context.sides.new, &merged.new) {
            for id in claimed(context.sides.old, &merged.old) {
                context.claim(Some(id), None);
            }
        }
        if before.is_any() && after.meets(kind) && !is_typed(context.sides.old, &merged.old) {
            for id in claimed(context.sides.new, &merged.new) {
                context.claim(None, Some(id));
            }
        }
    }
}

/// Returns true for a list of values whose schema declares other types. Its values are compared as written.
fn is_foreign_list(description: &ResolvedDescription<'_>, list: NodeId) -> bool {
    let schema = description.arena().parent(list);
    schema.is_some_and(|schema| lists_none_of_its_types(description, schema, declared_types(description, schema)))
}

/// Returns the alternatives whose types are all missing on the other side.
fn foreign(alternatives: &[NodeId], other: TypeSet, mut types: impl FnMut(NodeId) -> TypeSet) -> Vec<NodeId> {
    let mut is_foreign = |id| {
        let types = types(id);
        !types.within(other) && !types.without(TypeSet::NULL).meets(other)
    };
    alternatives.iter().copied().filter(|&id| is_foreign(id)).list()
}

/// Claims the open locations with these values. Returns true if there were any.
fn claim(context: &mut FacetContext<'_, '_>, old: &[NodeId], new: &[NodeId], claim: Claim) -> bool {
    let all_old = old.iter().map(|&id| context.places.claim_old(id, claim)).fold(false, |any, it| any | it);
    new.iter().map(|&id| context.places.claim_new(id, claim)).fold(all_old, |any, it| any | it)
}

#[cfg(test)]
mod tests {
    use crate::Facet;
    use crate::facets::tests::table::{facts, holds};

    #[test]
    fn string_that_becomes_an_array_is_only_a_type_change() {
        holds(&[(
            r#"{"type":"string","enum":["a"]}"#,
            r#"{"type":"array","items":{"type":"string"}}"#,
            &["Type  incomparable"],
        )]);
    }

    #[test]
    fn type_of_an_alternative_is_reported_there_alone() {
        let other = r#"{"type":"object","required":["b"],"properties":{"b":{}}}"#;
        let list = |keyword: &str, kind: &str| {
            format!(r#"{{"{keyword}":[{{{kind}"required":["a"],"properties":{{"a":{{}}}}}},{other}]}}"#)
        };
        let (any, object) = (list("oneOf", ""), list("anyOf", r#""type":"object","#));
        let count = |before: &str, after: &str| {
            facts(before, after).into_iter().filter(|(facet, ..)| *facet == Facet::Type).count()
        };
        assert_eq!(count(&any, &object), 1);
        assert_eq!(count(&object, &any), 1);
    }

    #[test]
    fn reference_without_target_proves_nothing() {
        let missing = r##"{"$ref":"#/components/schemas/Missing"}"##;
        let branch = r##"{"allOf":[{"$ref":"#/components/schemas/Missing"},{"properties":{"a":{}}}]}"##;
        let both = r##"{"allOf":[{"$ref":"#/components/schemas/Missing"}],"type":"string"}"##;
        holds(&[
            (missing, r#"{"type":"string","maxLength":5,"enum":["a"]}"#, &["Composition $ref unknown"]),
            (missing, r#"{"type":"object","required":["a"],"properties":{"a":{}}}"#, &["Composition $ref unknown"]),
            (r#"{"type":"string"}"#, missing, &["Composition $ref unknown"]),
            (branch, r#"{"type":"object","properties":{"a":{}}}"#, &["Composition $ref unknown"]),
            (both, r#"{"type":"integer"}"#, &["Type  incomparable", "Composition $ref unknown"]),
        ]);
    }

    #[test]
    fn string_that_becomes_an_object_is_only_a_type_change() {
        let object = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["a"],"minProperties":1,
            "additionalProperties":false}"#;
        holds(&[
            (r#"{"type":"string","maxLength":3}"#, object, &["Type  incomparable"]),
            (r#"{"type":"array","items":{"type":"string"}}"#, object, &["Type  incomparable"]),
            (
                r#"{"type":"string"}"#,
                r#"{"type":["string","object"],"properties":{"a":{"type":"string"}},"required":["a"]}"#,
                &["Type  widened"],
            ),
        ]);
    }
}
