//! Options of a comparison.

use waybill_diff::Exclusions;

/// The names of the two descriptions, and the operations to exclude.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompareOptions {
    /// Name of the previous description, shown as `source` (a path, tag or URL without credentials).
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
    /// Operations that are not compared. The report contains their number.
    pub exclude: Exclusions,
}
