//! Expands a schema into requirements for values of one type. A positive literal requires all keywords, and a negative
//! one violates one of them.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{is_annotation, is_null_alternative, lets_null_in};
use waybill_openapi::internal::keywords::bears_on;
use waybill_openapi::internal::{Kind, KnownKey, NodeId, Reference, TypeSet, names_known_types};

use super::branch::{Branch, Choice, Item};
use super::{Literal, Refutation};
use crate::prover::overlap::effective_keyword;

/// Maximum number of alternatives if exactly one has to match. Each is tried with all others negated, so the cost is
/// quadratic.
const MAX_CHOICES: usize = 40;

/// Maximum number of schemas to search for a cycle. A larger schema is treated as recursive, so the result is
/// uncertain.
const MAX_SCHEMAS: usize = 100;

impl<'d> Refutation<'d> {
    /// Adds the requirements of a literal to a branch. Returns false if no value satisfies it.
    pub(super) fn expand(&mut self, branch: &mut Branch<'d>, literal: Literal) -> bool {
        let arena = self.description(literal.side).arena();
        match arena.kind(literal.schema) {
            Kind::True => return !literal.negative,
            Kind::False => return literal.negative,
            Kind::Object => {}
            _ => {
                branch.uncertain = true;
                return true;
            }
        }
        if branch.kind == TypeSet::NULL && lets_null_in(self.description(literal.side), literal.schema) {
            return !literal.negative;
        }
        if is_null_alternative(self.description(literal.side), literal.schema) {
            return literal.negative;
        }
        let members = arena.children(literal.schema);
        if literal.negative {
            let mut choice = Choice::new();
            for member in members {
                self.deny(branch.kind, literal, member, &mut choice);
            }
            if choice.iter().all(|alternative| !alternative.is_empty()) {
                self.split(branch, literal);
                branch.choices.push(choice);
            }
            return true;
        }
        for member in members {
            if !self.affirm(branch, literal, member) {
                return false;
            }
        }
        self.split(branch, literal);
        true
    }

    /// Adds the requirements of a keyword. Returns false if no value satisfies it.
    fn affirm(&mut self, branch: &mut Branch<'d>, literal: Literal, member: NodeId) -> bool {
        let description = self.description(literal.side);
        let arena = description.arena();
        if arena.key(member).is_ignored() || is_annotation(description, member) {
            return true;
        }
        let kind = branch.kind;
        let schema = |id| Item::Schema(literal.with(id, false));
        let not = |id| Item::Schema(literal.with(id, true));
        let keyword = Item::Keyword(literal.with(member, false), literal.schema);
        let lists = arena.is_array(member);
        match effective_keyword(description, literal.schema, member) {
            Some(KnownKey::Nullable | KnownKey::Then | KnownKey::Else) => {}
            Some(KnownKey::Type) if names_known_types(description.arena(), member) => {
                match self.covers_type(literal, member, kind) {
                    Some(covered) => return covered,
                    None => branch.waiting.push(keyword),
                }
            }
            Some(KnownKey::AllOf) if lists => branch.waiting.extend(arena.children(member).map(schema)),
            Some(KnownKey::AnyOf) if lists => {
                return branch.choose(arena.children(member).map(|choice| vec![schema(choice)]).list());
            }
            Some(KnownKey::OneOf) if lists => {
                let choices = self.possible(literal, member, kind);
                if choices.len() > MAX_CHOICES {
                    branch.choose(choices.iter().map(|&choice| vec![schema(choice)]).collect());
                    branch.waiting.push(keyword);
                    return true;
                }
                let only = |at: usize| {
                    let one = choices.get(at).map(|&choice| schema(choice));
                    let others = choices.iter().enumerate().filter(|(other, _)| *other != at);
                    one.into_iter().chain(others.map(|(_, &other)| not(other))).list()
                };
                return branch.choose((0..choices.len()).map(only).collect());
            }
            Some(KnownKey::Not) => branch.waiting.push(not(member)),
            Some(KnownKey::If) => {
                let beside = |key| arena.member(literal.schema, key).map(schema);
                let (then, other) = (beside(KnownKey::Then), beside(KnownKey::Else));
                if then.is_some() || other.is_some() {
                    let met = std::iter::once(schema(member)).chain(then).list();
                    return branch.choose(vec![met, std::iter::once(not(member)).chain(other).list()]);
                }
            }
            Some(KnownKey::Ref) => match description.target(member) {
                Reference::Local(target) => branch.waiting.push(schema(target)),
                Reference::Missing | Reference::External => branch.waiting.push(keyword),
            },
            Some(key) if !self.matters(literal, member, key, kind) => {}
            Some(key) if kind == TypeSet::OBJECT => self.affirm_of_object(branch, literal, member, key),
            _ => branch.waiting.push(keyword),
        }
        true
    }

    /// Adds the ways to violate a keyword. A way without requirements is added if every value violates it.
    fn deny(&mut self, kind: TypeSet, literal: Literal, member: NodeId, choice: &mut Choice<'d>) {
        let description = self.description(literal.side);
        let arena = description.arena();
        if arena.key(member).is_ignored() || is_annotation(description, member) {
            return;
        }
        let schema = |id| Item::Schema(literal.with(id, false));
        let not = |id| Item::Schema(literal.with(id, true));
        let keyword = || vec![Item::Keyword(literal.with(member, true), literal.schema)];
        let lists = arena.is_array(member);
        match effective_keyword(description, literal.schema, member) {
            Some(KnownKey::Nullable | KnownKey::Then | KnownKey::Else) => {}
            Some(KnownKey::Type) if names_known_types(description.arena(), member) => {
                match self.covers_type(literal, member, kind) {
                    Some(true) => {}
                    Some(false) => choice.push(Vec::new()),
                    None => choice.push(keyword()),
                }
            }
            Some(KnownKey::AllOf) if lists => choice.extend(arena.children(member).map(|branch| vec![not(branch)])),
            Some(KnownKey::AnyOf) if lists => choice.push(arena.children(member).map(not).list()),
            Some(KnownKey::OneOf) if lists => {
                let choices = self.possible(literal, member, kind);
                choice.push(choices.iter().map(|&id| not(id)).collect());
                if choices.len() > MAX_CHOICES {
                    choice.push(keyword());
                    return;
                }
                for (at, &one) in choices.iter().enumerate() {
                    choice.extend(choices.iter().skip(at + 1).map(|&other| vec![schema(one), schema(other)]));
                }
            }
            Some(KnownKey::Not) => choice.push(vec![schema(member)]),
            Some(KnownKey::If) => {
                let beside = |key| arena.member(literal.schema, key);
                choice.extend(beside(KnownKey::Then).map(|then| vec![schema(member), not(then)]));
                choice.extend(beside(KnownKey::Else).map(|other| vec![not(member), not(other)]));
            }
            Some(KnownKey::Ref) => match description.target(member) {
                Reference::Local(target) => choice.push(vec![not(target)]),
                Reference::Missing | Reference::External => choice.push(keyword()),
            },
            Some(key) if !self.matters(literal, member, key, kind) => {}
            Some(key) if kind == TypeSet::OBJECT => self.deny_of_object(literal, member, key, choice),
            _ => choice.push(keyword()),
        }
    }

    /// Returns true if a keyword affects values of a type.
    fn matters(&self, literal: Literal, member: NodeId, key: KnownKey, kind: TypeSet) -> bool {
        if key == KnownKey::Format {
            return match self.format_of(literal.side, member) {
                Some(format) => format.says_something(kind),
                None => !kind.meets(TypeSet::NULL.or(TypeSet::BOOLEAN)),
            };
        }
        bears_on(key).meets(kind)
    }

    /// Returns true if a `type` keyword allows all values of a type, and false if it allows none. Returns `None` if it
    /// allows some of the numbers.
    fn covers_type(&self, literal: Literal, member: NodeId, kind: TypeSet) -> Option<bool> {
        let arena = self.description(literal.side).arena();
        let named = |id| TypeSet::named(&arena.string(id).unwrap_or_default());
        let types = if arena.is_array(member) {
            arena.children(member).map(named).fold(TypeSet::NONE, TypeSet::or)
        } else {
            named(member)
        };
        if kind.within(types) { Some(true) } else { (!kind.meets(types)).then_some(false) }
    }

    /// Returns the alternatives that values of a type may match.
    fn possible(&mut self, literal: Literal, list: NodeId, kind: TypeSet) -> Vec<NodeId> {
        let arena = self.description(literal.side).arena();
        arena.children(list).filter(|&choice| self.types((literal.side, choice)).meets(kind)).list()
    }

    /// Returns true if a schema leads back to itself for the same value.
    pub(super) fn is_self_referential(&self, literal: Literal) -> bool {
        let description = self.description(literal.side);
        let arena = description.arena();
        let (mut seen, mut waiting) = (Vec::new(), vec![literal.schema]);
        while let Some(schema) = waiting.pop() {
            for next in super::evaluated::in_place_applicators(description, schema) {
                if next == literal.schema || seen.len() >= MAX_SCHEMAS {
                    return true;
                }
                if !seen.contains(&next) {
                    seen.push(next);
                    waiting.push(next);
                }
            }
            waiting.extend(arena.member(schema, KnownKey::Not));
        }
        false
    }

    /// Returns true if a keyword's effect does not depend on sibling keywords.
    pub(super) fn speaks_alone(&self, literal: Literal) -> bool {
        let arena = self.description(literal.side).arena();
        !matches!(
            KnownKey::from_key(arena.key(literal.schema)),
            Some(
                KnownKey::AdditionalProperties
                    | KnownKey::UnevaluatedProperties
                    | KnownKey::Items
                    | KnownKey::UnevaluatedItems
                    | KnownKey::Contains
                    | KnownKey::Minimum
                    | KnownKey::Maximum
            )
        )
    }
}
