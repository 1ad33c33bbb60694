//! A schema of one of two descriptions.

use waybill_openapi::internal::NodeId;

/// The description that contains a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    Old,
    New,
}

impl Side {
    /// Returns the opposite side.
    pub(crate) const fn other(self) -> Side {
        match self {
            Side::Old => Side::New,
            Side::New => Side::Old,
        }
    }

    /// Orders a value of this side and a value of the other side, the old one first.
    pub(crate) fn in_order<T>(self, own: T, other: T) -> (T, T) {
        match self {
            Side::Old => (own, other),
            Side::New => (other, own),
        }
    }
}

/// A side and a schema of its description.
pub(crate) type SchemaRef = (Side, NodeId);
