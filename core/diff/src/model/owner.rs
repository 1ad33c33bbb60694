//! Whom a definition belongs to, and whom a fact concerns.

use waybill_openapi::internal::NodeId;

use super::definition_pair_id::DefinitionPairId;

/// The part of an operation a definition belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum MessageSide {
    Request,
    Response,
    Whole,
}

/// What a pair of definitions belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The description as a whole.
    Document,
    /// A pair of components of the same name: reached by whoever refers to them.
    Component { old: NodeId, new: NodeId },
    /// A part of a pair of operations.
    Operation { pair: usize, side: MessageSide },
    /// Another pair of definitions, which refers to one definition before and to another one after.
    DefinitionPair(DefinitionPairId),
}

/// Whom a fact concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Affected {
    /// Whoever reaches a pair of definitions.
    DefinitionPair(DefinitionPairId),
    /// A pair of operations, by what callers send.
    Pair(usize),
    /// An operation of the old description alone.
    Old(usize),
    /// An operation of the new description alone.
    New(usize),
    /// No operation both descriptions have.
    Nobody,
}
