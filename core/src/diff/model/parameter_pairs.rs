//! Parameters that are paired whatever they are called and wherever they go.

use crate::table::Set;
use crate::tree::NodeId;

/// What is known of such parameters.
#[derive(Debug, Default)]
pub(in crate::diff) struct ParameterPairs {
    pub(in crate::diff) paired: Set<(NodeId, NodeId)>,
    /// Whether a parameter of the components is called differently or goes elsewhere.
    pub(in crate::diff) any_renamed: bool,
}
