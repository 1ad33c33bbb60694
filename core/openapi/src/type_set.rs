//! Sets of JSON types (JSON Schema 2020-12 validation, section 6.1.1).

use crate::tree::{Arena, Kind, NodeId};

/// A set of JSON types. `number` consists of integers and fractions.
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
    /// Numbers that are not integers.
    pub const FRACTION: TypeSet = TypeSet(FRACTION);
    pub const NUMBER: TypeSet = TypeSet(INTEGER | FRACTION);
    pub const STRING: TypeSet = TypeSet(1 << 4);
    pub const ARRAY: TypeSet = TypeSet(1 << 5);
    pub const OBJECT: TypeSet = TypeSet(1 << 6);

    /// Returns the set for a type name, or all types if the name is unknown.
    pub fn named(name: &str) -> TypeSet {
        NAMES.iter().find(|(_, known)| *known == name).map_or(TypeSet::ANY, |(bits, _)| TypeSet(*bits))
    }

    /// Returns the types in both sets.
    #[must_use]
    pub const fn and(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }

    /// Returns the types in either set.
    #[must_use]
    pub const fn or(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// Returns true if the sets have a type in common.
    pub const fn meets(self, other: TypeSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if null is the only difference between the sets, and they have another type in common.
    pub fn differs_in_null_alone(self, other: TypeSet) -> bool {
        let (left, right) = (self.without(TypeSet::NULL), other.without(TypeSet::NULL));
        self != other && left == right && left != TypeSet::NONE
    }

    /// Returns true if the other set contains this one.
    pub const fn within(self, other: TypeSet) -> bool {
        self.0 & other.0 == self.0
    }

    /// Returns the types that are not in the other set.
    #[must_use]
    pub const fn without(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & !other.0)
    }

    /// Returns true if it contains all types.
    pub const fn is_any(self) -> bool {
        Self::ANY.within(self)
    }

    /// Returns the types as separate sets. Integers and fractions stay in one set.
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

    /// Returns the type names in a fixed order. Integers and fractions together are `number`.
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

/// Returns true if all names in a `type` are types of JSON Schema.
pub fn names_known_types(arena: &Arena<'_>, id: NodeId) -> bool {
    let mut names = std::iter::once(id).chain(arena.children(id)).filter_map(|id| arena.string(id));
    arena.kind(id) == Kind::Object || names.all(|name| NAMES.iter().any(|(_, known)| *known == name))
}

/// Returns the types of a value. A number that is not an integer has the type `number`.
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
