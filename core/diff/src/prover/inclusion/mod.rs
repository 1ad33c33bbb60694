//! Proves that every value allowed by one schema is allowed by another. This decides compositions.
//!
//! A proof is searched keyword by keyword; `false` means that none was found. If a pair is reached again during its own
//! proof, it is treated as proved (coinduction). This requires that the cycle leads into a part of the value, or only
//! through equal JSON. So schemas may be recursive, and each pair is proved once.

mod apart;
mod choices;
mod closing;
mod equal_texts;
mod keywords;
mod parts;

pub(crate) use self::closing::{PropertyEvaluators, listed_by, property_evaluators};

use std::rc::Rc;

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::conjuncts::{Conjuncts, ignores_siblings, is_note};
use waybill_openapi::internal::{KnownKey, NodeId, Reference, ResolvedDescription, TypeSet};

use self::apart::Distinctions;
use super::refutation::{Inhabitation, Refutation, Walks};
use super::types::Types;
use crate::model::{Relation, SchemaRef, Side};

/// Maximum number of pairs per question before it is undecided. Alternatives are compared with alternatives, so their
/// pairs multiply. This limit takes a few milliseconds.
const MAX_STEPS: usize = 2000;
/// Number of pairs per question before a counterexample is searched. Most proofs need fewer.
const FEW_STEPS: usize = 100;
/// Number of objects that apply together and cost as much as one more pair. Each of them is compared with all parts of a pair.
const OBJECTS_OF_A_STEP: usize = 8;
/// Number of steps beyond the first few, for all questions together. In a cycle of composed schemas, each question needs as many
/// steps as it may take. When these are used up, questions get a few steps only, so that the cost stays linear.
const FURTHER_STEPS: usize = 50_000;
/// Maximum nesting depth of the pairs of one question. Each level uses stack space and is compared with all enclosing
/// levels.
const MAX_DEPTH: usize = 48;
/// Maximum number of listed values that are proved one by one.
pub(super) const MAX_VALUES: usize = 50;

/// Schemas of one description that all apply.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Premises {
    side: Side,
    schemas: Vec<NodeId>,
    /// The lists of alternatives from which one has been selected.
    chosen_lists: Vec<NodeId>,
    /// The types of the values under consideration.
    types: TypeSet,
    /// The single value under consideration, out of an `enum`.
    assumed_value: Option<NodeId>,
    /// The lists of alternatives that are not part of the premises.
    omitted_lists: Vec<NodeId>,
}

impl Premises {
    /// Creates premises from schemas alone.
    fn new(side: Side, schemas: Vec<NodeId>) -> Premises {
        Premises {
            side,
            schemas,
            chosen_lists: Vec::new(),
            types: TypeSet::ANY,
            assumed_value: None,
            omitted_lists: Vec::new(),
        }
    }
}

type Question = (Rc<Premises>, SchemaRef, bool);

/// The step from one question to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// A step to the same value.
    Same,
    /// A step to a property or an element of the value.
    Inside,
    /// A step to the targets of equal references in equal JSON.
    Text,
}

/// Cached proofs about two descriptions.
#[derive(Debug)]
pub(crate) struct SubschemaProver<'d> {
    old: &'d ResolvedDescription<'d>,
    new: &'d ResolvedDescription<'d>,
    /// Conjuncts of schemas.
    opened: Table<SchemaRef, Rc<Conjuncts>>,
    /// Conjuncts of several schemas, for the current question.
    opened_together: Table<(Side, Vec<NodeId>), Rc<Conjuncts>>,
    /// Distinguishing features of schemas.
    distinctions: Table<SchemaRef, Rc<Distinctions>>,
    /// True for lists whose alternatives are distinguished by values.
    lists_of_distinct_choices: Table<SchemaRef, bool>,
    /// True for alternatives that may have a value in common with another one of their list.
    overlapping: Table<SchemaRef, bool>,
    /// The search for counterexamples, used if no proof by keywords is found.
    refutation: Refutation<'d>,
    /// Results of whole questions. Each is found independently of the others, so the results do not depend on the order
    /// of questions or sides.
    answers: Table<Question, bool>,
    /// Results for parts of the current question; `None` for invalidated proofs.
    known: Table<Question, Option<bool>>,
    /// Proofs in the order they were found. A failed proof invalidates those found during its search.
    trail: Vec<Question>,
    open: Vec<(Question, Step)>,
    /// The step that leads to the next question.
    step: Step,
    steps_left: usize,
    /// Number of steps beyond the first few that are left for all questions.
    further_steps: usize,
    #[cfg(test)]
    steps_made: usize,
    /// True if annotations (`default`, `readOnly`, `x-` ...) have to be equal as well.
    compare_annotations: bool,
}

impl<'d> SubschemaProver<'d> {
    pub(crate) fn new(old: &'d ResolvedDescription<'d>, new: &'d ResolvedDescription<'d>) -> SubschemaProver<'d> {
        SubschemaProver {
            old,
            new,
            opened: Table::default(),
            opened_together: Table::default(),
            distinctions: Table::default(),
            lists_of_distinct_choices: Table::default(),
            overlapping: Table::default(),
            refutation: Refutation::new(old, new),
            answers: Table::default(),
            known: Table::default(),
            trail: Vec::new(),
            open: Vec::new(),
            step: Step::Same,
            steps_left: 0,
            further_steps: FURTHER_STEPS,
            #[cfg(test)]
            steps_made: 0,
            compare_annotations: false,
        }
    }

    /// Returns true if every value of `inner` is proved to be allowed by `outer`.
    pub(crate) fn within(&mut self, inner: SchemaRef, outer: SchemaRef) -> bool {
        self.are_within((inner.0, &[inner.1]), outer)
    }

    /// Returns true if every value that all of `inner` allow is proved to be allowed by `outer`.
    pub(crate) fn are_within(&mut self, inner: (Side, &[NodeId]), outer: SchemaRef) -> bool {
        match self.prove_all_in_few_steps(inner, outer) {
            Some(proved) => proved || self.find_counterexample(inner, outer) == Inhabitation::Empty,
            // A long search is useless if there is a counterexample.
            None => match self.find_counterexample(inner, outer) {
                Inhabitation::Empty => true,
                Inhabitation::Inhabited | Inhabitation::Infinite => false,
                Inhabitation::Unknown => self.prove_all_within(inner, outer, false),
            },
        }
    }

    /// Returns true if `outer` is proved to allow every value of `inner` without properties that only `outer` declares.
    pub(crate) fn within_as_declared(&mut self, inner: SchemaRef, outer: SchemaRef) -> bool {
        self.refutation.find_counterexample_as_declared(inner, outer) == Inhabitation::Empty
    }

    /// Returns true if every value of `inner` is proved to match one of `choices`. If `one` is set, it must match
    /// exactly one.
    pub(crate) fn meet_choices(&mut self, inner: SchemaRef, choices: (Side, &[NodeId]), one: bool) -> bool {
        self.refutation.find_counterexample_to_choices(inner, choices, one) == Inhabitation::Empty
    }

    /// Returns the alternatives that certainly match a value of a schema together with another one.
    pub(crate) fn choices_matched_twice(&mut self, values: SchemaRef, choices: (Side, &[NodeId])) -> Vec<NodeId> {
        self.refutation.find_choices_matched_twice(values, choices)
    }

    /// Returns true if a schema is proved to allow no value.
    pub(crate) fn is_empty(&mut self, schema: SchemaRef) -> bool {
        self.refutation.find_value(schema) == Inhabitation::Empty
    }

    /// Returns true if every value of `inner` is proved, by keywords alone, to be allowed by `outer`. Does not search
    /// for counterexamples.
    pub(crate) fn proves_by_keywords(&mut self, inner: SchemaRef, outer: SchemaRef) -> bool {
        self.prove_all_within((inner.0, &[inner.1]), outer, false)
    }

    /// Searches for a value that matches all of `inner` and not `outer`.
    fn find_counterexample(&mut self, inner: (Side, &[NodeId]), outer: SchemaRef) -> Inhabitation {
        self.refutation.find_counterexample(inner, outer)
    }

    /// Returns true if the two schemas are proved to mean the same, except for documentation.
    pub(crate) fn are_equivalent(&mut self, old: NodeId, new: NodeId) -> bool {
        self.prove_within((Side::Old, old), (Side::New, new), true)
            && self.prove_within((Side::New, new), (Side::Old, old), true)
    }

    /// Returns the relation of the new schema's values to the old one's, or `Unknown` if it is not proved.
    pub(crate) fn relation(&mut self, old: NodeId, new: NodeId) -> Relation {
        let narrowed = self.within((Side::New, new), (Side::Old, old));
        let widened = self.within((Side::Old, old), (Side::New, new));
        match (narrowed, widened) {
            (false, false) if self.are_disjoint((Side::Old, old), (Side::New, new)) => Relation::Incomparable,
            (false, false) => self.certain_relation(old, new).unwrap_or(Relation::Unknown),
            (new_in_old, old_in_new) => Relation::from_inclusions(new_in_old, old_in_new),
        }
    }

    /// Returns the relation of the two schemas if both inclusions are proved or refuted, and `None` otherwise.
    pub(crate) fn certain_relation(&mut self, old: NodeId, new: NodeId) -> Option<Relation> {
        let mut is_within = |inner: SchemaRef, outer: SchemaRef| match self
            .refutation
            .find_counterexample((inner.0, &[inner.1]), outer)
        {
            Inhabitation::Empty => Some(true),
            Inhabitation::Inhabited | Inhabitation::Infinite => Some(false),
            Inhabitation::Unknown => self.proves_by_keywords(inner, outer).then_some(true),
        };
        let narrowed = is_within((Side::New, new), (Side::Old, old))?;
        Some(Relation::from_inclusions(narrowed, is_within((Side::Old, old), (Side::New, new))?))
    }

    /// Returns the relation of the values that all of `all_new` allow to those that all of `all_old` allow. Returns
    /// `Unknown` if it is not proved.
    pub(crate) fn relation_of_all(&mut self, all_old: &[NodeId], all_new: &[NodeId]) -> Relation {
        let narrowed = all_old.iter().all(|&old| self.are_within((Side::New, all_new), (Side::Old, old)));
        let widened = all_new.iter().all(|&new| self.are_within((Side::Old, all_old), (Side::New, new)));
        if narrowed || widened { Relation::from_inclusions(narrowed, widened) } else { Relation::Unknown }
    }

    fn prove_within(&mut self, inner: SchemaRef, outer: SchemaRef, exact: bool) -> bool {
        self.prove_all_within((inner.0, &[inner.1]), outer, exact)
    }

    fn prove_all_within(&mut self, inner: (Side, &[NodeId]), outer: SchemaRef, exact: bool) -> bool {
        let question = self.question(inner, outer, exact);
        if let Some(&known) = self.answers.get(&question) {
            return known;
        }
        let steps = if self.further_steps > 0 { MAX_STEPS } else { FEW_STEPS };
        let proved = self.search_proof(&question, steps);
        let further = (steps - self.steps_left).saturating_sub(FEW_STEPS);
        self.further_steps = self.further_steps.saturating_sub(further);
        self.answers.insert(question, proved);
        proved
    }

    /// Searches a proof by keywords, in a few steps only. Returns `None` if they do not decide the question.
    fn prove_all_in_few_steps(&mut self, inner: (Side, &[NodeId]), outer: SchemaRef) -> Option<bool> {
        let question = self.question(inner, outer, false);
        if let Some(&known) = self.answers.get(&question) {
            return Some(known);
        }
        let proved = self.search_proof(&question, FEW_STEPS);
        if !proved && self.steps_left == 0 {
            return None;
        }
        self.answers.insert(question, proved);
        Some(proved)
    }

    /// Returns the question if one schema allows all values of others. Bare references are replaced by their targets, so that
    /// more questions are equal.
    fn question(&self, (side, schemas): (Side, &[NodeId]), outer: SchemaRef, exact: bool) -> Question {
        let schemas = schemas.iter().map(|&schema| self.described_by((side, schema))).collect();
        (Rc::new(Premises::new(side, schemas)), (outer.0, self.described_by(outer)), exact)
    }

    /// Searches a proof by keywords in a number of steps.
    fn search_proof(&mut self, (premises, goal, exact): &Question, steps: usize) -> bool {
        (self.steps_left, self.compare_annotations) = (steps, *exact);
        self.open.clear();
        self.step = Step::Same;
        self.trail.clear();
        self.known.clear();
        self.opened_together.clear();
        let proved = self.prove_goal(premises, *goal);
        self.compare_annotations = false;
        #[cfg(test)]
        {
            self.steps_made += steps - self.steps_left;
        }
        proved
    }

    /// Returns the target of a bare reference, or else the schema itself.
    fn described_by(&self, (side, schema): SchemaRef) -> NodeId {
        let description = self.description(side);
        let arena = description.arena();
        let is_bare = ignores_siblings(description)
            || arena.children(schema).all(|id| arena.key(id) == KnownKey::Ref.key() || is_note(description, id));
        match description.reference(schema) {
            Some(Reference::Local(target)) if is_bare => target,
            _ => schema,
        }
    }

    fn description(&self, side: Side) -> &'d ResolvedDescription<'d> {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }

    /// Returns the conjuncts of a schema, following references.
    pub(crate) fn conjuncts(&mut self, (side, schema): SchemaRef) -> Rc<Conjuncts> {
        self.opened(side, &[schema])
    }

    /// Returns the conjuncts of schemas, following references.
    fn opened(&mut self, side: Side, schemas: &[NodeId]) -> Rc<Conjuncts> {
        let [schema] = *schemas else {
            let key = (side, schemas.to_vec());
            if let Some(known) = self.opened_together.get(&key) {
                return Rc::clone(known);
            }
            let opened = Rc::new(Conjuncts::opened(self.description(side), schemas));
            self.steps_left = self.steps_left.saturating_sub(opened.objects.len() / OBJECTS_OF_A_STEP);
            self.opened_together.insert(key, Rc::clone(&opened));
            return opened;
        };
        if let Some(known) = self.opened.get(&(side, schema)) {
            return Rc::clone(known);
        }
        let opened = Rc::new(Conjuncts::opened(self.description(side), schemas));
        self.opened.insert((side, schema), Rc::clone(&opened));
        opened
    }

    /// Returns the state transitions that are left for patterns.
    pub(crate) fn walks(&self) -> Walks {
        self.refutation.walks()
    }

    /// Returns the types that the schemas of one side allow.
    pub(crate) fn types_of(&mut self, side: Side) -> &mut Types<'d> {
        self.refutation.types_of(side)
    }

    fn types(&mut self, side: Side, schemas: &[NodeId]) -> TypeSet {
        let types = self.types_of(side);
        schemas.iter().fold(TypeSet::ANY, |all, &schema| all.and(types.allowed(Some(schema))))
    }

    fn surely_allows_null(&mut self, (side, schema): SchemaRef) -> bool {
        self.types_of(side).surely_allows_null(schema)
    }

    /// Returns true if the premises imply `goal`.
    fn prove_goal(&mut self, given: &Premises, goal: SchemaRef) -> bool {
        // Depth: `MAX_DEPTH` open questions.
        if given.side == goal.0 && given.omitted_lists.is_empty() && given.schemas.contains(&goal.1) {
            return true;
        }
        let step = std::mem::replace(&mut self.step, Step::Same);
        if self.are_equal_without_references(given, goal) {
            return true;
        }
        let question = (Rc::new(given.clone()), goal, self.compare_annotations);
        if let Some(&Some(known)) = self.known.get(&question) {
            return known;
        }
        if let Some(at) = self.open.iter().position(|(open, _)| open.1 == goal && *open == question) {
            let way = || self.open.iter().skip(at + 1).map(|(_, step)| *step).chain([step]);
            return way().any(|step| step == Step::Inside) || way().all(|step| step == Step::Text);
        }
        if self.steps_left == 0 || self.open.len() >= MAX_DEPTH {
            return false;
        }
        self.steps_left -= 1;
        let found_before = self.trail.len();
        self.open.push((question.clone(), step));
        let proved = self.equal_texts(given, goal)
            || self.prove(given, goal)
            || (!self.compare_annotations && self.by_cases(given, goal));
        self.open.pop();
        if proved {
            self.trail.push(question.clone());
        } else {
            for fallen in self.trail.drain(found_before..) {
                self.known.insert(fallen, None);
            }
            if self.steps_left == 0 {
                return false;
            }
        }
        self.known.insert(question, Some(proved));
        proved
    }

    /// Returns the listed values of the premises, if they are few and none has been selected.
    fn listed_values(&mut self, given: &Premises) -> Vec<NodeId> {
        let arena = self.description(given.side).arena();
        let opened = self.opened(given.side, &given.schemas);
        let list = opened.objects.iter().find_map(|&object| arena.member(object, KnownKey::Enum));
        let values: Vec<NodeId> = list.into_iter().flat_map(|list| arena.children(list)).list();
        if given.assumed_value.is_some() || values.len() > MAX_VALUES { Vec::new() } else { values }
    }

    /// Splits the premises by type, value or alternative. Each case has to imply the goal.
    fn by_cases(&mut self, given: &Premises, goal: SchemaRef) -> bool {
        let types = self.types(given.side, &given.schemas).and(given.types);
        if types.meets(TypeSet::NULL) && !self.surely_allows_null(goal) {
            // Null is allowed independently of the alternatives beside it.
            return false;
        }
        let kinds = types.kinds();
        let arena = self.description(goal.0).arena();
        let asks = |object, key| arena.member(object, key).is_some();
        let opened = self.opened(goal.0, &[goal.1]);
        if opened.objects.iter().any(|&object| asks(object, KnownKey::AnyOf) || asks(object, KnownKey::OneOf)) {
            let values = self.listed_values(given);
            if kinds.len() > 1
                && kinds.into_iter().all(|types| self.prove_goal(&Premises { types, ..given.clone() }, goal))
                || !values.is_empty()
                    && values.into_iter().all(|value| self.prove_goal(&assume_value(given, value), goal))
            {
                return true;
            }
        }
        let description = self.description(given.side);
        let arena = description.arena();
        let opened = self.opened(given.side, &given.schemas);
        let lists = opened.objects.iter().flat_map(|&object| description.alternative_lists(object));
        let lists: Vec<NodeId> = lists.filter(|list| !given.chosen_lists.contains(list)).list();
        lists.into_iter().take(2).any(|list| {
            arena.children(list).all(|alternative| {
                let mut given = given.clone();
                given.chosen_lists.push(list);
                given.schemas.push(alternative);
                self.prove_goal(&given, goal)
            })
        })
    }
}

/// Restricts the premises to one value.
fn assume_value(given: &Premises, value: NodeId) -> Premises {
    Premises { assumed_value: Some(value), ..given.clone() }
}

/// Returns the `$ref` members inside a value.
pub(crate) fn references_in<'d>(description: &'d ResolvedDescription<'_>, id: NodeId) -> &'d [NodeId] {
    let (all, end) = (description.references(), description.arena().after(id));
    let from = all.partition_point(|&member| member < id);
    let to = all.partition_point(|&member| member < end);
    all.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{FEW_STEPS, FURTHER_STEPS, MAX_STEPS, Side, SubschemaProver};
    use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, resolved};
    use waybill_openapi::{Limits, Loader};

    /// Returns true if the values of component `A` in one description are proved to be allowed by `A` in another.
    fn within(inner: &str, outer: &str) -> bool {
        let [old, new] = [inner, outer].map(|schema| {
            let head = r#""openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}"#;
            let text = format!(r#"{{{head}, "components": {{"schemas": {{"A": {schema}}}}}}}"#);
            Loader::new("a", text.into_bytes(), &Limits::default()).unwrap().finish()
        });
        let component = |description: &ResolvedDescription<'_>| {
            let arena = description.arena();
            let schemas =
                arena.member(arena.member(NodeId::ROOT, KnownKey::Components).unwrap(), KnownKey::Schemas).unwrap();
            arena.children(schemas).next().unwrap()
        };
        let (inner, outer) = ((Side::Old, component(resolved(&old))), (Side::New, component(resolved(&new))));
        SubschemaProver::new(resolved(&old), resolved(&new)).within(inner, outer)
    }

    /// Returns the number of steps for the relations of all components of two descriptions. In a cycle of this many components,
    /// each extends another one and has properties of some others. One property of one component changes.
    fn steps_in_cycle(size: usize) -> usize {
        let refer = |at: usize| format!(r##"{{"$ref": "#/components/schemas/S{}"}}"##, at % size);
        let [old, new] = ["string", "integer"].map(|changed| {
            let component = |at: usize| {
                let kind = if at == 7 { changed } else { "string" };
                let properties = (0..4)
                    .map(|way| format!(r#""p{way}": {}"#, refer(at * (way + 2) + 1)))
                    .collect::<Vec<_>>()
                    .join(", ");
                format!(
                    r#""S{at}": {{"allOf": [{}, {{"properties": {{{properties}, "leaf": {{"type": "{kind}"}}}}}}]}}"#,
                    refer(at * 3 + 5)
                )
            };
            let components = (0..size).map(component).collect::<Vec<_>>().join(", ");
            let text = format!(r#"{{"openapi": "3.0.3", "components": {{"schemas": {{{components}}}}}}}"#);
            Loader::new("a", text.into_bytes(), &Limits::default()).unwrap().finish()
        });
        let mut prover = SubschemaProver::new(resolved(&old), resolved(&new));
        for at in 0..size {
            let component = |description: &ResolvedDescription<'_>| {
                description.at_pointer(&format!("/components/schemas/S{at}")).unwrap()
            };
            prover.relation(component(resolved(&old)), component(resolved(&new)));
        }
        prover.steps_made
    }

    #[test]
    fn steps_in_cycles_of_extended_schemas_are_linear() {
        for size in [40, 80] {
            let steps = steps_in_cycle(size);
            // Each relation is two questions, and each of them is asked twice.
            let most = FURTHER_STEPS + MAX_STEPS + 4 * size * FEW_STEPS;
            assert!(steps <= most, "{size}: {steps} of {most}");
        }
    }

    #[test]
    fn schema_that_lists_itself_as_alternative_proves_nothing() {
        let given = r#"{"type": "object", "required": ["a"]}"#;
        for name in ["anyOf", "oneOf"] {
            let itself = r##"{"$ref": "#/components/schemas/A"}"##;
            let goal = |choice: &str| format!(r#"{{"type": "object", "{name}": [{itself}, {choice}]}}"#);
            assert!(!within(given, &goal(r#"{"required": ["b"]}"#)), "{name}");
        }
    }

    #[test]
    fn a_schema_that_holds_itself_is_proved_once_around() {
        let node = |also: &str| {
            let next = r##"{"next": {"$ref": "#/components/schemas/A"}}"##;
            format!(r#"{{"type": "object", {also} "properties": {next}}}"#)
        };
        let (open, closed) = (node(""), node(r#""additionalProperties": false,"#));
        assert!(within(&closed, &open));
        assert!(!within(&open, &closed));
    }
}
