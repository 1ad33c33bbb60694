//! Preparation of patterns. Those that are not regular expressions of XML Schema or that would cost too much memory are
//! removed and reported. The others are translated for the validator.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};
use xsd_schema::SchemaSet;

use super::collect::Source;
use super::document::{Note, NoteKind};
use super::edits::Edits;
use super::model;
use super::pattern_syntax::{self, Translation};
use crate::xml;

/// Maximum cost of one pattern, in automaton states of about half a kilobyte. A letter is 1 and a class of all letters
/// 10.
const PATTERN: u64 = 20_000;
/// Maximum length of text between braces, to limit the search for a missing closing brace.
const BRACES: usize = 100;
/// Maximum cost of all patterns of a schema.
const SCHEMA: u64 = 100_000;

/// Unusable patterns, and the cost of the others so far.
#[derive(Default)]
pub(super) struct Patterns {
    unusable: BTreeSet<String>,
    spent: u64,
    /// Original patterns by their translation.
    written: BTreeMap<String, Vec<String>>,
}

impl Patterns {
    /// Returns the state for another attempt. Only the unusable patterns are kept.
    pub(super) fn again(self) -> Self {
        Self { unusable: self.unusable, ..Self::default() }
    }

    /// Translates the patterns of a document and removes those that cannot be compiled. Returns notes about them.
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
                        // The attribute may use either kind of quotation marks.
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
                    "`{found}` in the pattern `{shown}`{owner}{more} is not allowed in XML Schema patterns; it has its \
                     meaning in other languages"
                )
            }));
        }
        if let Some((first, others)) = anchored.split_first() {
            let more = and_more(others.len());
            notes.push(note(*first, source, |shown| {
                format!(
                    "`^` and `$` in the pattern `{shown}`{more} match its start and end; in XML Schema they are literal characters"
                )
            }));
        }
        notes
    }

    /// Translates a pattern for the validator, or returns the reason why it is not compiled.
    fn translate(&mut self, value: &str) -> Result<Translation, String> {
        let cost = cost(value);
        if self.unusable.contains(value) {
            return Err("is not a regular expression of XML Schema".to_owned());
        }
        if cost > PATTERN || self.spent.saturating_add(cost) > SCHEMA {
            return Err("is too large to be compiled".to_owned());
        }
        let translated =
            pattern_syntax::translate(value).map_err(|block| format!("has the unknown Unicode block `{block}`"))?;
        self.spent += cost;
        Ok(translated)
    }

    /// Marks the pattern that a validator error names as unusable. Returns false if the error names none, or one that
    /// is marked already.
    pub(super) fn leave_out_refused(&mut self, message: &str) -> bool {
        let refused = refused(message).map(|pattern| self.first(pattern).unwrap_or(pattern).to_owned());
        refused.is_some_and(|pattern| self.unusable.insert(pattern))
    }

    /// Returns the first original pattern with this translation.
    fn first(&self, translated: &str) -> Option<&str> {
        self.written.get(translated)?.first().map(String::as_str)
    }

    /// Restores the original patterns after the compilation. They are shown in messages and parsed again for samples.
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

/// Returns the name of the type or other declaration that contains a pattern.
fn owner<'a>(pattern: Node<'a, '_>) -> Option<&'a str> {
    pattern.ancestors().find_map(|node| node.attribute("name"))
}

/// Creates a note that quotes the start of a pattern.
fn note(pattern: Node<'_, '_>, source: &Source, say: impl FnOnce(&str) -> String) -> Note {
    let (line, _) = xml::position(&source.text, pattern.range().start);
    let shown: String = pattern.attribute("value").unwrap_or_default().chars().take(80).collect();
    Note { uri: source.uri.clone(), line, kind: NoteKind::Relaxed, message: say(&shown) }
}

/// Returns the pattern that could not be compiled, if that is the cause of a validator error.
fn refused(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("invalid pattern regex '")?;
    let (pattern, _) = rest.rsplit_once("': ").or(rest.split_once("': "))?;
    Some(pattern)
}

/// Estimates the number of states in the automaton of a pattern.
fn cost(pattern: &str) -> u64 {
    let characters: Vec<char> = pattern.chars().collect();
    // Sums of the open groups, the whole pattern first. The last item is not included yet, because it may be repeated.
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
