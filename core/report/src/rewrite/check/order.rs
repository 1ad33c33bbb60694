//! Checks that a text does not present the old value as the new one, or the new value as the old one.
//!
//! Only quoted values, numbers and dates are checked, and only next to a word that identifies the side.

use super::terms::ChangeTerms;
use super::words::{Kind, Word};
use crate::Direction;

/// Words that precede an old value.
const OLD: &[&str] = &["was", "were", "used", "previously", "formerly", "originally", "old"];

/// Words that precede a new value.
const NEW: &[&str] = &["now", "new", "becomes", "become", "became"];

/// Words that may come between such a word and its value.
const SKIPPED: &[&str] = &[
    "a", "an", "the", "to", "be", "been", "is", "are", "at", "on", "most", "least", "up", "only", "has", "have",
    "must", "limited", "accept", "accepts", "accepted", "allowed", "takes", "end", "ends",
];

/// Verbs after a value that is their subject, as in "now `road` is rejected".
const PREDICATES: &[&str] = &["is", "are", "was", "were", "will", "may", "must", "can", "cannot", "has", "have"];

/// Prefixes of verbs whose "to" precedes a new value.
const CHANGES: &[&str] =
    &["reduc", "lower", "rais", "increas", "shorten", "chang", "renam", "mov", "convert", "switch", "cut"];

/// Words before a "to" that does not belong to such a verb.
const OTHER_TO: &[&str] = &["up", "close", "limited", "equal", "used", "calls", "requests"];

/// Maximum number of words between the verb and the value.
const MOST_WORDS_AHEAD: usize = 8;

/// A side of the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// Finds a value that a text presents as one of the other side. The verbs of change are ignored for received values,
/// because clients convert those from new to old.
pub(super) fn find_swapped(words: &[Word], terms: &ChangeTerms<'_>, direction: Option<Direction>) -> Option<String> {
    words.iter().enumerate().filter(|(_, word)| is_value(word)).find_map(|(at, word)| {
        let side = if terms.is_old(&word.text) { Side::Old } else { terms.is_new(&word.text).then_some(Side::New)? };
        let is_received = direction == Some(Direction::Response);
        let is_swapped = claimed_side(words.get(..at)?, words.get(at + 1..)?, is_received)? != side;
        is_swapped.then(|| word.text.clone())
    })
}

fn is_value(word: &Word) -> bool {
    !matches!(word.kind, Kind::Plain | Kind::End)
}

/// Returns the side that the surrounding words claim for a value.
fn claimed_side(before: &[Word], after: &[Word], is_received: bool) -> Option<Side> {
    let sentence: Vec<&Word> = before.iter().rev().take_while(|word| word.kind != Kind::End).collect();
    let ahead: Vec<String> = sentence.iter().take_while(|word| !is_value(word)).map(|word| lower(word)).collect();
    let behind: Vec<String> = after.iter().take_while(|word| word.kind == Kind::Plain).map(lower).collect();
    let [ahead, behind] = [&ahead, &behind].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
    let follows_value = after.get(behind.len()).is_some_and(is_value);
    let verbs: Vec<String> = sentence.iter().take(MOST_WORDS_AHEAD).map(|word| lower(word)).collect();
    let has_verb = |start: &str| verbs.iter().any(|verb| verb.starts_with(start));
    match (ahead.as_slice(), behind.as_slice()) {
        (["of", "instead", ..] | ["than", "rather", ..] | ["of", "place", "in", ..], _)
        | (["replace" | "replaces" | "replacing", ..], ["with" | "by"])
        | (_, ["is" | "was", "replaced", "by" | "with"]) => return Some(Side::Old),
        (_, ["instead", "of", ..] | ["rather", "than", ..]) => return Some(Side::New),
        (["by" | "with", ..], _) if has_verb("replac") => return Some(Side::New),
        (
            ["from", ..] | ["a" | "an" | "the", "from", ..],
            [.., "to" | "into"] | [.., "to" | "into", "a" | "an" | "the"],
        ) if follows_value && !is_received => return Some(Side::Old),
        _ => {}
    }
    let mut leads = ahead.iter().skip_while(|word| matches!(**word, "a" | "an" | "the" | "at" | "most"));
    if leads.next().is_some_and(|word| matches!(*word, "to" | "into")) {
        let is_other = leads.next().is_some_and(|word| OTHER_TO.contains(word));
        if !is_other && !is_received && CHANGES.iter().any(|verb| has_verb(verb)) {
            return Some(Side::New);
        }
    }
    let skipped = ahead.iter().take_while(|word| SKIPPED.contains(word)).count();
    let (between, rest) = ahead.split_at_checked(skipped)?;
    let is_subject = behind.first().is_some_and(|word| PREDICATES.contains(word));
    match rest {
        ["now", "until", ..] => Some(Side::Old),
        ["now", "from", ..] | ["was" | "were", "that" | "who" | "which" | "if", ..] => None,
        ["used", ..] => between.contains(&"to").then_some(Side::Old),
        [cue, ..] if OLD.contains(cue) => Some(Side::Old),
        [cue, ..] if NEW.contains(cue) && !(is_subject && between.is_empty()) => Some(Side::New),
        _ => None,
    }
}

fn lower(word: &Word) -> String {
    word.text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rewrite::fact::ChangeFact;
    use crate::{JsonText, Level};

    fn swapped(before: &str, after: &str, text: &str) -> Option<String> {
        let value = |text: &str| Some(JsonText::new(text.to_owned()));
        let fact = ChangeFact {
            id: "0".to_owned(),
            rule: "x".to_owned(),
            level: Level::Breaking,
            direction: Some(Direction::Request),
            message: String::new(),
            why: String::new(),
            before: value(before),
            after: value(after),
            operations: Vec::new(),
            webhooks: Vec::new(),
            callbacks: Vec::new(),
        };
        find_swapped(&super::super::words::split_words(text), &ChangeTerms::collect(&fact), fact.direction)
    }

    #[test]
    fn swapped_values_are_found() {
        for text in [
            "The limit was 12 and is now 35.",
            "The limit was lowered from 12 to 35 characters.",
            "It was raised to 35.",
            "Texts are now limited to 35 characters.",
            "Send 35 characters instead of 12.",
            "It used to accept 12 characters and now accepts 35.",
            "Shorten texts to 35 characters or fewer.",
            "Replace 12 with 35.",
            "12 was replaced by 35.",
            "In place of 12, send 35.",
            "The limit is now `35 characters`.",
        ] {
            assert!(swapped("35", "12", text).is_some(), "{text}");
        }
        assert_eq!(swapped("\"number\"", "\"string\"", "`weight` becomes a `number`."), Some("number".to_owned()));
        assert!(swapped("\"integer\"", "\"string\"", "It used to be a `string`.").is_some());
        assert!(swapped("[\"road\",\"rail\"]", "[\"rail\"]", "Send `road` instead of `rail`.").is_some());
        assert_eq!(swapped("[\"road\",\"rail\"]", "[\"rail\"]", "`road` is `new`."), None);
        assert!(swapped("\"2026-09-30\"", "\"2026-12-31\"", "It now ends on 31 December 2026.").is_none());
        assert!(swapped("\"2026-09-30\"", "\"2026-12-31\"", "It now is 30 September 2026.").is_some());
    }

    #[test]
    fn values_of_their_own_side_are_left_alone() {
        for text in [
            "The limit was 35 and is now 12.",
            "The limit was lowered from 35 to 12 characters.",
            "It used to be 35, and texts are now limited to 12 characters.",
            "Send 12 characters instead of 35.",
            "Shorten texts of up to 35 characters to 12.",
            "From now on, 35 characters are rejected.",
            "Now 35 is rejected.",
            "The limit changed. Calls close to 35 fail.",
            "The limit was lowered; texts close to 35 characters fail.",
            "Change texts limited to 35 characters to 12.",
            "The limit used is 12.",
            "Values that were 12 characters or shorter still work.",
            "The old limit of 35 is gone; until now, up to 35 were accepted.",
        ] {
            assert_eq!(swapped("35", "12", text), None, "{text}");
        }
    }
}
