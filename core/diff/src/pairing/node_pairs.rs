//! Which values are paired: where a value that is on one side only would be on the other.

use waybill_base::internal::table::Table;
use waybill_openapi::internal::{NodeId, ResolvedDescription};

/// The partner of each value, and whether the definitions the two are in have different names.
type Pairs = Table<NodeId, (bool, NodeId)>;

/// The pairs of values a comparison came across, all that differ among them.
#[derive(Debug, Default)]
pub struct NodePairs {
    to_new: Pairs,
    to_old: Pairs,
}

impl NodePairs {
    /// A value that is compared with several has one partner, whichever was found first: where definitions kept their
    /// name, and there the first of its description.
    pub(crate) fn add(&mut self, renamed: bool, old: NodeId, new: NodeId) {
        let keep = |pairs: &mut Pairs, from, to| {
            if let Some(known) = pairs.get_or_insert(from, (renamed, to)) {
                *known = (*known).min((renamed, to));
            }
        };
        keep(&mut self.to_new, old, new);
        keep(&mut self.to_old, new, old);
    }

    /// The value of the new description that is paired with the nearest one around a value of the old.
    pub fn around_in_new(&self, old: &ResolvedDescription<'_>, id: NodeId) -> NodeId {
        around(&self.to_new, old, id)
    }

    /// The value of the old description that is paired with the nearest one around a value of the new.
    pub fn around_in_old(&self, new: &ResolvedDescription<'_>, id: NodeId) -> NodeId {
        around(&self.to_old, new, id)
    }
}

fn around(pairs: &Pairs, description: &ResolvedDescription<'_>, id: NodeId) -> NodeId {
    let mut ancestors = description.arena().ancestors(id);
    ancestors.find_map(|id| pairs.get(&id).map(|(_, partner)| *partner)).unwrap_or(NodeId::ROOT)
}
