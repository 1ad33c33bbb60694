//! GitHub annotations at the lines of committed descriptions.

use waybill_core::Report;
use waybill_core::report::{Change, Level};

use crate::ci_variables::is_github_actions;
use crate::screen::{Annotation, Stream};

/// Maximum number of annotations of each kind that GitHub shows for a step.
const MOST_SHOWN: usize = 10;

/// Annotates failing changes as errors, and other breaking or risky ones as warnings. `path` is that of the committed
/// description.
pub(super) fn annotate(report: &Report, path: Option<&str>, failing: &[&str]) {
    if !is_github_actions() {
        return;
    }
    let level = |change: &Change| match change.level {
        _ if failing.contains(&change.id.as_str()) => Some("error"),
        Level::Breaking | Level::Risky => Some("warning"),
        _ => None,
    };
    for kind in ["error", "warning"] {
        let of_kind = || report.changes.iter().filter(|change| level(change) == Some(kind));
        for change in of_kind().take(MOST_SHOWN) {
            annotation(kind, change, path).print(Stream::Output);
        }
        let more = of_kind().count().saturating_sub(MOST_SHOWN);
        if more > 0 {
            let sentence = format!("{more} more are listed in the report above");
            Annotation::new("notice", &[], &sentence).print(Stream::Output);
        }
    }
}

fn annotation(kind: &'static str, change: &Change, path: Option<&str>) -> Annotation {
    // A removed element has no line in the file of the pull request.
    let place = path.zip(change.new.as_ref().filter(|place| place.file.is_none()));
    let place = place.map(|(path, place)| (path, place.line.to_string(), place.column.to_string()));
    let mut properties = Vec::new();
    if let Some((path, line, column)) = &place {
        properties.extend([("file", *path), ("line", line.as_str()), ("col", column.as_str())]);
    }
    properties.push(("title", change.title));
    Annotation::new(kind, &properties, &change.message)
}
