//! References that are compared with something else than a reference to the same definition.

use waybill_openapi::internal::NodeId;

use super::definition_pair_id::DefinitionPairId;
use super::schema_ref::SchemaRef;

/// References that no longer lead to the same definition, as far as the walk found them.
#[derive(Debug, Default)]
pub(crate) struct ReplacedUses {
    /// The referring objects, each with the pair that it was found in.
    pub(crate) references: Vec<(SchemaRef, DefinitionPairId)>,
    /// Definitions, and values that they are compared with although they are not at the same location.
    pub(crate) partners: Vec<(SchemaRef, NodeId)>,
    /// Values that are compared with several values of the other side: definitions that are compared keyword by keyword
    /// where they are used, and entries of maps that cover other entries.
    pub(crate) shared: Vec<SchemaRef>,
}

impl ReplacedUses {
    /// Adds a reference to `target`, which is compared with `other`.
    pub(crate) fn add(
        &mut self,
        definition_pair: DefinitionPairId,
        (side, reference): SchemaRef,
        (target, other): (NodeId, NodeId),
    ) {
        self.references.push(((side, reference), definition_pair));
        self.partners.push(((side, target), other));
        self.partners.push(((side.other(), other), target));
    }
}
