//! JSON values, listed in schemas or created to be tried.

use waybill_base::internal::order;
use waybill_openapi::internal::{Arena, Decimal, Kind, NodeId, TypeSet};

/// Maximum nesting depth of a listed value. Values are read and compared recursively, and no real list has deeper ones.
const MAX_DEPTH: usize = 32;

/// A JSON value. Members are sorted by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Null,
    Boolean(bool),
    Number(Decimal),
    Text(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads the value at a node. Returns `None` if it contains an invalid number or is too deep.
    pub(super) fn read(arena: &Arena<'_>, id: NodeId) -> Option<Value> {
        Value::within(arena, id, MAX_DEPTH)
    }

    fn within(arena: &Arena<'_>, id: NodeId, left: usize) -> Option<Value> {
        // Depth: `MAX_DEPTH`, counted in `left`.
        let left = left.checked_sub(1)?;
        Some(match arena.kind(id) {
            Kind::Null => Value::Null,
            Kind::True => Value::Boolean(true),
            Kind::False => Value::Boolean(false),
            Kind::Number => Value::Number(arena.decimal(id)?),
            Kind::Text | Kind::Escaped | Kind::Pooled => Value::Text(arena.string(id)?.into_owned()),
            Kind::Array => {
                Value::Array(arena.children(id).map(|child| Value::within(arena, child, left)).collect::<Option<_>>()?)
            }
            Kind::Object => {
                let member = |child| Some((arena.key_text(child).to_owned(), Value::within(arena, child, left)?));
                let mut members = arena.children(id).map(member).collect::<Option<Vec<_>>>()?;
                order::sort_by(&mut members, |(one, _), (other, _)| one.cmp(other));
                Value::Object(members)
            }
        })
    }

    /// Returns the type. For an integer, this is the type of integers only.
    pub(super) fn kind(&self) -> TypeSet {
        match self {
            Value::Null => TypeSet::NULL,
            Value::Boolean(_) => TypeSet::BOOLEAN,
            Value::Number(number) if number.is_integer() => TypeSet::NUMBER.without(TypeSet::FRACTION),
            Value::Number(_) => TypeSet::FRACTION,
            Value::Text(_) => TypeSet::STRING,
            Value::Array(_) => TypeSet::ARRAY,
            Value::Object(_) => TypeSet::OBJECT,
        }
    }

    /// Returns the number of characters, elements or members.
    pub(super) fn size(&self) -> usize {
        match self {
            Value::Text(text) => text.chars().count(),
            Value::Array(elements) => elements.len(),
            Value::Object(members) => members.len(),
            Value::Null | Value::Boolean(_) | Value::Number(_) => 0,
        }
    }

    /// Returns the value of a member.
    pub(super) fn member(&self, name: &str) -> Option<&Value> {
        let Value::Object(members) = self else { return None };
        members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}
