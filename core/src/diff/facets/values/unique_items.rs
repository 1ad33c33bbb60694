//! Whether an array may hold one value twice (`uniqueItems`, false where it is not written; JSON Schema 2020-12
//! validation, section 6.4.3).

use super::{Pair, relate};
use crate::diff::differ::Differ;
use crate::diff::fact::{Facet, Relation};
use crate::diff::types::TypeSet;
use crate::openapi::Word;

pub(super) fn of_schema(differ: &mut Differ<'_>, pair: &Pair) {
    let Some(keyword) = pair.changed(differ, Word::UniqueItems) else { return };
    let Some((was, is)) = keyword.flags(differ) else { return };
    relate(differ, pair, &keyword, (Facet::UniqueItems, TypeSet::ARRAY), Relation::of(is >= was, was >= is));
}

#[cfg(test)]
mod tests {
    use super::super::super::table::holds;

    #[test]
    fn items_that_may_not_repeat() {
        holds(&[
            ("{}", r#"{"uniqueItems":true}"#, &["UniqueItems uniqueItems narrowed"]),
            (r#"{"uniqueItems":false}"#, r#"{"uniqueItems":true}"#, &["UniqueItems uniqueItems narrowed"]),
            ("{}", r#"{"uniqueItems":false}"#, &[]),
            (r#"{"type":"string"}"#, r#"{"type":"string","uniqueItems":true}"#, &["Inert uniqueItems added"]),
            ("{}", r#"{"uniqueItems":"yes"}"#, &["Unexplained  added"]),
        ]);
    }
}
