//! New, deprecated and removed endpoints, one line each, with their purpose and replacement.

use waybill_base::internal::order::Listed as _;
use waybill_diff::release::{Bump, Version};

use super::Detail;
use super::entries::mark;
use crate::render::markdown::Document;
use crate::render::markdown::escape::{code, prose};
use crate::render::reach;
use crate::{Change, OperationDetails, Report, Section};

/// Maximum length of a summary, in characters. Longer ones are shortened.
const MAX_SUMMARY_CHARS: usize = 64;

/// Writes the added endpoints.
pub(super) fn write_new(document: &mut Document, report: &Report, detail: Detail) {
    document.heading(2, "New endpoints");
    let items = of_section(report, Section::New).map(|change| {
        let mut line = name(change);
        if let Some(OperationDetails { summary, tags, .. }) = &change.operation {
            line.extend(summary.iter().map(|summary| format!(": {}", code(&shortened(summary, detail)))));
            if let [first, ..] = tags.as_slice() {
                line.extend([" (", &code(first), ")"]);
            }
        }
        line + mark(change.level)
    });
    write_list(document, items.list());
}

/// Writes the removed endpoints.
pub(super) fn write_removed(document: &mut Document, report: &Report, previous: Version) {
    document.heading(2, "Removed endpoints");
    let previous = previous.to_string();
    let is_outside_major = report.verdict.declared_bump.is_some_and(|bump| bump < Bump::Major);
    let items = of_section(report, Section::Removed).map(|change| {
        let mut line = name(change);
        if let Some(details) = &change.operation {
            // Releases between the two are unknown. They may have deprecated it.
            match &details.deprecated_since {
                Some(since) => line.extend([", deprecated since ", &prose(since)]),
                None if details.is_deprecated => line.extend([", deprecated in ", &previous]),
                None => line.extend([", not deprecated in ", &previous]),
            }
            line.push_str(if is_outside_major { ", and removed outside a major release" } else { "" });
            line.extend(successor(details));
        }
        line
    });
    let items = items.list();
    if !items.is_empty() {
        document.paragraph("Each breaks its callers. Where no successor is named, none is known.");
    }
    write_list(document, items);
}

/// Writes the endpoints that this release deprecates. They are never folded, because their callers have to plan.
pub(super) fn write_deprecated(document: &mut Document, report: &Report) {
    let deprecated = report.changes.iter().filter(|change| is_newly_deprecated(change));
    let items = deprecated.map(|change| {
        let successor = change.operation.as_ref().and_then(successor);
        name(change) + &successor.unwrap_or_else(|| "; no successor is named".to_owned())
    });
    let items = items.list();
    if !items.is_empty() {
        document.heading(3, "Newly deprecated");
        document.list(items);
    }
}

/// Returns true if a change is the deprecation of an endpoint. Deprecations have their own list.
pub(super) fn is_newly_deprecated(change: &Change) -> bool {
    change.section == Section::Modified && change.operation.is_some()
}

fn of_section(report: &Report, section: Section) -> impl Iterator<Item = &Change> {
    report.changes.iter().filter(move |change| change.section == section)
}

fn name(change: &Change) -> String {
    match reach::names(change).as_slice() {
        [only] => code(only),
        _ => prose(&change.message),
    }
}

/// Returns the replacement of an endpoint, as the end of a sentence.
fn successor(details: &OperationDetails) -> Option<String> {
    match (&details.successor, &details.notice) {
        (Some(successor), _) => {
            let operation = code(&reach::operation(&successor.operation));
            Some(if successor.is_named {
                format!("; use {operation}")
            } else {
                format!("; the likely successor is {operation}")
            })
        }
        (None, Some(notice)) => Some(format!("; its description says: {}", code(&without_addresses(notice)))),
        (None, None) => None,
    }
}

/// Returns a text without the URLs of its Markdown links, which are not links in a quote.
fn without_addresses(text: &str) -> String {
    let (mut written, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once("](") {
        let label = before.rsplit_once('[').filter(|(_, label)| !label.contains(']'));
        if let (Some((kept, label)), Some((_, after))) = (label, behind.split_once(')')) {
            written.extend([kept, label]);
            rest = after;
        } else {
            written.extend([before, "]("]);
            rest = behind;
        }
    }
    written + rest
}

fn write_list(document: &mut Document, items: Vec<String>) {
    if items.is_empty() {
        document.paragraph("None.");
    }
    document.list(items);
}

fn shortened(text: &str, detail: Detail) -> String {
    if detail == Detail::All || text.chars().count() <= MAX_SUMMARY_CHARS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MAX_SUMMARY_CHARS).collect();
    kept.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_whole_where_everything_is_told() {
        let long = "x".repeat(65);
        assert_eq!(shortened(&long, Detail::Short), "x".repeat(64) + "…");
        assert_eq!(shortened(&long, Detail::All), long);
    }

    #[test]
    fn a_quoted_notice_keeps_the_words_of_its_links() {
        assert_eq!(
            without_addresses("Use \"[Roles](https://x/roles)\" or [a](b) instead."),
            "Use \"Roles\" or a instead."
        );
        assert_eq!(without_addresses("plain"), "plain");
        assert_eq!(without_addresses("a list[] of :x[y]{z} ](b)"), "a list[] of :x[y]{z} ](b)");
    }
}
