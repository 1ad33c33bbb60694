//! Before and after: a value that went is not said to be the one that is there now, nor the other way round.
//!
//! Each mention of such a value is read in its clause: what is past, what is now, and what is turned down.

use super::dates::{is_within, read_date};
use super::numbers::read_number;
use super::prose::{Prose, Word, has_phrase};
use super::terms::FactTerms;
use super::vocabulary::{Vocabulary, base_forms};
use crate::Direction;
use crate::rewrite::wording::RefusalReason;

/// A value of one side alone, where it stands in its clause.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mention {
    at: usize,
    length: usize,
    value: String,
    is_old: bool,
    kind: ValueKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Day,
    Number,
    Name,
}

const PAST: &[&str] = &[
    "used to",
    "was|were",
    "had",
    "previously|formerly|originally|hitherto",
    "until now|then|recently",
    "so far",
    "up to now",
    "old",
    "than before",
    "worked",
    "in the past",
    "has|have been|accepted|taken",
    "earlier on",
    "before this",
];

const PRESENT: &[&str] = &[
    "now",
    "currently|today",
    "from now on",
    "new",
    "must|should be",
    "has|have to be",
    "needs|need to be",
    "is|are accepted|allowed|supported|valid|possible|required",
    "may|can be a|an|either",
    "may|can be sent|used|passed|set|placed|given|read",
    "accepts|allows|supports|takes|requires",
];

/// What turns down the value that follows.
const TURNED_DOWN_AHEAD: &[&str] = &[
    "no longer",
    "not|never",
    "stop|stops|stopped",
    "instead of",
    "rather than",
    "in place of",
    "without|against",
    "remove|removing|removes|drop|dropping|delete|deleting|avoid|abandon|eliminate|strip|stripping|clean|purge",
    "rid of",
    "addition to",
    "replace|replaces|replacing",
    "away from",
    "out of",
    "other|different than",
    "migrate|move|change|switch|convert|turn|map",
    "search|find|look|places|uses|use for|where|of",
    "still",
    "leave|leaves|leaving|omit|omits|take",
    "reject|rejects|refuse|refuses",
    "longer|more|over|above|beyond|exceeds than",
];

/// What turns down the value before it.
const TURNED_DOWN_AFTER: &[&str] = &[
    "out",
    "away",
    "no longer",
    "not|never",
    "is|are|be|been|gets|get refused|rejected|gone|removed|turned|forbidden|invalid|ignored",
    "fails|fail",
    "error|errors",
    "any more",
    "anymore",
    "into|to",
    "get|gets|cause|causes an",
];

/// Turns down a value that is there now.
const NEW_TURNED_DOWN: [&str; 6] =
    ["no longer", "stop|stops|stopped", "instead of", "rather than", "remove|removing|avoid|abandon", "away from"];

/// Holds every mention of a value to the side it is of.
pub(super) fn check_order(
    prose: &Prose,
    terms: &FactTerms,
    vocabulary: &Vocabulary,
    direction: Option<Direction>,
    is_advice: bool,
) -> Result<(), RefusalReason> {
    // What is received may be either from now on, so that a wording names both.
    let names_new = prose.clauses().any(|clause| find_mentions(clause, terms, vocabulary).iter().any(|it| !it.is_old));
    let with_new = direction == Some(Direction::Response) && names_new;
    for clause in prose.clauses() {
        if let Some(value) = turned_down_although_kept(clause, terms) {
            return Err(RefusalReason::BeforeAndAfter(value));
        }
        let mentions = find_mentions(clause, terms, vocabulary);
        let wrong = mentions.iter().find(|mention| {
            match pair_around(clause, &mentions, mention) {
                // `from A to B` names both sides.
                Some(is_first) => mention.is_old != is_first,
                None if mention.is_old => takes_old_for_new(clause, mention, with_new, is_advice),
                None => takes_new_for_old(clause, mention),
            }
        });
        if let Some(mention) = wrong {
            return Err(RefusalReason::BeforeAndAfter(mention.value.clone()));
        }
    }
    Ok(())
}

fn find_mentions(clause: &[Word], terms: &FactTerms, vocabulary: &Vocabulary) -> Vec<Mention> {
    let mut mentions = Vec::new();
    let mut at = 0;
    while let Some([word, ..]) = clause.get(at..) {
        let rest = clause.get(at..).unwrap_or_default();
        let (values, length, kind) = match (read_date(rest), read_number(rest, None)) {
            (Some(date), _) => {
                let days = terms.old_values.iter().chain(&terms.new_values).filter(|day| is_within(&date.text, day));
                (days.cloned().collect(), date.length, ValueKind::Day)
            }
            (None, Some(number)) if number.text != "1" || word.text == "1" || word.text == "one" => {
                (vec![number.text], number.length, ValueKind::Number)
            }
            (None, _) => (forms_of_value(word, vocabulary), 1, ValueKind::Name),
        };
        let is_of = |side: &std::collections::BTreeSet<String>| values.iter().find(|value| side.contains(*value));
        let found = match (is_of(&terms.old_values), is_of(&terms.new_values)) {
            (Some(old), None) => Some((old, true)),
            (None, Some(new)) => Some((new, false)),
            (Some(_), Some(_)) | (None, None) => None,
        };
        if let Some((value, is_old)) = found {
            mentions.push(Mention { at, length, value: value.clone(), is_old, kind });
        }
        at += length;
    }
    mentions
}

/// The values that a word may mean. A word of plain English means one only where it is a type or a place of a parameter.
fn forms_of_value(word: &Word, vocabulary: &Vocabulary) -> Vec<String> {
    const TYPES_AND_PLACES: &[&str] =
        &["string", "integer", "number", "boolean", "array", "object", "null", "query", "header", "cookie", "path"];
    if word.is_code {
        return vec![word.text.to_lowercase()];
    }
    let forms = base_forms(&word.text).into_iter().map(|form| match form.as_str() {
        "text" => "string".to_owned(),
        "list" => "array".to_owned(),
        _ => form,
    });
    forms.filter(|form| TYPES_AND_PLACES.contains(&form.as_str()) || !vocabulary.has(form)).collect()
}

/// Where a mention stands in `from A to B`: whether it is the first. None where it stands in no such pair.
fn pair_around(clause: &[Word], mentions: &[Mention], mention: &Mention) -> Option<bool> {
    let is_pair = |one: &Mention, other: &Mention| {
        let before = clause.get(..one.at).unwrap_or_default();
        let between = clause.get(one.at + one.length..other.at).unwrap_or_default();
        has_phrase(before, "from|convert|turn|change|migrate|replace|swap|between")
            && has_phrase(between, "to|into|with|by")
    };
    mentions.windows(2).find_map(|pair| match pair {
        [one, other] if is_pair(one, other) && one == mention => Some(true),
        [one, other] if is_pair(one, other) && other == mention => Some(false),
        _ => None,
    })
}

fn takes_old_for_new(clause: &[Word], mention: &Mention, with_new: bool, is_advice: bool) -> bool {
    let (before, after) = around(clause, mention);
    let turned_down = TURNED_DOWN_AHEAD.iter().any(|cue| has_phrase(before, cue))
        || TURNED_DOWN_AFTER.iter().any(|cue| has_phrase(after, cue));
    // `stop reading and storing it`: the second verb is turned down like the first.
    let goes_on = matches!(clause, [link, verb, ..] if link.text == "and" && verb.text.ends_with("ing"));
    if is_past(clause) || turned_down || goes_on {
        return false;
    }
    if with_new { has_phrase(clause, "now") } else { is_present(clause) || is_advice || is_bound(before) }
}

/// Whether what follows is said to be a limit.
fn is_bound(before: &[Word]) -> bool {
    let near = before.get(before.len().saturating_sub(3)..).unwrap_or_default();
    ["at most|least", "up to", "no more|less|fewer", "maximum|minimum"].iter().any(|cue| has_phrase(near, cue))
}

/// A value of both sides that is said to have gone.
fn turned_down_although_kept(clause: &[Word], terms: &FactTerms) -> Option<String> {
    let is_kept = |word: &Word| word.is_code && terms.kept_values.contains(&word.text.to_lowercase());
    clause.iter().enumerate().filter(|(_, word)| is_kept(word)).find_map(|(at, word)| {
        let after = clause.get(at + 1..).unwrap_or_default();
        let gone = ["no longer", "is|are|was|were refused|rejected|gone|removed|forbidden", "is|are not"];
        gone.iter().any(|cue| has_phrase(after, cue)).then(|| word.text.clone())
    })
}

fn takes_new_for_old(clause: &[Word], mention: &Mention) -> bool {
    let (before, _) = around(clause, mention);
    let near = before.get(before.len().saturating_sub(4)..).unwrap_or_default();
    let near = near.rsplit(|word| word.is_code).next().unwrap_or_default();
    if mention.kind != ValueKind::Day
        && NEW_TURNED_DOWN.iter().any(|cue| has_phrase(near, cue))
        && !has_phrase(near, "no longer than")
    {
        return true;
    }
    // `up to but not including 1` and `below 1` name where the old range met the new one.
    let limit = before.last().is_some_and(|word| {
        matches!(word.text.as_str(), "including" | "below" | "under" | "above" | "over" | "beyond" | "than")
    });
    let is_limit = mention.kind == ValueKind::Number
        && (limit || clause.first() == clause.get(mention.at))
        && !has_phrase(near, "no|not *");
    is_past(clause) && !is_present(clause) && !is_limit
}

fn around<'w>(clause: &'w [Word], mention: &Mention) -> (&'w [Word], &'w [Word]) {
    let before = clause.get(..mention.at).unwrap_or_default();
    (before, clause.get(mention.at + mention.length..).unwrap_or_default())
}

fn is_past(clause: &[Word]) -> bool {
    // `before` speaks of the past where nothing follows; `before you send it` does not.
    let ends_so = clause.last().is_some_and(|word| word.text == "before" || word.text == "previously");
    ends_so || PAST.iter().any(|cue| has_phrase(clause, cue))
}

fn is_present(clause: &[Word]) -> bool {
    PRESENT.iter().any(|cue| has_phrase(clause, cue)) && !has_phrase(clause, "until now|recently")
}
