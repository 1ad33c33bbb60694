//! Parameters that are paired across a change of name or location.

use crate::table::Set;
use crate::tree::NodeId;

/// The pairs found so far.
#[derive(Debug, Default)]
pub(in crate::diff) struct ParameterPairs {
    pub(in crate::diff) paired: Set<(NodeId, NodeId)>,
    /// Whether a parameter of the components is called differently or goes elsewhere.
    pub(in crate::diff) any_renamed: bool,
}
