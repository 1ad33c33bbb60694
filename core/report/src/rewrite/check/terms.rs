//! The names, numbers and dates of a change, and the sides of its values.

use std::collections::BTreeSet;

use serde_json::Value;
use waybill_base::date::Date;
use waybill_base::internal::order::Listed as _;

use super::words::number_form;
use crate::JsonText;
use crate::rewrite::fact::ChangeFact;

/// The terms that a wording of the change may contain.
#[derive(Debug)]
pub(super) struct ChangeTerms<'f> {
    /// All texts of the change. Values are JSON.
    texts: Vec<&'f str>,
    /// Normalised numbers.
    numbers: BTreeSet<String>,
    dates: Vec<&'f str>,
    /// Values of one side only, in lower case.
    old: BTreeSet<String>,
    new: BTreeSet<String>,
}

impl<'f> ChangeTerms<'f> {
    pub(super) fn collect(fact: &'f ChangeFact) -> ChangeTerms<'f> {
        let ChangeFact { id: _, rule: _, level: _, direction: _, message, why, before, after, .. } = fact;
        let reached = || fact.operations.iter().chain(&fact.webhooks).chain(&fact.callbacks);
        let values = before.iter().chain(after).map(JsonText::as_str);
        let texts = [message.as_str(), why].into_iter().chain(values).chain(reached().map(String::as_str)).list();
        let runs = || texts.iter().flat_map(|text| text.split(|char| !is_part(char)));
        // Keep only the date of a date-time.
        let dates = runs().filter_map(|run| run.get(..10).filter(|day| day.parse::<Date>().is_ok())).list();
        let mut numbers: BTreeSet<String> = runs().filter_map(|run| number_form(run.trim_end_matches('.'))).collect();
        numbers.extend(dates.iter().filter_map(|day| number_form(day.get(..4)?)));
        numbers.insert(reached().count().to_string());
        let [old, new] = [before, after].map(|value| value.as_ref().map(leaves).unwrap_or_default());
        let only = |one: &BTreeSet<String>, other| one.difference(other).cloned().collect();
        ChangeTerms { numbers, dates, old: only(&old, &new), new: only(&new, &old), texts }
    }

    /// Returns true if the name occurs in the change as a whole word.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.texts.iter().any(|text| has_word(text, name))
    }

    /// Returns true if every part of a compound occurs in the change. For `{"unit": "kg"}`, the parts are both names.
    pub(super) fn has_parts(&self, text: &str) -> bool {
        // The method of one operation and the path of another would pass, but are no operation.
        if text.contains('/') {
            return false;
        }
        let is_mark = |char: char| char.is_whitespace() || "\"'=:,()[]<>≤≥".contains(char);
        let mut parts = text.split(is_mark).filter(|part| part.contains(char::is_alphanumeric)).peekable();
        let has_number = |part: &str| number_form(part).is_some_and(|number| self.has_number(&number));
        parts.peek().is_some() && parts.all(|part| self.has_name(part) || has_number(part))
    }

    /// Returns true if the change contains the number, or affects as many operations.
    pub(super) fn has_number(&self, number: &str) -> bool {
        self.numbers.contains(number)
    }

    /// Returns true if the change contains the date or month.
    pub(super) fn has_date(&self, written: &str) -> bool {
        self.dates.iter().any(|date| date.contains(written))
    }

    /// Returns true if only the old side has the value. For a compound, its only number is compared.
    pub(super) fn is_old(&self, value: &str) -> bool {
        is_of(&self.old, &self.new, value)
    }

    /// Returns true if only the new side has the value.
    pub(super) fn is_new(&self, value: &str) -> bool {
        is_of(&self.new, &self.old, value)
    }
}

fn is_of(one: &BTreeSet<String>, other: &BTreeSet<String>, value: &str) -> bool {
    let mut numbers = value.split_whitespace().filter_map(number_form);
    let is_of = |value: &str| has_value(one, value) && !has_value(other, value);
    is_of(value) || numbers.next().is_some_and(|number| is_of(&number) && numbers.next().is_none())
}

/// Returns true if the values contain this one. A date may be partial.
fn has_value(values: &BTreeSet<String>, value: &str) -> bool {
    let value = value.trim_matches('"').to_lowercase();
    let is_date = value.len() > 4 && value.contains('-') && !value.contains(|char: char| char.is_alphabetic());
    values.contains(&value)
        || is_date && values.iter().any(|known| known.parse::<Date>().is_ok() && known.contains(&value))
}

/// Returns true for characters of names, numbers and dates.
fn is_part(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '.' | '-')
}

fn has_word(text: &str, word: &str) -> bool {
    // The paths `/v1/labels` and `/v1/labels/{id}` differ.
    let is_inside = |char: char| {
        char.is_alphanumeric() || matches!(char, '_' | '-') || matches!(char, '/' | '{') && word.contains('/')
    };
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            let (before, after) = (text.get(..at), text.get(at + word.len()..));
            // A trailing slash, as in `/v1/`, matches all paths below.
            let is_end = word.ends_with('/') || !after.is_some_and(|text| text.starts_with(is_inside));
            is_end && !before.is_some_and(|text| text.ends_with(is_inside))
        })
}

/// Returns the names and values in a JSON value, in lower case. Numbers are normalised.
fn leaves(value: &JsonText) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<Value> = serde_json::from_str(value.as_str()).into_iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Null | Value::Bool(_) => drop(found.insert(value.to_string())),
            Value::Number(number) => found.extend(number_form(&number.to_string())),
            Value::String(text) => drop(found.insert(text.to_lowercase())),
            Value::Array(elements) => open.extend(elements),
            Value::Object(members) => {
                found.extend(members.keys().map(|name| name.to_lowercase()));
                open.extend(members.into_iter().map(|(_, member)| member));
            }
        }
    }
    found
}
