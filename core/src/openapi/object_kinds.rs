//! What the values of a description are, worked out from the root or from where a reference says it.

use super::documents::Documents;
use super::fields;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use crate::tree::{KeyId, NodeId};

impl Documents<'_> {
    /// The kind of a node.
    pub(super) fn object_kind(&self, id: NodeId) -> ObjectKind {
        let (_, kind, steps) = self.path_from_known_kind(id);
        steps.into_iter().rev().fold(kind, |kind, step| self.child_kind(kind, self.key(step)))
    }

    /// A node and what is around it, outermost first, each with its kind: from where that does not follow from the place.
    pub(super) fn object_kinds_around(&self, id: NodeId) -> Vec<(NodeId, ObjectKind)> {
        let (outermost, mut kind, steps) = self.path_from_known_kind(id);
        let mut around = Vec::with_capacity(steps.len() + 1);
        around.push((outermost, kind));
        for step in steps.into_iter().rev() {
            kind = self.child_kind(kind, self.key(step));
            around.push((step, kind));
        }
        around
    }

    /// The kind of the child `key` of a value, in a description that may be Swagger 2.0 as it is written.
    pub(super) fn child_kind(&self, kind: ObjectKind, key: KeyId) -> ObjectKind {
        let older = if self.is_swagger { fields::older(kind, KnownKey::from_key(key)) } else { None };
        older.unwrap_or_else(|| kind.child(key))
    }

    /// The nearest value around a node (or the node itself) whose kind does not follow from its place, that kind, and
    /// the steps from there to the node, innermost first.
    pub(super) fn path_from_known_kind(&self, id: NodeId) -> (NodeId, ObjectKind, Vec<NodeId>) {
        // Room for nearly all places, at once.
        let mut steps = Vec::with_capacity(32);
        let mut at = id;
        loop {
            if let Some(&kind) = self.kinds.get(&at) {
                return (at, kind, steps);
            }
            let Some(parent) = self.parent(at) else { break };
            steps.push(at);
            at = parent;
        }
        // What no reference leads to in another file means nothing here.
        (at, if at == NodeId::ROOT { ObjectKind::Root } else { ObjectKind::Data }, steps)
    }
}
