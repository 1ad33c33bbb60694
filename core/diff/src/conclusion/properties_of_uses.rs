//! Added, removed and newly required properties of components, in the schemas that compose the components. All parts of
//! `allOf` apply to the same object (JSON Schema 2020-12 core, section 10.2.1.1). So another part may still declare or
//! require such a property.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{Arena, Kind, KnownKey, NodeId, ResolvedDescription};

use super::composed_uses::{ComposedUse, facts_of_components, has_effective_siblings, owner_of, property, wholes};
use crate::facets::context::FacetContext;
use crate::facets::{push_with_access_mode, report_undeclared_property};
use crate::model::{Affected, DefinitionPairId, Event, Facet, Fact, Qualifier, Relation, Side};
use crate::pairing::operation_pairing::OperationPairing;
use crate::prover::uses::inside;
use crate::reach::Reach;

/// A property of a composing schema, and the schema on both sides.
type PropertyOfUse = ((NodeId, NodeId), String);

/// Facts that may be about the presence of a property, by an object around the property and by its name.
type FactsByProperty = Vec<((Side, NodeId, String), Vec<usize>)>;

/// The declarations and the requirement of a property in a conjunction.
struct State {
    declared: Vec<NodeId>,
    /// The element of `required`.
    required: Option<NodeId>,
}

impl State {
    fn collect(description: &ResolvedDescription<'_>, objects: &[NodeId], name: &str) -> State {
        let arena = description.arena();
        let lists = objects.iter().filter_map(|&object| arena.member(object, KnownKey::Required));
        State {
            declared: objects.iter().filter_map(|&object| property(arena, object, name)).list(),
            required: lists
                .flat_map(|list| arena.children(list))
                .find(|&id| arena.string(id).is_some_and(|known| known == name)),
        }
    }

    fn presence(&self) -> (bool, bool) {
        (!self.declared.is_empty(), self.required.is_some())
    }
}

/// A property that a component and other parts of a composing schema declare or require.
struct SharedProperty {
    /// The facts about the component's property.
    facts: Vec<usize>,
    component: (NodeId, NodeId),
    whole: ComposedUse,
    /// True if the schema gained or lost the property as the component did.
    is_same_change: bool,
    /// True if only one side of the component declares the property.
    is_moved: bool,
}

/// Compares properties that components gained or lost in the schemas that compose the components.
pub(super) fn compare_properties_of_uses(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    reach: &mut Reach,
) {
    let (mut compared, mut first) = (Set::default(), 0);
    // Each round is about the facts of the round before. There are few: such a fact is about a schema that declares or
    // requires a property which a schema that it composes does not, on one side or on both.
    loop {
        let found = shared_properties(context, first);
        first = context.facts.len();
        if found.is_empty() {
            return;
        }
        let facts = facts_by_property(context);
        for (property, shared) in order::groups(found) {
            let about = facts_about(context, &facts, &property);
            let is_first = !compared.has(&property);
            compare_property_of_use(context, pairing, reach, &property, &shared, (about, is_first));
            compared.add(property);
        }
    }
}

/// Returns the facts that may be about the presence of properties.
fn facts_by_property(context: &FacetContext<'_, '_>) -> FactsByProperty {
    let (left, right) = (context.sides.old.arena(), context.sides.new.arena());
    let mut found = Vec::new();
    for (at, fact) in context.facts.iter().enumerate() {
        let names = match fact.facet {
            Facet::Property | Facet::PropertyRequired => [Some(fact.name.as_str()), None],
            Facet::Composition if fact.name == "properties" => {
                [fact.old.map(|id| left.key_text(id)), fact.new.map(|id| right.key_text(id))]
            }
            _ => continue,
        };
        for name in order::sorted_unique(names.into_iter().flatten()) {
            for (side, arena, id) in [(Side::Old, left, fact.old), (Side::New, right, fact.new)] {
                let near = id.into_iter().flat_map(|id| arena.ancestors(id).take(NEAR).skip(1));
                found.extend(near.map(|object| ((side, object, name.to_owned()), at)));
            }
        }
    }
    order::groups(found)
}

/// Returns the facts about the presence of a property of a composing schema.
fn facts_about(context: &FacetContext<'_, '_>, facts: &FactsByProperty, (whole, name): &PropertyOfUse) -> Vec<usize> {
    let inline = objects(context, *whole, Conjuncts::collect);
    let of = |side: Side, objects: &[NodeId]| {
        let all = objects.iter().filter_map(|&object| order::find(facts, &(side, object, name.clone())));
        all.flatten().copied().list()
    };
    let mut near = of(Side::Old, &inline.0);
    near.extend(of(Side::New, &inline.1));
    let is_about =
        |at: &usize| context.facts.get(*at).is_some_and(|fact| is_about_property(context, fact, &inline, name));
    order::sorted_unique(near.into_iter().filter(is_about))
}

/// Number of nodes from a property or an element of `required` to its object, including both.
const NEAR: usize = 3;

/// Returns the properties that facts are about and that composing schemas declare or require elsewhere.
fn shared_properties(context: &mut FacetContext<'_, '_>, first: usize) -> Vec<(PropertyOfUse, SharedProperty)> {
    let (left, right) = (context.sides.old, context.sides.new);
    let mut found = Vec::new();
    for (component, facts) in facts_of_components(context) {
        let inline = objects(context, component, Conjuncts::collect);
        let own = facts.into_iter().filter(|&at| at >= first).filter_map(|at| {
            let fact = context.facts.get(at).filter(|fact| fact.facet != Facet::Composition)?;
            is_about_property(context, fact, &inline, &fact.name).then(|| (fact.name.clone(), at))
        });
        let own = order::groups(own.collect::<Vec<_>>());
        if own.is_empty() {
            continue;
        }
        let opened = objects(context, component, open);
        let (wholes, _) = wholes((left, right), context.prover.uses(), component, conjunction_around);
        let mut parts = Vec::new();
        for whole in wholes {
            let all = objects(context, (whole.old, whole.new), open);
            if all.0.contains(&component.0) && all.1.contains(&component.1) {
                let mut beside = all.clone();
                beside.0.retain(|object| !opened.0.contains(object));
                beside.1.retain(|object| !opened.1.contains(object));
                parts.push((whole, all, beside));
            }
        }
        for (name, facts) in own {
            let presence = |of: &(Vec<NodeId>, Vec<NodeId>)| {
                (State::collect(left, &of.0, &name).presence(), State::collect(right, &of.1, &name).presence())
            };
            let change = presence(&opened);
            let mut settled: Set<(NodeId, NodeId)> = Set::default();
            for (whole, all, beside) in &parts {
                let pair = (whole.old, whole.new);
                if settled.has(&whole.of) {
                    settled.add(pair);
                    continue;
                }
                if presence(beside) == ((false, false), (false, false)) {
                    continue;
                }
                let is_same_change = presence(all) == change;
                if !is_same_change {
                    settled.add(pair);
                }
                let (facts, is_moved, whole) = (facts.clone(), change.0.0 != change.1.0, *whole);
                found
                    .push(((pair, name.clone()), SharedProperty { facts, component, whole, is_same_change, is_moved }));
            }
        }
    }
    found
}

/// Reports the change of a property in a composing schema, instead of the changes in its parts.
fn compare_property_of_use(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    reach: &mut Reach,
    (whole, name): &PropertyOfUse,
    shared: &[SharedProperty],
    (repeated, is_first): (Vec<usize>, bool),
) {
    let known = repeated.iter().find_map(|&at| match context.facts.get(at)?.affected {
        Affected::DefinitionPair(pair) => Some(pair),
        _ => None,
    });
    let pair = if let Some(pair) = known {
        pair
    } else {
        let Some(owner) = owner_of(context, pairing, *whole) else { return };
        context.definition_pairs.add_without_comparing(*whole, vec![owner])
    };
    if !repeated.is_empty() {
        // Facts of a pair without owners are dropped.
        let nobody = context.definition_pairs.add_without_comparing(*whole, Vec::new());
        assign(context, &repeated, nobody);
    }
    if is_first && !shared.iter().any(|one| one.is_same_change) {
        let moved = shared.iter().find(|one| one.is_moved).map(|one| one.component);
        report_change(context, pair, *whole, name, moved);
    }
    for one in shared.iter().filter(|one| !one.is_same_change) {
        exclude_use(context, reach, one);
    }
}

/// Excludes a composing schema from the uses that facts about a component affect.
fn exclude_use(context: &mut FacetContext<'_, '_>, reach: &mut Reach, one: &SharedProperty) {
    let affected = one.facts.first().and_then(|&at| context.facts.get(at)).map(|fact| fact.affected);
    let Some(Affected::DefinitionPair(mut pair)) = affected else { return };
    let owners = context.definition_pairs.get(pair).map(|pair| pair.owners.clone()).unwrap_or_default();
    if owners.is_empty() {
        return;
    }
    if context.definition_pairs.find(one.component.0, one.component.1) == Some(pair) {
        pair = context.definition_pairs.add_without_comparing(one.component, owners);
        assign(context, &one.facts, pair);
    }
    let ComposedUse { old, new, of } = one.whole;
    let members = |description: &ResolvedDescription<'_>, whole: NodeId, members: &[NodeId]| -> Vec<NodeId> {
        let members = inside(description.arena(), members, whole).iter().copied();
        members.filter(|&member| conjunction_around(description, member) == Some(whole)).list()
    };
    let uses = context.prover.uses();
    reach.old.exclude_unaffected_by(pair, members(context.sides.old, old, uses.in_old(of.0)));
    reach.new.exclude_unaffected_by(pair, members(context.sides.new, new, uses.in_new(of.1)));
}

fn assign(context: &mut FacetContext<'_, '_>, facts: &[usize], pair: DefinitionPairId) {
    for &at in facts {
        if let Some(fact) = context.facts.get_mut(at) {
            fact.affected = Affected::DefinitionPair(pair);
        }
    }
}

/// Reports how the presence of a property in a composing schema changed. If a component gained or lost its declaration,
/// also reports how its values changed.
fn report_change(
    context: &mut FacetContext<'_, '_>,
    pair: DefinitionPairId,
    whole: (NodeId, NodeId),
    name: &str,
    moved_of: Option<(NodeId, NodeId)>,
) {
    let all = objects(context, whole, open);
    let (left, right) = (context.sides.old, context.sides.new);
    let (before, after) = (State::collect(left, &all.0, name), State::collect(right, &all.1, name));
    let declared = (before.declared.first().copied(), after.declared.first().copied());
    let affected = Affected::DefinitionPair(pair);
    let one_sided = match declared {
        (Some(old), None) => Some((Side::Old, old)),
        (None, Some(new)) => Some((Side::New, new)),
        (Some(old), Some(new)) => {
            let is_one = before.declared.len() == 1 && after.declared.len() == 1;
            let is_compared = is_one && (context.sides.equal(old, new) || context.definition_pairs.has(old, new));
            if let Some(component) = moved_of.filter(|_| !is_compared) {
                let relation = context.prover.subschemas.relation_of_all(&before.declared, &after.declared);
                let own = objects(context, component, open);
                let first = |description, objects: &[NodeId]| {
                    State::collect(description, objects, name).declared.first().copied()
                };
                if relation != Relation::Same {
                    let old = first(left, &own.0).unwrap_or(old);
                    let new = first(right, &own.1).unwrap_or(new);
                    let event = Event::Changed(relation);
                    context.facts.push(Fact::new(Facet::Composition, event, Some(old), Some(new), affected));
                }
            }
            None
        }
        (None, None) => None,
    };
    if let Some((side, node)) = one_sided {
        let (old, new) = (declared.0.unwrap_or(whole.0), declared.1.unwrap_or(whole.1));
        if before.required.is_some() && after.required.is_some() {
            report_undeclared_property(context, pair, (side, node), name, (Some(old), Some(new)));
        } else {
            let event = if side == Side::Old { Event::Removed } else { Event::Added };
            let is_required = side.in_order(before.required, after.required).0.is_some();
            let is_closed = |arena: &Arena<'_>| {
                let mut rest = all.1.iter().filter_map(|&id| arena.member(id, KnownKey::AdditionalProperties));
                rest.any(|id| arena.kind(id) == Kind::False)
            };
            let fact = Fact::new(Facet::Property, event, Some(old), Some(new), affected).required(is_required);
            let fact = fact.with(Qualifier::Closed, side == Side::Old && is_closed(right.arena()));
            push_with_access_mode(context, context.sides.description(side), node, fact.named(name));
        }
    }
    let (was, is) = (before.presence(), after.presence());
    if was.1 != is.1 && (was.0, is.0) != (was.1, is.1) {
        let place = |description: &ResolvedDescription<'_>, state: &State, declared: Option<NodeId>, whole: NodeId| {
            let list = |id| description.arena().parent(id).filter(|&list| !description.is_synthesized(list));
            let required = state.required.map(|id| list(id).unwrap_or(id));
            required.or(declared).unwrap_or(whole)
        };
        let event = Event::Changed(if is.1 { Relation::Narrowed } else { Relation::Widened });
        // If the property became optional, the whole no longer requires it, whichever part declares it.
        let (old, new) = (place(left, &before, declared.0, whole.0), place(right, &after, None, whole.1));
        let fact = Fact::new(Facet::PropertyRequired, event, Some(old), Some(new), affected).named(name);
        match declared.1 {
            Some(node) => push_with_access_mode(context, right, node, fact),
            None => context.facts.push(fact),
        }
    }
}

/// Returns true if a fact is about the presence of a property of these objects, or compares it with other declarations.
fn is_about_property(
    context: &FacetContext<'_, '_>,
    fact: &Fact,
    (old, new): &(Vec<NodeId>, Vec<NodeId>),
    name: &str,
) -> bool {
    let near = |arena: &Arena<'_>, objects: &[NodeId], id: Option<NodeId>| {
        id.is_some_and(|id| arena.ancestors(id).take(NEAR).any(|near| near != id && objects.contains(&near)))
    };
    let (left, right) = (context.sides.old.arena(), context.sides.new.arena());
    let is_named = match fact.facet {
        Facet::Property | Facet::PropertyRequired => fact.name == name,
        Facet::Composition => {
            let is_property = |arena: &Arena<'_>, id: Option<NodeId>| id.is_some_and(|id| arena.key_text(id) == name);
            fact.name == "properties" && (is_property(left, fact.old) || is_property(right, fact.new))
        }
        _ => return false,
    };
    is_named
        && match fact.event {
            Event::Removed | Event::Changed(Relation::Widened) => near(left, old, fact.old),
            Event::Added | Event::Changed(_) => near(right, new, fact.new),
        }
}

/// Returns the objects of a schema on both sides, or none if they are too many.
fn objects(
    context: &FacetContext<'_, '_>,
    (old, new): (NodeId, NodeId),
    split: fn(&ResolvedDescription<'_>, NodeId) -> Conjuncts,
) -> (Vec<NodeId>, Vec<NodeId>) {
    let (old, new) = (split(context.sides.old, old), split(context.sides.new, new));
    if old.partial || new.partial { Default::default() } else { (old.objects, new.objects) }
}

fn open(description: &ResolvedDescription<'_>, schema: NodeId) -> Conjuncts {
    Conjuncts::opened(description, &[schema])
}

/// Returns the outermost schema that composes the target of a reference with other schemas through `allOf`, or with
/// keywords beside the reference.
fn conjunction_around(description: &ResolvedDescription<'_>, member: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    let reference = arena.parent(member)?;
    let around = |schema: NodeId| {
        let list = arena.parent(schema).filter(|&list| arena.key(list) == KnownKey::AllOf.key())?;
        arena.parent(list).filter(|_| arena.is_array(list))
    };
    let outermost = std::iter::successors(around(reference), |&schema| around(schema)).last();
    outermost.or_else(|| has_effective_siblings(description, reference, member).then_some(reference))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::facets::tests::examples::{description, found};
    use crate::{Event, Facet, Qualifier, Relation};

    /// Returns the facts about two versions of a base and of a schema that extends it.
    fn facts(old: [Value; 2], new: [Value; 2]) -> Vec<(Facet, Event, bool)> {
        let of = |[base, other]: [Value; 2]| {
            let schemas = json!({"Base": base, "Use": {"allOf": [{"$ref": "#/components/schemas/Base"}, other]}});
            let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Use"}}});
            let responses = json!({"200": {"description": "", "content": content}});
            let paths = json!({"/shipments": {"get": {"responses": responses}}});
            description(&json!({"components": {"schemas": schemas}, "paths": paths}))
        };
        let facts = found(&of(old), &of(new), |fact| (fact.facet, fact.event, fact.has(Qualifier::Required)));
        facts.into_iter().filter(|(facet, ..)| *facet != Facet::UnusedComponent).collect()
    }

    #[test]
    fn property_that_moves_is_neither_added_nor_removed() {
        let (all, rest) = (json!({"properties": {"a": {}, "b": {}}}), json!({"properties": {"b": {"type": "null"}}}));
        let (none, moved) = (json!({"properties": {"c": {}}}), json!({"properties": {"c": {}, "a": {}}}));
        let (old, new) = ([all, none], [rest, moved]);
        assert_eq!(facts(old.clone(), new.clone()), [(Facet::Type, Event::Changed(Relation::Narrowed), false)]);
        assert_eq!(facts(new, old), [(Facet::Type, Event::Changed(Relation::Widened), false)]);
    }

    #[test]
    fn property_that_another_part_required_is_one_change() {
        let (base, rest) = (json!({"properties": {"a": {"type": "string"}}}), json!({"properties": {}}));
        let (demand, nothing) = (json!({"required": ["a", "b"]}), json!({"required": ["b"]}));
        let (old, new) = ([base.clone(), demand.clone()], [rest.clone(), nothing]);
        assert_eq!(facts(old.clone(), new.clone()), [(Facet::Property, Event::Removed, true)]);
        assert_eq!(facts(new, old), [(Facet::Property, Event::Added, true)]);
        let (old, new) = ([base, demand.clone()], [rest, demand]);
        assert_eq!(facts(old, new), [(Facet::Type, Event::Changed(Relation::Widened), false)]);
    }

    #[test]
    fn moved_property_is_compared_with_its_earlier_declaration() {
        let number = |maximum: u8| json!({"properties": {"a": {"type": "integer", "maximum": maximum}}});
        let (old, new) = ([number(9), json!({})], [json!({}), number(5)]);
        assert_eq!(facts(old.clone(), new.clone()), [(Facet::Range, Event::Changed(Relation::Narrowed), false)]);
        assert_eq!(facts(new, old), [(Facet::Range, Event::Changed(Relation::Widened), false)]);
    }
}
