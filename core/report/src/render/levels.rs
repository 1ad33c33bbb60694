//! Describes the publisher's levels, and hides changes of lower levels.

use waybill_base::internal::order::Listed as _;
use waybill_diff::internal::find_rule;

use super::text::count;
use crate::{Change, Level, Report};

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

impl Report {
    /// Removes the changes below a level, except those of a row of the platform's table of version bumps, and
    /// those with a deprecation period that is too short. The verdict and the counts stay the same. The terminal and
    /// Markdown formats say how many changes are not shown.
    #[must_use]
    pub fn hide_below(mut self, level: Level) -> Report {
        let all = self.changes.len();
        self.changes.retain(|change| {
            let is_row = find_rule(change.rule).is_some_and(|rule| !rule.table_row.is_empty());
            change.level >= level || is_row || change.period.is_some()
        });
        self.hidden += all - self.changes.len();
        self
    }
}

/// Returns the number of hidden changes: `not shown: 2 changes of lower levels`. `None` if nothing is hidden.
pub(super) fn hidden_changes(report: &Report) -> Option<String> {
    (report.hidden > 0).then(|| format!("not shown: {} of lower levels", count(report.hidden, "change")))
}

/// Returns the note about a level that is not Waybill's: ` (breaking by default)`. Empty for other levels.
pub(super) fn by_default(change: &Change) -> String {
    change.default_level.map_or_else(String::new, |level| format!(" ({level} by default)"))
}
