//! What a text holds (`contentEncoding`, `contentMediaType`, `contentSchema`; JSON Schema 2020-12 validation, section 8):
//! nobody has to check it, and whoever decodes the text goes by it.

use super::{Pair, relate};
use crate::diff::differ::Differ;
use crate::diff::fact::{Facet, Relation};
use crate::diff::types::TypeSet;
use crate::openapi::Word;

pub(super) fn of_schema(differ: &mut Differ<'_>, pair: &Pair) {
    for word in [Word::ContentEncoding, Word::ContentMediaType, Word::ContentSchema] {
        let Some(keyword) = pair.changed(differ, word) else { continue };
        relate(differ, pair, &keyword, (Facet::StringContent, TypeSet::STRING), Relation::Unknown);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::table::holds;

    #[test]
    fn what_a_text_holds_cannot_be_compared() {
        holds(&[
            ("{}", r#"{"contentEncoding":"base64"}"#, &["StringContent contentEncoding unknown"]),
            (
                r#"{"contentMediaType":"image/png"}"#,
                r#"{"contentMediaType":"application/pdf"}"#,
                &["StringContent contentMediaType unknown"],
            ),
            ("{}", r#"{"contentSchema":{"type":"object"}}"#, &["StringContent contentSchema unknown"]),
            (r#"{"type":"array"}"#, r#"{"type":"array","contentEncoding":"base64"}"#, &["Inert contentEncoding added"]),
        ]);
    }
}
