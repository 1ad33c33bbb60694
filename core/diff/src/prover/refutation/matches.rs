//! Validates a single value against a schema, keyword by keyword (JSON Schema 2020-12 core, sections 10 and 11;
//! validation, section 6). The result is `None` if it is undecided.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{is_annotation, is_null_alternative, lets_null_in};
use waybill_openapi::internal::keywords::bears_on;
use waybill_openapi::internal::listed_values::value_nodes;
use waybill_openapi::internal::{Decimal, Kind, KnownKey, NodeId, Reference, TypeSet, names_known_types};

use super::evaluated::has_in_place;
use super::numbers::End;
use super::value::Value;
use super::{Inhabitation, Literal, Refutation, patterns};
use crate::model::{SchemaRef, Side};
use crate::prover::overlap::effective_keyword;

/// Maximum nesting depth of schemas before the result is undecided. Schemas may be recursive, and each level uses stack
/// space.
const MAX_DEPTH: usize = 48;

/// Returns true if all results are true, and `None` if none is false but some are unknown.
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

/// Returns true if any result is true.
pub(super) fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    all(answers.into_iter().map(|answer| answer.map(|it| !it))).map(|none| !none)
}

/// Returns the minimum and maximum number of true results.
fn count(answers: impl IntoIterator<Item = Option<bool>>) -> (usize, usize) {
    answers.into_iter().fold((0, 0), |(least, most), answer| {
        (least + usize::from(answer == Some(true)), most + usize::from(answer != Some(false)))
    })
}

/// Returns true if a number between `least` and `most` is within bounds, or `None` if that is unknown.
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
    /// Decides if one of these values satisfies all literals.
    pub(super) fn any_meets(&mut self, values: &[Value], literals: &[Literal]) -> Inhabitation {
        let meets = |value: &Value| {
            all(literals
                .iter()
                .map(|literal| self.matches(value, literal.schema_ref()).map(|met| met != literal.negative)))
        };
        let found: Vec<Option<bool>> = values.iter().map(meets).collect();
        self.steps_left = self.steps_left.saturating_sub(values.len() * literals.len());
        inhabitation(any(found))
    }

    /// Returns true if a value matches a schema.
    pub(super) fn matches(&self, value: &Value, schema: SchemaRef) -> Option<bool> {
        self.matches_within(value, schema, MAX_DEPTH)
    }

    fn matches_within(&self, value: &Value, (side, schema): SchemaRef, left: usize) -> Option<bool> {
        // Depth: `MAX_DEPTH`, counted in `left`.
        let arena = self.description(side).arena();
        let left = left.checked_sub(1)?;
        self.check()?;
        match arena.kind(schema) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            Kind::Object if *value == Value::Null && lets_null_in(self.description(side), schema) => Some(true),
            Kind::Object if is_null_alternative(self.description(side), schema) => Some(false),
            Kind::Object => {
                all(arena.children(schema).map(|member| self.keyword_within(value, (side, schema), member, left)))
            }
            _ => None,
        }
    }

    /// Returns true if a value satisfies one keyword of the object `of`.
    pub(super) fn keyword(&self, value: &Value, of: SchemaRef, member: NodeId) -> Option<bool> {
        self.keyword_within(value, of, member, MAX_DEPTH)
    }

    fn keyword_within(&self, value: &Value, (side, of): SchemaRef, member: NodeId, left: usize) -> Option<bool> {
        let description = self.description(side);
        let arena = description.arena();
        if arena.key(member).is_ignored() || is_annotation(description, member) {
            return Some(true);
        }
        let schema = |value: &Value, schema: NodeId| self.matches_within(value, (side, schema), left);
        let each = || arena.children(member).map(|choice| schema(value, choice));
        let lists = arena.is_array(member);
        match effective_keyword(description, of, member)? {
            KnownKey::Nullable | KnownKey::Then | KnownKey::Else | KnownKey::MinContains | KnownKey::MaxContains => {
                Some(true)
            }
            KnownKey::Type => names_known_types(description.arena(), member).then(|| {
                let names: Vec<NodeId> = if lists { arena.children(member).list() } else { vec![member] };
                let kind = |&id: &NodeId| TypeSet::named(&arena.string(id).unwrap_or_default());
                value.kind().within(names.iter().map(kind).fold(TypeSet::NONE, TypeSet::or))
            }),
            KnownKey::Enum if !lists => None,
            KnownKey::Enum | KnownKey::Const => any(value_nodes(description, member)
                .into_iter()
                .map(|listed| Value::read(arena, listed).map(|listed| listed == *value))),
            KnownKey::Ref => match description.target(member) {
                Reference::Local(target) => schema(value, target),
                Reference::Missing | Reference::External => None,
            },
            KnownKey::AllOf if lists => all(each()),
            KnownKey::AnyOf if lists => any(each()),
            KnownKey::OneOf if lists => within(count(each()), 1, 1),
            KnownKey::Not => schema(value, member).map(|met| !met),
            KnownKey::If => {
                let then = |key| arena.member(of, key).map_or(Some(true), |id| schema(value, id));
                match schema(value, member) {
                    Some(true) => then(KnownKey::Then),
                    Some(false) => then(KnownKey::Else),
                    None => all([then(KnownKey::Then), then(KnownKey::Else)]).filter(|met| *met),
                }
            }
            key => match value {
                Value::Null | Value::Boolean(_) => self.accepts_other_types(member, side, key),
                Value::Number(number) => self.of_number(number, (side, of), member, key),
                Value::Text(text) => self.of_text(text, value.size(), side, member, key),
                Value::Array(elements) => self.of_array(elements, (side, of), member, key, left),
                Value::Object(members) => self.of_object(value, members, (side, of), member, key, left),
            },
        }
    }

    /// Returns true if a keyword does not apply to values of this type.
    fn accepts_other_types(&self, member: NodeId, side: Side, key: KnownKey) -> Option<bool> {
        let is_of_types = bears_on(key) != TypeSet::ANY;
        let format = key == KnownKey::Format && self.format_of(side, member).is_some();
        (is_of_types || format).then_some(true)
    }

    fn of_number(&self, number: &Decimal, of: SchemaRef, member: NodeId, key: KnownKey) -> Option<bool> {
        match key {
            KnownKey::MultipleOf => number.is_multiple_of(&self.description(of.0).arena().decimal(member)?),
            KnownKey::Minimum | KnownKey::Maximum | KnownKey::ExclusiveMinimum | KnownKey::ExclusiveMaximum => {
                Some(match self.bound(of, member)? {
                    End::At(bound) => bound.allows(number),
                    End::Flag => true,
                })
            }
            KnownKey::Format => {
                let range = self.format_of(of.0, member)?.range();
                let (least, greatest) = range?;
                let inside = *number >= least && *number <= greatest;
                (number.is_integer() || !inside).then_some(inside)
            }
            key => self.accepts_other_types(member, of.0, key),
        }
    }

    fn of_text(&self, text: &str, length: usize, side: Side, member: NodeId, key: KnownKey) -> Option<bool> {
        match key {
            KnownKey::MinLength => Some(length >= self.size(side, member)?),
            KnownKey::MaxLength => Some(length <= self.size(side, member)?),
            KnownKey::Pattern => patterns::matches(&self.description(side).arena().string(member)?, text),
            KnownKey::Format | KnownKey::ContentEncoding | KnownKey::ContentMediaType => None,
            key => self.accepts_other_types(member, side, key),
        }
    }

    fn of_array(&self, elements: &[Value], of: SchemaRef, member: NodeId, key: KnownKey, left: usize) -> Option<bool> {
        let (side, object) = of;
        let arena = self.description(side).arena();
        let beside = |key| arena.member(object, key);
        let schema = |value: &Value, schema: NodeId| self.matches_within(value, (side, schema), left);
        match key {
            KnownKey::MinItems => Some(elements.len() >= self.size(side, member)?),
            KnownKey::MaxItems => Some(elements.len() <= self.size(side, member)?),
            KnownKey::UniqueItems => {
                let twins =
                    || elements.iter().enumerate().any(|(at, one)| elements.iter().skip(at + 1).any(|it| it == one));
                Some(arena.kind(member) != Kind::True || !twins())
            }
            KnownKey::PrefixItems if arena.is_array(member) => {
                all(arena.children(member).zip(elements).map(|(first, element)| schema(element, first)))
            }
            KnownKey::Items if !arena.is_array(member) => {
                let first = beside(KnownKey::PrefixItems).map_or(0, |list| arena.children(list).count());
                all(elements.iter().skip(first).map(|element| schema(element, member)))
            }
            KnownKey::Contains => {
                let from = beside(KnownKey::MinContains).map_or(Some(1), |id| self.size(side, id))?;
                let to = beside(KnownKey::MaxContains).map_or(Some(usize::MAX), |id| self.size(side, id))?;
                within(count(elements.iter().map(|element| schema(element, member))), from, to)
            }
            KnownKey::UnevaluatedItems => {
                let first = self.elements_looked_at(object, side)?;
                let looked_at =
                    |element: &Value| beside(KnownKey::Contains).map_or(Some(false), |id| schema(element, id));
                let left_over = elements.iter().skip(first);
                all(left_over.map(|element| any([looked_at(element), schema(element, member)])))
            }
            KnownKey::Items | KnownKey::PrefixItems => None,
            key => self.accepts_other_types(member, side, key),
        }
    }

    /// Returns the number of elements that siblings of `unevaluatedItems` evaluate, or `None` if other schemas may
    /// evaluate more.
    fn elements_looked_at(&self, object: NodeId, side: Side) -> Option<usize> {
        let arena = self.description(side).arena();
        let beside = |key| arena.member(object, key);
        let asks_others = has_in_place(self.description(side), object);
        let first = beside(KnownKey::PrefixItems).map_or(0, |list| arena.children(list).count());
        (!asks_others).then(|| if beside(KnownKey::Items).is_some() { usize::MAX } else { first })
    }

    fn of_object(
        &self,
        value: &Value,
        members: &[(String, Value)],
        of: SchemaRef,
        member: NodeId,
        key: KnownKey,
        left: usize,
    ) -> Option<bool> {
        let (side, object) = of;
        let description = self.description(side);
        let arena = description.arena();
        let schema = |value: &Value, schema: NodeId| self.matches_within(value, (side, schema), left);
        let has = |name: &str| value.member(name).is_some();
        let names = |list: NodeId| all(arena.children(list).map(|name| arena.string(name).map(|name| has(&name))));
        match key {
            KnownKey::MinProperties => Some(members.len() >= self.size(side, member)?),
            KnownKey::MaxProperties => Some(members.len() <= self.size(side, member)?),
            KnownKey::Required if arena.is_array(member) => names(member),
            KnownKey::Properties => {
                all(arena.children(member).map(|property| match value.member(arena.key_text(property)) {
                    None => Some(true),
                    Some(value) => schema(value, property),
                }))
            }
            KnownKey::PatternProperties => all(arena.children(member).flat_map(|entry| {
                let pattern = arena.key_text(entry);
                members.iter().map(move |(name, value)| match patterns::matches(pattern, name) {
                    Some(false) => Some(true),
                    Some(true) => schema(value, entry),
                    None => schema(value, entry).filter(|met| *met),
                })
            })),
            KnownKey::AdditionalProperties => all(members.iter().map(|(name, value)| match self.is_listed(of, name) {
                Some(true) => Some(true),
                Some(false) => schema(value, member),
                None => schema(value, member).filter(|met| *met),
            })),
            KnownKey::PropertyNames => all(members.iter().map(|(name, _)| schema(&Value::Text(name.clone()), member))),
            KnownKey::DependentRequired => all(arena.children(member).map(|entry| {
                if !has(arena.key_text(entry)) {
                    return Some(true);
                }
                arena.is_array(entry).then(|| names(entry)).flatten()
            })),
            KnownKey::DependentSchemas => all(arena
                .children(member)
                .map(|entry| if has(arena.key_text(entry)) { schema(value, entry) } else { Some(true) })),
            KnownKey::UnevaluatedProperties => {
                let asks_others = has_in_place(self.description(side), object);
                let rest = |(name, value): &(String, Value)| match self.is_listed(of, name) {
                    _ if arena.member(object, KnownKey::AdditionalProperties).is_some() => Some(true),
                    Some(true) => Some(true),
                    Some(false) => schema(value, member),
                    None => schema(value, member).filter(|met| *met),
                };
                if asks_others { None } else { all(members.iter().map(rest)) }
            }
            KnownKey::Required => None,
            key => self.accepts_other_types(member, side, key),
        }
    }

    /// Returns true if `properties` or `patternProperties` of an object apply to a name.
    pub(super) fn is_listed(&self, (side, object): SchemaRef, name: &str) -> Option<bool> {
        let arena = self.description(side).arena();
        let under = |key| arena.member(object, key).into_iter().flat_map(|map| arena.children(map));
        if under(KnownKey::Properties).any(|property| arena.key_text(property) == name) {
            return Some(true);
        }
        any(under(KnownKey::PatternProperties).map(|entry| patterns::matches(arena.key_text(entry), name)))
    }
}

/// Returns the result for a search that found a value, found none, or is undecided.
pub(super) fn inhabitation(found: Option<bool>) -> Inhabitation {
    match found {
        Some(true) => Inhabitation::Inhabited,
        Some(false) => Inhabitation::Empty,
        None => Inhabitation::Unknown,
    }
}
