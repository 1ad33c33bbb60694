//! Describes the excluded operations, so that reports show every exclusion.

use waybill_base::internal::order::Listed as _;

use super::text::count;
use crate::{ExclusionCount, ExclusionRule, Report};

/// Returns the number of excluded operations, and the matches of each rule: ``left out: 3 → 4 operations (tag `admin` 3
/// → 4, path `/debug/**` none)``. `None` if the options exclude nothing.
pub(super) fn excluded(report: &Report) -> Option<String> {
    if report.excluded.is_empty() {
        return None;
    }
    let (before, after) = (report.previous.excluded, report.current.excluded);
    let all =
        if before == after { count(after, "operation") } else { format!("{before} → {}", count(after, "operation")) };
    let rules: Vec<String> = report.excluded.iter().map(describe).list();
    Some(format!("excluded: {all} ({})", rules.join(", ")))
}

fn describe(excluded: &ExclusionCount) -> String {
    let ExclusionCount { rule, previous, current } = excluded;
    let rule = match rule {
        ExclusionRule::Tag(tag) => format!("tag `{tag}`"),
        ExclusionRule::Path(glob) => format!("path `{glob}`"),
        ExclusionRule::Internal => "`x-internal`".to_owned(),
    };
    match (*previous, *current) {
        // Shows misspelt names, which match nothing.
        (0, 0) => format!("{rule} none"),
        (before, after) if before == after => format!("{rule} {after}"),
        (before, after) => format!("{rule} {before} → {after}"),
    }
}
