//! Whether one value meets a schema, keyword by keyword (JSON Schema 2020-12 core, sections 10 and 11; validation, section
//! 6). `None` where nobody knows.

use super::numbers::End;
use super::value::Value;
use super::{Answer, Literal, Refutation, patterns};
use crate::diff::conjuncts::{is_annotation, lets_null_in};
use crate::diff::inclusion::{At, Side, value_nodes};
use crate::diff::types::{TypeSet, names_known_types};
use crate::openapi::{Decimal, Kind, NodeId, Reference, Word};
use crate::order::Listed as _;

/// How many schemas may be asked of one another before nobody knows.
const DEEPEST: usize = 48;

/// Whether all are so; `None` where none is known not to be and some are not known.
pub(super) fn all(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for answer in answers {
        match answer {
            Some(false) => return Some(false),
            Some(true) => {}
            None => all = None,
        }
    }
    all
}

/// Whether any is so.
pub(super) fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    all(answers.into_iter().map(|answer| answer.map(|it| !it))).map(|none| !none)
}

/// How many are so, at least and at most.
fn count(answers: impl IntoIterator<Item = Option<bool>>) -> (usize, usize) {
    answers.into_iter().fold((0, 0), |(least, most), answer| {
        (least + usize::from(answer == Some(true)), most + usize::from(answer != Some(false)))
    })
}

/// Whether a number between two is within bounds.
fn within((least, most): (usize, usize), from: usize, to: usize) -> Option<bool> {
    if least >= from && most <= to {
        Some(true)
    } else if most < from || least > to {
        Some(false)
    } else {
        None
    }
}

impl Refutation<'_> {
    /// Whether some of these values meets all literals.
    pub(super) fn any_meets(&mut self, values: &[Value], literals: &[Literal]) -> Answer {
        let meets = |value: &Value| {
            all(literals.iter().map(|literal| self.matches(value, literal.at()).map(|met| met != literal.negative)))
        };
        let found: Vec<Option<bool>> = values.iter().map(meets).collect();
        self.fuel = self.fuel.saturating_sub(values.len() * literals.len());
        answer(any(found))
    }

    /// Whether a value meets a schema.
    pub(super) fn matches(&self, value: &Value, schema: At) -> Option<bool> {
        self.met(value, schema, DEEPEST)
    }

    fn met(&self, value: &Value, (side, schema): At, left: usize) -> Option<bool> {
        let arena = self.description(side).arena();
        let left = left.checked_sub(1)?;
        match arena.kind(schema) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            Kind::Object if *value == Value::Null && lets_null_in(self.description(side), schema) => Some(true),
            Kind::Object => {
                all(arena.children(schema).map(|member| self.keyword_within(value, (side, schema), member, left)))
            }
            _ => None,
        }
    }

    /// Whether a value meets one keyword of the object `of`.
    pub(super) fn keyword(&self, value: &Value, of: At, member: NodeId) -> Option<bool> {
        self.keyword_within(value, of, member, DEEPEST)
    }

    fn keyword_within(&self, value: &Value, (side, of): At, member: NodeId, left: usize) -> Option<bool> {
        let description = self.description(side);
        let arena = description.arena();
        if arena.key(member).is_ignored() || is_annotation(description, member) {
            return Some(true);
        }
        let schema = |value: &Value, schema: NodeId| self.met(value, (side, schema), left);
        let each = || arena.children(member).map(|choice| schema(value, choice));
        let lists = arena.is_array(member);
        match Word::of(arena.key(member))? {
            Word::Nullable | Word::Then | Word::Else | Word::MinContains | Word::MaxContains => Some(true),
            Word::Type => names_known_types(description, member).then(|| {
                let names: Vec<NodeId> = if lists { arena.children(member).list() } else { vec![member] };
                let kind = |&id: &NodeId| TypeSet::named(&arena.string(id).unwrap_or_default());
                value.kind().within(names.iter().map(kind).fold(TypeSet::NONE, TypeSet::or))
            }),
            Word::Enum if !lists => None,
            Word::Enum | Word::Const => any(value_nodes(description, member)
                .into_iter()
                .map(|listed| Value::of(arena, listed).map(|listed| listed == *value))),
            Word::Ref => match description.target(member) {
                Reference::Local(target) => schema(value, target),
                Reference::Missing | Reference::External => None,
            },
            Word::AllOf if lists => all(each()),
            Word::AnyOf if lists => any(each()),
            Word::OneOf if lists => within(count(each()), 1, 1),
            Word::Not => schema(value, member).map(|met| !met),
            Word::If => {
                let then = |word| arena.word(of, word).map_or(Some(true), |id| schema(value, id));
                match schema(value, member) {
                    Some(true) => then(Word::Then),
                    Some(false) => then(Word::Else),
                    None => all([then(Word::Then), then(Word::Else)]).filter(|met| *met),
                }
            }
            word => match value {
                Value::Null | Value::Boolean(_) => self.silent(member, side, word),
                Value::Number(number) => self.of_number(number, (side, of), member, word),
                Value::Text(text) => self.of_text(text, value.size(), side, member, word),
                Value::Array(elements) => self.of_array(elements, (side, of), member, word, left),
                Value::Object(members) => self.of_object(value, members, (side, of), member, word, left),
            },
        }
    }

    /// A keyword that says nothing of values of this type, if it is one of another type.
    fn silent(&self, member: NodeId, side: Side, word: Word) -> Option<bool> {
        let known = super::expand::bears(word).is_some_and(|kinds| kinds != TypeSet::ANY);
        let format = word == Word::Format && self.format_of(side, member).is_some();
        (known || format).then_some(true)
    }

    fn of_number(&self, number: &Decimal, of: At, member: NodeId, word: Word) -> Option<bool> {
        match word {
            Word::MultipleOf => number.is_multiple_of(&self.number(of.0, member)?),
            Word::Minimum | Word::Maximum | Word::ExclusiveMinimum | Word::ExclusiveMaximum => {
                Some(match self.bound(of, member)? {
                    End::At(bound) => bound.allows(number),
                    End::Flag => true,
                })
            }
            Word::Format => {
                let range = self.format_of(of.0, member)?.range();
                let (least, greatest) = range?;
                let inside = *number >= least && *number <= greatest;
                (number.is_integer() || !inside).then_some(inside)
            }
            word => self.silent(member, of.0, word),
        }
    }

    fn of_text(&self, text: &str, length: usize, side: Side, member: NodeId, word: Word) -> Option<bool> {
        match word {
            Word::MinLength => Some(length >= self.size(side, member)?),
            Word::MaxLength => Some(length <= self.size(side, member)?),
            Word::Pattern => patterns::matches(&self.description(side).arena().string(member)?, text),
            Word::Format | Word::ContentEncoding | Word::ContentMediaType => None,
            word => self.silent(member, side, word),
        }
    }

    fn of_array(&self, elements: &[Value], of: At, member: NodeId, word: Word, left: usize) -> Option<bool> {
        let (side, object) = of;
        let arena = self.description(side).arena();
        let beside = |word| arena.word(object, word);
        let schema = |value: &Value, schema: NodeId| self.met(value, (side, schema), left);
        match word {
            Word::MinItems => Some(elements.len() >= self.size(side, member)?),
            Word::MaxItems => Some(elements.len() <= self.size(side, member)?),
            Word::UniqueItems => {
                let twins =
                    || elements.iter().enumerate().any(|(at, one)| elements.iter().skip(at + 1).any(|it| it == one));
                Some(arena.kind(member) != Kind::True || !twins())
            }
            Word::PrefixItems if arena.is_array(member) => {
                all(arena.children(member).zip(elements).map(|(first, element)| schema(element, first)))
            }
            Word::Items if !arena.is_array(member) => {
                let first = beside(Word::PrefixItems).map_or(0, |list| arena.children(list).count());
                all(elements.iter().skip(first).map(|element| schema(element, member)))
            }
            Word::Contains => {
                let from = beside(Word::MinContains).map_or(Some(1), |id| self.size(side, id))?;
                let to = beside(Word::MaxContains).map_or(Some(usize::MAX), |id| self.size(side, id))?;
                within(count(elements.iter().map(|element| schema(element, member))), from, to)
            }
            Word::UnevaluatedItems => {
                let first = self.elements_looked_at(object, side)?;
                let looked_at = |element: &Value| beside(Word::Contains).map_or(Some(false), |id| schema(element, id));
                let left_over = elements.iter().skip(first);
                all(left_over.map(|element| any([looked_at(element), schema(element, member)])))
            }
            Word::Items | Word::PrefixItems => None,
            word => self.silent(member, side, word),
        }
    }

    /// How many elements keywords beside `unevaluatedItems` look at; `None` where other schemas may look at more.
    fn elements_looked_at(&self, object: NodeId, side: Side) -> Option<usize> {
        let arena = self.description(side).arena();
        let beside = |word| arena.word(object, word);
        let asks_others = super::evaluated::IN_PLACE.into_iter().any(|word| beside(word).is_some());
        let first = beside(Word::PrefixItems).map_or(0, |list| arena.children(list).count());
        (!asks_others).then(|| if beside(Word::Items).is_some() { usize::MAX } else { first })
    }

    fn of_object(
        &self,
        value: &Value,
        members: &[(String, Value)],
        of: At,
        member: NodeId,
        word: Word,
        left: usize,
    ) -> Option<bool> {
        let (side, object) = of;
        let description = self.description(side);
        let arena = description.arena();
        let schema = |value: &Value, schema: NodeId| self.met(value, (side, schema), left);
        let has = |name: &str| value.member(name).is_some();
        let names = |list: NodeId| all(arena.children(list).map(|name| arena.string(name).map(|name| has(&name))));
        match word {
            Word::MinProperties => Some(members.len() >= self.size(side, member)?),
            Word::MaxProperties => Some(members.len() <= self.size(side, member)?),
            Word::Required if arena.is_array(member) => names(member),
            Word::Properties => {
                all(arena.children(member).map(|property| match value.member(arena.key_text(property)) {
                    None => Some(true),
                    Some(value) => schema(value, property),
                }))
            }
            Word::PatternProperties => all(arena.children(member).flat_map(|entry| {
                let pattern = arena.key_text(entry);
                members.iter().map(move |(name, value)| match patterns::matches(pattern, name) {
                    Some(false) => Some(true),
                    Some(true) => schema(value, entry),
                    None => schema(value, entry).filter(|met| *met),
                })
            })),
            Word::AdditionalProperties => all(members.iter().map(|(name, value)| match self.is_listed(of, name) {
                Some(true) => Some(true),
                Some(false) => schema(value, member),
                None => schema(value, member).filter(|met| *met),
            })),
            Word::PropertyNames => all(members.iter().map(|(name, _)| schema(&Value::Text(name.clone()), member))),
            Word::DependentRequired => all(arena.children(member).map(|entry| {
                if !has(arena.key_text(entry)) {
                    return Some(true);
                }
                arena.is_array(entry).then(|| names(entry)).flatten()
            })),
            Word::DependentSchemas => all(arena
                .children(member)
                .map(|entry| if has(arena.key_text(entry)) { schema(value, entry) } else { Some(true) })),
            Word::UnevaluatedProperties => {
                let asks_others = super::evaluated::IN_PLACE.into_iter().any(|word| arena.word(object, word).is_some());
                let rest = |(name, value): &(String, Value)| match self.is_listed(of, name) {
                    _ if arena.word(object, Word::AdditionalProperties).is_some() => Some(true),
                    Some(true) => Some(true),
                    Some(false) => schema(value, member),
                    None => schema(value, member).filter(|met| *met),
                };
                if asks_others { None } else { all(members.iter().map(rest)) }
            }
            Word::Required => None,
            word => self.silent(member, side, word),
        }
    }

    /// Whether `properties` or `patternProperties` of an object speak of a name.
    pub(super) fn is_listed(&self, (side, object): At, name: &str) -> Option<bool> {
        let arena = self.description(side).arena();
        let under = |word| arena.word(object, word).into_iter().flat_map(|map| arena.children(map));
        if under(Word::Properties).any(|property| arena.key_text(property) == name) {
            return Some(true);
        }
        any(under(Word::PatternProperties).map(|entry| patterns::matches(arena.key_text(entry), name)))
    }
}

/// Whether there is a value, by whether one was found.
pub(super) fn answer(found: Option<bool>) -> Answer {
    match found {
        Some(true) => Answer::Some,
        Some(false) => Answer::Empty,
        None => Answer::Unknown,
    }
}
