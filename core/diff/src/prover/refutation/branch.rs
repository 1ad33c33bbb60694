//! One path through the alternatives: the known facts about a value of one type, and the items still to be processed.

use std::borrow::Cow;
use std::rc::Rc;

use waybill_openapi::internal::{KnownKey, NodeId, TypeSet};

use super::declared::Declared;
use super::{Inhabitation, Literal, Refutation};

/// The name of a property.
pub(super) type Name<'d> = Cow<'d, str>;

/// A requirement for a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item<'d> {
    /// A schema that the value matches, or does not match.
    Schema(Literal),
    /// A keyword of the object `of` that the value satisfies, or does not satisfy.
    Keyword(Literal, NodeId),
    Present(Name<'d>),
    Absent(Name<'d>),
    /// A schema that a property, if present, matches or does not match.
    Member(Name<'d>, Literal),
    /// A schema that all properties with a matching name match; or that one of them does not match.
    Under(&'d str, Literal),
    /// A pattern that the string matches, or does not match.
    Pattern(&'d str, bool),
    /// A string that the value is different from.
    Other(Name<'d>),
}

/// Alternatives. Each requires all of its items.
pub(super) type Choice<'d> = Vec<Vec<Item<'d>>>;

/// The known facts about a value, and the items to be processed.
#[derive(Debug, Clone)]
pub(super) struct Branch<'d> {
    pub(super) kind: TypeSet,
    pub(super) waiting: Vec<Item<'d>>,
    pub(super) seen: Vec<Literal>,
    pub(super) items: Vec<Item<'d>>,
    pub(super) choices: Vec<Choice<'d>>,
    /// The names that properties may have, if known.
    pub(super) declared: Option<Rc<Declared<'d>>>,
    /// True if a requirement was left out, so that the branch may allow too much.
    pub(super) uncertain: bool,
}

impl<'d> Branch<'d> {
    pub(super) fn new(kind: TypeSet, literals: &[Literal], declared: Option<Rc<Declared<'d>>>) -> Branch<'d> {
        Branch {
            kind,
            // Positive literals are processed first.
            waiting: literals.iter().rev().map(|&literal| Item::Schema(literal)).collect(),
            seen: Vec::new(),
            items: Vec::new(),
            choices: Vec::new(),
            declared: declared.filter(|_| kind == TypeSet::OBJECT),
            uncertain: false,
        }
    }

    /// Requires one of several lists of items. Returns false if the choice is empty.
    pub(super) fn choose(&mut self, mut choice: Choice<'d>) -> bool {
        match (choice.len(), choice.pop()) {
            (_, None) => return false,
            (1, Some(only)) => self.waiting.extend(only.into_iter().rev()),
            (_, Some(last)) => {
                choice.push(last);
                self.choices.push(choice);
            }
        }
        true
    }

    pub(super) fn is_present(&self, name: &str) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Present(known) if known == name))
    }

    pub(super) fn is_absent(&self, name: &str) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Absent(known) if known == name)) || self.is_undeclared(name)
    }

    pub(super) fn is_undeclared(&self, name: &str) -> bool {
        self.declared.as_deref().is_some_and(|declared| !declared.has(name))
    }
}

impl<'d> Refutation<'d> {
    /// Decides if a branch has a value.
    pub(super) fn solve(&mut self, mut branch: Branch<'d>) -> Inhabitation {
        // Depth: `MAX_STEPS`, because each alternative has an item that takes a step.
        loop {
            while let Some(item) = branch.waiting.pop() {
                if !self.spend() {
                    return Inhabitation::Unknown;
                }
                if !self.add(&mut branch, item) {
                    return Inhabitation::Empty;
                }
            }
            match self.narrow(&mut branch) {
                Some(0) => return Inhabitation::Empty,
                Some(1) => {}
                Some(_) => break,
                None => {
                    self.leave_out_custom_format(&mut branch);
                    return self.decide_by_type(&branch);
                }
            }
        }
        let Some(choice) = branch.choices.pop() else { return Inhabitation::Unknown };
        let (mut answer, mut left) = (Inhabitation::Empty, choice.len());
        let mut known = Some(branch);
        for alternative in choice {
            left -= 1;
            // The last alternative takes the branch without a copy.
            let taken = if left == 0 { known.take() } else { known.clone() };
            let Some(mut taken) = taken else { break };
            taken.waiting.extend(alternative.into_iter().rev());
            answer = answer.or(self.solve(taken));
            if answer == Inhabitation::Infinite || !self.spend() {
                break;
            }
        }
        if self.steps_left == 0 { answer.or(Inhabitation::Unknown) } else { answer }
    }

    /// Removes the required format if its name is unknown. It is an annotation then, and does not restrict values (JSON
    /// Schema 2020-12 validation, section 7.2.1). Two names may be apart, and stay undecided.
    fn leave_out_custom_format(&self, branch: &mut Branch<'d>) {
        let name_of = |item: &Item<'d>| {
            let Item::Keyword(literal, _) = item else { return None };
            let arena = self.description(literal.side).arena();
            let is_custom = !literal.negative
                && arena.key(literal.schema) == KnownKey::Format.key()
                && self.format_of(literal.side, literal.schema).is_none();
            arena.string(literal.schema).filter(|_| is_custom)
        };
        let mut names = branch.items.iter().filter_map(name_of);
        let first = names.next();
        if first.is_some() && names.all(|name| Some(name) == first) {
            branch.items.retain(|item| name_of(item).is_none());
        }
    }

    /// Adds a requirement. Returns false if it is impossible.
    fn add(&mut self, branch: &mut Branch<'d>, item: Item<'d>) -> bool {
        if self.is_refuted(branch, &item) {
            return false;
        }
        match item {
            Item::Schema(literal) => {
                if branch.seen.contains(&literal) {
                    // Already known. If the schema is recursive, it cannot be followed further.
                    branch.uncertain |= self.is_self_referential(literal);
                    return true;
                }
                branch.seen.push(literal);
                self.expand(branch, literal)
            }
            item => {
                if !branch.items.contains(&item) {
                    branch.items.push(item);
                }
                true
            }
        }
    }

    /// Removes impossible alternatives and settled choices, and moves the smallest choice to the end. Returns the
    /// number of its alternatives; a single one is added immediately. Returns `None` if no choice is left.
    fn narrow(&mut self, branch: &mut Branch<'d>) -> Option<usize> {
        let mut left = Vec::new();
        for mut choice in std::mem::take(&mut branch.choices) {
            let settled = |alternative: &&Vec<Item<'d>>| alternative.iter().all(|item| is_known(branch, item));
            if let Some(known) = choice.iter().find(settled) {
                let circular =
                    |item: &Item<'d>| matches!(item, Item::Schema(literal) if self.is_self_referential(*literal));
                branch.uncertain |= known.iter().any(circular);
                continue;
            }
            choice.retain(|alternative| !self.is_impossible(branch, alternative));
            left.push(choice);
        }
        let (at, least) =
            left.iter().enumerate().map(|(at, choice)| (at, choice.len())).min_by_key(|(at, length)| (*length, *at))?;
        let smallest = left.remove(at);
        branch.choices = left;
        match least {
            0 => {}
            1 => branch.waiting.extend(smallest.into_iter().flatten().rev()),
            _ => branch.choices.push(smallest),
        }
        Some(least)
    }

    fn is_impossible(&mut self, branch: &Branch<'d>, alternative: &[Item<'d>]) -> bool {
        self.steps_left = self.steps_left.saturating_sub(usize::from(alternative.len() > 1));
        // Properties with equal schemas are the most frequent reason, and they come last.
        alternative.iter().rev().any(|item| match item {
            Item::Member(name, literal) => {
                let there = alternative.iter().any(|item| matches!(item, Item::Present(known) if known == name));
                (there || branch.is_present(name)) && self.is_opposed_at(branch, name, *literal)
            }
            item => self.is_refuted(branch, item),
        })
    }

    fn is_opposed_at(&mut self, branch: &Branch<'d>, name: &str, literal: Literal) -> bool {
        branch.items.iter().any(|item| match item {
            Item::Member(known, other) => {
                known == name
                    && other.negative != literal.negative
                    && self.are_alike(other.schema_ref(), literal.schema_ref())
            }
            _ => false,
        })
    }

    /// Returns true if the opposite of an item is known, with equal JSON.
    fn is_refuted(&mut self, branch: &Branch<'d>, item: &Item<'d>) -> bool {
        match item {
            Item::Schema(literal) => branch.seen.iter().any(|other| {
                other.negative != literal.negative && self.are_alike(other.schema_ref(), literal.schema_ref())
            }),
            Item::Present(name) => branch.is_absent(name),
            Item::Absent(name) => branch.is_present(name),
            Item::Keyword(literal, _) => branch.items.iter().any(|other| match other {
                Item::Keyword(other, _) => {
                    other.negative != literal.negative
                        && self.speaks_alone(*literal)
                        && self.has_same_name(*other, *literal)
                        && self.are_alike(other.schema_ref(), literal.schema_ref())
                }
                _ => false,
            }),
            Item::Under(pattern, literal) => branch.items.iter().any(|other| match other {
                Item::Under(known, other) => {
                    known == pattern
                        && other.negative != literal.negative
                        && self.are_alike(other.schema_ref(), literal.schema_ref())
                }
                _ => false,
            }),
            Item::Member(..) | Item::Pattern(..) | Item::Other(_) => false,
        }
    }

    fn has_same_name(&self, one: Literal, other: Literal) -> bool {
        let name = |literal: Literal| self.description(literal.side).arena().key_text(literal.schema);
        name(one) == name(other)
    }

    /// Decides if the items of a branch allow a value of its type.
    pub(super) fn decide_by_type(&mut self, branch: &Branch<'d>) -> Inhabitation {
        if let Some(answer) = self.listed_in(branch) {
            return answer;
        }
        match branch.kind {
            TypeSet::NUMBER => self.decide_numbers(branch),
            TypeSet::STRING => self.decide_texts(branch),
            TypeSet::ARRAY => self.decide_arrays(branch),
            TypeSet::OBJECT => self.decide_objects(branch),
            _ => Inhabitation::Unknown,
        }
    }
}

/// Returns true if an item is already known.
fn is_known(branch: &Branch<'_>, item: &Item<'_>) -> bool {
    match item {
        Item::Schema(literal) => branch.seen.contains(literal),
        item => branch.items.contains(item),
    }
}
