//! What continuous-integration systems read: SARIF 2.1.0, `JUnit`'s XML, and the workflow commands of GitHub Actions.
//!
//! Each is one text about all descriptions of a run. What a description says is data in every one of them: it ends no string,
//! no element and no command.

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

/// What came of one description.
#[derive(Debug, Clone, Copy)]
pub struct DescriptionOutcome<'a> {
    /// What the description is called.
    pub name: &'a str,
    /// Its report, or why there is none.
    pub outcome: Result<&'a Report, &'a str>,
    /// The path of the previous file as tools know it; its name in the report where it has none.
    pub previous_path: Option<&'a str>,
    /// The path of the current file as tools know it.
    pub current_path: Option<&'a str>,
    /// The ids of the changes that fail the run; `None` where those do that break.
    pub failing: Option<&'a [&'a str]>,
}

/// How urgent a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Severity {
    /// It fails the run.
    Error,
    /// Somebody should look.
    Warning,
    /// No caller has to do anything.
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

    /// The file of a place in the previous description.
    fn previous_file<'s>(&'s self, report: &'s Report, place: &'s Place) -> &'s str {
        file(place, self.previous_path, &report.previous)
    }

    /// The file of a place in the current description.
    fn current_file<'s>(&'s self, report: &'s Report, place: &'s Place) -> &'s str {
        file(place, self.current_path, &report.current)
    }
}

fn file<'s>(place: &'s Place, path: Option<&'s str>, described: &'s DescriptionSummary) -> &'s str {
    place.file.as_deref().or(path).unwrap_or(&described.source)
}

/// What a change means, below its message: lines of a label and a text.
fn explain(change: &Change) -> Vec<String> {
    let reaches = reach::names(change).join(", ");
    let lines = [("Why", change.why), ("Help", change.help), ("Callers", change.advice), ("Reaches", &reaches)];
    let lines = lines.into_iter().filter(|(_, text)| !text.is_empty());
    lines.map(|(label, text)| format!("{label}: {}", printable(text))).list()
}

#[cfg(test)]
mod tests;
