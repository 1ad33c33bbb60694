//! Options of a comparison.

use waybill_diff::Exclusions;
use waybill_diff::compat::Levels;

/// The names of the two descriptions, the operations to exclude, and levels of rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompareOptions {
    /// Name of the previous description, shown as `source` (a path, tag or URL without credentials).
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
    /// Operations that are not compared. The report contains their number.
    pub exclude: Exclusions,
    /// Levels of rules that differ from Waybill's. The report names them.
    pub levels: Levels,
}
