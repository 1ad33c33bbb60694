//! Determines the kinds of values, from the root or from the references to them.

use std::ops::ControlFlow;

use super::documents::Documents;
use super::fields;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use crate::tree::{KeyId, NodeId};

impl Documents<'_> {
    /// Returns the kind of a node.
    pub(super) fn object_kind(&self, id: NodeId) -> ObjectKind {
        let (_, kind, steps) = self.path_from_known_kind(id);
        steps.into_iter().rev().fold(kind, |kind, step| self.child_kind(kind, self.key(step)))
    }

    /// Returns a node and its ancestors, outermost first, each with its kind. Starts at the nearest one whose kind is stored.
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

    /// Returns the kind of the child `key`. The description can be Swagger 2.0 as written.
    pub(super) fn child_kind(&self, kind: ObjectKind, key: KeyId) -> ObjectKind {
        let older = if self.is_swagger { fields::older(kind, KnownKey::from_key(key)) } else { None };
        older.unwrap_or_else(|| kind.child(key))
    }

    /// Returns the nearest node around `id` (or `id` itself) whose kind is stored, its kind, and the steps from there to `id`,
    /// innermost first.
    pub(super) fn path_from_known_kind(&self, id: NodeId) -> (NodeId, ObjectKind, Vec<NodeId>) {
        // Large enough for nearly all locations without reallocating.
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

    /// Returns the kind of a value if it does not follow from the value's location, and the value's parent otherwise.
    fn kind_or_parent(&self, id: NodeId) -> ControlFlow<ObjectKind, NodeId> {
        match (self.kinds.get(&id), self.parent(id)) {
            (Some(&kind), _) => ControlFlow::Break(kind),
            (None, Some(parent)) => ControlFlow::Continue(parent),
            (None, None) if id == NodeId::ROOT => ControlFlow::Break(ObjectKind::Root),
            // Parts of other files that are not referenced have no meaning.
            (None, None) => ControlFlow::Break(ObjectKind::Data),
        }
    }
}

/// Kinds of values that are queried in document order. Each ancestor that two values share is visited once.
#[derive(Debug, Default)]
pub(super) struct KindsInOrder {
    /// The ancestors of the last queried value and the value itself, outermost first.
    around: Vec<(NodeId, ObjectKind)>,
    steps: Vec<NodeId>,
}

impl KindsInOrder {
    /// Returns the kind of a value, like [`Documents::object_kind`].
    pub(super) fn kind(&mut self, documents: &Documents<'_>, id: NodeId) -> ObjectKind {
        let mut at = id;
        let mut kind = loop {
            // A parent has a lower id than its children.
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
