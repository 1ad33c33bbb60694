//! Ancestors of nodes.

use super::arena::{Arena, NodeId};

impl Arena<'_> {
    /// Returns a node and its ancestors, innermost first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.parent(id))
    }

    /// Returns true if a node is `root` or inside it.
    pub fn contains(&self, root: NodeId, id: NodeId) -> bool {
        root <= id && id < self.after(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Vocabulary, read_json};

    #[test]
    fn a_node_is_inside_of_itself_and_of_all_its_ancestors() {
        let vocabulary = Vocabulary { names: &["items"], prefix: "x-" };
        let arena = read_json(r#"{"a": {"b": [1]}, "c": 2}"#, 0, 9, vocabulary).expect("it is JSON").arena;
        let around: Vec<NodeId> = arena.ancestors(NodeId(3)).collect();
        assert_eq!(around, [NodeId(3), NodeId(2), NodeId(1), NodeId::ROOT]);
        let containing: Vec<NodeId> = (0..5).map(NodeId).filter(|&root| arena.contains(root, NodeId(3))).collect();
        assert_eq!(containing, [NodeId::ROOT, NodeId(1), NodeId(2), NodeId(3)]);
    }
}
