//! References to components, and the schemas that contain them.

use waybill_base::internal::order;
use waybill_openapi::internal::{Arena, KnownKey, NodeId, Reference, ResolvedDescription};

/// The references of both descriptions, by target.
#[derive(Debug)]
pub(crate) struct ReferencesByTarget {
    old: Vec<(NodeId, Vec<NodeId>)>,
    new: Vec<(NodeId, Vec<NodeId>)>,
}

impl ReferencesByTarget {
    pub(crate) fn collect(old: &ResolvedDescription<'_>, new: &ResolvedDescription<'_>) -> ReferencesByTarget {
        let uses = |description: &ResolvedDescription<'_>| {
            order::groups(description.references().iter().filter_map(|&member| match description.target(member) {
                Reference::Local(target) => Some((target, member)),
                Reference::Missing | Reference::External => None,
            }))
        };
        ReferencesByTarget { old: uses(old), new: uses(new) }
    }

    /// Returns the references of the old description that lead to a value, in document order.
    pub(crate) fn in_old(&self, target: NodeId) -> &[NodeId] {
        order::find(&self.old, &target).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the references of the new description that lead to a value, in document order.
    pub(crate) fn in_new(&self, target: NodeId) -> &[NodeId] {
        order::find(&self.new, &target).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Returns those of a component's references that are inside a value.
pub(crate) fn inside<'r>(arena: &Arena<'_>, references: &'r [NodeId], root: NodeId) -> &'r [NodeId] {
    let before = |end: NodeId| references.partition_point(|&member| member < end);
    references.get(before(root)..before(arena.after(root))).unwrap_or_default()
}

/// Returns the outermost schema that applies a schema to the same value, through `allOf`, `anyOf` and `oneOf`.
pub(crate) fn schema_around(description: &ResolvedDescription<'_>, schema: NodeId) -> NodeId {
    let arena = description.arena();
    let lists = [KnownKey::AllOf, KnownKey::AnyOf, KnownKey::OneOf].map(KnownKey::key);
    let mut at = schema;
    while let Some(list) = arena.parent(at).filter(|&list| arena.is_array(list) && lists.contains(&arena.key(list))) {
        let Some(around) = arena.parent(list) else { break };
        at = around;
    }
    at
}

/// Returns the schema whose values a reference describes. For a branch or an alternative, this is the schema around it.
pub(crate) fn using_schema(description: &ResolvedDescription<'_>, member: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    let reference = arena.parent(member)?;
    let lists = [KnownKey::AllOf, KnownKey::AnyOf, KnownKey::OneOf].map(KnownKey::key);
    let list = arena.parent(reference).filter(|&list| arena.is_array(list) && lists.contains(&arena.key(list)));
    list.map_or(Some(reference), |list| arena.parent(list))
}
