//! Values by the node they belong to, in two flat tables: a map of lists is slow to fill and to free where most lists
//! have one element.

use hashbrown::HashMap;
use waybill_openapi::internal::{FixedHasher, NodeId};

/// Values in chains, one for each node.
#[derive(Debug)]
pub(crate) struct MultiMap<V> {
    /// Which link is the last of a node's, counted from 1.
    last: HashMap<NodeId, usize, FixedHasher>,
    /// Each value, and which link is before it; none is for 0.
    links: Vec<(V, usize)>,
}

impl<V> Default for MultiMap<V> {
    fn default() -> MultiMap<V> {
        MultiMap { last: HashMap::default(), links: Vec::new() }
    }
}

impl<V: Copy> MultiMap<V> {
    /// Adds a value to those of a node.
    pub(crate) fn push(&mut self, id: NodeId, value: V) {
        let before = self.last.insert(id, self.links.len() + 1).unwrap_or(0);
        self.links.push((value, before));
    }

    /// The values of a node, the last one first.
    pub(crate) fn get_all(&self, id: NodeId) -> impl Iterator<Item = V> + '_ {
        let mut next = self.last.get(&id).copied().unwrap_or(0);
        std::iter::from_fn(move || {
            let &(value, before) = self.links.get(next.checked_sub(1)?)?;
            next = before;
            Some(value)
        })
    }

    /// Whether a node has any.
    pub(crate) fn has(&self, id: NodeId) -> bool {
        self.last.contains_key(&id)
    }

    /// How many values there are.
    #[cfg(any(test, feature = "test-oracles"))]
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }
}
