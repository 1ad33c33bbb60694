//! How a comparison names its two inputs, and what it leaves out.

use waybill_diff::Exclusions;

/// How a comparison names its two inputs, and what it leaves out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompareOptions {
    /// Name of the previous description, shown as `source` (a path, tag or URL without credentials).
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
    /// Operations that are not compared; the report says how many there are.
    pub exclude: Exclusions,
}
