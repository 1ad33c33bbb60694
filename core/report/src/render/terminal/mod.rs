//! The report for a terminal: the verdict, then the changes that need attention in full, then one line for each other
//! change.
//!
//! Long lists are shortened, with a note. The JSON and Markdown formats are complete.

mod detail;
mod excerpt;
mod line;
mod list;

pub use excerpt::{NamedText, Text, Texts};
pub use line::{Line, Tone};

use waybill_base::text::printable;

use super::excluded::excluded;
use super::levels::{custom_levels, hidden_changes};
use super::text::{affected, count, counted};
use crate::render::source_lines::SourceLinesPair;
use crate::{Change, DescriptionSummary, Level, Problem, Report, Section};

/// Maximum number of added or removed endpoints.
const ENDPOINTS: usize = 20;
/// Maximum number of lines under each heading for changes that need no attention.
const LISTED: usize = 10;
/// Maximum number of problems.
const PROBLEMS: usize = 10;

/// A callback that returns the source lines of a change. Hosts without the descriptions do not link the code for
/// excerpts.
pub(super) type Frame<'a> = &'a mut dyn FnMut(&Change) -> Vec<Line>;

/// Returns no source lines, for hosts without the descriptions.
pub(super) fn no_frame(_: &Change) -> Vec<Line> {
    Vec::new()
}

/// Renders the report as lines for a terminal, with the source lines of breaking changes.
pub(super) fn lines_with_frames(report: &Report, texts: &Texts<'_>) -> Vec<Line> {
    let mut sources = SourceLinesPair::new(texts);
    lines(report, &mut |change| excerpt::lines(change, &mut sources))
}

/// Renders the report as lines for a terminal.
pub(super) fn lines(report: &Report, frame: Frame<'_>) -> Vec<Line> {
    let mut lines = head(report);
    lines.extend(problems(report));
    lines.extend(detail::entries(report, Level::Breaking, frame));
    lines.extend(detail::entries(report, Level::Risky, &mut no_frame));
    lines.extend(list::section(report, Section::New, "New endpoints", ENDPOINTS));
    lines.extend(list::section(report, Section::Removed, "Removed endpoints", ENDPOINTS));
    for (level, title) in [
        (Level::Unproved, "Undecided changes"),
        (Level::Unclassified, "Unclassified changes"),
        (Level::Additive, "Additions"),
        (Level::Docs, "Descriptions, examples and tags"),
    ] {
        lines.extend(list::modified(report, level, title, LISTED));
    }
    lines
}

/// Renders the verdict, the counts and the two descriptions.
pub(super) fn head(report: &Report) -> Vec<Line> {
    let (symbol, tone) = match (report.verdict.honoured, report.counts.breaking, report.complete) {
        (Some(false), _, _) => ("✗", Tone::Breaking),
        (None, 1.., _) => ("!", Tone::Breaking),
        (None, 0, false) => ("!", Tone::Warning),
        (_, 0, _) if report.counts.undecided() > 0 => ("?", Tone::Warning),
        (Some(true), _, _) | (None, 0, true) => ("✓", Tone::Good),
    };
    let mut lines = vec![Line::new(tone, format!("{symbol} {}", printable(&report.verdict.sentence)))];
    let counted = counted(&report.counts);
    if !counted.is_empty() {
        let affected =
            affected(&report.counts, "operation").map_or_else(String::new, |affected| format!("   {affected}"));
        lines.push(Line::new(Tone::Plain, format!("  {counted}")).and(Tone::Faint, affected));
    }
    let between = format!("  {} → {}", named(&report.previous), named(&report.current));
    lines.push(Line::new(Tone::Faint, between));
    let settings = excluded(report).into_iter().chain(custom_levels(report)).chain(hidden_changes(report));
    lines.extend(settings.map(|setting| Line::new(Tone::Faint, format!("  {}", printable(&setting)))));
    lines
}

fn named(described: &DescriptionSummary) -> String {
    let DescriptionSummary { title: _, version, source, operations, excluded: _ } = described;
    let operations = count(*operations, "operation");
    let inside = version.as_ref().map_or(operations.clone(), |version| format!("{version}, {operations}"));
    let source = if source.is_empty() { "description" } else { source };
    printable(&format!("{source} ({inside})")).into_owned()
}

fn problems(report: &Report) -> Vec<Line> {
    if report.problems.is_empty() {
        return Vec::new();
    }
    let title = if report.complete {
        format!("Compared, with a problem in {}", count(report.problems.len(), "place"))
    } else {
        let all = count(report.unread().count(), "place");
        format!("Compared only in part: {all} could not be read or compared")
    };
    let mut lines = vec![Line::default(), Line::new(Tone::Warning, title)];
    for problem in report.problems.iter().take(PROBLEMS) {
        let Problem { side: _, code, message, file, place } = problem;
        let at = format!("    --> {file}:{}:{}  {}", place.line, place.column, place.pointer);
        lines.push(Line::new(Tone::Warning, format!("  {code}")).and(Tone::Plain, format!(": {}", printable(message))));
        lines.push(Line::new(Tone::Faint, printable(&at)));
    }
    lines.extend(Line::left_out(report.problems.len(), PROBLEMS));
    lines
}
