//! New, deprecated and removed endpoints, one line each, with their purpose and replacement.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_diff::release::{Bump, Version};

use super::Detail;
use super::endpoint_lists::wrap;
use super::entries::mark;
use crate::render::markdown::Document;
use crate::render::markdown::escape::{code, prose};
use crate::render::reach;
use crate::{Change, OperationDetails, Report, Section};

/// Maximum length of a summary, in characters. Longer ones are shortened.
const MAX_SUMMARY_CHARS: usize = 64;

/// Minimum number of added endpoints to group them by tag.
const MIN_GROUPED: usize = 8;

/// Writes the added endpoints.
pub(super) fn write_new(document: &mut Document, report: &Report, detail: Detail) {
    document.heading(2, "New endpoints");
    let tag = |change: &Change| change.operation.as_ref().and_then(|details| details.tags.first().cloned());
    let added = of_section(report, Section::New).list();
    let groups = order::groups(added.iter().map(|change| (tag(change), *change)));
    let is_grouped = added.len() >= MIN_GROUPED && groups.len() > 1;
    let most = if detail == Detail::All { usize::MAX } else { MAX_SUMMARY_CHARS };
    let line = |change: &&Change| {
        let mut line = name(change);
        if let Some(OperationDetails { summary, .. }) = &change.operation {
            line.extend(summary.iter().map(|summary| format!(": {}", code(&shortened(summary, most)))));
        }
        if !is_grouped && let Some(tag) = tag(change) {
            line.extend([" (", &code(&tag), ")"]);
        }
        line + &reach::sunset(change, code) + &mark(change)
    };
    if !is_grouped {
        return write_list(document, added.iter().map(line).list());
    }
    for (tag, changes) in groups {
        document.paragraph(&tag.map_or_else(|| "Without a tag:".to_owned(), |tag| format!("{}:", code(&tag))));
        document.list(changes.iter().map(line));
    }
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
            line.push_str(&reach::sunset(change, code));
            line.extend(change.period.iter().map(|period| format!(", too early: {}", prose(period))));
            line.push_str(if is_outside_major { ", and removed outside a major release" } else { "" });
            line.extend(successor(details));
        }
        line
    });
    let items = items.list();
    if !items.is_empty() {
        document.paragraph("Each breaks its callers. No successor is known if none is named.");
    }
    write_list(document, items);
}

/// Writes the endpoints that this release deprecates. They are never folded, because their callers have to plan.
pub(super) fn write_deprecated(document: &mut Document, report: &Report) {
    let deprecated = report.changes.iter().filter(|change| is_newly_deprecated(change)).enumerate();
    let plan = |change: &Change| (change.operation.as_ref().and_then(successor), reach::sunset(change, code));
    // Endpoints of one resource often share a notice and a date.
    let groups = order::groups(deprecated.map(|(at, change)| (plan(change), (at, change))));
    let mut items = groups.into_iter().filter_map(|((successor, sunset), changes)| {
        let first = changes.first()?.0;
        let successor = sunset + &successor.unwrap_or_else(|| "; no successor is named".to_owned());
        let item = if let [(_, only)] = changes.as_slice() {
            name(only) + &successor
        } else {
            let names = changes.iter().map(|(_, change)| name(change)).list();
            let successor = successor.replacen("its description says", "their descriptions say", 1);
            format!("{} endpoints{successor}\n  {}", names.len(), wrap(&names, "\n  "))
        };
        Some((first, item))
    });
    let mut items = items.by_ref().list();
    order::sort_by(&mut items, |(one, _), (other, _)| one.cmp(other));
    if !items.is_empty() {
        document.heading(3, "Newly deprecated");
        document.list(items.into_iter().map(|(_, item)| item));
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

/// Returns the start of a text, with an ellipsis if it is longer.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most).collect();
    kept.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_is_shortened_unless_all_detail_is_requested() {
        let long = "x".repeat(65);
        assert_eq!(shortened(&long, 64), "x".repeat(64) + "…");
        assert_eq!(shortened(&long, usize::MAX), long);
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
