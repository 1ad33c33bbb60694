//! Values on one side only. References inside them have no counterpart.

use waybill_base::internal::order;
use waybill_openapi::internal::{NodeId, ResolvedDescription};

/// Values on one side only, each with the first node after it. They are sorted, and none is inside another.
#[derive(Debug, Default)]
pub(crate) struct UnmatchedSubtrees(Vec<(NodeId, NodeId)>);

impl UnmatchedSubtrees {
    pub(crate) fn collect(
        description: &ResolvedDescription<'_>,
        values: impl Iterator<Item = NodeId>,
    ) -> UnmatchedSubtrees {
        let mut found: Vec<(NodeId, NodeId)> = Vec::new();
        for value in order::sorted_unique(values) {
            if found.last().is_none_or(|&(_, end)| end <= value) {
                found.push((value, description.arena().after(value)));
            }
        }
        UnmatchedSubtrees(found)
    }

    /// Returns true if a node is inside one of these values, and that value is inside `root`.
    pub(crate) fn holds_inside(&self, root: NodeId, id: NodeId) -> bool {
        let behind = self.0.partition_point(|&(value, _)| value <= id);
        let nearest = behind.checked_sub(1).and_then(|at| self.0.get(at));
        nearest.is_some_and(|&(value, end)| root < value && id < end)
    }
}
