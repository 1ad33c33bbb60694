//! Limits: an upper one is not said to be a lower one, nor what is within it to be refused.

use super::numbers::read_number;
use super::phrases::{AT_LEAST, AT_MOST};
use super::prose::{Prose, Word, find_phrase, find_phrases, has_phrase, quote_words};
use crate::Direction;
use crate::rewrite::fact::ChangeFact;

/// What is on either side of a limit.
const SMALL: &str = "under|below|less|fewer|shorter|smaller|lighter|lower";
const LARGE: &str = "over|above|more|longer|larger|heavier|higher|beyond";

/// What a number of the change counts, where a wording says that it counts something else: `12 words` of a length.
fn wrong_unit(clause: &[Word], fact: &ChangeFact) -> Option<String> {
    const UNITS: &str =
        "word|words|byte|bytes|bit|bits|line|lines|digit|digits|item|items|element|elements|character|characters";
    let own: &[&str] = match () {
        () if fact.message.contains("Length`") => &["character", "characters"],
        () if fact.message.contains("Items`") => &["item", "items", "element", "elements"],
        () if fact.message.contains("imum`") => &[],
        () => return None,
    };
    let at = find_phrases(clause, UNITS).find(|at| {
        let counted = at.checked_sub(1).and_then(|before| clause.get(before));
        let is_number = counted.is_some_and(|word| read_number(std::slice::from_ref(word), None).is_some());
        is_number && clause.get(*at).is_some_and(|unit| !own.contains(&unit.text.as_str()))
    })?;
    Some(quote_words(clause, at.saturating_sub(1), "* *"))
}

/// The words in which a text says a limit the wrong way round: `at least 12` of what may be 12 at most.
pub(super) fn contradicts_bound(prose: &Prose, fact: &ChangeFact, is_advice: bool) -> Option<String> {
    // Who receives up to 60 characters has to have room for at least 60.
    if is_advice && fact.direction == Some(Direction::Response) {
        return None;
    }
    if let Some(words) = prose.clauses().find_map(|clause| wrong_unit(clause, fact)) {
        return Some(words);
    }
    let (wrong, within, beyond) = match (fact.message.contains("`max"), fact.message.contains("`min")) {
        (true, false) => (AT_LEAST, SMALL, LARGE),
        (false, true) => (AT_MOST, LARGE, SMALL),
        (true, true) | (false, false) => return None,
    };
    prose.clauses().find_map(|clause| {
        let phrase = wrong.iter().copied().find(|phrase| has_phrase(clause, phrase));
        let phrase = phrase.or_else(|| refuses(clause, within).then_some(within));
        let phrase = phrase.or_else(|| asks_for(clause, beyond).then_some(beyond))?;
        Some(quote_words(clause, find_phrase(clause, phrase)?, phrase))
    })
}

/// Whether a clause says that such values are refused.
fn refuses(clause: &[Word], values: &str) -> bool {
    has_phrase(clause, "refused|rejected|turned|fail|fails")
        && has_phrase(clause, values)
        && !has_phrase(clause, "no longer")
}

/// Whether a clause asks for such values: `send more than 12`, `it has to be below 1`.
fn asks_for(clause: &[Word], values: &str) -> bool {
    let verbs = ["send", "use", "choose", "add", "keep"];
    let is_advice = clause.first().is_some_and(|word| verbs.contains(&word.text.as_str()));
    let asks = is_advice || ["have|has to", "must|should", "make sure"].iter().any(|cue| has_phrase(clause, cue));
    let compared = [format!("{values} than"), values.replace("more|", "")];
    asks && !has_phrase(clause, "not|no|nothing|never|without|avoid")
        && compared.iter().any(|phrase| has_phrase(clause, phrase))
}
