//! The schemas around a branch or an alternative.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

/// Returns the outermost schema of which another one is a branch or an alternative, directly or through others.
pub(crate) fn outermost_schema(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    let around = |schema: NodeId| {
        let list = arena.parent(schema)?;
        let key = arena.key(list);
        let is_list = [KnownKey::AllOf, KnownKey::AnyOf, KnownKey::OneOf].into_iter().any(|known| known.key() == key);
        is_list.then(|| arena.parent(list)).flatten()
    };
    std::iter::successors(around(schema), |&schema| around(schema)).last()
}
