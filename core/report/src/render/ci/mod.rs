//! Formats for continuous-integration systems: SARIF 2.1.0, `JUnit` XML, and workflow commands of GitHub Actions.
//!
//! Each writer returns one text about all descriptions of a run. Text from descriptions is escaped, so it cannot end a
//! string, element or command.

mod junit;
mod sarif;
mod workflow_commands;

pub use junit::write_junit;
pub use sarif::write_sarif;
pub use workflow_commands::write_workflow_commands;

use waybill_base::internal::order::Listed as _;
use waybill_base::text::printable;

use crate::render::reach;
use crate::{Change, DescriptionSummary, Level, Place, Report};

/// The result for one description.
#[derive(Debug, Clone, Copy)]
pub struct DescriptionOutcome<'a> {
    /// Name of the description.
    pub name: &'a str,
    /// The report, or the reason for its absence.
    pub outcome: Result<&'a Report, &'a str>,
    /// Path of the previous file for tools. If `None`, the report's source is used.
    pub previous_path: Option<&'a str>,
    /// Path of the current file for tools. If `None`, the report's source is used.
    pub current_path: Option<&'a str>,
    /// Ids of the changes that fail the run. If `None`, all breaking changes do.
    pub failing: Option<&'a [&'a str]>,
}

/// The urgency of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Severity {
    /// The run fails.
    Error,
    /// Review is needed.
    Warning,
    /// Callers have nothing to do.
    Note,
}

impl DescriptionOutcome<'_> {
    fn severity(&self, change: &Change) -> Severity {
        let fails = match self.failing {
            Some(failing) => failing.contains(&change.id.as_str()),
            None => change.level == Level::Breaking,
        };
        match change.level {
            _ if fails => Severity::Error,
            Level::Breaking | Level::Risky | Level::Unproved | Level::Unclassified => Severity::Warning,
            Level::Additive | Level::Docs => Severity::Note,
        }
    }

    /// Returns the file of a location in the previous description.
    fn previous_file<'s>(&'s self, report: &'s Report, place: &'s Place) -> &'s str {
        file(place, self.previous_path, &report.previous)
    }

    /// Returns the file of a location in the current description.
    fn current_file<'s>(&'s self, report: &'s Report, place: &'s Place) -> &'s str {
        file(place, self.current_path, &report.current)
    }
}

fn file<'s>(place: &'s Place, path: Option<&'s str>, described: &'s DescriptionSummary) -> &'s str {
    place.file.as_deref().or(path).unwrap_or(&described.source)
}

/// Returns the explanation of a change: lines with a label and a text, to print below its message.
fn explain(change: &Change) -> Vec<String> {
    let reaches = reach::names(change).join(", ");
    let lines = [("Why", change.why), ("Help", change.help), ("Callers", change.advice), ("Affects", &reaches)];
    let lines = lines.into_iter().filter(|(_, text)| !text.is_empty());
    lines.map(|(label, text)| format!("{label}: {}", printable(text))).list()
}

#[cfg(test)]
mod tests;
