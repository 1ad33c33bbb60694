//! The effect of a component change where other schemas apply to the same values. A schema that extends the component
//! may declare the same property or set the same condition. The change can then have another effect there, or none.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, ignores_siblings, is_annotation};
use waybill_openapi::internal::{Arena, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::properties_of_uses::compare_properties_of_uses;
use crate::facets::context::FacetContext;
use crate::model::{Affected, Event, Facet, FacetValues, Fact, MessageSide, Owner, Relation, Side};
use crate::pairing::composed::outermost_schema;
use crate::pairing::operation_pairing::OperationPairing;
use crate::prover::uses::{ReferencesByTarget, inside};
use crate::reach::Reach;

/// The part of a schema that changed, to find other schemas that declare the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ChangedMember {
    Property(String),
    Keyword(String),
}

/// A component that changed, and its changed members.
struct Change {
    component: (NodeId, NodeId),
    facts: Vec<usize>,
    touched: Vec<ChangedMember>,
    /// Facts about properties that were added to values inside the component, or removed from them, and the keys that
    /// lead there.
    inner_properties: Vec<(usize, Vec<String>)>,
    /// True if only the allowed values changed.
    is_of_values: bool,
}

/// A schema that composes a component with other schemas, on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ComposedUse {
    pub(super) old: NodeId,
    pub(super) new: NodeId,
    /// The component that it refers to, or a schema that extends the component.
    pub(super) of: (NodeId, NodeId),
}

/// Compares each changed component in the schemas that compose it with others.
pub(crate) fn compare_composed_uses(context: &mut FacetContext<'_, '_>, pairing: &OperationPairing, reach: &mut Reach) {
    let (left, right) = (context.sides.old, context.sides.new);
    let all = facts_of_components(context);
    compare_properties_of_uses(context, pairing, reach);
    for (component, facts) in all {
        let uses = context.prover.uses();
        let (wholes, are_all) = wholes((left, right), uses, component, whole_around);
        if wholes.is_empty() {
            continue;
        }
        let change = change(context, component, facts);
        if !are_all {
            report_undecided(context, &change);
        }
        for whole in wholes {
            let touched = touched_beside(context, &change, whole);
            settle_use(context, reach, &change, whole, &touched);
        }
    }
}

/// Reports an undecided change for the extending schemas that were skipped because of the search limit.
fn report_undecided(context: &mut FacetContext<'_, '_>, change: &Change) {
    let affected = change.facts.first().and_then(|&at| context.facts.get(at)).map(|fact| fact.affected);
    let is_of_properties = change.touched.iter().any(|touched| matches!(touched, ChangedMember::Property(_)));
    let Some(affected) = affected.filter(|_| is_of_properties) else { return };
    let (old, new) = (Some(change.component.0), Some(change.component.1));
    context.facts.push(Fact::new(Facet::Composition, Event::Changed(Relation::Unknown), old, new, affected));
}

/// Excludes the uses of a component in this schema, because the change does not affect them. The facts of `rest`, which
/// are in order, still affect them.
fn exclude_use(
    context: &mut FacetContext<'_, '_>,
    reach: &mut Reach,
    change: &Change,
    whole: ComposedUse,
    rest: &[usize],
) {
    let uses = context.prover.uses();
    // A property of the schema may refer to the component as well.
    let uses_by = |description: &ResolvedDescription<'_>, whole: NodeId, members: &[NodeId]| -> Vec<NodeId> {
        let members = inside(description.arena(), members, whole).iter().copied();
        members.filter(|&member| whole_around(description, member) == Some(whole)).list()
    };
    let of_old = uses_by(context.sides.old, whole.old, uses.in_old(whole.of.0));
    let of_new = uses_by(context.sides.new, whole.new, uses.in_new(whole.of.1));
    if rest.is_empty() {
        reach.old.exclude_unaffected(change.component.0, of_old);
        reach.new.exclude_unaffected(change.component.1, of_new);
        return;
    }
    for (at, _) in &change.inner_properties {
        separate(context, change.component, *at);
    }
    let pair = |&at: &usize| match context.facts.get(at)?.affected {
        Affected::DefinitionPair(pair) => Some(pair),
        _ => None,
    };
    let others = change.facts.iter().filter(|at| rest.binary_search(at).is_err()).filter_map(pair);
    for pair in order::sorted_unique(others) {
        reach.old.exclude_unaffected_by(pair, of_old.clone());
        reach.new.exclude_unaffected_by(pair, of_new.clone());
    }
}

/// Moves a fact about a component to a new definition pair, so that it can affect other uses than the rest.
fn separate(context: &mut FacetContext<'_, '_>, component: (NodeId, NodeId), at: usize) {
    let Some(shared) = context.definition_pairs.find(component.0, component.1) else { return };
    let owners = context.definition_pairs.get(shared).map(|pair| pair.owners.clone()).unwrap_or_default();
    if let Some(fact) = context.facts.get_mut(at).filter(|fact| fact.affected == Affected::DefinitionPair(shared)) {
        fact.affected = Affected::DefinitionPair(context.definition_pairs.add_without_comparing(component, owners));
    }
}

/// Returns the components that facts are about, each with its facts.
pub(super) fn facts_of_components(context: &FacetContext<'_, '_>) -> Vec<((NodeId, NodeId), Vec<usize>)> {
    let all = context.facts.iter().enumerate().filter_map(|(at, fact)| {
        let Affected::DefinitionPair(definition_pair) = fact.affected else { return None };
        let definition_pair = context
            .definition_pairs
            .get(definition_pair)
            .filter(|definition_pair| definition_pair.kind == ObjectKind::Schema)?;
        let own = Owner::Component { old: definition_pair.old, new: definition_pair.new };
        definition_pair.owners.contains(&own).then_some(((definition_pair.old, definition_pair.new), at))
    });
    order::groups(all)
}

fn change(context: &FacetContext<'_, '_>, component: (NodeId, NodeId), facts: Vec<usize>) -> Change {
    let all = || facts.iter().filter_map(|&at| Some((at, context.facts.get(at)?)));
    Change {
        component,
        touched: order::sorted_unique(all().filter_map(|(_, fact)| touched(context, component, fact))),
        inner_properties: all().filter_map(|(at, fact)| Some((at, inner_property(context, component, fact)?))).list(),
        is_of_values: all().all(|(_, fact)| may_be_of_whole(fact.facet)),
        facts,
    }
}

/// Returns the member of a component that a fact is about: a property, or a keyword directly in the component.
fn touched(context: &FacetContext<'_, '_>, component: (NodeId, NodeId), fact: &Fact) -> Option<ChangedMember> {
    let Some(steps) = steps_inside(context, component, (fact.old, fact.new)) else {
        // A property of a schema that the component extends is declared outside of it.
        return (fact.facet == Facet::Property).then(|| ChangedMember::Property(fact.name.clone()));
    };
    let keyword = *steps.first()?;
    let named = steps.get(1).filter(|_| keyword == KnownKey::Properties.text()).map(|name| (*name).to_owned());
    let required = || (fact.facet == Facet::PropertyRequired).then(|| fact.name.clone());
    let property = named.or_else(required);
    Some(property.map_or_else(|| ChangedMember::Keyword(keyword.to_owned()), ChangedMember::Property))
}

/// Returns the keys from a component to a location. The parts of `allOf` apply to the same values as the
/// component itself, so they are omitted. `None` if the location is not inside.
fn steps_inside<'d>(
    context: &FacetContext<'_, 'd>,
    component: (NodeId, NodeId),
    (old, new): (Option<NodeId>, Option<NodeId>),
) -> Option<Vec<&'d str>> {
    let below = |arena: &'d Arena<'d>, root: NodeId, id: Option<NodeId>| {
        let path = arena.ancestors(id.filter(|&id| arena.contains(root, id))?).take_while(|&id| id != root).list();
        let mut steps: Vec<&str> = path.iter().rev().map(|&id| arena.key_text(id)).list();
        while let [keyword, _, _, ..] = steps.as_slice()
            && *keyword == KnownKey::AllOf.text()
        {
            steps.drain(..2);
        }
        (!steps.is_empty()).then_some(steps)
    };
    let (left, right) = (context.sides.old.arena(), context.sides.new.arena());
    below(right, component.1, new).or_else(|| below(left, component.0, old))
}

/// Returns the keys from a component to a property that was added to, or removed from, a value inside the component.
fn inner_property(context: &FacetContext<'_, '_>, component: (NodeId, NodeId), fact: &Fact) -> Option<Vec<String>> {
    let place = match fact.event {
        Event::Added if fact.facet == Facet::Property => (None, fact.new),
        Event::Removed if fact.facet == Facet::Property => (fact.old, None),
        Event::Added | Event::Removed | Event::Changed(_) => return None,
    };
    let steps = steps_inside(context, component, place)?;
    (steps.len() > 2).then(|| steps.into_iter().map(str::to_owned).list())
}

/// Excludes a composing schema from the uses that a change affects, if sibling schemas of the component declare what
/// changed, and the composing schema allows the same values as before.
fn settle_use(
    context: &mut FacetContext<'_, '_>,
    reach: &mut Reach,
    change: &Change,
    whole: ComposedUse,
    touched: &[ChangedMember],
) {
    // A property that no sibling declares was still added or removed, even if the allowed values are the same.
    let is_spoken_of = |one: &ChangedMember| matches!(one, ChangedMember::Keyword(_)) || touched.contains(one);
    if !touched.is_empty()
        && change.is_of_values
        && change.touched.iter().all(is_spoken_of)
        && context.prover.subschemas.relation(whole.old, whole.new) == Relation::Same
        // A schema that allows no value is probably a mistake. Its authors intend the declared change, so keep it.
        && !context.prover.subschemas.is_empty((Side::New, whole.new))
    {
        let rest = undeclared_beside(context, change, whole);
        exclude_use(context, reach, change, whole, &rest);
    }
}

/// Returns the owner of a schema: the component that contains it, or a part of an operation.
pub(super) fn owner_of(
    context: &FacetContext<'_, '_>,
    pairing: &OperationPairing,
    (old, new): (NodeId, NodeId),
) -> Option<Owner> {
    let around = |description: &ResolvedDescription<'_>, id| {
        description.arena().ancestors(id).find(|&id| description.is_component(id))
    };
    match (around(context.sides.old, old), around(context.sides.new, new)) {
        (Some(old), Some(new)) => return Some(Owner::Component { old, new }),
        (None, None) => {}
        _ => return None,
    }
    let operation = |description: &ResolvedDescription<'_>, id| {
        description.arena().ancestors(id).find(|&id| description.object_kind(id) == ObjectKind::Operation)
    };
    let operation = (operation(context.sides.old, old)?, operation(context.sides.new, new)?);
    let &pair = pairing.pairs_of_operation(operation.0, operation.1).first()?;
    let arena = context.sides.new.arena();
    let is_response = arena.member(operation.1, KnownKey::Responses).is_some_and(|root| arena.contains(root, new));
    Some(Owner::Operation { pair, side: if is_response { MessageSide::Response } else { MessageSide::Request } })
}

/// Returns true if a change of this facet can be judged by the relation of the composed schemas.
const fn may_be_of_whole(facet: Facet) -> bool {
    match facet.values() {
        FacetValues::Bound
        | FacetValues::Listing
        | FacetValues::Property
        | FacetValues::Alternative
        | FacetValues::NotSent => true,
        FacetValues::Subschemas | FacetValues::Other => false,
    }
}

/// Returns the schemas that compose a component with others, directly or through extending schemas. Each follows the
/// schema that it extends. The flag is true if the list is complete.
pub(super) fn wholes(
    (left, right): (&ResolvedDescription<'_>, &ResolvedDescription<'_>),
    uses: &ReferencesByTarget,
    component: (NodeId, NodeId),
    whole_around: fn(&ResolvedDescription<'_>, NodeId) -> Option<NodeId>,
) -> (Vec<ComposedUse>, bool) {
    let (mut found, mut seen, mut waiting, mut are_all) = (Vec::new(), vec![component], vec![component], true);
    while let Some((from, to)) = waiting.pop() {
        let of_old = uses.in_old(from).iter().filter_map(|&member| {
            let old = whole_around(left, member)?;
            Some((old, right.at_place_of(left, old)?))
        });
        let of_new = uses.in_new(to).iter().filter_map(|&member| {
            let new = whole_around(right, member)?;
            Some((left.at_place_of(right, new)?, new))
        });
        for (old, new) in order::sorted_unique(of_old.chain(of_new)) {
            if inside(left.arena(), uses.in_old(from), old).is_empty()
                || inside(right.arena(), uses.in_new(to), new).is_empty()
            {
                continue;
            }
            found.push(ComposedUse { old, new, of: (from, to) });
            let is_component = left.is_component(old) && right.is_component(new);
            if !is_component || seen.contains(&(old, new)) {
                continue;
            }
            if seen.len() >= MAX_COMPONENTS {
                are_all &= !uses.in_new(new).iter().any(|&member| whole_around(right, member).is_some());
                continue;
            }
            seen.push((old, new));
            waiting.push((old, new));
        }
    }
    (found, are_all)
}

/// Maximum number of components followed from a changed component, including itself. Each changed component is followed
/// separately. A chain of this length takes about 4 ms.
const MAX_COMPONENTS: usize = 50;

/// Returns the outermost schema that composes the target of a reference with other schemas or with keywords beside it.
fn whole_around(description: &ResolvedDescription<'_>, member: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    let reference = arena.parent(member)?;
    outermost_schema(description, reference)
        .or_else(|| has_effective_siblings(description, reference, member).then_some(reference))
}

/// Returns true if keywords beside a `$ref` have an effect.
pub(super) fn has_effective_siblings(description: &ResolvedDescription<'_>, reference: NodeId, member: NodeId) -> bool {
    let mut siblings = description.arena().children(reference);
    !ignores_siblings(description) && siblings.any(|id| id != member && !is_annotation(description, id))
}

/// Returns the schemas that apply to the old and the new values of a whole, without those of the component.
fn schemas_beside(
    context: &mut FacetContext<'_, '_>,
    (old, new): (NodeId, NodeId),
    whole: ComposedUse,
) -> [Vec<NodeId>; 2] {
    let prover = &mut context.prover.subschemas;
    [(Side::Old, old, whole.old), (Side::New, new, whole.new)].map(|(side, component, whole)| {
        let own = prover.conjuncts((side, component));
        let whole = prover.conjuncts((side, whole));
        whole.objects.iter().copied().filter(|object| !own.objects.contains(object)).list()
    })
}

/// Returns the facts about inner properties of the component that its sibling schemas do not declare on both sides.
fn undeclared_beside(context: &mut FacetContext<'_, '_>, change: &Change, whole: ComposedUse) -> Vec<usize> {
    if change.inner_properties.is_empty() {
        return Vec::new();
    }
    let (left, right) = (context.sides.old, context.sides.new);
    let [all_old, all_new] = schemas_beside(context, change.component, whole);
    let is_declared = |steps: &[String]| is_value_at(left, &all_old, steps) && is_value_at(right, &all_new, steps);
    change.inner_properties.iter().filter(|(_, steps)| !is_declared(steps)).map(|(at, _)| *at).list()
}

/// Returns true if these keys lead from one of the schemas to a schema, through properties, other properties, elements
/// and parts of `allOf`.
fn is_value_at(description: &ResolvedDescription<'_>, schemas: &[NodeId], steps: &[String]) -> bool {
    let arena = description.arena();
    let (mut schemas, mut steps) = (schemas.to_vec(), steps.iter());
    while let Some(keyword) = steps.next() {
        let is = |key: &KnownKey| keyword == key.text();
        let key = [KnownKey::Properties, KnownKey::AllOf, KnownKey::Items, KnownKey::AdditionalProperties];
        schemas = match key.into_iter().find(is) {
            Some(KnownKey::AllOf) => {
                // The parts of the schemas are among them.
                steps.next();
                continue;
            }
            Some(KnownKey::Properties) => {
                let Some(name) = steps.next() else { return false };
                schemas.into_iter().filter_map(|schema| property(arena, schema, name)).list()
            }
            Some(key) => schemas.into_iter().filter_map(|schema| arena.member(schema, key)).list(),
            None => return false,
        };
        schemas = Conjuncts::opened(description, &schemas).objects;
    }
    !schemas.is_empty()
}

/// Returns the changed members that sibling schemas of the component declare as well.
fn touched_beside(context: &mut FacetContext<'_, '_>, change: &Change, whole: ComposedUse) -> Vec<ChangedMember> {
    let (left, right) = (context.sides.old, context.sides.new);
    let [all_old, all_new] = schemas_beside(context, change.component, whole);
    let mut touched = change.touched.clone();
    touched.retain(|touched| {
        all_old.iter().any(|&object| declares_member(left, object, touched))
            || all_new.iter().any(|&object| declares_member(right, object, touched))
    });
    touched
}

/// Keywords that list values or alternatives.
const LISTING: [KnownKey; 4] = [KnownKey::AnyOf, KnownKey::OneOf, KnownKey::Enum, KnownKey::Const];

fn declares_member(description: &ResolvedDescription<'_>, object: NodeId, touched: &ChangedMember) -> bool {
    let arena = description.arena();
    match touched {
        ChangedMember::Keyword(keyword) => {
            // A list of values may exclude any other value, and other keywords may exclude a value or an alternative.
            let may_exclude = |member| match KnownKey::from_key(arena.key(member)) {
                Some(KnownKey::Enum | KnownKey::Const) => true,
                Some(KnownKey::Type | KnownKey::Ref | KnownKey::AllOf | KnownKey::Required) => false,
                _ => LISTING.iter().any(|key| key.text() == keyword) && !is_annotation(description, member),
            };
            arena.children(object).any(may_exclude)
                || arena.keys().find(keyword).is_some_and(|key| arena.get(object, key).is_some())
        }
        ChangedMember::Property(name) => {
            let mut required =
                arena.member(object, KnownKey::Required).into_iter().flat_map(|list| arena.children(list));
            property(arena, object, name).is_some()
                || required.any(|id| arena.string(id).is_some_and(|text| text == *name))
        }
    }
}

pub(super) fn property(arena: &Arena<'_>, object: NodeId, name: &str) -> Option<NodeId> {
    arena.get(arena.member(object, KnownKey::Properties)?, arena.keys().find(name)?)
}
