//! What is assumed where nothing is sent (`default`; JSON Schema 2020-12 validation, section 9.2; OpenAPI 3.0.4 section
//! 4.7.24.1). It allows and forbids nothing.

use super::Pair;
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Relation};
use crate::openapi::Word;

pub(super) fn of_schema(differ: &mut Differ<'_>, pair: &Pair) {
    let Some(keyword) = pair.changed(differ, Word::Default) else { return };
    if pair.is_of_other_types() {
        return keyword.is_said_elsewhere(differ);
    }
    let event = keyword.event(Event::Changed(Relation::Unknown));
    let fact = keyword.fact(differ, Facet::Default, event);
    differ.facts.push(fact);
}

#[cfg(test)]
mod tests {
    use super::super::super::table::holds;

    #[test]
    fn a_default_is_a_value_of_its_own() {
        holds(&[
            ("{}", r#"{"default":20}"#, &["Default default added"]),
            (r#"{"default":20}"#, r#"{"default":50}"#, &["Default default unknown"]),
            (r#"{"default":20}"#, r#"{"default":2e1}"#, &[]),
            (r#"{"default":{"a":1}}"#, r#"{"default":{"a":2}}"#, &["Default default unknown"]),
            (r#"{"type":"string","default":"1"}"#, r#"{"type":"integer","default":1}"#, &["Type  incomparable"]),
        ]);
    }
}
