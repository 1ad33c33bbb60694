//! Parameters that are paired although their name or location changed.

use waybill_base::internal::table::Set;
use waybill_openapi::internal::NodeId;

/// The pairs found so far.
#[derive(Debug, Default)]
pub(crate) struct ParameterPairs {
    pub(crate) paired: Set<(NodeId, NodeId)>,
    /// True if a parameter of the components changed its name or location.
    pub(crate) any_renamed: bool,
}
