//! The sections of a document, in order: new, modified and removed endpoints, and breaking changes.

use waybill_base::internal::order::Listed as _;

use super::Document;
use super::escape::{capitalised, code, prose};
use super::groups::{self, Group};
use crate::render::levels::by_default;
use crate::render::reach;
use crate::render::text::count;
use crate::{Change, DescriptionSummary, Level, Place, Report, Section};

/// Maximum number of endpoints in a sentence. Longer lists are folded.
const NAMED: usize = 5;

/// Writes all sections. Empty ones contain "None.", and the breaking one is omitted if nothing breaks.
pub(super) fn sections(document: &mut Document, report: &Report) {
    whole(document, report, Section::New, "New endpoints");
    modified(document, report);
    whole(document, report, Section::Removed, "Removed endpoints");
    breaking(document, report);
}

/// Writes added or removed endpoints, one line each.
fn whole(document: &mut Document, report: &Report, section: Section, title: &str) {
    document.heading(2, title);
    let changes: Vec<&Change> = report.changes.iter().filter(|change| change.section == section).list();
    if changes.is_empty() {
        document.paragraph("None.");
    }
    document.list(changes.into_iter().map(|change| {
        let names = reach::names(change);
        let subject = match names.as_slice() {
            [only] if !reach::is_moved(change) => code(only),
            _ => prose(&change.message),
        };
        subject + &reach::sunset(change, code) + &mark(change)
    }));
}

/// Writes all other changes, grouped by what they affect. Changes of documentation are folded into one list.
fn modified(document: &mut Document, report: &Report) {
    document.heading(2, "Modified endpoints");
    let modified = |change: &&Change| change.section == Section::Modified;
    let (words, changes): (Vec<&Change>, Vec<&Change>) =
        report.changes.iter().filter(modified).partition(|change| change.level == Level::Docs);
    if words.is_empty() && changes.is_empty() {
        document.paragraph("None.");
    }
    for Group { title, names, changes } in groups::group_changes(changes) {
        document.heading(3, &title);
        if names.len() > 1 {
            reached(document, &names);
        }
        document.list(
            changes.into_iter().map(|change| prose(&reach::without_endpoint(&change.message, &names)) + &mark(change)),
        );
    }
    if !words.is_empty() {
        document.heading(3, "Descriptions, examples and tags");
        let summary = count(words.len(), "documentation-only change");
        document.folded(&summary, words.into_iter().map(|change| prose(&change.message)));
    }
}

/// Writes the breaking changes again, with affected endpoints, reasons and advice.
fn breaking(document: &mut Document, report: &Report) {
    let changes: Vec<&Change> = report.changes.iter().filter(|change| change.level == Level::Breaking).list();
    if changes.is_empty() {
        return;
    }
    document.heading(2, "Breaking changes");
    for change in changes {
        document.heading(3, &capitalised(&prose(&change.message)));
        let names = reach::names(change);
        if names.iter().any(|name| !change.message.contains(name)) {
            reached(document, &names);
        }
        let values = [("Before", &change.before), ("After", &change.after)];
        let values = values.into_iter().filter_map(|(label, value)| {
            let value = value.as_ref()?;
            Some(format!("{label}: {}", code(value.as_str())))
        });
        let words = [("Why it breaks", change.why), ("What to do", change.advice)];
        let words = words.into_iter().filter(|(_, words)| !words.is_empty());
        let words = words.map(|(label, words)| format!("{label}: {}", prose(words)));
        let place = location(report, change);
        let id = format!("Id: {} ({})", code(&change.id), code(change.rule));
        document.list(values.chain(words).chain([place, id]));
    }
}

/// Writes the affected endpoints, as a sentence or as a folded list.
fn reached(document: &mut Document, names: &[String]) {
    if names.len() > NAMED {
        let summary = format!("Affects {}", count(names.len(), "endpoint"));
        document.folded(&summary, names.iter().map(|name| code(name)));
    } else {
        let spans: Vec<String> = names.iter().map(|name| code(name)).collect();
        document.paragraph(&format!("Affects {}.", spans.join(", ")));
    }
}

/// Returns the note about an entry's level. Additions and documentation need none, unless their level is not Waybill's.
fn mark(change: &Change) -> String {
    let level = match change.level {
        Level::Breaking => " (**breaking**, see [Breaking changes](#breaking-changes))",
        Level::Risky => " (**risky**)",
        Level::Unproved => " (undecided)",
        Level::Unclassified => " (unclassified)",
        Level::Additive | Level::Docs => "",
    };
    level.to_owned() + &by_default(change)
}

fn location(report: &Report, change: &Change) -> String {
    let place = |described: &DescriptionSummary, place: Option<&Place>| {
        let Place { file, pointer: _, line, column } = place?;
        Some(code(&format!("{}:{line}:{column}", file.as_deref().unwrap_or(&described.source))))
    };
    match (place(&report.current, change.new.as_ref()), place(&report.previous, change.old.as_ref())) {
        (Some(new), Some(old)) => format!("Where: {new}, before {old}"),
        (Some(only), None) | (None, Some(only)) => format!("Where: {only}"),
        (None, None) => "Where: not at one location".to_owned(),
    }
}
