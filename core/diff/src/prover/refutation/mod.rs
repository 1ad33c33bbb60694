//! The search for a counterexample. A schema is within another one if no value matches the first and not the second.
//!
//! A question is a list of literals: schemas that a value matches or does not. Each JSON type is tried separately.
//! Literals are split into keywords (`expand`), and alternatives are tried one by one (`branch`). The remaining
//! requirements are decided by type (`numbers`, `texts`, `arrays`, `objects`). An uncertain result is `Unknown`.

mod arrays;
mod branch;
mod declared;
mod evaluated;
mod expand;
mod few;
mod finite;
mod matches;
mod meaning;
mod members;
mod numbers;
mod objects;
mod patterns;
mod texts;
mod value;

pub(crate) use self::few::enumerate_matches;
pub(crate) use self::patterns::{Walks, compile, implication, imply, is_match, matches, refuses_length};

use std::cell::Cell;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{NodeId, ResolvedDescription, TypeSet};

use self::branch::Branch;
use self::value::Value;
use super::inclusion::MAX_VALUES;
use super::types::Types;
use crate::model::{SchemaRef, Side};

/// Maximum number of steps per question before it is undecided. Questions about published descriptions take a few
/// dozen. Nearly all pairs that are hard by design take fewer than this limit.
const MAX_STEPS: usize = 400;
/// Maximum nesting depth of questions about parts of values. Deeper ones are about recursive definitions.
const MAX_DEPTH: usize = 24;
/// Maximum number of alternatives that are compared in pairs. Each pair is a separate question, and 16 alternatives
/// have 120 pairs.
const MAX_CHOICES: usize = 16;
/// Maximum number of schemas checked against single values per question. Alternatives with shared definitions can have
/// countless paths through them. This limit takes a few milliseconds; 200 values and 200 alternatives are 40,000
/// checks.
const MAX_CHECKS: usize = 100_000;

/// The result of a search for values that satisfy a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inhabitation {
    /// No value, as proved.
    Empty,
    /// At least one value.
    Inhabited,
    /// Infinitely many values.
    Infinite,
    /// An undecided search.
    Unknown,
}

impl Inhabitation {
    /// Returns true if there is certainly a value.
    pub(crate) fn is_inhabited(self) -> bool {
        matches!(self, Inhabitation::Inhabited | Inhabitation::Infinite)
    }

    /// Combines the results of two cases.
    fn or(self, other: Inhabitation) -> Inhabitation {
        match (self, other) {
            (Inhabitation::Infinite, _) | (_, Inhabitation::Infinite) => Inhabitation::Infinite,
            (Inhabitation::Inhabited, _) | (_, Inhabitation::Inhabited) => Inhabitation::Inhabited,
            (Inhabitation::Unknown, _) | (_, Inhabitation::Unknown) => Inhabitation::Unknown,
            (Inhabitation::Empty, Inhabitation::Empty) => Inhabitation::Empty,
        }
    }

    /// Returns `Unknown` instead of a non-empty result if a requirement was left out.
    fn unless(self, uncertain: bool) -> Inhabitation {
        if uncertain && self != Inhabitation::Empty { Inhabitation::Unknown } else { self }
    }
}

/// A schema (or the value of a keyword) that a value matches, or does not match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Literal {
    side: Side,
    schema: NodeId,
    negative: bool,
    /// True for the schema that is tested to be within the other. Only the names it declares are possible.
    is_from_inner: bool,
}

impl Literal {
    /// Returns this literal for another node of its description.
    fn with(self, schema: NodeId, negative: bool) -> Literal {
        Literal { schema, negative, ..self }
    }

    fn schema_ref(self) -> SchemaRef {
        (self.side, self.schema)
    }
}

/// Cached results about the values of two descriptions' schemas.
#[derive(Debug)]
pub(crate) struct Refutation<'d> {
    old: &'d ResolvedDescription<'d>,
    new: &'d ResolvedDescription<'d>,
    types: [Types<'d>; 2],
    /// Results of whole questions. Each is found independently of the others.
    answers: Table<Vec<Literal>, Inhabitation>,
    /// Results for parts of the current question.
    known: Table<Vec<Literal>, Inhabitation>,
    /// The enclosing questions of the current one.
    open: Vec<Vec<Literal>>,
    /// The outermost open question that was assumed to be empty (coinduction); `usize::MAX` for none.
    lowest_assumption: usize,
    /// Values that schemas allow, if they are few, by the nesting depth that is left.
    few_values: Table<(SchemaRef, usize), Option<Vec<Value>>>,
    /// Pairs of nodes, and true if they have the same meaning.
    alike: Table<(SchemaRef, SchemaRef), bool>,
    steps_left: usize,
    checks_left: Cell<usize>,
    walks: Walks,
    /// True if objects without requirements in the inner schema have no property that the outer one declares.
    leaves_out_declared: bool,
}

impl<'d> Refutation<'d> {
    pub(crate) fn new(old: &'d ResolvedDescription<'d>, new: &'d ResolvedDescription<'d>) -> Refutation<'d> {
        Refutation {
            old,
            new,
            types: [Types::new(old), Types::new(new)],
            answers: Table::default(),
            known: Table::default(),
            open: Vec::new(),
            lowest_assumption: usize::MAX,
            few_values: Table::default(),
            alike: Table::default(),
            steps_left: 0,
            checks_left: Cell::new(0),
            walks: Walks::of_comparison(old.bytes() + new.bytes()),
            leaves_out_declared: false,
        }
    }

    /// Returns the state transitions that are left for patterns.
    pub(crate) fn walks(&self) -> Walks {
        self.walks.clone()
    }

    /// Searches for a value that matches all of `inner` and not `outer`.
    pub(crate) fn find_counterexample(&mut self, (side, schemas): (Side, &[NodeId]), outer: SchemaRef) -> Inhabitation {
        let given = schemas.iter().map(|&schema| Literal { side, schema, negative: false, is_from_inner: true });
        let against = Literal { side: outer.0, schema: outer.1, negative: true, is_from_inner: false };
        self.answer(order::sorted_unique(given.chain([against])))
    }

    /// Searches for a value that matches a schema.
    pub(crate) fn find_value(&mut self, (side, schema): SchemaRef) -> Inhabitation {
        self.answer(vec![Literal { side, schema, negative: false, is_from_inner: true }])
    }

    fn answer(&mut self, question: Vec<Literal>) -> Inhabitation {
        if let Some(&known) = self.answers.get(&question) {
            return known;
        }
        let answer = self.decide_question(question.clone());
        self.answers.insert(question, answer);
        answer
    }

    /// Searches for a value that matches `inner` and not `outer`, without properties that only `outer` declares.
    pub(crate) fn find_counterexample_as_declared(&mut self, inner: SchemaRef, outer: SchemaRef) -> Inhabitation {
        self.leaves_out_declared = true;
        let given = Literal { side: inner.0, schema: inner.1, negative: false, is_from_inner: true };
        let against = Literal { side: outer.0, schema: outer.1, negative: true, is_from_inner: false };
        let answer = self.decide_question(vec![given, against]);
        self.leaves_out_declared = false;
        answer
    }

    /// Searches for a value that matches `inner` and none of `choices`. If `one` is set, a value that matches two of
    /// them is a counterexample too.
    pub(crate) fn find_counterexample_to_choices(
        &mut self,
        inner: SchemaRef,
        (side, choices): (Side, &[NodeId]),
        one: bool,
    ) -> Inhabitation {
        if choices.len() > MAX_CHOICES {
            return Inhabitation::Unknown;
        }
        let given = Literal { side: inner.0, schema: inner.1, negative: false, is_from_inner: true };
        let choice = |negative| move |&schema: &NodeId| Literal { side, schema, negative, is_from_inner: false };
        let none: Vec<Literal> = std::iter::once(given).chain(choices.iter().map(choice(true))).list();
        let mut answer = self.decide_question(none);
        let rest = |at| choices.get(at + 1..).unwrap_or_default();
        let pairs = choices.iter().enumerate().flat_map(|(at, left)| rest(at).iter().map(move |right| (left, right)));
        for (left, right) in pairs.filter(|_| one) {
            if answer != Inhabitation::Empty {
                break;
            }
            answer = self.decide_question(vec![given, choice(false)(left), choice(false)(right)]);
        }
        answer
    }

    /// Returns the alternatives that certainly match a value of a schema together with another one.
    pub(crate) fn find_choices_matched_twice(
        &mut self,
        values: SchemaRef,
        (side, choices): (Side, &[NodeId]),
    ) -> Vec<NodeId> {
        let given = Literal { side: values.0, schema: values.1, negative: false, is_from_inner: true };
        let choice = |schema: NodeId| Literal { side, schema, negative: false, is_from_inner: false };
        let mut found = Vec::new();
        for (at, &one) in choices.iter().enumerate().take(MAX_CHOICES) {
            for &other in choices.iter().take(MAX_CHOICES).skip(at + 1) {
                if self.decide_question(vec![given, choice(one), choice(other)]).is_inhabited() {
                    found.extend([one, other]);
                }
            }
        }
        order::sorted_unique(found)
    }

    fn decide_question(&mut self, question: Vec<Literal>) -> Inhabitation {
        self.steps_left = MAX_STEPS;
        self.checks_left.set(MAX_CHECKS);
        self.known.clear();
        self.open.clear();
        self.lowest_assumption = usize::MAX;
        self.decide_part(question)
    }

    fn description(&self, side: Side) -> &'d ResolvedDescription<'d> {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }

    /// Returns the types that the schemas of one side allow.
    pub(crate) fn types_of(&mut self, side: Side) -> &mut Types<'d> {
        let [old, new] = &mut self.types;
        if side == Side::Old { old } else { new }
    }

    fn types(&mut self, (side, schema): SchemaRef) -> TypeSet {
        self.types_of(side).allowed(Some(schema))
    }

    /// Takes a step. Returns false if none is left.
    fn spend(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        self.steps_left > 0
    }

    /// Counts a check of a single value. Returns `None` if there were too many.
    fn check(&self) -> Option<()> {
        self.checks_left.get().checked_sub(1).map(|left| self.checks_left.set(left))
    }

    /// Decides if a value satisfies all literals.
    fn decide_part(&mut self, literals: Vec<Literal>) -> Inhabitation {
        // Depth: `MAX_DEPTH` open questions.
        let question = order::sorted_unique(literals);
        if let Some(&known) = self.known.get(&question) {
            return known;
        }
        if let Some(at) = self.open.iter().position(|open| *open == question) {
            // The question was reached through a part of a value, and no value is part of itself.
            self.lowest_assumption = self.lowest_assumption.min(at);
            return Inhabitation::Empty;
        }
        if self.open.len() >= MAX_DEPTH || !self.spend() {
            return Inhabitation::Unknown;
        }
        let here = self.open.len();
        let leaned_before = std::mem::replace(&mut self.lowest_assumption, usize::MAX);
        self.open.push(question.clone());
        let answer = self.decide(&question);
        self.open.pop();
        if self.lowest_assumption >= here {
            // The result does not depend on a question that is still open.
            self.lowest_assumption = usize::MAX;
        }
        if answer != Inhabitation::Empty || self.lowest_assumption == usize::MAX {
            self.known.insert(question, answer);
        }
        self.lowest_assumption = self.lowest_assumption.min(leaned_before);
        answer
    }

    fn decide(&mut self, literals: &[Literal]) -> Inhabitation {
        let is_positive = |one: &&Literal| !one.negative;
        for &one in literals.iter().filter(is_positive) {
            for &other in literals.iter().filter(|other| other.negative) {
                if self.are_alike(one.schema_ref(), other.schema_ref()) {
                    return Inhabitation::Empty;
                }
            }
        }
        if let Some(values) = self.values_of(literals) {
            let answer = self.any_meets(&values, literals);
            // No value is certain to have a format, but the search also knows formats that both sides have. It splits
            // lists, so long ones stay undecided.
            if answer != Inhabitation::Unknown || values.len() > MAX_VALUES {
                return answer;
            }
        }
        let mut types = TypeSet::ANY;
        for literal in literals.iter().filter(is_positive) {
            types = types.and(self.types(literal.schema_ref()));
        }
        let declared = if types.meets(TypeSet::OBJECT) { self.declared(literals) } else { None };
        let mut answer = Inhabitation::Empty;
        for kind in types.kinds() {
            // All numbers are decided together. Keywords in the branch restrict them to integers.
            let kind = if kind.meets(TypeSet::NUMBER) { TypeSet::NUMBER } else { kind };
            let branch = Branch::new(kind, literals, declared.clone());
            answer = answer.or(self.solve(branch));
            if answer == Inhabitation::Infinite {
                break;
            }
        }
        answer
    }
}

#[cfg(test)]
mod tests;
