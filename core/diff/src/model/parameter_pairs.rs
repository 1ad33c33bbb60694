//! Parameters that are paired across a change of name or location.

use waybill_base::internal::table::Set;
use waybill_openapi::internal::NodeId;

/// The pairs found so far.
#[derive(Debug, Default)]
pub(crate) struct ParameterPairs {
    pub(crate) paired: Set<(NodeId, NodeId)>,
    /// Whether a parameter of the components is called differently or goes elsewhere.
    pub(crate) any_renamed: bool,
}
