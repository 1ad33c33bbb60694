//! Modified endpoints: what changed in each, or in a definition that several use, a line for each rule.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use super::Detail;
use super::breaking::heading_anchor;
use super::endpoint_lists::{EndpointLists, wrap};
use super::endpoints::{is_newly_deprecated, write_deprecated};
use super::entries::{Entry, mark, only_span};
use super::places::{Place, of_reader, read_places};
use crate::render::markdown::Document;
use crate::render::markdown::escape::{capitalised, code, prose};
use crate::render::markdown::groups::Heading;
use crate::render::reach;
use crate::render::text::count;
use crate::{Change, Level, Report, Section};

/// How much of a line may be names, in bytes: the rest of them is counted.
const MAX_NAMES_BYTES: usize = 120;

/// How long the sentence of one change may be, in bytes, where details are left out: of what asks nothing of callers it
/// may be shorter.
const MAX_SENTENCE_BYTES: usize = 300;
const MAX_ADDITION_BYTES: usize = 160;

/// Places named in a title: more of them are the endpoints that they reach.
const MAX_TITLES: usize = 3;

/// How long what changed in one place may be to stand on one line with its name.
const MAX_ONE_LINE_BYTES: usize = 160;

/// Which changes belong here: those that are not of words alone.
fn is_listed(change: &Change) -> bool {
    change.section == Section::Modified && change.level != Level::Docs && !is_newly_deprecated(change)
}

/// The section, with the lists of endpoints that it and what follows refer to.
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
    if !places.is_empty() {
        document.heading(3, "Changes");
        document.list(places.iter().map(|place| write_place(place, lists, detail)));
    }
    lists.write(document);
    if !words.is_empty() {
        document.heading(3, "Descriptions, examples and tags");
        write_words(document, &words, detail);
    }
}

/// A place on one line, or with a line below it for each thing that changed.
fn write_place(place: &Place<'_>, lists: &mut EndpointLists, detail: Detail) -> String {
    let title = title(&place.headings, lists);
    match lines_of(&place.entries, detail).as_slice() {
        [only] if only.len() <= MAX_ONE_LINE_BYTES => format!("{title}: {only}"),
        lines => lines.iter().fold(title, |text, line| text + "\n  - " + line),
    }
}

/// What several places in which the same changed are called.
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
            Heading::Whole(names) if names.is_empty() => others.push("The description as a whole".to_owned()),
            Heading::Whole(names) => others.push(format!("The description as a whole ({})", lists.refer_to(names))),
        }
    }
    if !endpoints.is_empty() {
        others.insert(0, lists.refer_to(&order::sorted_unique(endpoints)));
    }
    wrap(&others, "\n  ")
}

/// What changed in one place, a line for each rule, or for each change where they say more than a name.
fn lines_of(entries: &[Entry<'_>], detail: Detail) -> Vec<String> {
    let mut lines = Vec::new();
    let by_rule = order::groups(entries.iter().filter_map(|entry| Some((entry.first()?.rule, entry))));
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

/// One change as a sentence, which leads to its entry where it breaks.
fn line(entry: &Entry<'_>, detail: Detail) -> String {
    let Some(change) = entry.first() else { return String::new() };
    let most = match (detail, change.level) {
        (Detail::All, _) => usize::MAX,
        (Detail::Short, Level::Additive | Level::Breaking) => {
            // What follows from another definition asks nothing of callers, or stands where the mark leads.
            let consequences = entry.text.find("`: ").map_or(usize::MAX, |at| at + 1);
            consequences.min(MAX_ADDITION_BYTES)
        }
        (Detail::Short, _) => MAX_SENTENCE_BYTES,
    };
    let text = prose(&cut(&entry.text, most));
    if change.level == Level::Breaking { text + &link(change) } else { text + mark(change.level) }
}

/// A mark that leads to the entry of a breaking change.
fn link(change: &Change) -> String {
    format!(" (**[breaking](#{})**)", heading_anchor(change.title))
}

/// Several changes of one rule in one place: its title, and what is affected by name.
fn line_of_rule(entries: &[&Entry<'_>]) -> Option<String> {
    let change = entries.first()?.first()?;
    let texts = entries.iter().map(|entry| without_details(&entry.text)).list();
    let (mut named, mut length) = (Vec::new(), 0);
    for text in &texts {
        let name = only_span(text).map_or_else(|| prose(&cut(text, MAX_NAMES_BYTES)), code);
        length += name.len() + 2;
        if length > MAX_NAMES_BYTES && !named.is_empty() {
            break;
        }
        named.push(name);
    }
    let more = texts.len() - named.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let mark = match change.level {
        Level::Breaking => link(change),
        level => mark(level).to_owned(),
    };
    Some(format!("{}: {}{more}{mark}", change.title, named.join(", ")))
}

/// The beginning of a sentence without what follows from it, which would run into the next one.
fn without_details(text: &str) -> &str {
    text.find("`: ").and_then(|at| text.get(..=at)).unwrap_or(text)
}

/// The beginning of a sentence, no code span cut in two.
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

/// Changes of words alone: whose they are, or every one of them.
fn write_words(document: &mut Document, words: &[&Change], detail: Detail) {
    let summary = format!("{} of words alone", count(words.len(), "change"));
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
            Heading::Whole(_) => definitions.push("the description as a whole".to_owned()),
        }
    }
    let parts = [("Endpoints", endpoints), ("Definitions", definitions)].into_iter().filter_map(|(label, names)| {
        let names = order::sorted_unique(names);
        (!names.is_empty()).then(|| format!("{label}: {}", some_of(&names)))
    });
    document.folded(&summary, parts.list());
}

/// Some of several names, and how many there are besides.
fn some_of(names: &[String]) -> String {
    let (mut shown, mut length) = (Vec::new(), 0);
    for name in names.iter().map(|name| code(name)) {
        length += name.len() + 2;
        if length > MAX_NAMES_BYTES * 2 && !shown.is_empty() {
            break;
        }
        shown.push(name);
    }
    let more = names.len() - shown.len();
    capitalised(&shown.join(", ")) + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_a_change_is_left_out_where_several_stand_on_a_line() {
        assert_eq!(without_details("`head` is now `b`: `id` was added; and 21 more"), "`head` is now `b`");
        assert_eq!(without_details("`head` was added"), "`head` was added");
    }
}
