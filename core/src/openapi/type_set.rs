//! Sets of JSON types (JSON Schema 2020-12 validation, section 6.1.1).

use crate::tree::{Arena, Kind, NodeId};

/// A set of JSON types. `integer` is one of its own, and `number` is both of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TypeSet(u8);

const INTEGER: u8 = 1 << 2;

const FRACTION: u8 = 1 << 3;

const NAMES: [(u8, &str); 7] = [
    (1, "null"),
    (1 << 1, "boolean"),
    (INTEGER | FRACTION, "number"),
    (INTEGER, "integer"),
    (1 << 4, "string"),
    (1 << 5, "array"),
    (1 << 6, "object"),
];

impl TypeSet {
    pub(crate) const NONE: TypeSet = TypeSet(0);
    pub(crate) const ANY: TypeSet = TypeSet(0x7f);
    pub(crate) const NULL: TypeSet = TypeSet(1);
    pub(crate) const BOOLEAN: TypeSet = TypeSet(1 << 1);
    pub(crate) const INTEGER: TypeSet = TypeSet(INTEGER);
    /// Numbers that are no integers.
    pub(crate) const FRACTION: TypeSet = TypeSet(FRACTION);
    pub(crate) const NUMBER: TypeSet = TypeSet(INTEGER | FRACTION);
    pub(crate) const STRING: TypeSet = TypeSet(1 << 4);
    pub(crate) const ARRAY: TypeSet = TypeSet(1 << 5);
    pub(crate) const OBJECT: TypeSet = TypeSet(1 << 6);

    /// The set of the type called `name`; any type where there is no such one.
    pub(crate) fn named(name: &str) -> TypeSet {
        NAMES.iter().find(|(_, known)| *known == name).map_or(TypeSet::ANY, |(bits, _)| TypeSet(*bits))
    }

    pub(crate) const fn and(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// Whether the two have a type in common.
    pub(crate) const fn meets(self, other: TypeSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether null alone is in one of the two and not in the other, and something else is in both.
    pub(crate) fn differs_in_null_alone(self, other: TypeSet) -> bool {
        let (left, right) = (self.without(TypeSet::NULL), other.without(TypeSet::NULL));
        self != other && left == right && left != TypeSet::NONE
    }

    pub(crate) const fn within(self, other: TypeSet) -> bool {
        self.0 & other.0 == self.0
    }

    /// The types that are not in the other set.
    pub(crate) const fn without(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & !other.0)
    }

    /// Whether it leaves out nothing.
    pub(crate) const fn is_any(self) -> bool {
        Self::ANY.within(self)
    }

    /// The types one by one; a number may be an integer.
    pub(crate) fn kinds(self) -> Vec<TypeSet> {
        let mut left = self.0;
        let mut kinds = Vec::new();
        for (bits, _) in NAMES {
            if left & bits != 0 {
                kinds.push(TypeSet(left & bits));
                left &= !bits;
            }
        }
        kinds
    }

    /// The types by name, in a fixed order; `number` where both kinds of numbers are in.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let mut left = self.0;
        let mut names = Vec::new();
        for (bits, name) in NAMES {
            if left & bits == bits {
                left &= !bits;
                names.push(name);
            }
        }
        names
    }
}

/// Whether every name in a `type` is a type of JSON Schema.
pub(crate) fn names_known_types(arena: &Arena<'_>, id: NodeId) -> bool {
    let mut names = std::iter::once(id).chain(arena.children(id)).filter_map(|id| arena.string(id));
    arena.kind(id) == Kind::Object || names.all(|name| NAMES.iter().any(|(_, known)| *known == name))
}

/// The types of a value: of a number with a fraction, both kinds.
pub(crate) fn type_of(arena: &Arena<'_>, value: NodeId) -> TypeSet {
    TypeSet::named(match arena.kind(value) {
        Kind::Null => "null",
        Kind::True | Kind::False => "boolean",
        Kind::Number if arena.decimal(value).is_some_and(|number| number.is_integer()) => "integer",
        Kind::Number => "number",
        Kind::Text | Kind::Escaped | Kind::Pooled => "string",
        Kind::Array => "array",
        Kind::Object => "object",
    })
}
