//! What a text must match (`pattern`; JSON Schema 2020-12 validation, section 6.3.3). Two patterns are compared as texts
//! here: whether one allows what the other does is settled where the schemas are compared as wholes.

use super::implied::Implied;
use super::pair::{Change, TypedSchemaPair};
use crate::diff::facets::context::FacetContext;
use crate::diff::model::{Facet, Relation};
use crate::diff::prover::refutation;
use crate::openapi::{Description, KnownKey, TypeSet};
use crate::tree::NodeId;

/// Patterns with an anchor that every text matches all the same.
const ANCHORED: [&str; 2] = ["^", "^.*"];
/// What asks for more than the characters that are matched: where they stand, or what stands around them.
const ASSERTIONS: [&str; 5] = ["^", "$", "\\b", "\\B", "(?"];

pub(super) fn compare_patterns(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    let Some(keyword) = pair.changed(context, KnownKey::Pattern) else { return };
    let before = pattern(context.sides.old, keyword.old);
    let after = pattern(context.sides.new, keyword.new);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    let written = match (before, after) {
        (None, None) => Relation::Same,
        (None, Some(_)) => Relation::Narrowed,
        (Some(_), None) => Relation::Widened,
        (Some(_), Some(_)) => Relation::Unknown,
    };
    let meant = Implied::by_lists(context, pair, TypeSet::STRING, (&|_, _| None, &|_, _| None)).meant(written);
    Change { facet: Facet::Pattern, kind: TypeSet::STRING, written, meant }.report(context, pair, &keyword);
}

/// The pattern, unless it asks nothing; an error where it is no text.
fn pattern(description: &Description<'_>, id: Option<NodeId>) -> Result<Option<String>, ()> {
    let Some(id) = id else { return Ok(None) };
    let text = description.arena().string(id).ok_or(())?;
    Ok(Some(text.into_owned()).filter(|text| !matches_all(text)))
}

/// Whether every text matches a pattern: it need not match all of it (section 6.4 of JSON Schema 2020-12 core), and
/// nothing at all is a part of every text.
fn matches_all(pattern: &str) -> bool {
    let asserts = ASSERTIONS.iter().any(|assertion| pattern.contains(assertion));
    ANCHORED.contains(&pattern) || (!asserts && refutation::matches(pattern, "") == Some(true))
}

#[cfg(test)]
mod tests {
    use crate::diff::facets::tests::table::holds;

    #[test]
    fn patterns_are_texts() {
        holds(&[
            ("{}", r#"{"pattern":"^[A-Z]+$"}"#, &["Pattern pattern narrowed"]),
            (r#"{"pattern":"^[A-Z]+$"}"#, r#"{"pattern":"^[A-Z]*$"}"#, &["Pattern pattern widened"]),
            (r#"{"pattern":"^(?=.*A)"}"#, r#"{"pattern":"^(?=.*B)"}"#, &["Pattern pattern unknown"]),
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
