//! Added and removed endpoints, and changes that need no attention, one line each.

use waybill_base::internal::order::Listed as _;
use waybill_base::text::printable;

use super::line::{Line, Tone};
use crate::render::levels::by_default;
use crate::render::reach;
use crate::render::text::count;
use crate::{Change, Level, Report, Section};

/// Width of the column before the faint one. Longer text pushes it to the right.
const COLUMN: usize = 60;

/// Returns the lines for added or removed endpoints.
pub(super) fn section(report: &Report, section: Section, title: &str, limit: usize) -> Vec<Line> {
    list(report, |change| change.section == section, title, limit)
}

/// Returns the lines for the changes of one level inside endpoints.
pub(super) fn modified(report: &Report, level: Level, title: &str, limit: usize) -> Vec<Line> {
    list(report, |change| change.section == Section::Modified && change.level == level, title, limit)
}

fn list(report: &Report, belongs: impl Fn(&Change) -> bool, title: &str, limit: usize) -> Vec<Line> {
    let changes: Vec<&Change> = report.changes.iter().filter(|change| belongs(change)).list();
    if changes.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![Line::default(), Line::new(Tone::Strong, format!("{title} ({})", changes.len()))];
    lines.extend(changes.iter().take(limit).map(|change| entry(change)));
    lines.extend(Line::left_out(changes.len(), limit));
    lines
}

fn entry(change: &Change) -> Line {
    let names = reach::names(change);
    let (sign, tone, left, right) = match (change.section, names.as_slice()) {
        (Section::New, [only]) => ("+", Tone::Good, only.as_str(), String::new()),
        (Section::New, _) => ("+", Tone::Good, change.message.as_str(), String::new()),
        (Section::Removed, [only]) if !reach::is_moved(change) => {
            ("-", Tone::Breaking, only.as_str(), change.level.to_string())
        }
        (Section::Removed, _) => ("-", Tone::Breaking, change.message.as_str(), change.level.to_string()),
        (Section::Modified, []) => ("~", Tone::Plain, change.message.as_str(), String::new()),
        (Section::Modified, [only]) if change.message.contains(only) => {
            ("~", Tone::Plain, change.message.as_str(), String::new())
        }
        (Section::Modified, [only]) => ("~", Tone::Plain, change.message.as_str(), only.clone()),
        (Section::Modified, several) => ("~", Tone::Plain, change.message.as_str(), count(several.len(), "endpoint")),
    };
    let line = Line::new(tone, format!("  {sign} "));
    // If both descriptions contain the operation, the message has the reason why it is listed as new or removed.
    let reason = names.first().and_then(|name| change.message.strip_prefix(&format!("`{name}` was ")));
    let reason = reason.filter(|_| change.section != Section::Modified).and_then(|behind| behind.split_once(": "));
    let left = reason.map_or_else(|| left.to_owned(), |(_, reason)| format!("{left}: {reason}"));
    let is_modified = change.section == Section::Modified;
    let sunset = if is_modified { String::new() } else { reach::sunset(change, str::to_owned) };
    let left = left + &sunset + &by_default(change);
    if right.is_empty() {
        return line.and(Tone::Plain, printable(&left));
    }
    line.and(Tone::Plain, format!("{:<COLUMN$}  ", printable(&left))).and(Tone::Faint, printable(&right))
}
