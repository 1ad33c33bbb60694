//! Added and removed properties, and their `required` state (JSON Schema 2020-12 sections 10.3.2.1 and 6.5.3), over all
//! branches of a schema. A property that moved between branches is neither added nor removed.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{AccessMode, Kind, KnownKey, NodeId, ObjectKind, ResolvedDescription, TypeSet};

use crate::facets::context::FacetContext;
use crate::facets::schemas::declared::{Entry, Names, find};
use crate::facets::schemas::moved_properties::{compare_property_around_alternative, compare_property_in_alternatives};
use crate::facets::schemas::renamed_properties::pair_renamed_properties;
use crate::facets::schemas::structure::is_met_by_tag;
use crate::model::{
    Affected, Claim, DefinitionPairId, DisplayValue, Event, Facet, Fact, NodePair, Owner, Qualifier, Relation, Side,
};
use crate::pairing::sides::Sides;
use crate::prover::merged::{Conjunct, ConjunctionPair};

/// Keywords about properties that do not list properties.
const OF_OBJECTS: [KnownKey; 6] = [
    KnownKey::AdditionalProperties,
    KnownKey::UnevaluatedProperties,
    KnownKey::PropertyNames,
    KnownKey::PatternProperties,
    KnownKey::DependentRequired,
    KnownKey::DependentSchemas,
];

pub(in crate::facets) fn compare_properties(
    context: &mut FacetContext<'_, '_>,
    pair: NodePair,
    object_kind: ObjectKind,
    merged: &ConjunctionPair,
) {
    let NodePair { definition_pair, old, new } = pair;
    let Some((left, right)) = differing(context.sides, merged) else { return };
    let is_alternative = object_kind == ObjectKind::Alternative;
    let of_old = Counterpart {
        schema: old,
        parts: &merged.old,
        is_closed: is_closed(context.sides.old, &merged.old),
        is_alternative,
    };
    let of_new = Counterpart {
        schema: new,
        parts: &merged.new,
        is_closed: is_closed(context.sides.new, &merged.new),
        is_alternative,
    };
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for entry in left.properties.iter().filter(|entry| right.property(&entry.name).is_none()) {
        let fact = compare_unmatched_property(context, definition_pair, (Side::Old, entry), (&left, &right), of_new);
        removed.extend(fact.map(|fact| (entry, fact)));
    }
    for entry in right.properties.iter().filter(|entry| left.property(&entry.name).is_none()) {
        let fact = compare_unmatched_property(context, definition_pair, (Side::New, entry), (&left, &right), of_old);
        added.extend(fact.map(|fact| (entry, fact)));
    }
    pair_renamed_properties(context, definition_pair, (&left, &right), (&removed, &added));
    compare_requirements(context, pair, object_kind, (&left, &right));
}

/// The schema of the other side, which lacks the property.
#[derive(Clone, Copy)]
struct Counterpart<'m> {
    schema: NodeId,
    /// The conjuncts of the schema.
    parts: &'m [Conjunct],
    is_closed: bool,
    is_alternative: bool,
}

/// Compares a property that is listed on one side only. Returns the index of the fact that it was added or removed.
fn compare_unmatched_property(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    (left, right): (&Names<'_>, &Names<'_>),
    other: Counterpart<'_>,
) -> Option<usize> {
    let (own, others) = side.in_order(left, right);
    let (here, there) = (context.sides.description(side), context.sides.description(side.other()));
    let place = side.in_order(Some(entry.place()), None);
    if !entry.changed(context, place)
        || compare_shared_property(context, definition_pair, (side, entry), (own, others, other.schema))
        || compare_property_in_alternatives(
            context,
            definition_pair,
            (side, entry),
            (own, others),
            (other.parts, other.schema),
        )
        || other.is_alternative
            && compare_property_around_alternative(context, definition_pair, (side, entry), own, other.schema)
    {
        return None;
    }
    let cause = side.in_order(Some(entry.place()), Some(other.schema));
    let (event, came_or_went) = match side {
        Side::Old => (Event::Removed, Relation::Widened),
        Side::New => (Event::Added, Relation::Narrowed),
    };
    if own.forbids(here, entry) {
        let meaning = (came_or_went, other.is_closed);
        report_forbidden_property(context, definition_pair, &entry.name, cause, meaning);
        return None;
    }
    if !other.is_closed && others.demands_anything(there, &entry.name) {
        compare_undeclared_property(context, definition_pair, (side, entry), cause);
        return None;
    }
    context.claim(place.0, place.1);
    let (old, new) = side.in_order(Some(entry.node), Some(other.schema));
    let fact = Fact::new(Facet::Property, event, old, new, Affected::DefinitionPair(definition_pair));
    let fact = fact.required(own.requirement(&entry.name).is_some());
    let fact = fact.with(Qualifier::Closed, side == Side::Old && other.is_closed);
    let at = context.facts.len();
    push_with_access_mode(context, here, entry.node, fact.named(&*entry.name));
    let requirement = side.in_order(find(&own.required, &entry.name).map(Entry::place), None);
    context.claim(requirement.0, requirement.1);
    compare_with_additional(context, definition_pair, (side, entry), (left, right));
    Some(at)
}

/// Returns the names of both sides, or `None` if there is nothing to report.
fn differing<'d>(sides: &Sides<'d>, merged: &ConjunctionPair) -> Option<(Names<'d>, Names<'d>)> {
    let (mut left, mut right) = (Names::collect(sides.old, &merged.old), Names::collect(sides.new, &merged.new));
    if merged.whole.is_some() || left.are(&right) {
        return None;
    }
    left.sort();
    left.share(sides.old, merged.references.iter().map(|pair| pair.0));
    right.sort();
    right.share(sides.new, merged.references.iter().map(|pair| pair.1));
    Some((left, right))
}

fn is_closed(description: &ResolvedDescription<'_>, parts: &[Conjunct]) -> bool {
    let arena = description.arena();
    let mut closing = parts.iter().filter_map(|part| arena.member(part.object, KnownKey::AdditionalProperties));
    closing.any(|id| arena.kind(id) == Kind::False)
}

/// Reports an added or removed property whose schema is `false`. It forbids a name, which has no effect if the other
/// side allows no other names.
fn report_forbidden_property(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    name: &str,
    cause: (Option<NodeId>, Option<NodeId>),
    (relation, anyway): (Relation, bool),
) {
    let place = if relation == Relation::Narrowed { (None, cause.1) } else { (cause.0, None) };
    if anyway {
        context.places.claim(place.0, place.1, Claim::Neutral);
        return;
    }
    context.claim(place.0, place.1);
    let fact = Fact::new(
        Facet::Composition,
        Event::Changed(relation),
        cause.0,
        cause.1,
        Affected::DefinitionPair(definition_pair),
    );
    context.facts.push(fact.named(format!("properties.{name}")));
}

/// Reports a property that is required on both sides but declared on one. On the other side it may have any value.
fn compare_undeclared_property(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    cause: (Option<NodeId>, Option<NodeId>),
) {
    let place = if side == Side::Old { (cause.0, None) } else { (None, cause.1) };
    let is_reported = report_undeclared_property(context, definition_pair, (side, entry.node), &entry.name, cause);
    context.places.claim(place.0, place.1, if is_reported { Claim::Fact } else { Claim::Neutral });
}

/// Reports that a required property may have any value on the other side. Returns false if it may on both.
pub(crate) fn report_undeclared_property(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, property): (Side, NodeId),
    name: &str,
    cause: (Option<NodeId>, Option<NodeId>),
) -> bool {
    if context.prover.subschemas.is_trivial(side, property) {
        return false;
    }
    let types = context.prover.types_of(side).allowed(Some(property));
    let (relation, shown) = match side {
        Side::Old => (Relation::Widened, (types, TypeSet::ANY)),
        Side::New => (Relation::Narrowed, (TypeSet::ANY, types)),
    };
    let fact =
        Fact::new(Facet::Type, Event::Changed(relation), cause.0, cause.1, Affected::DefinitionPair(definition_pair));
    let fact = fact.named(name).showing(DisplayValue::Types(shown.0), DisplayValue::Types(shown.1));
    push_with_access_mode(context, context.sides.description(side), property, fact);
    true
}

/// Claims the properties of a schema that became an object, or no longer is one. They were added or removed together
/// with the type.
pub(in crate::facets) fn claim_of_other_type(context: &mut FacetContext<'_, '_>, merged: &ConjunctionPair) {
    let mut left = Names::collect(context.sides.old, &merged.old);
    let mut right = Names::collect(context.sides.new, &merged.new);
    left.sort();
    right.sort();
    for entry in left.properties.iter().chain(&left.required) {
        context.claim(Some(entry.place()), None);
    }
    for entry in right.properties.iter().chain(&right.required) {
        context.claim(None, Some(entry.place()));
    }
    let about_others = |description: &ResolvedDescription<'_>, parts: &[Conjunct]| -> Vec<NodeId> {
        let arena = description.arena();
        let own = parts.iter().filter(|part| part.via_reference.is_none());
        let words = own.flat_map(|part| OF_OBJECTS.into_iter().filter_map(|key| arena.member(part.object, key)));
        words.flat_map(|id| std::iter::once(id).chain(arena.children(id))).list()
    };
    for id in about_others(context.sides.old, &merged.old) {
        context.claim(Some(id), None);
    }
    for id in about_others(context.sides.new, &merged.new) {
        context.claim(None, Some(id));
    }
}

/// Compares a property that only one side declares, while `patternProperties` or `additionalProperties` apply to it on
/// the other side. Its values are compared with the schemas of those keywords.
fn compare_with_additional(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    (left, right): (&Names<'_>, &Names<'_>),
) {
    let name = &*entry.name;
    let mut all_old = left.undeclared(context.sides.old, name);
    let mut all_new = right.undeclared(context.sides.new, name);
    // `additionalProperties` does not apply to declared properties, but patterns do.
    let (own, others, rest) = match side {
        Side::Old => (&mut all_old, &all_new, left.rest),
        Side::New => (&mut all_new, &all_old, right.rest),
    };
    let Some(&other) = others.first() else { return };
    own.retain(|id| Some(*id) != rest);
    own.insert(0, entry.node);
    let relation = match (&*all_old, &*all_new) {
        ([old], [new]) => context.prover.subschemas.relation(*old, *new),
        (all_old, all_new) => context.prover.subschemas.relation_of_all(all_old, all_new),
    };
    if relation != Relation::Same {
        let event = Event::Changed(relation);
        let (old, new) = side.in_order(entry.node, other);
        let fact =
            Fact::new(Facet::Composition, event, Some(old), Some(new), Affected::DefinitionPair(definition_pair));
        context.facts.push(fact.named(format!("properties.{name}")));
    }
}

/// Returns true if a definition that both sides refer to declares the property too. The property then remains, and at
/// most its values change.
fn compare_shared_property(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, entry): (Side, &Entry<'_>),
    (own, others, other_whole): (&Names<'_>, &Names<'_>, NodeId),
) -> bool {
    let named = others.shared.iter().filter(|(name, _)| *name == entry.name);
    let shared: Vec<NodeId> = named.map(|(_, node)| *node).list();
    if shared.is_empty() {
        return false;
    }
    if let [other] = *shared
        && !own.holds(&entry.name)
    {
        // The declaration moved to or from that definition. Both are compared as a separate pair.
        let (old, new) = side.in_order(entry.node, other);
        context.definition_pairs.add(old, new, ObjectKind::Schema, &[Owner::DefinitionPair(definition_pair)]);
        let (old, new) = side.in_order(Some(entry.place()), None);
        context.places.claim(old, new, Claim::Neutral);
        return true;
    }
    let free = context.prover.subschemas.are_within((side.other(), &shared), (side, entry.node))
        || is_of_tag(context, definition_pair, (side, entry.node));
    let (old, new, relation) = match side {
        Side::Old => (Some(entry.place()), None, Relation::Widened),
        Side::New => (None, Some(entry.place()), Relation::Narrowed),
    };
    if free {
        context.places.claim(old, new, Claim::Neutral);
    } else {
        context.claim(old, new);
        let cause = (old.unwrap_or(other_whole), new.unwrap_or(other_whole));
        let event = Event::Changed(relation);
        let fact = Fact::new(
            Facet::Composition,
            event,
            Some(cause.0),
            Some(cause.1),
            Affected::DefinitionPair(definition_pair),
        );
        context.facts.push(fact.named("properties"));
    }
    true
}

/// Returns true if the object of a property requires only the discriminator property. Every value that reaches the
/// component has that property.
fn is_of_tag(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (side, property): (Side, NodeId),
) -> bool {
    let Some(pair) = context.definition_pairs.get(definition_pair) else { return false };
    let (arena, component) = match side {
        Side::Old => (context.sides.old.arena(), pair.old),
        Side::New => (context.sides.new.arena(), pair.new),
    };
    let object = arena.parent(property).and_then(|map| arena.parent(map));
    object.is_some_and(|object| is_met_by_tag(context, side, component, object))
}

/// Reports properties that are required on one side only, if they are declared on both sides or on neither.
fn compare_requirements(
    context: &mut FacetContext<'_, '_>,
    pair: NodePair,
    object_kind: ObjectKind,
    (left, right): (&Names<'_>, &Names<'_>),
) {
    let NodePair { definition_pair, old, new } = pair;
    let became = unmatched_requirements(right, left).into_iter().map(|entry| (Side::New, entry));
    let was = unmatched_requirements(left, right).into_iter().map(|entry| (Side::Old, entry));
    for (side, entry) in became.chain(was) {
        let name = entry.name.as_ref();
        let (before, after) = (left.property(name), right.property(name));
        let (own, other) = side.in_order(before, after);
        let with_it = own.is_some() && other.is_none();
        if with_it && !left.holds(name) && !right.holds(name) {
            // The property was added or removed together with its requirement, so it is already reported.
            continue;
        }
        let place = side.in_order(Some(entry.place()), None);
        if !entry.changed(context, place) {
            continue;
        }
        if left.required_elsewhere(name) && right.required_elsewhere(name) {
            // A definition that both sides refer to requires it anyway.
            context.places.claim(place.0, place.1, Claim::Neutral);
            continue;
        }
        let (previous, current) = (context.sides.old, context.sides.new);
        let (relation, cause) = match side {
            Side::New => {
                let before = left.property_declared_at(previous, name).unwrap_or(old);
                (Relation::Narrowed, (before, entry.written_at(current)))
            }
            Side::Old => {
                let after = right.property_declared_at(current, name).unwrap_or(new);
                (Relation::Widened, (entry.written_at(previous), after))
            }
        };
        context.claim(place.0, place.1);
        // `anyOf: [{required: [a]}, {required: [b]}]` requires neither by itself.
        let by_itself = object_kind != ObjectKind::Alternative || before.is_some() || after.is_some();
        let about = if by_itself { Facet::PropertyRequired } else { Facet::Composition };
        let fact = Fact::new(
            about,
            Event::Changed(relation),
            Some(cause.0),
            Some(cause.1),
            Affected::DefinitionPair(definition_pair),
        );
        let fact = fact.named(if about == Facet::Composition { "required" } else { name });
        match after {
            Some(property) if about == Facet::PropertyRequired => {
                push_with_access_mode(context, context.sides.new, property, fact);
            }
            _ => context.facts.push(fact),
        }
    }
}

/// Returns the names that only `one` requires.
fn unmatched_requirements<'n, 'd>(one: &'n Names<'d>, other: &Names<'_>) -> Vec<&'n Entry<'d>> {
    one.required.iter().filter(|entry| other.requirement(&entry.name).is_none()).list()
}

pub(crate) fn push_with_access_mode(
    context: &mut FacetContext<'_, '_>,
    description: &ResolvedDescription<'_>,
    property: NodeId,
    fact: Fact,
) {
    let mode = AccessMode::of_schema_and_allof(description, property);
    let fact = fact.with(Qualifier::ReadOnly, mode.read_only).with(Qualifier::WriteOnly, mode.write_only);
    context.facts.push(fact);
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::{facts, holds};

    #[test]
    fn a_name_that_no_object_may_have_is_no_property() {
        holds(&[
            ("{}", r#"{"properties":{"a":false}}"#, &["Composition properties.a narrowed"]),
            (
                r#"{"additionalProperties":{"type":"string"}}"#,
                r#"{"properties":{"a":false},"additionalProperties":{"type":"string"}}"#,
                &["Composition properties.a narrowed"],
            ),
            (r#"{"additionalProperties":false}"#, r#"{"properties":{"a":false},"additionalProperties":false}"#, &[]),
        ]);
    }

    #[test]
    fn a_declared_property_is_under_the_patterns_its_name_matches() {
        let open = r#"{"patternProperties":{"^a":{"type":"integer"}}}"#;
        let text = r#"{"properties":{"ab":{"type":"string"}},"patternProperties":{"^a":{"type":"integer"}}}"#;
        let number = r#"{"properties":{"ab":{"type":"integer"}},"patternProperties":{"^a":{"type":"integer"}}}"#;
        holds(&[
            (open, text, &["Property ab added", "Composition properties.ab narrowed"]),
            (text, open, &["Property ab removed", "Composition properties.ab widened"]),
            (open, number, &["Property ab added"]),
        ]);
    }

    #[test]
    fn new_property_is_compared_with_additional_properties() {
        let open = r#"{"additionalProperties":{"type":"string"}}"#;
        holds(&[
            (
                open,
                r#"{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}}"#,
                &["Property a added"],
            ),
            (
                open,
                r#"{"properties":{"a":{"type":"string","maxLength":3}},"additionalProperties":{"type":"string"}}"#,
                &["Property a added", "Composition properties.a narrowed"],
            ),
            (
                open,
                r#"{"properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#,
                &["Property a added", "Composition properties.a incomparable"],
            ),
        ]);
    }

    #[test]
    fn empty_keyword_lists_and_maps_have_no_effect() {
        for keyword in ["properties", "patternProperties", "dependentRequired", "dependentSchemas", "$defs"] {
            let with = format!(r#"{{"type":"object","{keyword}":{{}}}}"#);
            assert!(facts(r#"{"type":"object"}"#, &with).is_empty(), "{keyword}");
        }
        holds(&[
            (r#"{"type":"object"}"#, r#"{"type":"object","required":[]}"#, &[]),
            (r#"{"properties":{"a":{}}}"#, r#"{"properties":{}}"#, &["Property a removed"]),
            (r#"{"additionalProperties":true}"#, r#"{"properties":{}}"#, &[]),
        ]);
    }
}
