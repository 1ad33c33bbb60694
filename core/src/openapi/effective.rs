//! What an operation has by inheritance: its own `security` and `servers`, or those of what it stands in
//! (OpenAPI 3.1.1 sections 4.8.1.1, 4.8.9.1 and 4.8.10.1).

use super::arena::NodeId;
use super::description::Description;
use super::keys::Word;
use super::operations::Contract;

/// Where a list that an operation inherits is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    Operation,
    PathItem,
    Description,
}

/// A list an operation has, and where it is written; no list where it has none and inherits none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effective {
    pub(crate) origin: Origin,
    pub(crate) list: Option<NodeId>,
}

impl Description<'_> {
    /// The security requirements of an operation. An empty list of its own stands for none.
    pub(crate) fn security_of(&self, contract: &Contract) -> Effective {
        self.inherited(contract, Word::Security, false)
    }

    /// The servers of an operation. An empty list says what a missing one says.
    pub(crate) fn servers_of(&self, contract: &Contract) -> Effective {
        self.inherited(contract, Word::Servers, true)
    }

    fn inherited(&self, contract: &Contract, word: Word, unless_empty: bool) -> Effective {
        let arena = self.arena();
        let list = |holder| {
            let list = arena.word(holder, word)?;
            let counts = !unless_empty || arena.children(list).next().is_some();
            counts.then_some(list)
        };
        // A path item has no `security`, so it is not asked for one.
        let of_item = if word == Word::Servers { list(contract.item) } else { None };
        if let Some(own) = list(contract.operation) {
            return Effective { origin: Origin::Operation, list: Some(own) };
        }
        if let Some(of_item) = of_item {
            return Effective { origin: Origin::PathItem, list: Some(of_item) };
        }
        // What the description says for all is about the service; a webhook or a callback is called at somebody else's.
        let root = if contract.is_reversed() { None } else { list(NodeId::ROOT) };
        Effective { origin: Origin::Description, list: root }
    }

    /// The security scheme a requirement names: a component, or a place in the document (OpenAPI 3.2.0 section 4.8.30).
    pub(crate) fn security_scheme(&self, name: &str) -> Option<NodeId> {
        let arena = self.arena();
        let named = || arena.get(arena.word(self.components()?, Word::SecuritySchemes)?, arena.keys().find(name)?);
        named().or_else(|| arena.at_pointer(name.strip_prefix('#')?))
    }

    fn components(&self) -> Option<NodeId> {
        self.arena().word(NodeId::ROOT, Word::Components)
    }
}
