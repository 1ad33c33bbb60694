//! A decision procedure for schemas: one is within another if no value meets the first and not the second.
//!
//! A question is a list of literals, schemas to be met or not. Each JSON type is tried by itself: literals are taken apart
//! into keywords (`expand`), alternatives are tried one by one (`branch`), and what is left says of a shape whether it has
//! values (`numbers`, `texts`, `arrays`, `objects`). What is not certain is `Unknown`.

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

pub(in crate::diff) use self::few::few;
pub(in crate::diff) use self::patterns::{imply, matches, refuses_length};

use self::branch::Branch;
use super::types::Types;
use crate::diff::model::{SchemaRef, Side};
use crate::openapi::{Description, TypeSet};
use crate::order::{self, Listed as _};
use crate::table::Table;
use crate::tree::NodeId;

/// How many steps one question may take before it counts as undecided: the questions of published descriptions take a few
/// dozen, and nearly all pairs that are hard by design fewer than this.
const MAX_STEPS: usize = 400;
/// How deep questions about parts of values may be in one another: deeper ones are about definitions that hold themselves.
const MAX_DEPTH: usize = 24;
/// How many alternatives are asked about in pairs.
const MAX_CHOICES: usize = 16;

/// Whether a question has values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// No value, which is proved.
    Empty,
    /// Surely one.
    Some,
    /// Surely more than can be counted.
    Many,
    /// Nobody knows.
    Unknown,
}

impl Answer {
    /// Whether there surely is a value.
    pub(crate) fn is_inhabited(self) -> bool {
        matches!(self, Answer::Some | Answer::Many)
    }

    /// What follows of one case and another.
    fn or(self, other: Answer) -> Answer {
        match (self, other) {
            (Answer::Many, _) | (_, Answer::Many) => Answer::Many,
            (Answer::Some, _) | (_, Answer::Some) => Answer::Some,
            (Answer::Unknown, _) | (_, Answer::Unknown) => Answer::Unknown,
            (Answer::Empty, Answer::Empty) => Answer::Empty,
        }
    }

    /// The same where some demand was left out: then values there may be none.
    fn unless(self, uncertain: bool) -> Answer {
        if uncertain && self != Answer::Empty { Answer::Unknown } else { self }
    }
}

/// A schema (or the value of a keyword) that is to be met, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Literal {
    side: Side,
    schema: NodeId,
    negative: bool,
    /// Whether it is of the schema that is asked to be within the other: the names it declares are all there are.
    inner: bool,
}

impl Literal {
    /// What it says of another node of its description: the same, or the opposite.
    fn with(self, schema: NodeId, negative: bool) -> Literal {
        Literal { schema, negative, ..self }
    }

    fn at(self) -> SchemaRef {
        (self.side, self.schema)
    }
}

/// What is known about the values of two descriptions' schemas.
#[derive(Debug)]
pub(crate) struct Refutation<'d> {
    old: &'d Description<'d>,
    new: &'d Description<'d>,
    types: [Types<'d>; 2],
    /// The answers to whole questions; each is found without looking at the others.
    answers: Table<Vec<Literal>, Answer>,
    /// Those to the parts of the question at hand.
    known: Table<Vec<Literal>, Answer>,
    /// The questions the one at hand is a part of.
    open: Vec<Vec<Literal>>,
    /// The outermost of them whose answer was taken for granted.
    leaned_on: usize,
    /// Nodes that are known to mean the same.
    alike: Table<(SchemaRef, SchemaRef), bool>,
    steps_left: usize,
    /// Whether objects of which the inner schema says nothing hold no property that the outer one declares.
    leaves_out_declared: bool,
}

impl<'d> Refutation<'d> {
    pub(crate) fn new(old: &'d Description<'d>, new: &'d Description<'d>) -> Refutation<'d> {
        Refutation {
            old,
            new,
            types: [Types::new(old), Types::new(new)],
            answers: Table::default(),
            known: Table::default(),
            open: Vec::new(),
            leaned_on: usize::MAX,
            alike: Table::default(),
            steps_left: 0,
            leaves_out_declared: false,
        }
    }

    /// Whether some value meets all of `inner` and not `outer`.
    pub(crate) fn beyond(&mut self, (side, schemas): (Side, &[NodeId]), outer: SchemaRef) -> Answer {
        let given = schemas.iter().map(|&schema| Literal { side, schema, negative: false, inner: true });
        let against = Literal { side: outer.0, schema: outer.1, negative: true, inner: false };
        let question = order::set(given.chain([against]));
        if let Some(&known) = self.answers.get(&question) {
            return known;
        }
        let answer = self.ask_anew(question.clone());
        self.answers.insert(question, answer);
        answer
    }

    /// Whether some value meets a schema.
    pub(crate) fn values(&mut self, (side, schema): SchemaRef) -> Answer {
        self.ask_anew(vec![Literal { side, schema, negative: false, inner: true }])
    }

    /// Whether some value that holds no property which `outer` alone declares meets `inner` and not `outer`.
    pub(crate) fn beyond_as_declared(&mut self, inner: SchemaRef, outer: SchemaRef) -> Answer {
        self.leaves_out_declared = true;
        let given = Literal { side: inner.0, schema: inner.1, negative: false, inner: true };
        let against = Literal { side: outer.0, schema: outer.1, negative: true, inner: false };
        let answer = self.ask_anew(vec![given, against]);
        self.leaves_out_declared = false;
        answer
    }

    /// Whether some value meets `inner` and none of `choices`, or two of them where it may meet `one` alone.
    pub(crate) fn beyond_choices(&mut self, inner: SchemaRef, (side, choices): (Side, &[NodeId]), one: bool) -> Answer {
        if choices.len() > MAX_CHOICES {
            return Answer::Unknown;
        }
        let given = Literal { side: inner.0, schema: inner.1, negative: false, inner: true };
        let choice = |negative| move |&schema: &NodeId| Literal { side, schema, negative, inner: false };
        let none: Vec<Literal> = std::iter::once(given).chain(choices.iter().map(choice(true))).list();
        let mut answer = self.ask_anew(none);
        let rest = |at| choices.get(at + 1..).unwrap_or_default();
        let pairs = choices.iter().enumerate().flat_map(|(at, left)| rest(at).iter().map(move |right| (left, right)));
        for (left, right) in pairs.filter(|_| one) {
            if answer != Answer::Empty {
                break;
            }
            answer = self.ask_anew(vec![given, choice(false)(left), choice(false)(right)]);
        }
        answer
    }

    fn ask_anew(&mut self, question: Vec<Literal>) -> Answer {
        self.steps_left = MAX_STEPS;
        self.known.clear();
        self.open.clear();
        self.leaned_on = usize::MAX;
        self.ask(question)
    }

    fn description(&self, side: Side) -> &'d Description<'d> {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }

    /// The types that the schemas of one side allow.
    pub(crate) fn types_of(&mut self, side: Side) -> &mut Types<'d> {
        let [old, new] = &mut self.types;
        if side == Side::Old { old } else { new }
    }

    fn types(&mut self, (side, schema): SchemaRef) -> TypeSet {
        self.types_of(side).allowed(Some(schema))
    }

    /// Takes a step; `false` where there are none left.
    fn spend(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        self.steps_left > 0
    }

    /// Whether some value meets all literals.
    fn ask(&mut self, literals: Vec<Literal>) -> Answer {
        let question = order::set(literals);
        if let Some(&known) = self.known.get(&question) {
            return known;
        }
        if let Some(at) = self.open.iter().position(|open| *open == question) {
            // Reached through a part of a value: one that is its own part is none.
            self.leaned_on = self.leaned_on.min(at);
            return Answer::Empty;
        }
        if self.open.len() >= MAX_DEPTH || !self.spend() {
            return Answer::Unknown;
        }
        let here = self.open.len();
        let leaned_before = std::mem::replace(&mut self.leaned_on, usize::MAX);
        self.open.push(question.clone());
        let answer = self.decide(&question);
        self.open.pop();
        if self.leaned_on >= here {
            // It leans on nothing that is still open.
            self.leaned_on = usize::MAX;
        }
        if answer != Answer::Empty || self.leaned_on == usize::MAX {
            self.known.insert(question, answer);
        }
        self.leaned_on = self.leaned_on.min(leaned_before);
        answer
    }

    fn decide(&mut self, literals: &[Literal]) -> Answer {
        let opposed = |one: &&Literal| !one.negative;
        for &one in literals.iter().filter(opposed) {
            for &other in literals.iter().filter(|other| other.negative) {
                if self.are_alike(one.at(), other.at()) {
                    return Answer::Empty;
                }
            }
        }
        if let Some(values) = self.values_of(literals) {
            return self.any_meets(&values, literals);
        }
        let mut types = TypeSet::ANY;
        for literal in literals.iter().filter(opposed) {
            types = types.and(self.types(literal.at()));
        }
        let declared = if types.meets(TypeSet::OBJECT) { self.declared(literals) } else { None };
        let mut answer = Answer::Empty;
        for kind in types.kinds() {
            // A type that says nothing of fractions leaves numbers, all of them.
            let kind = if kind.meets(TypeSet::NUMBER) { TypeSet::NUMBER } else { kind };
            let branch = Branch::new(kind, literals, declared.clone());
            answer = answer.or(self.solve(branch));
            if answer == Answer::Many {
                break;
            }
        }
        answer
    }
}

#[cfg(test)]
mod tests;
