//! The uses of a definition and their locations. They determine if its values are serialized as strings.

use waybill_base::internal::table::Table;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, ValueLocation};

use super::{Graph, Referrer};

/// The uses of definitions of both descriptions, as far as requested.
pub(crate) type TextUses = (UsesByComponent, UsesByComponent);

pub(crate) type UsesByComponent = Table<NodeId, ComponentUses>;

/// The uses of a definition and their locations.
#[derive(Debug, Default)]
pub(crate) struct ComponentUses {
    /// Uses where the value is a property, or inside one. Names inside the definition make no difference there.
    pub(crate) named: Vec<(Referrer, ValueLocation)>,
    pub(crate) others: Vec<(Referrer, ValueLocation)>,
}

impl ComponentUses {
    pub(crate) fn find(description: &ResolvedDescription<'_>, graph: &Graph, component: NodeId) -> ComponentUses {
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
