//! A single location of a sample: a value that its schemas list, or a value of an allowed type.

use super::Sampler;
use super::conjunction::{Conjunction, children};
use super::value::Value;
use crate::keywords::bounding;
use crate::tree::NodeId;
use crate::{KnownKey, TypeSet};

/// Maximum depth of locations. Definitions can be recursive, and each location uses stack space.
const MAX_DEPTH: usize = 60;

/// A JSON type. Samples distinguish integers from other numbers.
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

/// Types that are implied by keywords, for schemas without `type`.
const TOLD: [(Type, TypeSet); 4] = [
    (Type::Object, TypeSet::OBJECT),
    (Type::Array, TypeSet::ARRAY),
    (Type::Number, TypeSet::NUMBER),
    (Type::Text, TypeSet::STRING),
];

impl Sampler<'_, '_> {
    /// Generates a value for a location called `name`. The caller must check that it matches all the schemas.
    pub(super) fn generate(&mut self, roots: &[NodeId], name: &str) -> Option<Value> {
        // Depth: four times `MAX_DEPTH`, because each level opens a schema.
        if self.path.len() > MAX_DEPTH || self.open.len() > MAX_DEPTH * 4 {
            self.fail(roots.first().copied(), "it contains itself and is required");
            return None;
        }
        self.places = self.places.checked_sub(1)?;
        let conjunction = Conjunction::collect(self.description, roots);
        if conjunction.is_empty {
            self.fail(roots.first().copied(), "no value is allowed here, or the schema is missing");
            return None;
        }
        let before = self.open.len();
        self.open.extend(&conjunction.schemas);
        let value = self.place(roots, &conjunction, name);
        self.open.truncate(before);
        if value.is_none() {
            self.fail(roots.first().copied(), "no value was found that matches the schema");
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

    /// Returns the first listed value that matches all schemas.
    fn listed(&mut self, roots: &[NodeId], conjunction: &Conjunction) -> Option<Value> {
        let description = self.description;
        let mut values = conjunction.inside(description, KnownKey::Enum);
        let first = self.pick(values.len());
        values.rotate_left(first);
        values.splice(0..0, conjunction.words(description, KnownKey::Const));
        if values.is_empty() {
            values = conjunction.words(description, KnownKey::Example);
            // `example` is a single value; `examples` is a list (JSON Schema 2020-12).
            values.append(&mut conjunction.inside(description, KnownKey::Examples));
            let first = self.pick(values.len());
            values.rotate_left(first);
            values.append(&mut conjunction.words(description, KnownKey::Default));
            // A single given value is not enough for elements that must differ.
            if self.variant > 0 && values.len() < 2 {
                return None;
            }
        }
        values.into_iter().map(Value::Given).find(|value| self.holds(roots, value))
    }

    /// Returns the types to try, most specific first.
    fn types(&self, conjunction: &Conjunction) -> Vec<Type> {
        let mut types: Option<Vec<Type>> = None;
        for declared in conjunction.words(self.description, KnownKey::Type) {
            let set = self.named_types(declared);
            types = Some(types.map_or(set.clone(), |before| narrowed(&before, &set)));
        }
        let mut told: Vec<Type> = Vec::new();
        for (kind, of_kind) in TOLD {
            // `format` implies strings, although there are formats of numbers.
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
        // Types with keywords come first, and null comes last.
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

    /// Returns the types that a `type` names.
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

/// Returns the common types of two sets. Integers are numbers.
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
