//! Modified endpoints: the changes of each endpoint or shared definition, one line for each rule.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use super::Detail;
use super::breaking::heading_anchor;
use super::endpoint_lists::{EndpointLists, wrap};
use super::endpoints::{is_newly_deprecated, write_deprecated};
use super::entries::{Entry, mark, only_span};
use super::places::{Place, of_reader, read_places};
use crate::render::markdown::Document;
use crate::render::markdown::escape::{code, prose};
use crate::render::markdown::groups::Heading;
use crate::render::reach;
use crate::render::text::count;
use crate::{Change, Level, Report, Section};

/// Maximum length of the names in a line, in bytes. The other names are counted.
const MAX_NAMES_BYTES: usize = 120;

/// Maximum length of the sentence of a change in a short changelog, in bytes. Additions have a lower limit, because
/// callers have nothing to do.
const MAX_SENTENCE_BYTES: usize = 300;
const MAX_ADDITION_BYTES: usize = 160;

/// Maximum number of locations in a title. A longer list is replaced by the affected endpoints.
const MAX_TITLES: usize = 3;

/// Maximum length of a single change on one line with its location, in bytes.
const MAX_ONE_LINE_BYTES: usize = 160;

/// Returns true if a change belongs to this section. Changes of documentation do not.
fn is_listed(change: &Change) -> bool {
    change.section == Section::Modified && change.level != Level::Docs && !is_newly_deprecated(change)
}

/// Writes the section, with the lists of endpoints that it and later sections refer to.
pub(super) fn write_modified(document: &mut Document, report: &Report, lists: &mut EndpointLists, detail: Detail) {
    document.heading(2, "Modified endpoints");
    let words =
        report.changes.iter().filter(|change| change.section == Section::Modified && change.level == Level::Docs);
    let words = words.list();
    let places = read_places(report.changes.iter().filter(|change| is_listed(change)), detail);
    if places.is_empty() && words.is_empty() && !report.changes.iter().any(is_newly_deprecated) {
        document.paragraph("None.");
    }
    write_deprecated(document, report);
    for (title, kind) in [
        ("Changes", PlaceKind::Endpoint),
        ("Shared definitions", PlaceKind::Definition),
        ("Webhooks", PlaceKind::Webhook),
    ] {
        let places = places.iter().filter(|place| PlaceKind::from_place(place) == kind).list();
        if !places.is_empty() {
            document.heading(3, title);
            document.list(places.into_iter().map(|place| write_place(place, lists, detail)));
        }
    }
    lists.write(document);
    if !words.is_empty() {
        document.heading(3, "Descriptions, examples and tags");
        write_words(document, &words, detail);
    }
}

/// The subsection of a location.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceKind {
    Endpoint,
    Definition,
    Webhook,
}

impl PlaceKind {
    fn from_place(place: &Place<'_>) -> PlaceKind {
        let is_webhook = |name: &String| name.starts_with("webhook ");
        let are_webhooks = |heading: &Heading<'_>| match heading {
            Heading::Several(names) | Heading::Component(_, _, names) => {
                !names.is_empty() && names.iter().all(is_webhook)
            }
            Heading::Endpoint(_) | Heading::Whole(_) => false,
        };
        match place.headings.first() {
            _ if place.headings.iter().all(are_webhooks) => PlaceKind::Webhook,
            Some(Heading::Component(..)) => PlaceKind::Definition,
            _ => PlaceKind::Endpoint,
        }
    }
}

/// Writes a location on one line, or with one more line for each change.
fn write_place(place: &Place<'_>, lists: &mut EndpointLists, detail: Detail) -> String {
    let title = title(&place.headings, lists);
    match lines_of(&place.entries, detail).as_slice() {
        [only] if only.len() <= MAX_ONE_LINE_BYTES => format!("{title}: {only}"),
        lines => lines.iter().fold(title, |text, line| text + "\n  - " + line),
    }
}

/// Returns the title of locations with the same changes.
fn title(headings: &[Heading<'_>], lists: &mut EndpointLists) -> String {
    let mut endpoints = Vec::new();
    let mut others = Vec::new();
    if headings.len() > MAX_TITLES {
        let names = headings.iter().flat_map(|heading| match heading {
            Heading::Endpoint(operation) => vec![reach::operation(operation)],
            Heading::Component(_, _, names) | Heading::Several(names) | Heading::Whole(names) => names.clone(),
        });
        return lists.refer_to(&names.list());
    }
    for heading in headings {
        match heading {
            Heading::Endpoint(operation) => endpoints.push(reach::operation(operation)),
            Heading::Several(names) => endpoints.extend(names.iter().cloned()),
            Heading::Component(kind, name, names) => {
                let reached = if names.is_empty() { String::new() } else { format!(" ({})", lists.refer_to(names)) };
                others.push(format!("{kind} {}{reached}", code(name)));
            }
            Heading::Whole(names) if names.is_empty() => others.push("The whole description".to_owned()),
            Heading::Whole(names) => others.push(format!("The whole description ({})", lists.refer_to(names))),
        }
    }
    if !endpoints.is_empty() {
        others.insert(0, lists.refer_to(&order::sorted_unique(endpoints)));
    }
    wrap(&others, "\n  ")
}

/// Returns the lines for the changes of a location: one for each rule and level, or for each change with `Detail::All`.
fn lines_of(entries: &[Entry<'_>], detail: Detail) -> Vec<String> {
    let mut lines = Vec::new();
    let by_rule =
        order::groups(entries.iter().filter_map(|entry| Some(((entry.first()?.rule, entry.first()?.level), entry))));
    let mut by_rule = by_rule.into_iter().map(|(_, entries)| entries).list();
    order::sort_by(&mut by_rule, |one, other| level(other).cmp(&level(one)));
    for entries in by_rule {
        match entries.as_slice() {
            [only] => lines.push(line(only, detail)),
            several if detail == Detail::Short => lines.extend(line_of_rule(several)),
            several => lines.extend(several.iter().map(|entry| line(entry, detail))),
        }
    }
    lines
}

fn level(entries: &[&Entry<'_>]) -> Option<Level> {
    entries.first().and_then(|entry| entry.first()).map(|change| change.level)
}

/// Returns a change as a sentence. Breaking changes link to their entry.
fn line(entry: &Entry<'_>, detail: Detail) -> String {
    let Some(change) = entry.first() else { return String::new() };
    let most = match (detail, change.level) {
        (Detail::All, _) => usize::MAX,
        (Detail::Short, Level::Additive | Level::Breaking) => {
            // Consequences of another definition need no action of callers, or are explained at the link's target.
            let consequences = entry.text.find("`: ").map_or(usize::MAX, |at| at + 1);
            consequences.min(MAX_ADDITION_BYTES)
        }
        (Detail::Short, _) => MAX_SENTENCE_BYTES,
    };
    let text = prose(&cut(&entry.text, most));
    if change.level == Level::Breaking { text + &link(change) } else { text + &mark(change) }
}

/// Returns a link to the entry of a breaking change.
fn link(change: &Change) -> String {
    format!(" (**[breaking](#{})**)", heading_anchor(change.title))
}

/// Returns the line for several changes of one rule: the rule's title, and the names of the changed values.
fn line_of_rule(entries: &[&Entry<'_>]) -> Option<String> {
    let change = entries.first()?.first()?;
    let texts = entries.iter().map(|entry| without_details(&entry.text)).list();
    // Names are sufficient if the sentences differ in nothing else.
    let frame = |text: &str| only_span(text).map(|span| text.replacen(span, "", 1));
    let first = texts.first().and_then(|text| frame(text));
    let are_names = first.is_some() && texts.iter().all(|text| frame(text) == first);
    let name = |text: &&str| match only_span(text).filter(|_| are_names) {
        Some(span) => code(span),
        None => prose(&cut(text, MAX_NAMES_BYTES)),
    };
    let named = some_of(&texts.iter().map(name).list(), MAX_NAMES_BYTES, if are_names { ", " } else { "; " });
    let mark = match change.level {
        Level::Breaking => link(change),
        Level::Risky | Level::Unproved | Level::Unclassified | Level::Additive | Level::Docs => mark(change),
    };
    Some(format!("{}: {named}{mark}", change.title))
}

/// Returns a sentence without its consequences, which would run into the next sentence.
fn without_details(text: &str) -> &str {
    text.find("`: ").and_then(|at| text.get(..=at)).unwrap_or(text)
}

/// Returns the start of a sentence, without splitting a code span.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut kept = text.get(..text.floor_char_boundary(most)).unwrap_or(text);
    if kept.matches('`').count() % 2 == 1 {
        kept = kept.rsplit_once('`').map_or(kept, |(before, _)| before);
    }
    kept.trim_end().to_owned() + " …"
}

/// Writes the changes of documentation: the affected endpoints and definitions, or every change with `Detail::All`.
fn write_words(document: &mut Document, words: &[&Change], detail: Detail) {
    let summary = count(words.len(), "documentation-only change");
    if detail == Detail::All {
        document.folded(&summary, words.iter().map(|change| prose(&change.message)));
        return;
    }
    let mut endpoints = Vec::new();
    let mut definitions = Vec::new();
    for change in words {
        match of_reader(change) {
            Heading::Endpoint(operation) => endpoints.push(reach::operation(operation)),
            Heading::Several(names) => endpoints.extend(names),
            Heading::Component(kind, name, _) => definitions.push(format!("{} {name}", kind.to_lowercase())),
            Heading::Whole(_) => definitions.push("the whole description".to_owned()),
        }
    }
    let parts = [("Endpoints", endpoints), ("Definitions", definitions)].into_iter().filter_map(|(label, names)| {
        let names = order::sorted_unique(names);
        let names = names.iter().map(|name| code(name)).list();
        (!names.is_empty()).then(|| format!("{label}: {}", some_of(&names, MAX_NAMES_BYTES * 2, ", ")))
    });
    document.folded(&summary, parts.list());
}

/// Joins the first names, up to `most` bytes, and adds the number of the others. A single other name is written.
fn some_of(names: &[String], most: usize, separator: &str) -> String {
    let mut length = 0;
    let fits = |name: &&String| {
        length += name.len() + separator.len();
        length <= most
    };
    let shown = names.iter().take_while(fits).count().max(1);
    let more = names.len().saturating_sub(shown);
    let (shown, more) = if more == 1 { (names.len(), 0) } else { (shown, more) };
    let text = names.get(..shown).unwrap_or_default().join(separator);
    if more > 0 { format!("{text}{separator}and {more} others") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_of_a_change_are_cut_from_a_shared_line() {
        assert_eq!(without_details("`head` is now `b`: `id` was added; and 21 more"), "`head` is now `b`");
        assert_eq!(without_details("`head` was added"), "`head` was added");
    }
}
