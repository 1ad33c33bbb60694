//! The sections every document has, in their order: new, modified and removed endpoints, and what breaks.

use waybill_base::internal::order::Listed as _;

use super::Document;
use super::escape::{capitalised, code, prose};
use super::groups::{self, Group};
use crate::render::reach;
use crate::render::text::count;
use crate::{Change, DescriptionSummary, Level, Place, Report, Section};

/// Endpoints named in a sentence; a longer list is folded.
const NAMED: usize = 5;

/// All sections; one without entries says so, and the breaking one is there only where something breaks.
pub(super) fn sections(document: &mut Document, report: &Report) {
    whole(document, report, Section::New, "New endpoints");
    modified(document, report);
    whole(document, report, Section::Removed, "Removed endpoints");
    breaking(document, report);
}

/// Added and removed endpoints, one line each.
fn whole(document: &mut Document, report: &Report, section: Section, title: &str) {
    document.heading(2, title);
    let changes: Vec<&Change> = report.changes.iter().filter(|change| change.section == section).list();
    if changes.is_empty() {
        document.paragraph("None.");
    }
    document.list(changes.into_iter().map(|change| {
        let names = reach::names(change);
        let subject = if let [only] = names.as_slice() { code(only) } else { prose(&change.message) };
        subject + mark(change)
    }));
}

/// Everything else, grouped under whom it reaches; what changes documentation alone is folded into one list.
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
            changes.into_iter().map(|change| prose(&reach::without_endpoint(&change.message, &names)) + mark(change)),
        );
    }
    if !words.is_empty() {
        document.heading(3, "Descriptions, examples and tags");
        let summary = count(words.len(), "change") + " of words alone";
        document.folded(&summary, words.into_iter().map(|change| prose(&change.message)));
    }
}

/// The breaking changes again, with whom they reach, why they break and what to do.
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

/// Whom a change reaches: a sentence, or a list to open.
fn reached(document: &mut Document, names: &[String]) {
    if names.len() > NAMED {
        let summary = format!("Reaches {}", count(names.len(), "endpoint"));
        document.folded(&summary, names.iter().map(|name| code(name)));
    } else {
        let spans: Vec<String> = names.iter().map(|name| code(name)).collect();
        document.paragraph(&format!("Reaches {}.", spans.join(", ")));
    }
}

/// What a reader has to know about an entry's level; additions and documentation need no explanation.
fn mark(change: &Change) -> &'static str {
    match change.level {
        Level::Breaking => " (**breaking**, see [Breaking changes](#breaking-changes))",
        Level::Risky => " (**risky**)",
        Level::Unproved => " (could not be judged)",
        Level::Unclassified => " (no rule knows it)",
        Level::Additive | Level::Docs => "",
    }
}

fn location(report: &Report, change: &Change) -> String {
    let place = |described: &DescriptionSummary, place: Option<&Place>| {
        let Place { file, pointer: _, line, column } = place?;
        Some(code(&format!("{}:{line}:{column}", file.as_deref().unwrap_or(&described.source))))
    };
    match (place(&report.current, change.new.as_ref()), place(&report.previous, change.old.as_ref())) {
        (Some(new), Some(old)) => format!("Where: {new}, before {old}"),
        (Some(only), None) | (None, Some(only)) => format!("Where: {only}"),
        (None, None) => "Where: in neither description alone".to_owned(),
    }
}
