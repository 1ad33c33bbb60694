//! Breaking changes by rule: message, values before and after, affected endpoints, reason, and advice for callers.

use waybill_base::internal::order::Listed as _;

use super::Detail;
use super::endpoint_lists::{EndpointLists, wrap};
use super::entries::{Entry, join_changes_but, only_span};
use super::examples::{choose_examples, write_example, write_left_out};
use crate::render::markdown::Document;
use crate::render::markdown::escape::{capitalised, code, prose};
use crate::render::reach;
use crate::rewrite::{CheckedWording, Wording};
use crate::{Change, JsonText, Level, Report, Section, Witness};

/// Maximum length of a value in a short changelog, in bytes. Readers look up longer definitions in the description.
const MAX_VALUE_BYTES: usize = 100;

/// Maximum number of anchors in a line. Many changes may have the same message.
const ANCHORS_IN_A_LINE: usize = 10;

/// Maximum number of links at the start of the changelog.
const MAX_LINKS: usize = 12;

/// Settings for the section.
#[derive(Clone, Copy)]
struct Context<'c> {
    /// Maximum length of a value, in bytes.
    most: usize,
    /// Wording that replaces the rules' standard text.
    wording: Option<&'c CheckedWording>,
}

/// The breaking changes of one rule.
pub(super) struct BrokenRule<'a> {
    first: &'a Change,
    entries: Vec<(Entry<'a>, String)>,
}

/// Collects the breaking changes in the report's order of rules, and adds the endpoints of each entry to `lists`. A
/// change with a model's wording has its own entry, because the wording was checked against this change only.
pub(super) fn read_breaking<'a>(
    report: &'a Report,
    lists: &mut EndpointLists,
    wording: Option<&CheckedWording>,
) -> Vec<BrokenRule<'a>> {
    let mut rules: Vec<BrokenRule<'a>> = Vec::new();
    let breaking = report.changes.iter().filter(|change| change.level == Level::Breaking);
    for entry in join_changes_but(breaking, |change| worded(change, wording).is_some()) {
        let Some(first) = entry.first() else { continue };
        // Removed endpoints have their own section.
        let is_listed = first.section != Section::Removed && !entry.names.is_empty();
        let reached = if is_listed { lists.refer_to(&entry.names) } else { String::new() };
        match rules.iter_mut().find(|rule| rule.first.rule == first.rule) {
            Some(rule) => rule.entries.push((entry, reached)),
            None => rules.push(BrokenRule { first, entries: vec![(entry, reached)] }),
        }
    }
    rules
}

/// Returns the anchor of a rule's heading on GitHub and most sites: lower case, with hyphens for spaces.
pub(super) fn heading_anchor(title: &str) -> String {
    let kept = title.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.map(|char| if char == ' ' { '-' } else { char.to_ascii_lowercase() }).collect()
}

/// Writes the section, or nothing if nothing breaks.
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
    let mut written: Vec<&Witness> = Vec::new();
    document.heading(2, "Breaking changes");
    for rule in rules {
        write_rule(document, rule, context);
        for (entry, _) in &rule.entries {
            let Some(change) = entry.witnessed().filter(|change| shown.contains(&change.id.as_str())) else { continue };
            // One pair of requests can show several changes.
            let Some(witness) = &change.witness else { continue };
            if !written.iter().any(|other| other.before == witness.before && other.after == witness.after) {
                write_example(document, witness, (rule.entries.len() > 1).then_some(&*entry.text));
                written.push(witness);
            }
        }
    }
    let with_example = changes.iter().flatten().filter(|change| change.witness.is_some()).count();
    write_left_out(document, with_example.saturating_sub(shown.len()));
}

/// Writes the breaking changes as a short list of links to their rules, for the start of the changelog.
pub(super) fn write_breaking_links(document: &mut Document, rules: &[BrokenRule<'_>]) {
    let links = rules.iter().flat_map(|rule| {
        rule.entries.iter().flat_map(|(entry, _)| match rule.first.section {
            // The sentence of an entry has no endpoint.
            Section::Removed => entry.changes.iter().map(|change| link(rule.first, &change.message)).list(),
            _ => vec![link_to_entry(rule.first, entry)],
        })
    });
    let mut links = links.list();
    let more = links.len().saturating_sub(MAX_LINKS);
    // One more line is as short as its count.
    if more > 1 {
        links.truncate(MAX_LINKS);
        links.push(format!("and [{more} others](#breaking-changes)"));
    }
    document.list(links);
}

/// Returns the link for an entry: its sentence without consequences, and the endpoints that it affects.
fn link_to_entry(first: &Change, entry: &Entry<'_>) -> String {
    let text = entry.text.find("`: ").and_then(|at| entry.text.get(..=at)).unwrap_or(&entry.text);
    let affected = match entry.names.as_slice() {
        [] => String::new(),
        [only] if text.contains(only.as_str()) => String::new(),
        [only] => format!(" ({})", code(only)),
        several => format!(" ({} endpoints)", several.len()),
    };
    link(first, text) + &affected
}

fn link(first: &Change, text: &str) -> String {
    format!("[{}](#{})", capitalised(&prose(text)), heading_anchor(first.title))
}

/// Writes the changes of a rule. Reason and advice are written once.
fn write_rule(document: &mut Document, rule: &BrokenRule<'_>, context: Context<'_>) {
    let BrokenRule { first: change, entries } = rule;
    document.heading(3, change.title);
    if let Some(level) = change.default_level {
        document.paragraph(&format!("The level is custom ({level} by default)."));
    }
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

/// Writes removed endpoints by name, because they have their own section. Those with a model's wording include it.
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

/// Returns a model's wording of a change as Markdown.
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

/// Returns true if two entries differ only in the name of their subject.
fn are_alike(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    let frame = |entry: &Entry<'_>| {
        let change = entry.first().filter(|change| change.before.is_none() && change.after.is_none())?;
        let span = only_span(&entry.text)?;
        Some((change.rule, entry.text.replacen(&format!("`{span}`"), "", 1)))
    };
    one.names == other.names && frame(one).is_some_and(|one| frame(other) == Some(one))
}

/// Writes similar entries as one: the sentence of a single entry, or the names of several.
fn write_alike(entries: &[(Entry<'_>, String)], context: Context<'_>) -> Option<String> {
    let [(first, reached), others @ ..] = entries else { return None };
    let reached = if reached.is_empty() { String::new() } else { format!(" Affects {reached}.") };
    if others.is_empty() {
        let change = first.first()?;
        let own = worded(change, context.wording).map(|words| format!("\n  {words}")).unwrap_or_default();
        let text = capitalised(&prose(&first.text));
        return Some(format!("{}{text}{}.{reached}{own}", anchors(first), values(change, context.most)));
    }
    let named = entries.iter().filter_map(|(entry, _)| Some(anchors(entry) + &code(only_span(&entry.text)?)));
    Some(format!("{}.{reached}", wrap(&named.list(), "\n  ")))
}

/// Returns the reason why a change breaks callers, and the advice for them.
fn advice(change: &Change) -> Vec<(&'static str, &str)> {
    let words = [("Why it breaks", change.why), ("What to do", change.advice)];
    words.into_iter().filter(|(_, words)| !words.is_empty()).list()
}

/// Returns the anchors of all changes of an entry, in lines of readable length.
fn anchors(entry: &Entry<'_>) -> String {
    let lines = entry.changes.chunks(ANCHORS_IN_A_LINE);
    let lines = lines.map(|changes| changes.iter().map(|change| anchor(change)).list().concat());
    lines.list().join("\n  ")
}

fn anchor(change: &Change) -> String {
    format!("<a id=\"c-{}\"></a>", change.id)
}

/// Returns the values before and after, if both are short enough and the sentence does not contain them.
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

/// Returns true if a text contains a value as a whole, not as part of a longer word or number.
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
