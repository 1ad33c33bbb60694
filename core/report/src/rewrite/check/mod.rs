//! Checks a model's wording against its change: quoted names, numbers, dates, and the order of before and after.
//!
//! The checks cannot determine if a sentence is true.

mod order;
mod terms;
mod words;

use waybill_base::text::is_invisible;

use self::terms::ChangeTerms;
use self::words::{Kind, Word, number_form, split_words};
use super::fact::ChangeFact;
use super::wording::RefusalReason;
use crate::render::is_address;

/// Maximum length of a text, in characters: twice the length of the longest standard text.
const MAX_CHARS: usize = 400;

/// Checks one text of a wording. Returns the first reason to reject it.
pub(super) fn check_text(fact: &ChangeFact, text: &str) -> Result<(), RefusalReason> {
    if text.is_empty() {
        return Err(RefusalReason::Empty);
    }
    if text.chars().count() > MAX_CHARS {
        return Err(RefusalReason::TooLong);
    }
    if let Some(hidden) = text.chars().find(|char| is_hidden(*char)) {
        return Err(RefusalReason::HiddenCharacter(hidden));
    }
    let (terms, words) = (ChangeTerms::collect(fact), split_words(text));
    words.iter().try_for_each(|word| check_word(word, &terms))?;
    match order::find_swapped(&words, &terms, fact.direction) {
        Some(value) => Err(RefusalReason::BeforeAndAfter(value)),
        None => Ok(()),
    }
}

fn check_word(word: &Word, terms: &ChangeTerms) -> Result<(), RefusalReason> {
    let Word { text, kind } = word;
    match kind {
        Kind::Quoted if terms.has_name(text) || terms.has_parts(text) => Ok(()),
        Kind::Quoted => Err(RefusalReason::Name(text.clone())),
        Kind::Number if terms.has_number(text) => Ok(()),
        Kind::Number => Err(RefusalReason::Number(text.clone())),
        Kind::Date if terms.has_date(text) => Ok(()),
        Kind::Date => Err(RefusalReason::Date(text.clone())),
        Kind::Plain => check_plain(text, terms),
        Kind::End => Ok(()),
    }
}

/// Checks a word of prose. Only paths, URLs, and words that start with a number, such as `12-character`, can be
/// rejected.
fn check_plain(text: &str, terms: &ChangeTerms) -> Result<(), RefusalReason> {
    let has_digit = |text: &str| text.starts_with(char::is_numeric);
    let is_path = text.len() > 1 && text.starts_with('/');
    // Sites convert URLs to links, so URLs are accepted only in quotes.
    if !is_address(text) && (terms.has_name(text) || !(is_path || has_digit(text))) {
        return Ok(());
    }
    let is_known = |part: &str| {
        !has_digit(part) || terms.has_name(part) || number_form(part).is_some_and(|number| terms.has_number(&number))
    };
    if !is_path && !is_address(text) && text.split('-').all(is_known) {
        return Ok(());
    }
    Err(RefusalReason::Name(text.to_owned()))
}

/// Checks the text of an example: it has to be short and without hidden characters.
pub(super) fn check_example(json: &str) -> Result<(), RefusalReason> {
    if json.chars().count() > MAX_CHARS {
        return Err(RefusalReason::TooLong);
    }
    match json.chars().find(|char| is_hidden(*char)) {
        Some(hidden) => Err(RefusalReason::HiddenCharacter(hidden)),
        None => Ok(()),
    }
}

/// Returns true for control characters and invisible ones.
fn is_hidden(char: char) -> bool {
    char.is_control() || is_invisible(char)
}
