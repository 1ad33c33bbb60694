//! What the values of a description are, worked out from the root or from where a reference says it.

use std::ops::ControlFlow;

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
            match self.kind_or_parent(at) {
                ControlFlow::Break(kind) => return (at, kind, steps),
                ControlFlow::Continue(parent) => {
                    steps.push(at);
                    at = parent;
                }
            }
        }
    }

    /// The kind of a value where it does not follow from the value's place, otherwise what holds the value.
    fn kind_or_parent(&self, id: NodeId) -> ControlFlow<ObjectKind, NodeId> {
        match (self.kinds.get(&id), self.parent(id)) {
            (Some(&kind), _) => ControlFlow::Break(kind),
            (None, Some(parent)) => ControlFlow::Continue(parent),
            (None, None) if id == NodeId::ROOT => ControlFlow::Break(ObjectKind::Root),
            // What no reference leads to in another file means nothing here.
            (None, None) => ControlFlow::Break(ObjectKind::Data),
        }
    }
}

/// Kinds of values that are asked for in document order: what two of them have around them is looked at once.
#[derive(Debug, Default)]
pub(super) struct KindsInOrder {
    /// The value asked for last below those around it, outermost first.
    around: Vec<(NodeId, ObjectKind)>,
    steps: Vec<NodeId>,
}

impl KindsInOrder {
    /// The kind of a value, as [`Documents::object_kind`] finds it.
    pub(super) fn kind(&mut self, documents: &Documents<'_>, id: NodeId) -> ObjectKind {
        let mut at = id;
        let mut kind = loop {
            // What holds a value has a lower number than the value.
            while self.around.last().is_some_and(|&(last, _)| last > at) {
                self.around.pop();
            }
            if let Some(&(_, kind)) = self.around.last().filter(|(last, _)| *last == at) {
                break kind;
            }
            match documents.kind_or_parent(at) {
                ControlFlow::Break(kind) => {
                    self.around.push((at, kind));
                    break kind;
                }
                ControlFlow::Continue(parent) => {
                    self.steps.push(at);
                    at = parent;
                }
            }
        };
        while let Some(step) = self.steps.pop() {
            kind = documents.child_kind(kind, documents.key(step));
            self.around.push((step, kind));
        }
        kind
    }
}
