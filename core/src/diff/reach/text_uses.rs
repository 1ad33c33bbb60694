//! Who uses a definition, and in which place: what tells whether its values are text there.

use super::{Graph, Referrer};
use crate::openapi::{Description, KnownKey, ValueLocation};
use crate::table::Table;
use crate::tree::NodeId;

/// Who uses the definitions of both descriptions, of those that were asked about.
pub(in crate::diff) type TextUses = (UsesByComponent, UsesByComponent);

pub(in crate::diff) type UsesByComponent = Table<NodeId, ComponentUses>;

/// Who uses a definition, and in which place.
#[derive(Debug, Default)]
pub(in crate::diff) struct ComponentUses {
    /// Uses where the value is a property, or in one: names inside the definition make no difference there.
    pub(in crate::diff) named: Vec<(Referrer, ValueLocation)>,
    pub(in crate::diff) others: Vec<(Referrer, ValueLocation)>,
}

impl ComponentUses {
    pub(in crate::diff) fn find(description: &Description<'_>, graph: &Graph, component: NodeId) -> ComponentUses {
        let arena = description.arena();
        let all = graph.users_of(component).map(|user| {
            let is_reference = arena.key(user.place) == KnownKey::Ref.key();
            let schema = arena.parent(user.place).filter(|_| is_reference).unwrap_or(user.place);
            (user.by, ValueLocation::find(description, schema))
        });
        let (named, others) = all.partition(|(_, place)| place.is_named());
        ComponentUses { named, others }
    }
}
