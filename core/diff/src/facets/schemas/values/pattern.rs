//! Patterns of strings (`pattern`; JSON Schema 2020-12 validation, section 6.3.3). Two patterns are related here only
//! if one of them certainly allows less. Otherwise the comparison of whole schemas decides.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, TypeSet};

use super::implied::Implied;
use super::pair::{Change, TypedSchemaPair};
use crate::facets::context::FacetContext;
use crate::model::{Facet, Relation};
use crate::prover::refutation::{self, Walks};

/// Anchored patterns that match every string.
const ANCHORED: [&str; 2] = ["^", "^.*"];
/// Syntax that tests the position or the surroundings of a match, and not only its characters.
const ASSERTIONS: [&str; 5] = ["^", "$", "\\b", "\\B", "(?"];

pub(super) fn compare_patterns(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    let Some(keyword) = pair.changed(context, KnownKey::Pattern) else { return };
    let before = pattern(context.sides.old, keyword.old);
    let after = pattern(context.sides.new, keyword.new);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    let written = match (&before, &after) {
        (None, None) => Relation::Same,
        (None, Some(_)) => Relation::Narrowed,
        (Some(_), None) => Relation::Widened,
        (Some(before), Some(after)) => {
            relate(before, after, common_lengths(context, pair), &context.prover.subschemas.walks())
        }
    };
    let meant = Implied::by_lists(context, pair, TypeSet::STRING, (&|_, _| None, &|_, _| None)).meant(written);
    Change { facet: Facet::Pattern, kind: TypeSet::STRING, written, meant }.report(context, pair, &keyword);
}

/// Returns the relation of two patterns if one certainly allows less, among strings of some lengths. Changes of the
/// length are reported separately.
fn relate(before: &str, after: &str, lengths: (usize, usize), walks: &Walks) -> Relation {
    let implies = |one: &str, other| refutation::implication(&[one.to_owned()], lengths, other, walks);
    match (implies(after, before), implies(before, after)) {
        (Some(true), Some(false)) => Relation::Narrowed,
        (Some(false), Some(true)) => Relation::Widened,
        _ => Relation::Unknown,
    }
}

/// Returns the minimum and maximum length of strings that both schemas allow.
fn common_lengths(context: &FacetContext<'_, '_>, pair: &TypedSchemaPair) -> (usize, usize) {
    let of = |key| {
        let schemas = [(context.sides.old, pair.old), (context.sides.new, pair.new)];
        schemas.into_iter().filter_map(move |(description, schema)| {
            let arena = description.arena();
            arena.member(schema, key).and_then(|id| usize::try_from(arena.count(id)?).ok())
        })
    };
    (of(KnownKey::MinLength).max().unwrap_or(0), of(KnownKey::MaxLength).min().unwrap_or(usize::MAX))
}

/// Returns the pattern unless it matches everything, and an error if it is not a string.
fn pattern(description: &ResolvedDescription<'_>, id: Option<NodeId>) -> Result<Option<String>, ()> {
    let Some(id) = id else { return Ok(None) };
    let text = description.arena().string(id).ok_or(())?;
    Ok(Some(text.into_owned()).filter(|text| !matches_all(text)))
}

/// Returns true if every string matches a pattern. Patterns are not anchored (section 6.4 of JSON Schema 2020-12 core),
/// so a pattern that matches the empty string matches every string.
fn matches_all(pattern: &str) -> bool {
    let asserts = ASSERTIONS.iter().any(|assertion| pattern.contains(assertion));
    ANCHORED.contains(&pattern) || (!asserts && refutation::matches(pattern, "") == Some(true))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn patterns_are_texts() {
        holds(&[
            ("{}", r#"{"pattern":"^[A-Z]+$"}"#, &["Pattern pattern narrowed"]),
            (r#"{"pattern":"^[A-Z]+$"}"#, r#"{"pattern":"^[A-Z]*$"}"#, &["Pattern pattern widened"]),
            (r#"{"pattern":"^(?=.*A)"}"#, r#"{"pattern":"^(?=.*B)"}"#, &["Pattern pattern unknown"]),
            (r#"{"pattern":"^[A-Z]+$"}"#, r#"{"pattern":"^[A-M]+$"}"#, &["Pattern pattern narrowed"]),
            (
                r#"{"type":"string","format":"sku","pattern":"^A"}"#,
                r#"{"type":"string","format":"sku","pattern":"^B"}"#,
                &["Pattern pattern incomparable"],
            ),
            (
                r#"{"type":"string","format":"uuid","pattern":"^a"}"#,
                r#"{"type":"string","format":"uuid","pattern":"^b"}"#,
                &["Pattern pattern incomparable"],
            ),
            (
                r#"{"type":"string","format":"uuid","pattern":"a"}"#,
                r#"{"type":"string","format":"uuid","pattern":"b"}"#,
                &["Pattern pattern unknown"],
            ),
            (
                r#"{"pattern":"^[A-Z]+$","maxLength":20}"#,
                r#"{"pattern":"^[A-M]+$","maxLength":10}"#,
                &["Length maxLength narrowed", "Pattern pattern narrowed"],
            ),
            (
                r#"{"pattern":"^[A-Z]{1,20}$","maxLength":20}"#,
                r#"{"pattern":"^[A-Z]{1,10}$","maxLength":10}"#,
                &["Pattern pattern narrowed", "KeywordWithoutEffect maxLength unknown"],
            ),
            ("{}", r#"{"pattern":".*"}"#, &[]),
            ("{}", r#"{"pattern":"\\d*"}"#, &[]),
            ("{}", r#"{"pattern":"^\\d*"}"#, &["KeywordWithoutEffect pattern added"]),
            ("{}", r#"{"pattern":"^\\d*$"}"#, &["Pattern pattern narrowed"]),
            ("{}", r#"{"pattern":"\\b"}"#, &["Pattern pattern narrowed"]),
            (r#"{"pattern":"a"}"#, r#"{"pattern":""}"#, &["Pattern pattern widened"]),
            (r#"{"type":"integer"}"#, r#"{"type":"integer","pattern":"a"}"#, &["KeywordWithoutEffect pattern added"]),
        ]);
    }
}
