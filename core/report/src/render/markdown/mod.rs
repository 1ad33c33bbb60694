//! The complete report as Markdown, either alone or as the changelog of a release with front matter.
//!
//! No line starts with text from a description, and such text is in code spans. See [`escape`] for the reasons.

mod changelog;
mod document;
mod escape;
mod groups;
mod rewritten;
mod sections;

pub use changelog::{ChangelogOptions, Detail, FrontMatter, Release, ReleaseOrderError};
pub(super) use changelog::{changelog, summary};
pub(super) use rewritten::rewritten_changelog;

use self::document::Document;
use self::escape::{capitalised, code, prose};
use self::sections::sections;
use super::excluded::excluded;
use super::levels::{custom_levels, hidden_changes};
use super::text::{affected, count, counted};
use crate::{DescriptionSummary, Problem, Report};

/// Renders the report as a document without front matter.
pub(super) fn report(report: &Report) -> String {
    let mut document = Document::default();
    document.paragraph(&format!("**{}**", prose(&report.verdict.sentence)));
    let counted = counted(&report.counts);
    if !counted.is_empty() {
        let affected =
            affected(&report.counts, "operation").map_or_else(String::new, |affected| format!(" ({affected})"));
        document.paragraph(&format!("{counted}{affected}"));
    }
    document.paragraph(&format!("From {} to {}.", described(&report.previous), described(&report.current)));
    for setting in excluded(report).into_iter().chain(custom_levels(report)).chain(hidden_changes(report)) {
        document.paragraph(&format!("{}.", capitalised(&prose(&setting))));
    }
    problems(&mut document, report);
    sections(&mut document, report);
    document.finish()
}

/// Writes the problems, if there are any.
fn problems(document: &mut Document, report: &Report) {
    if report.problems.is_empty() {
        return;
    }
    document.paragraph(&if report.complete {
        format!("**Compared, with a problem in {}:**", count(report.problems.len(), "place"))
    } else {
        let all = count(report.unread().count(), "place");
        format!("**Compared only in part: {all} could not be read or compared.**")
    });
    document.list(report.problems.iter().map(|problem| {
        let Problem { side: _, code: id, message, file, place } = problem;
        let at = code(&format!("{file}:{}:{}", place.line, place.column));
        format!("{at}: {} ({})", prose(message), code(id))
    }));
}

fn described(described: &DescriptionSummary) -> String {
    let DescriptionSummary { title: _, version, source, operations, excluded: _ } = described;
    let operations = count(*operations, "operation");
    let source = if source.is_empty() { "a description".to_owned() } else { code(source) };
    match version {
        Some(version) => format!("{source} ({}, {operations})", code(version)),
        None => format!("{source} ({operations})"),
    }
}
