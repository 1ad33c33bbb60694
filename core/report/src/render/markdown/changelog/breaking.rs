//! Breaking changes by rule: what happened, before and after, whom it reaches, why it breaks and what callers do about it.

use waybill_base::internal::order::Listed as _;

use super::Detail;
use super::endpoint_lists::{EndpointLists, wrap};
use super::entries::{Entry, join_changes_but, only_span};
use super::examples::{choose_examples, write_example, write_left_out};
use crate::render::markdown::Document;
use crate::render::markdown::escape::{capitalised, code, prose};
use crate::render::reach;
use crate::rewrite::{CheckedWording, Wording};
use crate::{Change, JsonText, Level, Report, Section};

/// How long a value may be to be shown where details are left out, in bytes: a definition is read in the description.
const MAX_VALUE_BYTES: usize = 100;

/// How many anchors stand in a line: as many changes can say the same.
const ANCHORS_IN_A_LINE: usize = 10;

/// How the section is written.
#[derive(Clone, Copy)]
struct Context<'c> {
    /// How long a value may be to be shown, in bytes.
    most: usize,
    /// What stands in place of the rules' own words.
    wording: Option<&'c CheckedWording>,
}

/// The breaking changes of one rule.
pub(super) struct BrokenRule<'a> {
    first: &'a Change,
    entries: Vec<(Entry<'a>, String)>,
}

/// What breaks, in the report's order of rules; whom each entry reaches is noted in `lists`. A change that a model worded is
/// an entry of its own, because the wording was checked against this change alone.
pub(super) fn read_breaking<'a>(
    report: &'a Report,
    lists: &mut EndpointLists,
    wording: Option<&CheckedWording>,
) -> Vec<BrokenRule<'a>> {
    let mut rules: Vec<BrokenRule<'a>> = Vec::new();
    let breaking = report.changes.iter().filter(|change| change.level == Level::Breaking);
    for entry in join_changes_but(breaking, |change| worded(change, wording).is_some()) {
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

/// The anchor that sites, GitHub among them, give to the heading of a rule: small letters, and hyphens for spaces.
pub(super) fn heading_anchor(title: &str) -> String {
    let kept = title.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.map(|char| if char == ' ' { '-' } else { char.to_ascii_lowercase() }).collect()
}

/// The section; there is none where nothing breaks.
pub(super) fn write_breaking(
    document: &mut Document,
    rules: &[BrokenRule<'_>],
    detail: Detail,
    wording: Option<&CheckedWording>,
) {
    if rules.is_empty() {
        return;
    }
    let most = if detail == Detail::All { usize::MAX } else { MAX_VALUE_BYTES };
    let context = Context { most, wording };
    let changes = rules.iter().map(|rule| rule.entries.iter().filter_map(|(entry, _)| entry.witnessed()).list()).list();
    let shown = choose_examples(&changes, detail);
    document.heading(2, "Breaking changes");
    for rule in rules {
        write_rule(document, rule, context);
        for (entry, _) in &rule.entries {
            if let Some(change) = entry.witnessed().filter(|change| shown.contains(&change.id.as_str())) {
                write_example(document, change, (rule.entries.len() > 1).then_some(&*entry.text));
            }
        }
    }
    let with_example = changes.iter().flatten().filter(|change| change.witness.is_some()).count();
    write_left_out(document, with_example.saturating_sub(shown.len()));
}

/// The changes of a rule: why they break and what to do stands once.
fn write_rule(document: &mut Document, rule: &BrokenRule<'_>, context: Context<'_>) {
    let BrokenRule { first: change, entries } = rule;
    document.heading(3, change.title);
    let is_worded = |entry: &Entry<'_>| entry.first().is_some_and(|change| worded(change, context.wording).is_some());
    if !entries.iter().all(|(entry, _)| is_worded(entry)) {
        document.paragraph(&sentences(&advice(change)));
    }
    if change.section == Section::Removed {
        let removed = entries.iter().flat_map(|(entry, _)| entry.changes.iter().copied());
        write_removed_endpoints(document, &removed.list(), context);
        return;
    }
    let alike = entries.chunk_by(|(one, _), (other, _)| !is_worded(one) && !is_worded(other) && are_alike(one, other));
    document.list(alike.filter_map(|entries| write_alike(entries, context)));
}

/// Removed endpoints by name, as they have a section of their own; those that a model worded with its words.
fn write_removed_endpoints(document: &mut Document, removed: &[&Change], context: Context<'_>) {
    let name = |change: &Change| {
        let names = reach::names(change).iter().map(|name| code(name)).list();
        anchor(change) + &names.join(", ")
    };
    let (mut plain, mut with_words) = (Vec::new(), Vec::new());
    for change in removed {
        match worded(change, context.wording) {
            Some(words) => with_words.push(format!("{}.\n  {words}", name(change))),
            None => plain.push(name(change)),
        }
    }
    if !plain.is_empty() {
        document.paragraph(&format!("{}.", wrap(&plain, "\n")));
    }
    document.list(with_words);
}

/// The wording of a change from a model's answer, as Markdown.
fn worded(change: &Change, wording: Option<&CheckedWording>) -> Option<String> {
    let Wording { reason, action, example } = wording?.of_change(&change.id)?;
    let example = example.as_ref().map(|json| format!(" **Example:** {}", code(json.as_str()))).unwrap_or_default();
    Some(sentences(&[("Why it breaks", reason), ("What to do", action)]) + &example)
}

fn sentences(words: &[(&str, &str)]) -> String {
    let is_ended = |words: &str| words.ends_with(['.', '!', '?', '…']);
    let ended = |words: &str| if is_ended(words) { words.to_owned() } else { format!("{words}.") };
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
fn write_alike(entries: &[(Entry<'_>, String)], context: Context<'_>) -> Option<String> {
    let [(first, reached), others @ ..] = entries else { return None };
    let reached = if reached.is_empty() { String::new() } else { format!(" Reaches {reached}.") };
    if others.is_empty() {
        let change = first.first()?;
        let own = worded(change, context.wording).map(|words| format!("\n  {words}")).unwrap_or_default();
        let text = capitalised(&prose(&first.text));
        return Some(format!("{}{text}{}.{reached}{own}", anchors(first), values(change, context.most)));
    }
    let named = entries.iter().filter_map(|(entry, _)| Some(anchors(entry) + &code(only_span(&entry.text)?)));
    Some(format!("{}.{reached}", wrap(&named.list(), "\n  ")))
}

/// Why a change breaks callers, and what they do about it.
fn advice(change: &Change) -> Vec<(&'static str, &str)> {
    let words = [("Why it breaks", change.why), ("What to do", change.advice)];
    words.into_iter().filter(|(_, words)| !words.is_empty()).list()
}

/// The anchors of all changes of an entry, in lines that an editor shows.
fn anchors(entry: &Entry<'_>) -> String {
    let lines = entry.changes.chunks(ANCHORS_IN_A_LINE);
    let lines = lines.map(|changes| changes.iter().map(|change| anchor(change)).list().concat());
    lines.list().join("\n  ")
}

fn anchor(change: &Change) -> String {
    format!("<a id=\"c-{}\"></a>", change.id)
}

/// The values before and after, where both can be shown and the sentence does not say them.
fn values(change: &Change, most: usize) -> String {
    if change.before.iter().chain(&change.after).all(|value| names_value(&change.message, value)) {
        return String::new();
    }
    let shown = |value: &Option<JsonText>| value.as_ref().and_then(|value| shown(value, most));
    match (shown(&change.before), shown(&change.after)) {
        (Some(before), Some(after)) => format!(" (before: {before}, after: {after})"),
        _ => String::new(),
    }
}

/// Whether a text holds a value by itself, and not as a part of a longer word or number.
fn names_value(text: &str, value: &JsonText) -> bool {
    let value = value.as_str();
    let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '.' | '-' | '_');
    text.match_indices(value).any(|(at, _)| {
        let (before, behind) = (text.get(..at), text.get(at + value.len()..));
        !before.is_some_and(|text| text.ends_with(is_part)) && !behind.is_some_and(|text| text.starts_with(is_part))
    })
}

fn shown(value: &JsonText, most: usize) -> Option<String> {
    (value.as_str().len() <= most).then(|| code(value.as_str()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use waybill_diff::internal::rules;

    #[test]
    fn the_heading_of_each_rule_has_an_anchor_of_its_own() {
        assert_eq!(heading_anchor("Properties in requests now required"), "properties-in-requests-now-required");
        let breaking = rules().filter(|rule| rule.level == Level::Breaking);
        let mut anchors: BTreeMap<String, &str> =
            ["New endpoints", "Modified endpoints", "Removed endpoints", "Breaking changes", "Changes"]
                .map(|title| (heading_anchor(title), title))
                .into();
        for rule in breaking {
            assert_eq!(anchors.insert(heading_anchor(rule.title), rule.id), None, "{}", rule.id);
        }
    }
}
