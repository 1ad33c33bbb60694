//! Owners of definitions, and operations affected by facts.

use waybill_openapi::internal::NodeId;

use super::definition_pair_id::DefinitionPairId;

/// The part of an operation that a definition belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum MessageSide {
    Request,
    Response,
    Whole,
}

/// The owner of a definition pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    /// The description as a whole.
    Document,
    /// A pair of components of the same name. It is reached by references to them.
    Component { old: NodeId, new: NodeId },
    /// A part of a pair of operations.
    Operation { pair: usize, side: MessageSide },
    /// Another definition pair, which refers to one definition before and to another one after.
    DefinitionPair(DefinitionPairId),
}

/// The operations that a fact affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Affected {
    /// All operations that reach a definition pair.
    DefinitionPair(DefinitionPairId),
    /// An operation pair, through the values that clients send.
    Pair(usize),
    /// An operation of the old description only.
    Old(usize),
    /// An operation of the new description only.
    New(usize),
    /// No operation that both descriptions have.
    Nobody,
}
