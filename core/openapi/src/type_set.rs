//! Sets of JSON types (JSON Schema 2020-12 validation, section 6.1.1).

use crate::tree::{Arena, Kind, NodeId};

/// A set of JSON types. `integer` is one of its own, and `number` is both of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeSet(u8);

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

#[allow(missing_docs, reason = "named as in the specification")]
impl TypeSet {
    pub const NONE: TypeSet = TypeSet(0);
    pub const ANY: TypeSet = TypeSet(0x7f);
    pub const NULL: TypeSet = TypeSet(1);
    pub const BOOLEAN: TypeSet = TypeSet(1 << 1);
    pub const INTEGER: TypeSet = TypeSet(INTEGER);
    /// Numbers that are no integers.
    pub const FRACTION: TypeSet = TypeSet(FRACTION);
    pub const NUMBER: TypeSet = TypeSet(INTEGER | FRACTION);
    pub const STRING: TypeSet = TypeSet(1 << 4);
    pub const ARRAY: TypeSet = TypeSet(1 << 5);
    pub const OBJECT: TypeSet = TypeSet(1 << 6);

    /// The set of the type called `name`; any type where there is no such one.
    pub fn named(name: &str) -> TypeSet {
        NAMES.iter().find(|(_, known)| *known == name).map_or(TypeSet::ANY, |(bits, _)| TypeSet(*bits))
    }

    /// Returns the types in both.
    #[must_use]
    pub const fn and(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }

    /// Returns the types in either.
    #[must_use]
    pub const fn or(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// Whether the two have a type in common.
    pub const fn meets(self, other: TypeSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether null alone is in one of the two and not in the other, and something else is in both.
    pub fn differs_in_null_alone(self, other: TypeSet) -> bool {
        let (left, right) = (self.without(TypeSet::NULL), other.without(TypeSet::NULL));
        self != other && left == right && left != TypeSet::NONE
    }

    /// True if the other set has all of these.
    pub const fn within(self, other: TypeSet) -> bool {
        self.0 & other.0 == self.0
    }

    /// The types that are not in the other set.
    #[must_use]
    pub const fn without(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & !other.0)
    }

    /// Whether it leaves out nothing.
    pub const fn is_any(self) -> bool {
        Self::ANY.within(self)
    }

    /// The types one by one; a number may be an integer.
    pub fn kinds(self) -> Vec<TypeSet> {
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
    pub fn names(self) -> Vec<&'static str> {
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
pub fn names_known_types(arena: &Arena<'_>, id: NodeId) -> bool {
    let mut names = std::iter::once(id).chain(arena.children(id)).filter_map(|id| arena.string(id));
    arena.kind(id) == Kind::Object || names.all(|name| NAMES.iter().any(|(_, known)| *known == name))
}

/// The types of a value: of a number with a fraction, both kinds.
pub fn type_of(arena: &Arena<'_>, value: NodeId) -> TypeSet {
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
