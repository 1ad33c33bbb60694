//! Describes the publisher's levels, so that reports show which levels are not Waybill's.

use waybill_base::internal::order::Listed as _;

use super::text::count;
use crate::{Change, Report};

/// Returns the settings and the number of changes that they affect: ``custom levels: `response-enum-*` additive; 2
/// changes have another level than Waybill's``. `None` if there are no settings.
pub(super) fn custom_levels(report: &Report) -> Option<String> {
    let settings = report.levels.settings();
    if settings.is_empty() {
        return None;
    }
    let settings: Vec<String> = settings.iter().map(|(rule, level)| format!("`{rule}` {level}")).list();
    let changes = report.changes.iter().filter(|change| change.default_level.is_some()).count();
    let have = if changes == 1 { "has" } else { "have" };
    let changes = count(changes, "change");
    Some(format!("custom levels: {}; {changes} {have} another level than Waybill's", settings.join(", ")))
}

/// Returns the note about a level that is not Waybill's: ` (breaking by default)`. Empty for other levels.
pub(super) fn by_default(change: &Change) -> String {
    change.default_level.map_or_else(String::new, |level| format!(" ({level} by default)"))
}
