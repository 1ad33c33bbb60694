//! Names, numbers and days: each that a wording has, in a code span or not, has to be the fact's.

use super::dates::{is_within, read_date};
use super::numbers::read_number;
use super::prose::{Prose, Word};
use super::terms::FactTerms;
use super::vocabulary::{Vocabulary, base_forms, may_name_a_field};
use crate::rewrite::wording::RefusalReason;

/// Words in capitals that are plain English to whoever writes programs.
const ACRONYMS: [&str; 12] =
    ["API", "APIs", "JSON", "HTTP", "HTTPS", "URL", "URLs", "XML", "YAML", "SDK", "SDKs", "UI"];

/// The methods of HTTP (RFC 9110 section 9, RFC 5789).
const METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"];

/// Words after a name that say it is one of an interface's.
const FIELD_WORDS: [&str; 9] =
    ["field", "property", "parameter", "header", "attribute", "member", "column", "argument", "key"];

/// Verbs whose object is something that is sent.
const SEND_VERBS: [&str; 12] =
    ["send", "include", "add", "pass", "provide", "supply", "set", "carry", "require", "need", "contain", "fill"];

/// Words of [`may_name_a_field`] that are prose as the object of such a verb.
const GENERAL_OBJECTS: [&str; 12] =
    ["value", "type", "data", "number", "list", "text", "content", "call", "credential", "version", "time", "day"];

/// Nouns for what the change reaches, and for what its lists hold.
const REACHED: [&str; 7] = ["endpoint", "operation", "webhook", "callback", "call", "method", "place"];
const LISTED: [&str; 6] = ["value", "option", "entry", "alternative", "element", "choice"];

/// Holds every name, number, day and word to the fact.
pub(super) fn check_names(prose: &Prose, terms: &FactTerms, vocabulary: &Vocabulary) -> Result<(), RefusalReason> {
    let words = prose.words.as_slice();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let previous = at.checked_sub(1).and_then(|before| words.get(before));
        at += check_next(words, at, rest, previous, terms, vocabulary)?;
    }
    Ok(())
}

/// Checks what begins with the first of `rest`, and says how many words it takes.
fn check_next(
    words: &[Word],
    at: usize,
    rest: &[Word],
    previous: Option<&Word>,
    terms: &FactTerms,
    vocabulary: &Vocabulary,
) -> Result<usize, RefusalReason> {
    let [word, following @ ..] = rest else { return Ok(1) };
    if terms.has_name(&word.chunk) && word.is_code {
        return Ok(1);
    }
    if let Some(date) = read_date(rest) {
        if terms.days.iter().any(|day| is_within(&date.text, day)) {
            return Ok(date.length);
        }
        return Err(RefusalReason::Day(date.text));
    }
    if word.is_code {
        return Err(RefusalReason::Name(word.text.clone()));
    }
    if let Some(number) = read_number(rest, previous) {
        let counted = rest.get(number.length..).unwrap_or_default();
        let is_known = terms.has_number(&number.text)
            || terms.has_name(&word.chunk)
            || counts_what_is_there(&number.text, counted, terms);
        return if is_known { Ok(number.length) } else { Err(RefusalReason::Number(number.text)) };
    }
    if word.text == "both" && names_one_of(following.get(..1).unwrap_or_default(), &REACHED) && terms.reached != 2 {
        return Err(RefusalReason::Number("2".to_owned()));
    }
    let next = following.first();
    check_operation(word, next, terms)?;
    check_word(word, terms, vocabulary)?;
    let before = words.get(..at).unwrap_or_default();
    if is_other_type(word, before, terms) || is_only_type(word, before, next, terms) {
        return Err(RefusalReason::Name(word.text.clone()));
    }
    if may_name_a_field(&word.text) && !terms.has_word(&word.text) && stands_for_a_field(word, before, next) {
        return Err(RefusalReason::Name(word.text.clone()));
    }
    Ok(1)
}

/// Whether a number counts the change's operations, or the elements of its lists: `both endpoints`, `the two values`.
fn counts_what_is_there(number: &str, following: &[Word], terms: &FactTerms) -> bool {
    let Ok(number) = number.parse::<usize>() else { return false };
    let near = following.get(..following.len().min(3)).unwrap_or_default();
    number == terms.reached && names_one_of(near, &REACHED)
        || terms.listed.contains(&number) && names_one_of(near, &LISTED)
}

fn names_one_of(words: &[Word], nouns: &[&str]) -> bool {
    words.iter().any(|word| base_forms(&word.text).iter().any(|form| nouns.contains(&form.as_str())))
}

/// A method before a path is the operation's own: others of the fact may have the two apart.
fn check_operation(word: &Word, next: Option<&Word>, terms: &FactTerms) -> Result<(), RefusalReason> {
    let Some(path) = next.filter(|next| next.chunk.starts_with('/')) else { return Ok(()) };
    let operation = format!("{} {}", word.chunk, path.chunk);
    if METHODS.contains(&word.chunk.as_str()) && !terms.has_name(&operation) {
        return Err(RefusalReason::Name(operation));
    }
    Ok(())
}

fn check_word(word: &Word, terms: &FactTerms, vocabulary: &Vocabulary) -> Result<(), RefusalReason> {
    let Word { text, chunk, is_code: _, clause: _ } = word;
    // `PNG` of `image/png`, but no method of another operation.
    let is_acronym = chunk.len() > 2 && chunk.chars().all(char::is_uppercase) && !METHODS.contains(&chunk.as_str());
    let is_known = if terms.has_name(chunk) || ACRONYMS.contains(&chunk.as_str()) {
        true
    } else if is_acronym {
        terms.has_word(text)
    } else if chunk.contains('-') && text != &chunk.to_lowercase() {
        // A compound of plain words is one; of the fact's words it would be a name of its own.
        vocabulary.has(text)
    } else if looks_like_a_name(chunk) {
        let lower = chunk.to_lowercase();
        lower.split('/').all(|part| vocabulary.has(part))
    } else {
        vocabulary.has(text) || terms.has_word(text)
    };
    if is_known { Ok(()) } else { Err(RefusalReason::Name(chunk.clone())) }
}

/// Whether a word is spelled as identifiers are: `carrierCode`, `carrier_code`, `v2`, `customs.incoterm`, `PUT`.
fn looks_like_a_name(chunk: &str) -> bool {
    let inside = chunk.chars().skip(1);
    let is_letter = |char: char| char.is_alphabetic() || char == '\'';
    chunk.chars().any(|char| !is_letter(char)) || inside.into_iter().any(char::is_uppercase)
}

/// Whether a word says that something is of a type which the fact does not have: `send it as a string`.
fn is_other_type(word: &Word, before: &[Word], terms: &FactTerms) -> bool {
    const TYPES: [&str; 12] = [
        "null", "string", "text", "integer", "number", "boolean", "array", "list", "object", "decimal", "float",
        "fraction",
    ];
    let is_type = base_forms(&word.text).iter().any(|form| TYPES.contains(&form.as_str()));
    let (before, has_article) = match before {
        [before @ .., article] if matches!(article.text.as_str(), "a" | "an") => (before, true),
        before => (before, false),
    };
    let is_stated = before.last().is_some_and(|last| {
        let is_null = word.text == "null" && matches!(last.text.as_str(), "is" | "are" | "or" | "with" | "send" | "to");
        is_null
            || matches!(last.text.as_str(), "as" | "be" | "into")
            || has_article && matches!(last.text.as_str(), "is" | "are")
    });
    let is_string = word.text == "text" && terms.has_word("string");
    let near = before.get(before.len().saturating_sub(5)..).unwrap_or_default();
    let is_denied = near.iter().any(|word| matches!(word.text.as_str(), "not" | "longer"));
    is_type && is_stated && !is_denied && !is_string && !terms.has_word(&word.text)
}

/// Whether a word says what type alone is taken, where the fact does not have it: `it takes integers only`.
fn is_only_type(word: &Word, before: &[Word], next: Option<&Word>, terms: &FactTerms) -> bool {
    const TYPES: [&str; 7] = ["string", "integer", "boolean", "array", "object", "decimal", "float"];
    let limits = |word: &Word| matches!(word.text.as_str(), "only" | "accepts" | "takes" | "expects" | "requires");
    let near = before.get(before.len().saturating_sub(2)..).unwrap_or_default();
    let is_limited = near.iter().chain(next).any(limits);
    is_limited
        && base_forms(&word.text).iter().any(|form| TYPES.contains(&form.as_str()))
        && !terms.has_word(&word.text)
}

/// Whether a word of prose is used as a field's name: `the status field`, `send a status`.
fn stands_for_a_field(word: &Word, before: &[Word], next: Option<&Word>) -> bool {
    let is_one = |word: &Word, list: &[&str]| {
        !word.is_code && base_forms(&word.text).iter().any(|form| list.contains(&form.as_str()))
    };
    if next.is_some_and(|next| is_one(next, &FIELD_WORDS) && next.clause == word.clause) {
        return true;
    }
    let articles = ["a", "an", "the", "your", "its", "their"];
    let before = match before {
        [before @ .., article] if articles.contains(&article.text.as_str()) => before,
        before => before,
    };
    let is_sent = before.last().is_some_and(|verb| is_one(verb, &SEND_VERBS) && verb.clause == word.clause);
    is_sent && !is_one(word, &GENERAL_OBJECTS)
}
