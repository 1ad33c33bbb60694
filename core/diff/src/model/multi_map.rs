//! Lists of values per node, in two flat tables. A map of lists is slow to fill and to free if most lists have one
//! element.

use hashbrown::HashMap;
use waybill_openapi::internal::{FixedHasher, NodeId};

/// Values in linked lists, one list per node.
#[derive(Debug)]
pub(crate) struct MultiMap<V> {
    /// The last link of each node, counted from 1.
    last: HashMap<NodeId, usize, FixedHasher>,
    /// Each value, and the number of the previous link, or 0 for the first one.
    links: Vec<(V, usize)>,
}

impl<V> Default for MultiMap<V> {
    fn default() -> MultiMap<V> {
        MultiMap { last: HashMap::default(), links: Vec::new() }
    }
}

impl<V: Copy> MultiMap<V> {
    /// Adds a value to a node.
    pub(crate) fn push(&mut self, id: NodeId, value: V) {
        let before = self.last.insert(id, self.links.len() + 1).unwrap_or(0);
        self.links.push((value, before));
    }

    /// Returns the values of a node, newest first.
    pub(crate) fn get_all(&self, id: NodeId) -> impl Iterator<Item = V> + '_ {
        let mut next = self.last.get(&id).copied().unwrap_or(0);
        std::iter::from_fn(move || {
            let &(value, before) = self.links.get(next.checked_sub(1)?)?;
            next = before;
            Some(value)
        })
    }

    /// Returns true if a node has a value.
    pub(crate) fn has(&self, id: NodeId) -> bool {
        self.last.contains_key(&id)
    }

    /// Returns the total number of values.
    #[cfg(any(test, feature = "test-oracles"))]
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }
}
