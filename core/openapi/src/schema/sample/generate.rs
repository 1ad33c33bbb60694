//! One place of a sample: what its schemas list, or a value of a type they allow.

use super::Sampler;
use super::conjunction::{Conjunction, children};
use super::value::Value;
use crate::keywords::bounding;
use crate::tree::NodeId;
use crate::{KnownKey, TypeSet};

/// How deep places may be in one another: definitions may hold themselves, and each place takes room on the stack.
const MAX_DEPTH: usize = 60;

/// The types of JSON, as samples tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Object,
    Array,
    Text,
    Integer,
    Number,
    Boolean,
    Null,
}

const TYPES: [(Type, &str); 7] = [
    (Type::Object, "object"),
    (Type::Array, "array"),
    (Type::Text, "string"),
    (Type::Integer, "integer"),
    (Type::Number, "number"),
    (Type::Boolean, "boolean"),
    (Type::Null, "null"),
];

/// The types that keywords tell by themselves, for schemas without `type`.
const TOLD: [(Type, TypeSet); 4] = [
    (Type::Object, TypeSet::OBJECT),
    (Type::Array, TypeSet::ARRAY),
    (Type::Number, TypeSet::NUMBER),
    (Type::Text, TypeSet::STRING),
];

impl Sampler<'_, '_> {
    /// A value for a place called `name`, that matches all of some schemas as far as is known here: whoever relies on it
    /// checks it.
    pub(super) fn generate(&mut self, roots: &[NodeId], name: &str) -> Option<Value> {
        if self.path.len() > MAX_DEPTH || self.open.len() > MAX_DEPTH * 4 {
            self.fail(roots.first().copied(), "it leads to itself and cannot be left out");
            return None;
        }
        self.places = self.places.checked_sub(1)?;
        let conjunction = Conjunction::collect(self.description, roots);
        if conjunction.is_empty {
            self.fail(roots.first().copied(), "nothing may stand there, or its schema is not there");
            return None;
        }
        let before = self.open.len();
        self.open.extend(&conjunction.schemas);
        let value = self.place(roots, &conjunction, name);
        self.open.truncate(before);
        if value.is_none() {
            self.fail(roots.first().copied(), "none of the values that were tried matches the schema");
        }
        value
    }

    fn place(&mut self, roots: &[NodeId], conjunction: &Conjunction, name: &str) -> Option<Value> {
        let is_closed =
            conjunction.has(self.description, KnownKey::Enum) || conjunction.has(self.description, KnownKey::Const);
        let listed = self.listed(roots, conjunction);
        if listed.is_some() || is_closed {
            return listed;
        }
        if let Some(choice) = self.choice(conjunction) {
            return self.chosen(roots, &choice, name);
        }
        let is_tricky = [
            KnownKey::Not,
            KnownKey::DependentSchemas,
            KnownKey::UnevaluatedItems,
            KnownKey::UnevaluatedProperties,
            KnownKey::PropertyNames,
            KnownKey::PatternProperties,
        ]
        .into_iter()
        .any(|key| conjunction.has(self.description, key));
        for kind in self.types(conjunction) {
            let before = self.failure.is_some();
            let found = match kind {
                Type::Object => self.object(conjunction).filter(|value| !is_tricky || self.holds(roots, value)),
                Type::Array => self.array(conjunction, name).filter(|value| !is_tricky || self.holds(roots, value)),
                Type::Text => self.text(roots, conjunction, name),
                Type::Integer => self.number(roots, conjunction, name, true),
                Type::Number => self.number(roots, conjunction, name, false),
                Type::Boolean => {
                    let first = self.pick(2) == 0;
                    [first, !first].map(Value::Boolean).into_iter().find(|value| self.holds(roots, value))
                }
                Type::Null => Some(Value::Null).filter(|value| self.holds(roots, value)),
            };
            if found.is_some() {
                if !before {
                    self.failure = None;
                }
                return found;
            }
        }
        None
    }

    /// The first value that the schemas list and that matches them all.
    fn listed(&mut self, roots: &[NodeId], conjunction: &Conjunction) -> Option<Value> {
        let description = self.description;
        let mut values = conjunction.inside(description, KnownKey::Enum);
        let first = self.pick(values.len());
        values.rotate_left(first);
        values.splice(0..0, conjunction.words(description, KnownKey::Const));
        if values.is_empty() {
            values = conjunction.words(description, KnownKey::Example);
            // Before JSON Schema 2020-12 it is no list.
            values.append(&mut conjunction.inside(description, KnownKey::Examples));
            let first = self.pick(values.len());
            values.rotate_left(first);
            values.append(&mut conjunction.words(description, KnownKey::Default));
            // Elements that are to differ are not all the one that is given.
            if self.variant > 0 && values.len() < 2 {
                return None;
            }
        }
        values.into_iter().map(Value::Given).find(|value| self.holds(roots, value))
    }

    /// The types to be tried, those first that say most.
    fn types(&self, conjunction: &Conjunction) -> Vec<Type> {
        let mut types: Option<Vec<Type>> = None;
        for declared in conjunction.words(self.description, KnownKey::Type) {
            let set = self.named_types(declared);
            types = Some(types.map_or(set.clone(), |before| narrowed(&before, &set)));
        }
        let mut told: Vec<Type> = Vec::new();
        for (kind, of_kind) in TOLD {
            // Formats are of texts where nothing else is said, though there are some of numbers.
            let format = (kind == Type::Text).then_some(KnownKey::Format);
            if bounding(of_kind).chain(format).any(|key| conjunction.has(self.description, key)) {
                told.push(kind);
            }
        }
        let is_nullable = conjunction.has(self.description, KnownKey::Nullable);
        let types = types.unwrap_or_else(|| {
            let usual = [Type::Text, Type::Integer, Type::Number, Type::Object, Type::Array, Type::Boolean, Type::Null];
            [told.as_slice(), &usual].concat()
        });
        // Types that keywords apply to come first, null comes last.
        let (mut ordered, mut others) = (Vec::new(), Vec::new());
        for &kind in types.iter().filter(|kind| **kind != Type::Null) {
            if told.contains(&kind) { ordered.push(kind) } else { others.push(kind) }
        }
        ordered.append(&mut others);
        if is_nullable || types.contains(&Type::Null) {
            ordered.push(Type::Null);
        }
        ordered
    }

    /// The types that a `type` names.
    fn named_types(&self, declared: NodeId) -> Vec<Type> {
        let arena = self.description.arena();
        let mut names = vec![declared];
        if arena.is_array(declared) {
            names = children(arena, declared);
        }
        let mut types = Vec::new();
        for name in names {
            let name = arena.string(name).unwrap_or_default();
            types.extend(TYPES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind));
        }
        types
    }
}

/// The types two sets have in common; an integer is a number.
fn narrowed(before: &[Type], set: &[Type]) -> Vec<Type> {
    let is_integer = set.contains(&Type::Integer);
    let mut left = Vec::new();
    for &kind in before {
        if set.contains(&kind) || kind == Type::Integer && set.contains(&Type::Number) {
            left.push(kind);
        } else if kind == Type::Number && is_integer {
            left.push(Type::Integer);
        }
    }
    left
}
