//! Breaking changes by rule: what happened, before and after, whom it reaches, why it breaks and what callers do about it.

use super::endpoint_lists::{EndpointLists, wrap};
use super::entries::{Entry, join_changes, only_span};
use crate::order::{self, Listed as _};
use crate::render::markdown::Document;
use crate::render::markdown::escape::{capitalised, code, prose};
use crate::render::reach;
use crate::report::{Change, Level, Report, Section};
use crate::rewrite::{CheckedWording, Wording};

/// How long a value may be to be shown, in bytes: a definition is read in the description.
const MAX_VALUE_BYTES: usize = 100;

/// The breaking changes of one rule.
pub(super) struct BrokenRule<'a> {
    first: &'a Change,
    entries: Vec<(Entry<'a>, String)>,
}

/// What breaks, in the report's order of rules; whom each entry reaches is noted in `lists`.
pub(super) fn read_breaking<'a>(report: &'a Report, lists: &mut EndpointLists) -> Vec<BrokenRule<'a>> {
    let mut rules: Vec<BrokenRule<'a>> = Vec::new();
    let breaking = report.changes.iter().filter(|change| change.level == Level::Breaking);
    for entry in join_changes(breaking) {
        let Some(first) = entry.first() else { continue };
        // Removed endpoints have a section of their own.
        let is_listed = first.section != Section::Removed && !entry.names.is_empty();
        let reached = if is_listed { lists.refer_to(&entry.names) } else { String::new() };
        match rules.iter_mut().find(|rule| rule.first.rule == first.rule) {
            Some(rule) => rule.entries.push((entry, reached)),
            None => rules.push(BrokenRule { first, entries: vec![(entry, reached)] }),
        }
    }
    rules
}

/// The anchor of each breaking change's entry, by the change's id; in order of ids.
pub(super) fn anchors_of<'a>(rules: &[BrokenRule<'a>]) -> Vec<(&'a str, &'a str)> {
    let entries = rules.iter().flat_map(|rule| &rule.entries);
    let anchored = entries.flat_map(|(entry, _)| {
        let first = entry.first().map_or("", |change| change.id.as_str());
        entry.changes.iter().map(move |change| (change.id.as_str(), first))
    });
    order::sorted_unique(anchored)
}

/// The section; there is none where nothing breaks.
pub(super) fn write_breaking(document: &mut Document, rules: &[BrokenRule<'_>], wording: Option<&CheckedWording>) {
    if rules.is_empty() {
        return;
    }
    document.heading(2, "Breaking changes");
    for rule in rules {
        match rule.entries.as_slice() {
            [(entry, reached)] => write_only(document, rule.first, entry, reached, wording),
            entries => write_several(document, rule.first, entries, wording),
        }
    }
}

/// The only change of its rule.
fn write_only(
    document: &mut Document,
    change: &Change,
    entry: &Entry<'_>,
    reached: &str,
    wording: Option<&CheckedWording>,
) {
    let message = if entry.changes.len() > 1 { &entry.text } else { &change.message };
    document.heading(3, &capitalised(&prose(message)));
    let is_named = matches!(entry.names.as_slice(), [only] if message.contains(only.as_str()));
    let reached = if reached.is_empty() || is_named { String::new() } else { format!("Reaches {reached}. ") };
    let rule = format!("{}{reached}Rule: {}", anchors(entry), code(change.rule));
    let values = [("Before", &change.before), ("After", &change.after)].into_iter();
    let values = values.filter_map(|(label, value)| Some(format!("{label}: {}", shown(value.as_ref()?.as_str())?)));
    let own = worded(change, wording).unwrap_or_else(|| advice(change));
    let words = own.into_iter().map(|(label, words)| format!("{label}: {}", prose(words)));
    document.list([rule].into_iter().chain(values).chain(words));
}

/// Changes of one rule: why they break and what to do stands once.
fn write_several(
    document: &mut Document,
    change: &Change,
    entries: &[(Entry<'_>, String)],
    wording: Option<&CheckedWording>,
) {
    document.heading(3, change.title);
    document.paragraph(&sentences(&advice(change)));
    if change.section == Section::Removed {
        let removed = entries.iter().flat_map(|(entry, _)| entry.changes.iter().copied());
        let anchored = removed.map(|change| {
            let names = reach::names(change).iter().map(|name| code(name)).list();
            anchor(change) + &names.join(", ")
        });
        document.paragraph(&format!("{}.", wrap(&anchored.list(), "\n")));
        return;
    }
    let is_worded = |entry: &Entry<'_>| entry.first().is_some_and(|change| worded(change, wording).is_some());
    let alike = entries.chunk_by(|(one, _), (other, _)| !is_worded(one) && !is_worded(other) && are_alike(one, other));
    document.list(alike.filter_map(|entries| write_alike(entries, wording)));
}

/// The wording of a change that was taken from a model's answer.
fn worded<'w>(change: &Change, wording: Option<&'w CheckedWording>) -> Option<Vec<(&'static str, &'w str)>> {
    let Wording { why, what_to_do } = wording?.of_change(&change.id)?;
    Some(vec![("Why it breaks", why), ("What to do", what_to_do)])
}

fn sentences(words: &[(&str, &str)]) -> String {
    let ended = |words: &str| if words.ends_with('.') { words.to_owned() } else { format!("{words}.") };
    words.iter().map(|(label, words)| format!("**{label}:** {}", prose(&ended(words)))).list().join(" ")
}

/// Whether two entries differ in the name of what they are about alone.
fn are_alike(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    let frame = |entry: &Entry<'_>| {
        let change = entry.first().filter(|change| change.before.is_none() && change.after.is_none())?;
        let span = only_span(&entry.text)?;
        Some((change.rule, entry.text.replacen(&format!("`{span}`"), "", 1)))
    };
    one.names == other.names && frame(one).is_some_and(|one| frame(other) == Some(one))
}

/// Entries that are alike as one: by the sentence of the only one, or by the names of what they are about.
fn write_alike(entries: &[(Entry<'_>, String)], wording: Option<&CheckedWording>) -> Option<String> {
    let [(first, reached), others @ ..] = entries else { return None };
    let reached = if reached.is_empty() { String::new() } else { format!(" Reaches {reached}.") };
    if others.is_empty() {
        let change = first.first()?;
        let own = worded(change, wording).map(|words| format!("\n  {}", sentences(&words))).unwrap_or_default();
        let text = capitalised(&prose(&first.text));
        return Some(format!("{}{text}{}.{reached}{own}", anchors(first), values(change)));
    }
    let named = entries.iter().filter_map(|(entry, _)| Some(anchors(entry) + &code(only_span(&entry.text)?)));
    Some(format!("{}.{reached}", wrap(&named.list(), "\n  ")))
}

/// Why a change breaks callers, and what they do about it.
fn advice(change: &Change) -> Vec<(&'static str, &str)> {
    let words = [("Why it breaks", change.why), ("What to do", change.advice)];
    words.into_iter().filter(|(_, words)| !words.is_empty()).list()
}

fn anchors(entry: &Entry<'_>) -> String {
    entry.changes.iter().map(|change| anchor(change)).list().concat()
}

fn anchor(change: &Change) -> String {
    format!("<a id=\"c-{}\"></a>", change.id)
}

/// The values before and after, where both can be shown.
fn values(change: &Change) -> String {
    let shown = |value: &Option<crate::report::JsonText>| value.as_ref().and_then(|value| shown(value.as_str()));
    match (shown(&change.before), shown(&change.after)) {
        (Some(before), Some(after)) => format!(" (before: {before}, after: {after})"),
        _ => String::new(),
    }
}

fn shown(value: &str) -> Option<String> {
    (value.len() <= MAX_VALUE_BYTES).then(|| code(value))
}
