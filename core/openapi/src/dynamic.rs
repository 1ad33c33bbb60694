//! Dynamic anchors (JSON Schema 2020-12, section 8.2.2): the possible targets of a `$dynamicRef`, by the schema resource that
//! contains them.

use waybill_base::internal::order::Listed as _;

use super::description::ResolvedDescription;
use super::documents::Documents;
use super::known_key::KnownKey;
use super::resources::identifier;
use crate::tree::NodeId;

/// A schema with a dynamic anchor.
#[derive(Debug)]
struct DynamicAnchor {
    resource: NodeId,
    /// The member with the anchor's name.
    member: NodeId,
    schema: NodeId,
}

/// The dynamic anchors of a description.
#[derive(Debug, Default)]
pub(super) struct DynamicAnchors(Vec<DynamicAnchor>);

impl DynamicAnchors {
    /// Collects all dynamic anchors. Returns none without a search if the description has no anchors.
    pub(super) fn collect(documents: &Documents<'_>, has_anchors: bool) -> DynamicAnchors {
        if !has_anchors {
            return DynamicAnchors::default();
        }
        let members = documents
            .nodes_with_key(KnownKey::key_set(&[KnownKey::DynamicAnchor]))
            .filter(|&member| documents.is_string(member));
        let anchor = |member| {
            let schema = documents.parent(member)?;
            Some(DynamicAnchor { resource: resource_of(documents, schema), member, schema })
        };
        DynamicAnchors(members.filter_map(anchor).list())
    }
}

/// Returns the outermost value of the schema resource that contains a value.
fn resource_of(documents: &Documents<'_>, at: NodeId) -> NodeId {
    let mut around = documents.ancestors(at);
    around.find(|&schema| identifier(documents, schema).is_some()).unwrap_or_else(|| documents.root_around(at))
}

impl ResolvedDescription<'_> {
    /// Returns true if the meaning of a schema can depend on the resources through which it was reached.
    pub(crate) fn has_dynamic_anchors(&self) -> bool {
        !self.dynamic_anchors.0.is_empty()
    }

    /// Returns the outermost value of the schema resource that contains a value.
    pub(crate) fn resource_of(&self, at: NodeId) -> NodeId {
        resource_of(self.documents(), at)
    }

    /// Returns the schema with a dynamic anchor of this name in a resource.
    pub(crate) fn dynamic_anchor(&self, resource: NodeId, name: &str) -> Option<NodeId> {
        let is_named = |anchor: &&DynamicAnchor| {
            anchor.resource == resource && self.documents().string(anchor.member).is_some_and(|text| text == name)
        };
        self.dynamic_anchors.0.iter().find(is_named).map(|anchor| anchor.schema)
    }
}
