//! A schema of one of two descriptions.

use waybill_openapi::internal::NodeId;

/// Which description a schema is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    Old,
    New,
}

impl Side {
    /// The side across from it.
    pub(crate) const fn other(self) -> Side {
        match self {
            Side::Old => Side::New,
            Side::New => Side::Old,
        }
    }

    /// What belongs to this side and what belongs to the other one, the old first.
    pub(crate) fn in_order<T>(self, own: T, other: T) -> (T, T) {
        match self {
            Side::Old => (own, other),
            Side::New => (other, own),
        }
    }
}

/// A schema of one of the descriptions.
pub(crate) type SchemaRef = (Side, NodeId);
