//! What an operation has by inheritance: its own `security` and `servers`, or those of what it stands in
//! (OpenAPI 3.1.1 sections 4.8.1.1, 4.8.9.1 and 4.8.10.1).

use super::description::ResolvedDescription;
use super::known_key::KnownKey;
use super::operations::OperationEntry;
use crate::tree::NodeId;

/// Where a list that an operation inherits is written, the nearest place first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// At the operation.
    Operation,
    /// Beside the reference to its path item. What the path item itself says then is undefined (OpenAPI 3.1.1 section
    /// 4.8.9.1); here the nearer one stands in for it.
    Beside,
    /// At its path item.
    PathItem,
    /// At the root.
    Description,
}

impl Origin {
    /// Every place, the nearest first.
    pub(crate) const ALL: [Origin; 4] = [Origin::Operation, Origin::Beside, Origin::PathItem, Origin::Description];
}

impl OperationEntry {
    /// The object an operation has or inherits a list from; nothing stands beside a path item that is no reference.
    pub fn level(&self, origin: Origin) -> Option<NodeId> {
        match origin {
            Origin::Operation => Some(self.operation),
            Origin::Beside => Some(self.entry).filter(|&entry| entry != self.item),
            Origin::PathItem => Some(self.item),
            Origin::Description => Some(NodeId::ROOT),
        }
    }
}

/// A list an operation has, and where it is written; no list where it has none and inherits none.
#[derive(Debug, Clone, Copy)]
pub struct Effective {
    /// The object that has the list.
    pub origin: Origin,
    /// The list; `None` where none is written.
    pub list: Option<NodeId>,
}

impl ResolvedDescription<'_> {
    /// The security requirements of an operation. An empty list of its own stands for none.
    pub fn security_of(&self, operation_entry: &OperationEntry) -> Effective {
        self.inherited(operation_entry, KnownKey::Security, false)
    }

    /// The servers of an operation. An empty list says what a missing one says.
    pub fn servers_of(&self, operation_entry: &OperationEntry) -> Effective {
        self.inherited(operation_entry, KnownKey::Servers, true)
    }

    fn inherited(&self, operation_entry: &OperationEntry, key: KnownKey, unless_empty: bool) -> Effective {
        let arena = self.arena();
        for origin in Origin::ALL {
            let asked = match origin {
                Origin::Operation => true,
                // A path item has no `security`, so it is not asked for one.
                Origin::Beside | Origin::PathItem => key == KnownKey::Servers,
                // What the description says for all is about the service; a webhook or a callback is called at somebody
                // else's.
                Origin::Description => !operation_entry.is_reversed(),
            };
            let list = operation_entry.level(origin).filter(|_| asked).and_then(|holder| arena.member(holder, key));
            if let Some(list) = list.filter(|&list| !unless_empty || arena.children(list).next().is_some()) {
                return Effective { origin, list: Some(list) };
            }
        }
        Effective { origin: Origin::Description, list: None }
    }

    /// The security scheme a requirement names: a component, or a place in the document (OpenAPI 3.2.0 section 4.8.30).
    pub fn security_scheme(&self, name: &str) -> Option<NodeId> {
        let arena = self.arena();
        let named =
            || arena.get(arena.member(self.components()?, KnownKey::SecuritySchemes)?, arena.keys().find(name)?);
        named().or_else(|| self.at_pointer(name.strip_prefix('#')?))
    }

    fn components(&self) -> Option<NodeId> {
        self.arena().member(NodeId::ROOT, KnownKey::Components)
    }
}
