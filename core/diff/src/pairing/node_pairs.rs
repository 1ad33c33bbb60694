//! Pairs of values, used to find the location of a value that is on one side only.

use waybill_base::internal::table::Table;
use waybill_openapi::internal::{NodeId, ResolvedDescription};

/// The partner of each value, with a flag that is true if their definitions have different names.
type Pairs = Table<NodeId, (bool, NodeId)>;

/// The pairs of values that a comparison visited, including all that differ.
#[derive(Debug, Default)]
pub struct NodePairs {
    to_new: Pairs,
    to_old: Pairs,
}

impl NodePairs {
    /// Adds a pair. A value that is compared with several others keeps one partner, whatever the order of calls.
    /// Definitions that kept their name are preferred, then the first one in the description.
    pub(crate) fn add(&mut self, renamed: bool, old: NodeId, new: NodeId) {
        let keep = |pairs: &mut Pairs, from, to| {
            if let Some(known) = pairs.get_or_insert(from, (renamed, to)) {
                *known = (*known).min((renamed, to));
            }
        };
        keep(&mut self.to_new, old, new);
        keep(&mut self.to_old, new, old);
    }

    /// Returns the value of the new description that is paired with the nearest ancestor of an old value.
    pub fn around_in_new(&self, old: &ResolvedDescription<'_>, id: NodeId) -> NodeId {
        around(&self.to_new, old, id)
    }

    /// Returns the value of the old description that is paired with the nearest ancestor of a new value.
    pub fn around_in_old(&self, new: &ResolvedDescription<'_>, id: NodeId) -> NodeId {
        around(&self.to_old, new, id)
    }
}

fn around(pairs: &Pairs, description: &ResolvedDescription<'_>, id: NodeId) -> NodeId {
    let mut ancestors = description.arena().ancestors(id);
    ancestors.find_map(|id| pairs.get(&id).map(|(_, partner)| *partner)).unwrap_or(NodeId::ROOT)
}
