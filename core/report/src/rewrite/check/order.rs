//! Before and after: a text must not give the old value as the new one, nor the new value as the old one.
//!
//! Only quoted values, numbers and dates count, and only next to a word that says which side they are of.

use super::terms::ChangeTerms;
use super::words::{Kind, Word};

/// Words before an old value.
const OLD: &[&str] = &["was", "were", "used", "previously", "formerly", "originally", "old"];

/// Words before a new value.
const NEW: &[&str] = &["now", "new", "becomes", "become", "became"];

/// Words between one of those and its value.
const SKIPPED: &[&str] = &[
    "a", "an", "the", "to", "be", "been", "is", "are", "at", "in", "on", "most", "least", "up", "only", "has", "have",
    "must", "limited", "accept", "accepts", "accepted", "allowed", "takes", "end", "ends",
];

/// Beginnings of verbs whose `to` leads to a new value.
const CHANGES: &[&str] =
    &["reduc", "lower", "rais", "increas", "shorten", "limit", "chang", "renam", "mov", "convert", "switch", "cut"];

/// A side of the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// Finds a value that a text gives as one of the other side.
pub(super) fn find_swapped(words: &[Word], terms: &ChangeTerms<'_>) -> Option<String> {
    words.iter().enumerate().filter(|(_, word)| is_value(word)).find_map(|(at, word)| {
        let side = if terms.is_old(&word.text) { Side::Old } else { terms.is_new(&word.text).then_some(Side::New)? };
        let is_swapped = claimed_side(words.get(..at)?, words.get(at + 1..)?)? != side;
        is_swapped.then(|| word.text.clone())
    })
}

fn is_value(word: &Word) -> bool {
    word.kind != Kind::Plain
}

/// The side that a text gives for the value between these words.
fn claimed_side(before: &[Word], after: &[Word]) -> Option<Side> {
    let ahead: Vec<String> = before.iter().rev().take_while(|word| !is_value(word)).map(lower).collect();
    let behind: Vec<String> = after.iter().take_while(|word| !is_value(word)).map(lower).collect();
    let [ahead, behind] = [&ahead, &behind].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
    let follows_value = after.len() > behind.len();
    match (ahead.as_slice(), behind.as_slice()) {
        (["of", "instead", ..] | ["than", "rather", ..], _) => return Some(Side::Old),
        (_, ["instead", "of", ..] | ["rather", "than", ..]) => return Some(Side::New),
        (
            ["from", ..] | ["a" | "an" | "the", "from", ..],
            [.., "to" | "into"] | [.., "to" | "into", "a" | "an" | "the"],
        ) if follows_value => {
            return Some(Side::Old);
        }
        _ => {}
    }
    let is_article = |word: &&&str| matches!(**word, "a" | "an" | "the" | "at" | "most");
    let mut leads = ahead.iter().skip_while(is_article);
    if leads.next().is_some_and(|word| matches!(*word, "to" | "into")) && leads.next() != Some(&"up") {
        let words = before.iter().rev().take(MOST_WORDS_AHEAD).map(lower);
        if words.into_iter().any(|word| CHANGES.iter().any(|verb| word.starts_with(verb))) {
            return Some(Side::New);
        }
    }
    let skipped = ahead.iter().take_while(|word| SKIPPED.contains(word)).count();
    let cue = ahead.get(skipped)?;
    if OLD.contains(cue) || *cue == "now" && ahead.get(skipped + 1) == Some(&"until") {
        Some(Side::Old)
    } else {
        NEW.contains(cue).then_some(Side::New)
    }
}

/// Words in which the verb of a `to` is looked for.
const MOST_WORDS_AHEAD: usize = 8;

fn lower(word: &Word) -> String {
    word.text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rewrite::fact::ChangeFact;
    use crate::{Direction, JsonText, Level};

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
        find_swapped(&super::super::words::split_words(text), &ChangeTerms::collect(&fact))
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
            "The old limit of 35 is gone; until now, up to 35 were accepted.",
        ] {
            assert_eq!(swapped("35", "12", text), None, "{text}");
        }
    }
}
