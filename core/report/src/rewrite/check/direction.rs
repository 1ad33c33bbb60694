//! Direction: what was added is not said to be gone, what is required not to be optional, what is sent not to be received.

use super::bounds::contradicts_bound;
use super::phrases::{
    GAIN, LENIENT, LOOSENED, LOSS, LOWERED, NO_LONGER_SENT, NOT_CALLED, NOT_READ, OPTIONAL, OTHER_EVENTS, PASSIVE_LOSS,
    RAISED, RECEIVED, REQUIRED, SENT, SOMETIMES, STILL, TIGHTENED, WITHOUT_CREDENTIALS,
};
use super::prose::{Prose, Word, find_phrase, find_phrases, has_phrase, quote_words};
use super::terms::FactTerms;
use crate::rewrite::fact::ChangeFact;
use crate::rewrite::wording::RefusalReason;
use crate::{Direction, JsonText, Level};

/// Holds that no words contradict what happened to the thing, or which way its values travel.
pub(super) fn check_direction(
    prose: &Prose,
    terms: &FactTerms,
    fact: &ChangeFact,
    is_advice: bool,
) -> Result<(), RefusalReason> {
    let others = OTHER_EVENTS.iter().filter(|(event, _)| !is_stated(event, terms)).map(|(_, phrase)| *phrase);
    let contradicted = false_claims(fact, terms).into_iter().flatten().copied().chain(others);
    let claims: Vec<&str> = contradicted.collect();
    // `so that any status is accepted` says what advice is to achieve.
    let mut clauses = prose.clauses().filter(|clause| !(is_advice && find_phrase(clause, "so that") == Some(0)));
    let found = clauses.find_map(|clause| claims.iter().find_map(|claim| claimed_now(clause, claim)));
    let found = found.or_else(|| contradicts_bound(prose, fact, is_advice)).or_else(|| wrong_advice(prose, fact));
    match found {
        Some(words) => Err(RefusalReason::Direction(words)),
        None => Ok(()),
    }
}

/// The lists of claims that are false of the change.
fn false_claims(fact: &ChangeFact, terms: &FactTerms) -> Vec<&'static [&'static str]> {
    let rule = fact.rule.as_str();
    let (is_added, is_removed) = (rule.ends_with("-added"), rule.ends_with("-removed"));
    let (is_required_now, is_optional_now) = (is_required_now(rule), rule.ends_with("became-optional"));
    let is_operation = rule.starts_with("operation-");
    let is_called_back = !fact.webhooks.is_empty() || !fact.callbacks.is_empty();
    let (raised, lowered) = step(fact);
    let is_of_credentials = rule.starts_with("security-");
    let breaks_requests = fact.level == Level::Breaking && fact.direction != Some(Direction::Response);
    let lists: [(bool, &'static [&'static str]); 18] = [
        (is_required_now, OPTIONAL),
        (is_optional_now, REQUIRED),
        (is_optional_now, NO_LONGER_SENT),
        (is_removed, GAIN),
        (is_removed, SOMETIMES),
        (is_removed, STILL),
        (!(is_removed || terms.has_word("removed") || is_of_credentials), PASSIVE_LOSS),
        (is_added || rule.ends_with("became-required"), LOSS),
        (is_of_credentials && !rule.ends_with("-widened"), WITHOUT_CREDENTIALS),
        (breaks_requests, LENIENT),
        (rule.ends_with("-narrowed"), LOOSENED),
        (rule.ends_with("-widened"), TIGHTENED),
        (lowered, RAISED),
        (raised, LOWERED),
        (fact.direction == Some(Direction::Request), RECEIVED),
        (fact.direction == Some(Direction::Response) && !is_called_back, SENT),
        (!is_operation && !is_called_back, NOT_CALLED),
        (is_operation, NOT_READ),
    ];
    lists.into_iter().filter(|(is_false, _)| *is_false).map(|(_, list)| list).collect()
}

fn is_required_now(rule: &str) -> bool {
    rule.ends_with("became-required") || rule.starts_with("required-") && rule.ends_with("-added")
}

/// Whether the change itself speaks of such an event.
fn is_stated(event: &str, terms: &FactTerms) -> bool {
    let is_replacement = event == "replaced" && !terms.old_values.is_empty() && !terms.new_values.is_empty();
    terms.has_word(event) || is_replacement
}

/// Whether the two values are numbers, and the later one larger or smaller.
fn step(fact: &ChangeFact) -> (bool, bool) {
    let number = |value: &Option<JsonText>| value.as_ref()?.as_str().parse::<f64>().ok();
    match (number(&fact.before), number(&fact.after)) {
        (Some(before), Some(after)) => (after > before, after < before),
        _ => (false, false),
    }
}

/// The words in which a clause says so of how things are now: neither denied nor said of the past.
fn claimed_now(clause: &[Word], phrase: &str) -> Option<String> {
    let at = find_phrases(clause, phrase).find(|at| is_claimed(clause, phrase, *at))?;
    Some(quote_words(clause, at, phrase))
}

fn is_claimed(clause: &[Word], phrase: &str, at: usize) -> bool {
    let before = clause.get(at.saturating_sub(3)..at).unwrap_or_default();
    let denials = ["not", "never", "nor", "without", "only", "assume", "assumes", "assuming", "expect", "expects"];
    let is_denied = before.iter().any(|word| denials.contains(&word.text.as_str())) || has_phrase(before, "no longer");
    // A passive of the past says how things are now: `was removed`.
    let is_passive = before.last().is_some_and(|word| matches!(word.text.as_str(), "was" | "were" | "been"))
        && clause.get(at).is_some_and(|word| word.text.ends_with("ed") || word.text.ends_with("wn"));
    let says_past = is_passive || phrase.contains("was|were");
    let past = ["used to", "previously|formerly|originally", "until now|then|recently", "so far", "was|were|had"];
    let is_past =
        past.iter().any(|cue| has_phrase(clause, cue)) || clause.last().is_some_and(|word| word.text == "before");
    !is_denied && (says_past || !is_past)
}

/// Advice that goes against the change: to go on with what was removed, to leave out what is required.
fn wrong_advice(prose: &Prose, fact: &ChangeFact) -> Option<String> {
    let rule = fact.rule.as_str();
    let is_removed = rule.ends_with("-removed");
    let is_of_value = ["property", "parameter", "header"].iter().any(|word| rule.contains(word));
    let verbs: &[&str] = if is_required_now(rule) || rule.ends_with("became-optional") {
        &["remove", "delete", "drop", "omit"]
    } else if rule.ends_with("-changed") {
        &["leave", "omit", "skip"]
    } else if is_removed && rule.starts_with("operation-") {
        &["call", "use", "invoke", "request"]
    } else if is_removed && fact.before.is_none() && is_of_value {
        &["read", "use", "send", "pass", "include", "add", "set"]
    } else {
        return None;
    };
    let is_wrong = |verb: &Word, object: &Word| {
        let sends_nothing = verb.text == "send" && matches!(object.text.as_str(), "nothing" | "no");
        let is_of_thing = object.is_code || object.text == "it";
        is_required_now(rule) && sends_nothing || is_of_thing && verbs.contains(&verb.text.as_str())
    };
    prose.clauses().find_map(|clause| match clause {
        [verb, object, ..] if is_wrong(verb, object) => Some(format!("{} {}", verb.text, object.text)),
        _ => None,
    })
}
