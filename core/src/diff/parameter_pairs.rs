//! Parameters that are paired whatever they are called and wherever they go.

use crate::openapi::NodeId;
use crate::table::Set;

/// What is known of such parameters.
#[derive(Debug, Default)]
pub(super) struct ParameterPairs {
    pub(super) paired: Set<(NodeId, NodeId)>,
    /// Whether a parameter of the components is called differently or goes elsewhere.
    pub(super) any_renamed: bool,
}
