//! A schema of one of two descriptions.

use crate::tree::NodeId;

/// Which description a schema is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    Old,
    New,
}

/// A schema of one of the descriptions.
pub(crate) type SchemaRef = (Side, NodeId);
