//! Options of a comparison.

use waybill_diff::compat::Levels;
use waybill_diff::{Exclusions, Renames};

use super::DeprecationPeriods;

/// The names of the two descriptions, the operations to exclude, levels of rules, renamed operations, and deprecation periods.
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
    /// Operations and paths that were renamed. They decide which operations are compared, and never a level.
    pub renames: Renames,
    /// Deprecation periods. A removal that comes too early names its period.
    pub periods: DeprecationPeriods,
}
