//! Named forms of values (`format`; OpenAPI 3.1.1 section 4.4.2 and its registry). Only the number formats contain one
//! another; what else a name asks of a value is between those who use it.

use super::{Pair, relate};
use crate::diff::differ::Differ;
use crate::diff::fact::{Facet, Relation};
use crate::diff::types::TypeSet;
use crate::openapi::Word;

/// Formats of numbers, each with the next one around it.
const WITHIN: [(&str, &str); 9] = [
    ("int8", "int16"),
    ("int16", "int32"),
    ("int32", "int64"),
    ("uint8", "uint16"),
    ("uint16", "uint32"),
    ("uint32", "uint64"),
    ("uint8", "int16"),
    ("uint16", "int32"),
    ("float", "double"),
];
/// Number formats nothing is known to be within.
const ALONE: [&str; 4] = ["decimal", "decimal128", "double-int", "sf-decimal"];

pub(super) fn of_schema(differ: &mut Differ<'_>, pair: &Pair) {
    let Some(keyword) = pair.changed(differ, Word::Format) else { return };
    if pair.is_of_other_types() {
        return keyword.is_said_elsewhere(differ);
    }
    let before = keyword.old.map(|id| differ.sides.old.arena().string(id).unwrap_or_default().into_owned());
    let after = keyword.new.map(|id| differ.sides.new.arena().string(id).unwrap_or_default().into_owned());
    let of_numbers = [&before, &after].into_iter().flatten().all(|name| is_of_numbers(name));
    let relation = match (&before, &after) {
        (Some(before), Some(after)) if is_within(after, before, 0) => Relation::Narrowed,
        (Some(before), Some(after)) if is_within(before, after, 0) => Relation::Widened,
        (Some(_) | None, Some(_) | None) => Relation::Unknown,
    };
    let kind = if of_numbers { TypeSet::NUMBER } else { TypeSet::ANY };
    relate(differ, pair, &keyword, (Facet::Format, kind), relation);
}

fn is_of_numbers(name: &str) -> bool {
    ALONE.contains(&name) || WITHIN.iter().any(|(inner, outer)| [*inner, *outer].contains(&name))
}

/// Whether a chain of the table leads from one format out to another one.
fn is_within(inner: &str, outer: &str, steps: usize) -> bool {
    let around = WITHIN.iter().filter(|(name, _)| *name == inner && steps < WITHIN.len());
    around.into_iter().any(|(_, next)| *next == outer || is_within(next, outer, steps + 1))
}

#[cfg(test)]
mod tests {
    use super::super::super::table::holds;

    #[test]
    fn number_formats_contain_one_another() {
        holds(&[
            (
                r#"{"type":"integer","format":"int32"}"#,
                r#"{"type":"integer","format":"int64"}"#,
                &["Format format widened"],
            ),
            (
                r#"{"type":"number","format":"double"}"#,
                r#"{"type":"number","format":"float"}"#,
                &["Format format narrowed"],
            ),
            (
                r#"{"type":"integer","format":"uint8"}"#,
                r#"{"type":"integer","format":"int64"}"#,
                &["Format format widened"],
            ),
            (r#"{"format":"int64"}"#, r#"{"format":"double"}"#, &["Format format unknown"]),
        ]);
    }

    #[test]
    fn what_another_name_asks_is_not_known() {
        holds(&[
            (r#"{"type":"string"}"#, r#"{"type":"string","format":"date"}"#, &["Format format unknown"]),
            (r#"{"format":"date"}"#, r#"{"format":"date-time"}"#, &["Format format unknown"]),
            (r#"{"type":"string"}"#, r#"{"type":"string","format":"int32"}"#, &["Inert format added"]),
            (r#"{"type":"integer","format":"int32"}"#, r#"{"type":"string","format":"date"}"#, &["Type  incomparable"]),
        ]);
    }
}
