//! Which values answer to one another: where a value that is on one side only would be on the other.

use hashbrown::HashMap;

use crate::openapi::{Description, NodeId};

type Pairs = HashMap<NodeId, NodeId, foldhash::fast::FixedState>;

/// The pairs of values a comparison came across, all that differ among them.
#[derive(Debug, Default)]
pub(crate) struct Partners {
    to_new: Pairs,
    to_old: Pairs,
}

impl Partners {
    pub(super) fn add(&mut self, old: NodeId, new: NodeId) {
        self.to_new.entry(old).or_insert(new);
        self.to_old.entry(new).or_insert(old);
    }

    /// The value of the new description that answers to the nearest one around a value of the old.
    pub(crate) fn around_in_new(&self, old: &Description<'_>, id: NodeId) -> NodeId {
        around(&self.to_new, old, id)
    }

    /// The value of the old description that answers to the nearest one around a value of the new.
    pub(crate) fn around_in_old(&self, new: &Description<'_>, id: NodeId) -> NodeId {
        around(&self.to_old, new, id)
    }
}

fn around(pairs: &Pairs, description: &Description<'_>, id: NodeId) -> NodeId {
    let mut ancestors = std::iter::successors(Some(id), |&id| description.arena().parent(id));
    ancestors.find_map(|id| pairs.get(&id).copied()).unwrap_or(NodeId::ROOT)
}
