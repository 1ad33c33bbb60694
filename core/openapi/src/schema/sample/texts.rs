//! Strings of a sample: from a format, from the name, from a pattern, or any string of the right length.

use super::conjunction::Conjunction;
use super::value::Value;
use super::{Sampler, names};
use crate::KnownKey;
use crate::schema::pattern;
use crate::tree::NodeId;

/// Maximum length of a generated string. `minLength` can require any length.
const MAX_LENGTH: usize = 100_000;

/// Length of a long string.
const LONG: usize = 300;

/// Maximum number of strings generated from a pattern. Other keywords may reject all of them.
const MAX_ATTEMPTS: u64 = 6;

impl Sampler<'_, '_> {
    pub(super) fn text(&mut self, roots: &[NodeId], conjunction: &Conjunction, name: &str) -> Option<Value> {
        let (least, most) = self.between(conjunction, [KnownKey::MinLength, KnownKey::MaxLength]);
        if least > MAX_LENGTH || least > most {
            return None;
        }
        let arena = self.description.arena();
        let number = if self.seed == 0 { self.mixed() } else { self.mixed() % 10_000 };
        let number = number.wrapping_add(self.variant);
        let mut texts: Vec<String> = Vec::new();
        for format in conjunction.words(self.description, KnownKey::Format) {
            texts.extend(names::sample_format(&arena.string(format).unwrap_or_default(), number, self.day));
        }
        let has_pattern = conjunction.has(self.description, KnownKey::Pattern);
        if texts.is_empty() {
            texts.extend(names::text(name, self.day).map(|hint| names::varied(&hint, number)));
        }
        for pattern in conjunction.words(self.description, KnownKey::Pattern) {
            let Ok(node) = pattern::read(&arena.string(pattern).unwrap_or_default()) else {
                self.fail(Some(pattern), "the pattern is not supported");
                continue;
            };
            // If the pattern allows almost anything, a readable string matches too.
            texts.push(fitting(name, number, least, most));
            let seeds = (0..MAX_ATTEMPTS).map(|more| number.wrapping_add(more));
            texts.extend(seeds.map(|seed| pattern::write(&node, (least, most.min(MAX_LENGTH)), seed)));
        }
        if !has_pattern {
            texts.push(fitting(name, number, least, most));
            texts.push("1".repeat(least));
            // A long string, because alternatives may accept the shorter ones.
            texts.push("1".repeat(most.min(LONG)));
        }
        let fits = |text: &String| (least..=most).contains(&text.chars().count());
        texts.into_iter().filter(fits).map(Value::Text).find(|value| self.holds(roots, value))
    }
}

/// Returns a string of the right length that contains the name.
fn fitting(name: &str, number: u64, least: usize, most: usize) -> String {
    let is_plain =
        !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || "-_.".contains(character));
    let text = names::varied(if is_plain { name } else { "text" }, number);
    let length = text.chars().count();
    if length > most {
        // The end distinguishes it from others.
        return text.chars().skip(length - most).collect();
    }
    let filler = " and more".chars().cycle().take(least.saturating_sub(length));
    text.chars().chain(filler).collect()
}
