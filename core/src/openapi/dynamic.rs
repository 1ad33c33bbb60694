//! Dynamic anchors (JSON Schema 2020-12, section 8.2.2): schemas that a `$dynamicRef` may lead to from elsewhere, by the
//! resource they are in.

use super::arena::{Arena, NodeId};
use super::description::Description;
use super::interner::{KnownKey, KnownKeys};
use super::resources::identifier;
use crate::order::Listed as _;

/// A schema that is found by the name of its dynamic anchor once its resource has been entered.
#[derive(Debug)]
struct DynamicAnchor {
    resource: NodeId,
    /// The member that holds the name.
    member: NodeId,
    schema: NodeId,
}

/// The dynamic anchors of a description.
#[derive(Debug, Default)]
pub(super) struct DynamicAnchors(Vec<DynamicAnchor>);

impl DynamicAnchors {
    /// All there are, of a description that has anchors.
    pub(super) fn collect(arena: &Arena<'_>, has_anchors: bool) -> DynamicAnchors {
        if !has_anchors {
            return DynamicAnchors::default();
        }
        let members = arena.named(KnownKeys::new(&[KnownKey::DynamicAnchor])).filter(|&member| arena.is_string(member));
        let anchor = |member| {
            let schema = arena.parent(member)?;
            Some(DynamicAnchor { resource: resource_of(arena, schema), member, schema })
        };
        DynamicAnchors(members.filter_map(anchor).list())
    }
}

/// The outermost value of the resource a value is in.
fn resource_of(arena: &Arena<'_>, at: NodeId) -> NodeId {
    let mut around = std::iter::successors(Some(at), |&id| arena.parent(id));
    around.find(|&schema| identifier(arena, schema).is_some()).unwrap_or_else(|| arena.document_root(at))
}

impl Description<'_> {
    /// Whether it makes a difference through which resources a schema was reached.
    pub(crate) fn has_dynamic_anchors(&self) -> bool {
        !self.dynamic_anchors.0.is_empty()
    }

    /// The outermost value of the schema resource a value is in.
    pub(crate) fn resource_of(&self, at: NodeId) -> NodeId {
        resource_of(self.arena(), at)
    }

    /// The schema that has a dynamic anchor of this name in a resource.
    pub(crate) fn dynamic_anchor(&self, resource: NodeId, name: &str) -> Option<NodeId> {
        let is_named = |anchor: &&DynamicAnchor| {
            anchor.resource == resource && self.arena().string(anchor.member).is_some_and(|text| text == name)
        };
        self.dynamic_anchors.0.iter().find(is_named).map(|anchor| anchor.schema)
    }
}
