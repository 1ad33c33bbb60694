//! Who uses a definition, and in which place: what tells whether its values are text there.

use super::reach::{By, Graph};
use super::text_positions::Place;
use crate::openapi::{Description, KnownKey, NodeId};
use crate::table::Table;

/// Who uses the definitions of both descriptions, of those that were asked about.
pub(super) type TextUses = (UsesByComponent, UsesByComponent);

pub(super) type UsesByComponent = Table<NodeId, Uses>;

/// Who uses a definition, and in which place.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// As a property, or in one: which part of it there a value is does not depend on what it is called here.
    pub(super) named: Vec<(By, Place)>,
    pub(super) others: Vec<(By, Place)>,
}

impl Uses {
    pub(super) fn find(description: &Description<'_>, graph: &Graph, component: NodeId) -> Uses {
        let arena = description.arena();
        let all = graph.users_of(component).map(|user| {
            let is_reference = arena.key(user.place) == KnownKey::Ref.key();
            let schema = arena.parent(user.place).filter(|_| is_reference).unwrap_or(user.place);
            (user.by, Place::find(description, schema))
        });
        let (named, others) = all.partition(|(_, place)| place.is_named());
        Uses { named, others }
    }
}
