//! Facts about one schema that contradict each other, or whose relation is unknown. The relation of the two schemas as
//! wholes decides. For example, a keyword that excludes values has no effect if another keyword excludes the same
//! values.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, Reference, ResolvedDescription, TypeSet};

use crate::facets::context::FacetContext;
use crate::facets::lists_none_of_its_types;
use crate::model::{
    Affected, DefinitionPairId, DisplayValue, Event, Facet, FacetOrder, Fact, ObjectPair, Qualifier, Relation, Side,
    TextFindings,
};
use crate::pairing::sides::Sides;
use crate::prover::inclusion::references_in;
use crate::prover::types::declared_types;
use crate::walk::equivalent::{MAX_NODES, MAX_SMALL_NODES};

/// The facts about a schema, including those about its branches and alternatives.
struct SchemaFacts {
    root: ObjectPair,
    facts: Vec<usize>,
}

/// Resolves the facts of a definition pair from index `first` on. `found_at` has the index of the object pair of each
/// fact.
pub(crate) fn resolve_facts(
    context: &mut FacetContext<'_, '_>,
    texts: &TextFindings,
    definition_pair: DefinitionPairId,
    visited: &[ObjectPair],
    first: usize,
    found_at: &[usize],
) {
    let around = Surroundings::new(visited);
    make_facts_of_equal_schemas_inert(context, texts, &around, first, found_at);
    let mut groups = Groups::default();
    for (at, &object_pair_at) in found_at.iter().enumerate() {
        let Some(fact) = context.facts.get(first + at).filter(|fact| polarity(fact).is_some()) else { continue };
        if is_of_open_list(fact) {
            continue;
        }
        let Some(root) = visited.get(object_pair_at).and_then(|object_pair| around.root_of(context, object_pair))
        else {
            continue;
        };
        groups.add(root, first + at);
    }
    let mut dropped = Vec::new();
    for group in groups.all {
        dropped.extend(resolve_group(context, texts, definition_pair, &group));
    }
    let mut dropped = order::sorted_unique(dropped).into_iter().peekable();
    let mut at = 0..;
    context.facts.retain(|_| at.next().is_none_or(|at| dropped.next_if_eq(&at).is_none()));
}

/// The object pairs of a definition pair by their location. A wide schema has many pairs and many facts, so no fact may search
/// all pairs.
struct Surroundings<'v> {
    visited: &'v [ObjectPair],
    /// The pairs of schemas by their old schema.
    schemas: Table<NodeId, Vec<usize>>,
    /// The first pair of each two values.
    by_values: Table<(NodeId, NodeId), usize>,
    /// All pairs in the order of the old values that they are composed of.
    by_place: Vec<(NodeId, usize)>,
}

impl<'v> Surroundings<'v> {
    fn new(visited: &'v [ObjectPair]) -> Surroundings<'v> {
        let (mut schemas, mut by_values) = (Table::default(), Table::default());
        for (at, object_pair) in visited.iter().enumerate() {
            if object_pair.kind == ObjectKind::Schema {
                let known: Option<&mut Vec<usize>> = schemas.get_or_insert(object_pair.old, Vec::new());
                if let Some(known) = known {
                    known.push(at);
                }
            }
            by_values.get_or_insert((object_pair.old, object_pair.new), at);
        }
        let by_place = visited.iter().enumerate().map(|(at, object_pair)| (object_pair.composed.0, at));
        Surroundings { visited, schemas, by_values, by_place: order::sorted_unique(by_place) }
    }

    /// Returns the pairs of schemas that contain an object pair on both sides.
    fn schemas_around(&self, context: &FacetContext<'_, '_>, object_pair: &ObjectPair) -> Vec<&'v ObjectPair> {
        let around = context.sides.old.arena().ancestors(object_pair.composed.0);
        let pairs = around.filter_map(|old| self.schemas.get(&old)).flatten();
        pairs.filter_map(|&at| self.visited.get(at)).filter(|root| holds(context, root, object_pair)).list()
    }

    /// Returns the innermost schema that contains an object pair and is not a branch of another schema.
    fn root_of(&self, context: &FacetContext<'_, '_>, object_pair: &ObjectPair) -> Option<ObjectPair> {
        let arena = context.sides.old.arena();
        let size = |root: &&ObjectPair| (arena.after(root.old).index() - root.old.index(), root.old, root.new);
        let own = || self.visited.get(*self.by_values.get(&object_pair.composed)?);
        self.schemas_around(context, object_pair).into_iter().min_by_key(size).or_else(own).copied()
    }

    /// Returns the object pairs inside a pair of schemas, on both sides.
    fn inside(&self, context: &FacetContext<'_, '_>, root: ObjectPair) -> impl Iterator<Item = &'v ObjectPair> {
        let first = self.by_place.partition_point(|(old, _)| *old < root.old);
        let end = self.by_place.partition_point(|(old, _)| *old < context.sides.old.arena().after(root.old));
        let inside = self.by_place.get(first..end).unwrap_or_default();
        let pairs = inside.iter().filter_map(|(_, at)| self.visited.get(*at));
        pairs.filter(move |object_pair| holds(context, &root, object_pair))
    }
}

/// Facts by the schema that they are about.
#[derive(Default)]
struct Groups {
    all: Vec<SchemaFacts>,
    by_root: Table<(NodeId, NodeId), usize>,
}

impl Groups {
    fn add(&mut self, root: ObjectPair, fact: usize) {
        let next = self.all.len();
        let known = self.by_root.get_or_insert((root.old, root.new), next).map_or(next, |known| *known);
        match self.all.get_mut(known) {
            Some(group) => group.facts.push(fact),
            None => self.all.push(SchemaFacts { root, facts: vec![fact] }),
        }
    }
}

/// Returns true if a fact is about an open list of values, which restricts nothing.
fn is_of_open_list(fact: &Fact) -> bool {
    fact.has(Qualifier::Extensible) && fact.facet != Facet::Alternative
}

/// Marks facts inside schemas that allow the same values as having no effect. Their item is impossible there, or
/// another keyword already has the same effect.
fn make_facts_of_equal_schemas_inert(
    context: &mut FacetContext<'_, '_>,
    texts: &TextFindings,
    around: &Surroundings<'_>,
    first: usize,
    found_at: &[usize],
) {
    let mut groups = Groups::default();
    let object_pairs = found_at.iter().filter_map(|&object_pair_at| around.visited.get(object_pair_at));
    for (at, object_pair) in object_pairs.enumerate() {
        let is_of_no_object = context.facts.get(first + at).is_some_and(|fact| fact.facet == Facet::Property)
            && !context.prover.types_of(Side::Old).allowed(Some(object_pair.composed.0)).meets(TypeSet::OBJECT)
            && !context.prover.types_of(Side::New).allowed(Some(object_pair.composed.1)).meets(TypeSet::OBJECT);
        let is_of_values = |fact: &Fact| {
            (polarity(fact).is_some() || fact.facet == Facet::PropertyRequired || is_of_no_object)
                && !is_of_open_list(fact)
                && !fact.has(Qualifier::Covered)
        };
        if !context.facts.get(first + at).is_some_and(is_of_values) {
            continue;
        }
        let schemas = around.schemas_around(context, object_pair).into_iter();
        let Some(&root) = schemas.min_by_key(|root| (root.old, root.new)) else { continue };
        groups.add(root, first + at);
    }
    for SchemaFacts { root, facts } in groups.all {
        let is_foreign =
            |object_pair: &ObjectPair| lists_only_foreign_values(context, object_pair.old, object_pair.new);
        if texts.compared.has(&(root.old, root.new))
            || context.sides.are_larger(MAX_SMALL_NODES, &[root.old], &[root.new])
            || around.inside(context, root).any(is_foreign)
            || context.prover.subschemas.certain_relation(root.old, root.new) != Some(Relation::Same)
            // A schema that allows no value is a mistake, so its facts are kept.
            || context.prover.subschemas.are_disjoint((Side::Old, root.old), (Side::New, root.new))
        {
            continue;
        }
        for at in facts {
            if let Some(fact) = context.facts.get_mut(at) {
                make_inert(context.sides, fact);
            }
        }
    }
}

/// Returns true if an object pair is inside a pair of schemas, on both sides.
fn holds(context: &FacetContext<'_, '_>, root: &ObjectPair, object_pair: &ObjectPair) -> bool {
    context.sides.old.arena().contains(root.old, object_pair.composed.0)
        && context.sides.new.arena().contains(root.new, object_pair.composed.1)
}

/// Returns true if a schema lists only values of other types than its own. Such a schema does not express what its
/// authors intend.
fn lists_only_foreign_values(context: &FacetContext<'_, '_>, old: NodeId, new: NodeId) -> bool {
    lists_none_of_its_types(context.sides.old, old, declared_types(context.sides.old, old))
        || lists_none_of_its_types(context.sides.new, new, declared_types(context.sides.new, new))
}

/// Resolves the facts about one schema. Returns those to drop.
fn resolve_group(
    context: &mut FacetContext<'_, '_>,
    texts: &TextFindings,
    definition_pair: DefinitionPairId,
    group: &SchemaFacts,
) -> Vec<usize> {
    let ObjectPair { old, new, .. } = group.root;
    let relations: Vec<Relation> = group.facts.iter().filter_map(|&at| context.facts.get(at).and_then(polarity)).list();
    // If all facts agree, a proof is worthwhile only for small schemas.
    let doubtful = !matches!(relations.as_slice(), [first, others @ ..]
        if matches!(first, Relation::Narrowed | Relation::Widened) && others.iter().all(|other| other == first));
    let most = if doubtful { MAX_NODES } else { MAX_SMALL_NODES };
    if texts.compared.has(&(old, new)) || context.sides.are_larger(most, &[old], &[new]) {
        return Vec::new();
    }
    if lists_only_foreign_values(context, old, new) {
        return Vec::new();
    }
    let Some(relation) = context.prover.subschemas.certain_relation(old, new) else { return Vec::new() };
    let is_covered = |at: &usize| context.facts.get(*at).is_some_and(|fact| fact.has(Qualifier::Covered));
    let whole = WholeRelation {
        relation,
        is_reported: relations.contains(&relation),
        are_all_covered: group.facts.iter().all(is_covered),
    };
    let mut dropped = Vec::new();
    let mut is_reported = false;
    for &at in &group.facts {
        let Some(fact) = context.facts.get_mut(at) else { continue };
        match whole.resolve(context.sides, fact) {
            FactResolution::Kept => {}
            FactResolution::KeptForWhole => is_reported = true,
            FactResolution::Dropped => dropped.push(at),
        }
    }
    let others = context.facts.iter().any(|fact| {
        fact.facet == Facet::PropertyRequired
            && fact.event == Event::Changed(relation)
            && (fact.old.is_some_and(|id| context.sides.old.arena().contains(old, id))
                && fact.new.is_some_and(|id| context.sides.new.arena().contains(new, id)))
    });
    let event = if relation != Relation::Same && !is_reported && !others {
        Some(relation)
    } else {
        missing_half(context, group, &dropped, relation).filter(|_| !others)
    };
    if let Some(relation) = event {
        let event = Event::Changed(relation);
        context.facts.push(Fact::new(
            Facet::Composition,
            event,
            Some(old),
            Some(new),
            Affected::DefinitionPair(definition_pair),
        ));
    }
    dropped
}

/// Returns the relation that is not reported, if values were both added and removed but all kept facts report only one.
fn missing_half(
    context: &FacetContext<'_, '_>,
    group: &SchemaFacts,
    dropped: &[usize],
    relation: Relation,
) -> Option<Relation> {
    let ObjectPair { old, new, .. } = group.root;
    let kept = group.facts.iter().filter(|at| !dropped.contains(at)).filter_map(|&at| context.facts.get(at));
    let told: Vec<&Fact> = kept.filter(|fact| polarity(fact).is_some()).list();
    let is_half =
        |half: Relation| told.iter().all(|fact| polarity(fact) == Some(half) && !fact.has(Qualifier::Overlapping));
    let missing = match relation {
        Relation::Incomparable if is_half(Relation::Widened) => Relation::Narrowed,
        Relation::Incomparable if is_half(Relation::Narrowed) => Relation::Widened,
        Relation::Same | Relation::Narrowed | Relation::Widened | Relation::Incomparable | Relation::Unknown => {
            return None;
        }
    };
    let are_of_alternatives = told.iter().all(|fact| matches!(fact.facet, Facet::Type | Facet::Alternative))
        // A value that another alternative also allows matched one alternative and now matches two, or the reverse.
        // Keywords do not show this.
        || dropped.iter().filter_map(|&at| context.facts.get(at)).any(|fact| {
            fact.facet == Facet::Alternative
                && fact.has(Qualifier::Overlapping)
                && polarity(fact) == Some(missing.mirrored())
        });
    let has_alternatives = context.sides.old.has_alternatives(old) || context.sides.new.has_alternatives(new);
    if told.is_empty() || !are_of_alternatives || !has_alternatives {
        return None;
    }
    // Other keywords and definitions inside have their own facts.
    let is_inside = |fact: &Fact| {
        fact.old.is_some_and(|id| context.sides.old.arena().contains(old, id))
            && fact.new.is_some_and(|id| context.sides.new.arena().contains(new, id))
    };
    let mut others = (0..).zip(context.facts.iter()).filter(|(at, _)| !group.facts.contains(at));
    let is_told = others.any(|(_, fact)| is_inside(fact)) || refers_to_changes(context, old, new);
    (!is_told).then_some(missing)
}

/// Returns true if a reference inside one of two schemas has a target that may differ on the other side.
fn refers_to_changes(context: &FacetContext<'_, '_>, old: NodeId, new: NodeId) -> bool {
    let leads_to_change =
        |here: &ResolvedDescription<'_>, there: &ResolvedDescription<'_>, is_old: bool, schema: NodeId| {
            references_in(here, schema).iter().any(|&member| match here.target(member) {
                Reference::Local(target) => there.at_place_of(here, target).is_none_or(|other| {
                    let (from, to) = if is_old { (target, other) } else { (other, target) };
                    !context.sides.equal(from, to) || !references_in(here, target).is_empty()
                }),
                Reference::Missing | Reference::External => true,
            })
        };
    leads_to_change(context.sides.old, context.sides.new, true, old)
        || leads_to_change(context.sides.new, context.sides.old, false, new)
}

/// The relation of two schemas as wholes, and the part of it that facts report.
struct WholeRelation {
    relation: Relation,
    /// True if a fact reports exactly this relation.
    is_reported: bool,
    /// True if all facts are about alternatives whose values are allowed by others.
    are_all_covered: bool,
}

/// The result for a fact.
enum FactResolution {
    Kept,
    /// Kept, because it reports the relation of the schemas.
    KeptForWhole,
    /// Dropped, because it contradicts the relation or has no effect.
    Dropped,
}

impl WholeRelation {
    /// Adjusts a fact to the relation of the schemas.
    fn resolve(&self, sides: &Sides<'_>, fact: &mut Fact) -> FactResolution {
        let covered = fact.has(Qualifier::Covered);
        match (self.relation, polarity(fact)) {
            (Relation::Same, _) if covered => FactResolution::Kept,
            (Relation::Same, _) => {
                make_inert(sides, fact);
                FactResolution::Kept
            }
            (_, None | Some(Relation::Same)) => FactResolution::Kept,
            // Any further loss is a change of a referenced definition.
            (relation, written)
                if covered
                    && (written == Some(relation) || self.are_all_covered && relation == Relation::Incomparable) =>
            {
                fact.qualifiers.retain(|known| *known != Qualifier::Covered);
                FactResolution::KeptForWhole
            }
            // A covered alternative is not a separate change if other alternatives were added or removed.
            _ if covered => FactResolution::Dropped,
            (Relation::Incomparable, Some(Relation::Narrowed | Relation::Widened)) => FactResolution::KeptForWhole,
            (Relation::Narrowed, Some(Relation::Widened)) | (Relation::Widened, Some(Relation::Narrowed)) => {
                FactResolution::Dropped
            }
            // Another fact already reports the relation, and this one would be unclear alone.
            (Relation::Narrowed | Relation::Widened, Some(Relation::Unknown | Relation::Incomparable))
                if self.is_reported =>
            {
                FactResolution::Dropped
            }
            (relation, _) => {
                match &mut fact.event {
                    Event::Changed(known) => *known = relation,
                    Event::Added | Event::Removed => fact.qualifiers.retain(|known| *known != Qualifier::Overlapping),
                }
                FactResolution::KeptForWhole
            }
        }
    }
}

/// Changes a fact into one about a keyword without effect.
pub(super) fn make_inert(sides: &Sides<'_>, fact: &mut Fact) {
    // A property keeps its event, and its name is not a keyword.
    let is_property = fact.facet == Facet::Property;
    fact.facet = Facet::KeywordWithoutEffect;
    fact.event = match (fact.before, fact.after) {
        _ if is_property => fact.event,
        (DisplayValue::Nothing, after) if after != DisplayValue::Nothing => Event::Added,
        (before, DisplayValue::Nothing) if before != DisplayValue::Nothing => Event::Removed,
        _ => Event::Changed(Relation::Unknown),
    };
    if is_property {
        KnownKey::Properties.text().clone_into(&mut fact.name);
        // Without effect, it does not matter if the property was renamed.
        (fact.before, fact.after) = (DisplayValue::Nothing, DisplayValue::Nothing);
    } else if fact.name.is_empty() {
        keyword(sides, fact).clone_into(&mut fact.name);
    }
}

/// Returns the keyword that a fact is about, given its location.
fn keyword<'d>(sides: &Sides<'d>, fact: &Fact) -> &'d str {
    let named = |description: &'d ResolvedDescription<'d>, id: Option<NodeId>| {
        let arena = description.arena();
        let way = arena.ancestors(id?).take(2);
        way.map(|id| arena.key(id))
            .find(|&key| !ObjectKind::Schema.child(key).is_schema() && KnownKey::from_key(key).is_some())
    };
    let key = named(sides.new, fact.new).map(|key| sides.new.arena().keys().text(key));
    key.or_else(|| named(sides.old, fact.old).map(|key| sides.old.arena().keys().text(key))).unwrap_or("type")
}

/// Returns the relation of the values of the whole schema that a fact implies, or `None` if it implies none.
pub(super) fn polarity(fact: &Fact) -> Option<Relation> {
    let by_event = match fact.event {
        Event::Changed(relation) => relation,
        Event::Added => Relation::Widened,
        Event::Removed => Relation::Narrowed,
    };
    // The decoded content of strings and the list of properties do not determine the values as a whole.
    let is_of_parts = match fact.facet {
        Facet::Composition => fact.name.starts_with("properties"),
        Facet::Condition => fact.name == "contentSchema",
        _ => false,
    };
    match fact.facet.order() {
        FacetOrder::MoreValues => (!is_of_parts).then_some(by_event),
        FacetOrder::FewerValues => Some(by_event.mirrored()),
        FacetOrder::Unordered => None,
    }
}
