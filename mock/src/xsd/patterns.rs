//! Patterns that are not compiled: those that are no regular expressions of XML Schema, and those that would cost more
//! memory than they are worth. Each is taken out, and that is said.

use std::collections::BTreeSet;

use roxmltree::Node;

use super::collect::Source;
use super::edits::Edits;
use super::model;
use super::{Note, NoteKind};
use crate::xml;

/// What one pattern may cost. A letter is 1 and a class of all letters 10, about half a kilobyte each.
const PATTERN: u64 = 20_000;
/// What all patterns of a schema may cost.
const SCHEMA: u64 = 100_000;

/// Patterns that were found to be unusable, and what the others cost so far.
#[derive(Default)]
pub(super) struct Patterns {
    pub(super) unusable: BTreeSet<String>,
    spent: u64,
}

impl Patterns {
    /// The same for another attempt.
    pub(super) fn again(self) -> Self {
        Self { unusable: self.unusable, spent: 0 }
    }

    /// Takes the patterns within a node out that are not compiled.
    pub(super) fn drop_from(&mut self, node: Node<'_, '_>, source: &Source, edits: &mut Edits) -> Vec<Note> {
        let mut notes = Vec::new();
        for pattern in node.descendants().filter(|node| model::is_xs(*node, "pattern")) {
            let value = pattern.attribute("value").unwrap_or_default();
            let cost = cost(value);
            let reason = if self.unusable.contains(value) {
                "is no regular expression of XML Schema"
            } else if cost > PATTERN || self.spent.saturating_add(cost) > SCHEMA {
                "is too large to be compiled"
            } else {
                self.spent += cost;
                continue;
            };
            edits.remove(pattern.range(), &source.text);
            let (line, _) = xml::position(&source.text, pattern.range().start);
            let shown: String = value.chars().take(80).collect();
            let message = format!("the pattern `{shown}` {reason}; it is not checked");
            notes.push(Note { uri: source.uri.clone(), line, kind: NoteKind::Relaxed, message });
        }
        notes
    }
}

/// The pattern that the validator could not compile, if that is what an error says.
pub(super) fn refused(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("invalid pattern regex '")?;
    let (pattern, _) = rest.rsplit_once("': ").or(rest.split_once("': "))?;
    // Alternatives were put in parentheses before.
    let bare = pattern.strip_prefix('(').and_then(|pattern| pattern.strip_suffix(')'));
    Some(bare.filter(|pattern| pattern.contains('|')).unwrap_or(pattern).to_owned())
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
                let end = characters.iter().skip(at).position(|next| *next == '}').unwrap_or_default();
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
                    at += characters.iter().skip(at).position(|next| *next == '}').map_or(0, |end| end + 1);
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
