//! Patterns that are not compiled: those that are no regular expressions of XML Schema, and those that would cost more
//! memory than they are worth. Each is taken out, and that is reported; the others are written as the validator reads them.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};
use xsd_schema::SchemaSet;

use super::collect::Source;
use super::document::{Note, NoteKind};
use super::edits::Edits;
use super::model;
use super::pattern_syntax::{self, Translation};
use crate::xml;

/// What one pattern may cost. A letter is 1 and a class of all letters 10, about half a kilobyte each.
const PATTERN: u64 = 20_000;
/// What stands between braces at most, so that one that is never closed is not looked for to the end each time.
const BRACES: usize = 100;
/// What all patterns of a schema may cost.
const SCHEMA: u64 = 100_000;

/// Patterns that were found to be unusable, and what the others cost so far.
#[derive(Default)]
pub(super) struct Patterns {
    unusable: BTreeSet<String>,
    spent: u64,
    /// What the schema says, by what the validator is given instead.
    written: BTreeMap<String, Vec<String>>,
}

impl Patterns {
    /// Starts another attempt; it keeps which patterns are unusable.
    pub(super) fn again(self) -> Self {
        Self { unusable: self.unusable, ..Self::default() }
    }

    /// Writes the patterns of a document as the validator reads them, and takes those out that are not compiled.
    pub(super) fn prepare(&mut self, tree: &Document<'_>, source: &Source, edits: &mut Edits) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut anchored = Vec::new();
        let mut foreign: BTreeMap<String, (Node<'_, '_>, usize)> = BTreeMap::new();
        for pattern in tree.root_element().descendants().filter(|node| model::is_xs(*node, "pattern")) {
            let Some(attribute) = pattern.attribute_node("value") else { continue };
            let value = attribute.value();
            let reason = match self.translate(value) {
                Ok(Translation { text: translated, is_anchored, foreign: found }) => {
                    if is_anchored {
                        anchored.push(pattern);
                    }
                    if let Some(found) = found {
                        foreign.entry(found).or_insert((pattern, 0)).1 += 1;
                    }
                    if translated != value {
                        // The value may stand between either quotes.
                        edits.replace(attribute.range_value(), xml::escaped(&translated).replace('\'', "&apos;"));
                        self.written.entry(translated).or_default().push(value.to_owned());
                    }
                    continue;
                }
                Err(reason) => reason,
            };
            edits.remove(pattern.range(), &source.text);
            notes.push(note(pattern, source, |shown| format!("the pattern `{shown}` {reason}; it is not checked")));
        }
        for (found, (first, count)) in foreign {
            let more = and_more(count - 1);
            let owner = owner(first).map(|name| format!(" of `{name}`")).unwrap_or_default();
            notes.push(note(first, source, |shown| {
                format!(
                    "`{found}` in the pattern `{shown}`{owner}{more} is not in XML Schema's syntax of patterns; it is read as other \
                     languages read it"
                )
            }));
        }
        if let Some((first, others)) = anchored.split_first() {
            let more = and_more(others.len());
            notes.push(note(*first, source, |shown| {
                format!(
                    "`^` and `$` in the pattern `{shown}`{more} are read as its start and its end; XML Schema takes them as characters"
                )
            }));
        }
        notes
    }

    /// A pattern in the validator's syntax, or why it is not compiled.
    fn translate(&mut self, value: &str) -> Result<Translation, String> {
        let cost = cost(value);
        if self.unusable.contains(value) {
            return Err("is no regular expression of XML Schema".to_owned());
        }
        if cost > PATTERN || self.spent.saturating_add(cost) > SCHEMA {
            return Err("is too large to be compiled".to_owned());
        }
        let translated = pattern_syntax::translate(value)
            .map_err(|block| format!("has the Unicode block `{block}`, which is not known here"))?;
        self.spent += cost;
        Ok(translated)
    }

    /// Leaves the pattern out that the validator could not compile, if that is what an error says of one that was not left
    /// out before.
    pub(super) fn leave_out_refused(&mut self, message: &str) -> bool {
        let refused = refused(message).map(|pattern| self.first(pattern).unwrap_or(pattern).to_owned());
        refused.is_some_and(|pattern| self.unusable.insert(pattern))
    }

    /// What the schema says first of what is given instead of it.
    fn first(&self, translated: &str) -> Option<&str> {
        self.written.get(translated)?.first().map(String::as_str)
    }

    /// Puts the patterns back as the schema says them, now that they are compiled: they are shown, and read anew for samples.
    pub(super) fn restore(&self, set: &mut SchemaSet) {
        for (_, definition) in &mut set.arenas.entries_mut().simple_types {
            for pattern in definition.facets.patterns.iter_mut().flatten() {
                if let Some(written) = self.first(&pattern.value) {
                    pattern.value = written.to_owned();
                }
            }
        }
    }
}

fn and_more(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" and {count} more") }
}

/// The name of the type that a pattern is of, or of what it is declared in.
fn owner<'a>(pattern: Node<'a, '_>) -> Option<&'a str> {
    pattern.ancestors().find_map(|node| node.attribute("name"))
}

/// The note about a pattern, which is cut where it is long.
fn note(pattern: Node<'_, '_>, source: &Source, say: impl FnOnce(&str) -> String) -> Note {
    let (line, _) = xml::position(&source.text, pattern.range().start);
    let shown: String = pattern.attribute("value").unwrap_or_default().chars().take(80).collect();
    Note { uri: source.uri.clone(), line, kind: NoteKind::Relaxed, message: say(&shown) }
}

/// The pattern that the validator could not compile, if that is what an error says.
fn refused(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("invalid pattern regex '")?;
    let (pattern, _) = rest.rsplit_once("': ").or(rest.split_once("': "))?;
    Some(pattern)
}

/// How many states of an automaton a pattern comes to, about.
fn cost(pattern: &str) -> u64 {
    let characters: Vec<char> = pattern.chars().collect();
    // The sums of the groups that are open, the whole being the first; the last part can still be repeated.
    let mut sums: Vec<u64> = vec![0];
    let mut last = 0_u64;
    let mut at = 0;
    while let Some(character) = characters.get(at) {
        at += 1;
        match character {
            '(' => {
                add(&mut sums, last);
                sums.push(0);
                last = 0;
            }
            ')' => {
                add(&mut sums, last);
                last = if sums.len() > 1 { sums.pop().unwrap_or_default() } else { 0 };
            }
            '+' | '*' => last = last.saturating_mul(2),
            '{' => {
                let end = characters.iter().skip(at).take(BRACES).position(|next| *next == '}').unwrap_or_default();
                let bounds: String = characters.iter().skip(at).take(end).collect();
                let most = bounds.split(',').filter_map(|bound| bound.trim().parse::<u64>().ok()).max();
                last = last.saturating_mul(most.unwrap_or(1).saturating_add(1));
                at += end + 1;
            }
            '|' | '?' => {}
            other => {
                add(&mut sums, last);
                let next = characters.get(at).copied().unwrap_or(' ');
                last = if *other == '\\' { escape_cost(next) } else { 1 };
                at += usize::from(*other == '\\');
                if *other == '\\' && matches!(next, 'p' | 'P') {
                    at +=
                        characters.iter().skip(at).take(BRACES).position(|next| *next == '}').map_or(0, |end| end + 1);
                }
            }
        }
    }
    sums.into_iter().fold(last, u64::saturating_add)
}

fn add(sums: &mut [u64], cost: u64) {
    if let Some(sum) = sums.last_mut() {
        *sum = sum.saturating_add(cost);
    }
}

fn escape_cost(escape: char) -> u64 {
    match escape {
        'p' | 'P' | 'w' | 'W' | 'i' | 'I' | 'c' | 'C' => 10,
        'd' | 'D' => 3,
        _ => 1,
    }
}
