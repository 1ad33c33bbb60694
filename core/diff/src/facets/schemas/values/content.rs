//! The content of strings (`contentEncoding`, `contentMediaType`; JSON Schema 2020-12 validation, section 8).
//! Validators need not check it, but clients use it to decode the string.

use waybill_openapi::internal::{KnownKey, TypeSet};

use super::pair::{Change, TypedSchemaPair};
use crate::facets::context::FacetContext;
use crate::facets::keyword::Keyword;
use crate::model::{Facet, Relation};

pub(super) fn compare_content(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    for key in [KnownKey::ContentEncoding, KnownKey::ContentMediaType] {
        let Some(keyword) = pair.changed(context, key) else { continue };
        let relation = if is_same_name(context, &keyword) { Relation::Same } else { Relation::Unknown };
        Change::plain(Facet::StringContent, TypeSet::STRING, relation).report(context, pair, &keyword);
    }
}

/// Compares names of encodings and media types, which are case-insensitive (RFC 2045 section 6.1, RFC 9110 section
/// 8.3.1). Parameters of media types may be case-sensitive.
fn is_same_name(context: &FacetContext<'_, '_>, keyword: &Keyword) -> bool {
    let before = keyword.old.and_then(|id| context.sides.old.arena().string(id));
    let after = keyword.new.and_then(|id| context.sides.new.arena().string(id));
    let names = before.zip(after);
    names.is_some_and(|(before, after)| before.eq_ignore_ascii_case(&after) && !before.contains(';'))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn string_content_keywords_are_undecided() {
        holds(&[
            ("{}", r#"{"contentEncoding":"base64"}"#, &["StringContent contentEncoding unknown"]),
            (
                r#"{"contentMediaType":"image/png"}"#,
                r#"{"contentMediaType":"application/pdf"}"#,
                &["StringContent contentMediaType unknown"],
            ),
            (r#"{"contentEncoding":"base64"}"#, r#"{"contentEncoding":"BASE64"}"#, &[]),
            (r#"{"contentMediaType":"text/CSV"}"#, r#"{"contentMediaType":"text/csv"}"#, &[]),
            ("{}", r#"{"contentSchema":{"type":"object"}}"#, &["KeywordWithoutEffect contentSchema unknown"]),
            (
                r#"{"contentMediaType":"application/json"}"#,
                r#"{"contentMediaType":"application/json","contentSchema":{"type":"object"}}"#,
                &["StringContent contentSchema unknown"],
            ),
            (
                r#"{"type":"array"}"#,
                r#"{"type":"array","contentEncoding":"base64"}"#,
                &["KeywordWithoutEffect contentEncoding added"],
            ),
        ]);
    }
}
