//! Dynamic anchors (JSON Schema 2020-12, section 8.2.2): schemas that a `$dynamicRef` may lead to from elsewhere, by the
//! resource they are in.

use waybill_base::internal::order::Listed as _;

use super::description::ResolvedDescription;
use super::documents::Documents;
use super::known_key::KnownKey;
use super::resources::identifier;
use crate::tree::NodeId;

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

/// The outermost value of the resource a value is in.
fn resource_of(documents: &Documents<'_>, at: NodeId) -> NodeId {
    let mut around = documents.ancestors(at);
    around.find(|&schema| identifier(documents, schema).is_some()).unwrap_or_else(|| documents.root_around(at))
}

impl ResolvedDescription<'_> {
    /// Whether it makes a difference through which resources a schema was reached.
    pub(crate) fn has_dynamic_anchors(&self) -> bool {
        !self.dynamic_anchors.0.is_empty()
    }

    /// The outermost value of the schema resource a value is in.
    pub(crate) fn resource_of(&self, at: NodeId) -> NodeId {
        resource_of(self.documents(), at)
    }

    /// The schema that has a dynamic anchor of this name in a resource.
    pub(crate) fn dynamic_anchor(&self, resource: NodeId, name: &str) -> Option<NodeId> {
        let is_named = |anchor: &&DynamicAnchor| {
            anchor.resource == resource && self.documents().string(anchor.member).is_some_and(|text| text == name)
        };
        self.dynamic_anchors.0.iter().find(is_named).map(|anchor| anchor.schema)
    }
}
