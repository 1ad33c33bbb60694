//! `security` and `servers` of an operation: its own or inherited ones (OpenAPI 3.1.1 sections 4.8.1.1, 4.8.9.1 and 4.8.10.1).

use super::description::ResolvedDescription;
use super::known_key::KnownKey;
use super::operations::OperationEntry;
use crate::tree::NodeId;

/// The level at which an inherited list is written. Nearer levels come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The operation.
    Operation,
    /// The members beside the reference to its path item. OpenAPI 3.1.1 section 4.8.9.1 leaves conflicts with the path item
    /// undefined; here these members take precedence.
    Beside,
    /// The path item.
    PathItem,
    /// The root of the description.
    Description,
}

impl Origin {
    /// All levels, nearest first.
    pub(crate) const ALL: [Origin; 4] = [Origin::Operation, Origin::Beside, Origin::PathItem, Origin::Description];
}

impl OperationEntry {
    /// Returns the object at a level, or `None` for [`Origin::Beside`] if the path item is not a reference.
    pub fn level(&self, origin: Origin) -> Option<NodeId> {
        match origin {
            Origin::Operation => Some(self.operation),
            Origin::Beside => Some(self.entry).filter(|&entry| entry != self.item),
            Origin::PathItem => Some(self.item),
            Origin::Description => Some(NodeId::ROOT),
        }
    }
}

/// The list that applies to an operation, and its level.
#[derive(Debug, Clone, Copy)]
pub struct Effective {
    /// The level of the list.
    pub origin: Origin,
    /// The list, or `None` if none is written at any level.
    pub list: Option<NodeId>,
}

impl ResolvedDescription<'_> {
    /// Returns the security requirements of an operation. An empty list of the operation overrides inherited ones.
    pub fn security_of(&self, operation_entry: &OperationEntry) -> Effective {
        self.inherited(operation_entry, KnownKey::Security, false)
    }

    /// Returns the servers of an operation. An empty list is treated as missing.
    pub fn servers_of(&self, operation_entry: &OperationEntry) -> Effective {
        self.inherited(operation_entry, KnownKey::Servers, true)
    }

    fn inherited(&self, operation_entry: &OperationEntry, key: KnownKey, unless_empty: bool) -> Effective {
        let arena = self.arena();
        for origin in Origin::ALL {
            let asked = match origin {
                Origin::Operation => true,
                // A path item has no `security`.
                Origin::Beside | Origin::PathItem => key == KnownKey::Servers,
                // The root applies to this service. A webhook or callback is called at another one.
                Origin::Description => !operation_entry.is_reversed(),
            };
            let list = operation_entry.level(origin).filter(|_| asked).and_then(|holder| arena.member(holder, key));
            if let Some(list) = list.filter(|&list| !unless_empty || arena.children(list).next().is_some()) {
                return Effective { origin, list: Some(list) };
            }
        }
        Effective { origin: Origin::Description, list: None }
    }

    /// Returns the security scheme that a requirement names: a component, or a URI (OpenAPI 3.2.0 section 4.8.30).
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
