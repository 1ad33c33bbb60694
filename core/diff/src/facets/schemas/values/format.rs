//! Named formats of values (`format`; OpenAPI 3.1.1 section 4.4.2 and its registry; JSON Schema 2020-12 validation,
//! section 7.3). A known format excludes all values that do not match it. The effect of a custom name is unknown.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, TypeSet};

use super::implied::{Implied, Satisfied};
use super::pair::{Change, TypedSchemaPair};
use crate::facets::context::FacetContext;
use crate::model::{Facet, Relation};
use crate::prover::known_formats::{KnownFormat, PASSWORD, are_apart, is_within, known};

pub(super) fn compare_formats(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    let Some(keyword) = pair.changed(context, KnownKey::Format) else { return };
    if pair.is_of_other_types() {
        return keyword.claim_without_fact(context);
    }
    let before = name(context.sides.old, keyword.old);
    let after = name(context.sides.new, keyword.new);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    if before == after {
        return keyword.report_no_effect(context);
    }
    let names: Vec<&str> = [&before, &after].into_iter().flatten().map(String::as_str).list();
    let known = names.iter().all(|name| known(name).is_some_and(|format| pair.both_meet(format.kind)));
    let written = match (before.as_deref(), after.as_deref()) {
        (Some(before), Some(after)) if is_within(after, before, 0) => Relation::Narrowed,
        (Some(before), Some(after)) if is_within(before, after, 0) => Relation::Widened,
        (Some(before), Some(after)) if known && are_apart(before, after) => Relation::Incomparable,
        (None, Some(_)) if known => Relation::Narrowed,
        (Some(_), None) if known => Relation::Widened,
        (Some(_) | None, Some(_) | None) => Relation::Unknown,
    };
    // Numbers can be serialized as strings, and times as numbers, so known formats may affect both. Custom formats may
    // affect any value.
    let scalars = TypeSet::NUMBER.or(TypeSet::STRING);
    let kind = if names.iter().all(|name| self::known(name).is_some()) { scalars } else { TypeSet::ANY };
    let whole = |types: TypeSet| !types.meets(TypeSet::FRACTION);
    let by_bounds = Implied {
        old: Satisfied::when(whole(pair.types.1) && is_bounded(context.sides.old, pair.old, after.as_deref())),
        new: Satisfied::when(whole(pair.types.0) && is_bounded(context.sides.new, pair.new, before.as_deref())),
    };
    let meant = Implied::by_lists(context, pair, scalars, (&|_, _| None, &|_, _| None)).or(by_bounds).meant(written);
    Change { facet: Facet::Format, kind, written, meant }.report(context, pair, &keyword);
}

/// Returns true if the bounds of a schema allow only whole numbers within a format.
fn is_bounded(description: &ResolvedDescription<'_>, schema: NodeId, format: Option<&str>) -> bool {
    let range = format.and_then(KnownFormat::named).and_then(KnownFormat::range);
    let bound = |key| description.arena().member(schema, key).and_then(|id| description.arena().decimal(id));
    let bounds = bound(KnownKey::Minimum).zip(bound(KnownKey::Maximum));
    range.zip(bounds).is_some_and(|((least, greatest), (from, to))| least <= from && to <= greatest)
}

/// Returns the format name unless it does not restrict values, and an error if it is not a string.
fn name(description: &ResolvedDescription<'_>, id: Option<NodeId>) -> Result<Option<String>, ()> {
    let Some(id) = id else { return Ok(None) };
    let name = description.arena().string(id).ok_or(())?;
    Ok(Some(name.into_owned()).filter(|name| name != PASSWORD))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;
    use crate::model::Relation;
    use crate::model::{Event, Facet};
    use crate::prover::known_formats::KNOWN;

    #[test]
    fn formats_contain_one_another() {
        holds(&[
            (
                r#"{"type":"integer","minimum":60,"maximum":86400}"#,
                r#"{"type":"integer","minimum":60,"maximum":86400,"format":"int32"}"#,
                &["KeywordWithoutEffect format added"],
            ),
            (
                r#"{"type":"integer","minimum":60}"#,
                r#"{"type":"integer","minimum":60,"format":"int32"}"#,
                &["Format format narrowed"],
            ),
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
            (r#"{"format":"int32"}"#, r#"{"format":"double"}"#, &["Format format widened"]),
            (r#"{"format":"int64"}"#, r#"{"format":"double"}"#, &["Format format unknown"]),
            (r#"{"format":"uri"}"#, r#"{"format":"iri-reference"}"#, &["Format format widened"]),
            (
                r#"{"type":"string","format":"int32"}"#,
                r#"{"type":"string","format":"int64"}"#,
                &["Format format widened"],
            ),
        ]);
    }

    #[test]
    fn a_form_that_is_asked_for_leaves_values_out() {
        holds(&[
            (r#"{"type":"string"}"#, r#"{"type":"string","format":"date"}"#, &["Format format narrowed"]),
            (r#"{"type":"integer","format":"int64"}"#, r#"{"type":"integer"}"#, &["Format format widened"]),
            (
                r#"{"type":["string","null"],"format":"uuid"}"#,
                r#"{"type":["string","null"]}"#,
                &["Format format widened"],
            ),
        ]);
    }

    #[test]
    fn different_formats_are_undecided() {
        holds(&[
            (r#"{"format":"uuid"}"#, r#"{"format":"hostname"}"#, &["Format format unknown"]),
            (r#"{"format":"ipv6"}"#, r#"{"format":"uri"}"#, &["Format format unknown"]),
            (r#"{"type":"string"}"#, r#"{"type":"string","format":"sku"}"#, &["Format format unknown"]),
            (r#"{"type":"string"}"#, r#"{"type":"string","format":"int32"}"#, &["Format format unknown"]),
            (r#"{"type":"integer"}"#, r#"{"type":"integer","format":"date-time"}"#, &["Format format unknown"]),
            (r#"{"type":"boolean"}"#, r#"{"type":"boolean","format":"int32"}"#, &["KeywordWithoutEffect format added"]),
            (r#"{"type":"integer","format":"int32"}"#, r#"{"type":"string","format":"date"}"#, &["Type  incomparable"]),
        ]);
    }

    #[test]
    fn no_text_has_two_formats_that_are_unlike() {
        for (before, after) in
            [("date", "date-time"), ("uuid", "date"), ("ipv4", "ipv6"), ("email", "uuid"), ("uri", "uuid")]
        {
            let [before, after] = [before, after].map(|name| format!(r#"{{"type":"string","format":"{name}"}}"#));
            let found = crate::facets::tests::table::facts(&before, &after);
            assert_eq!(
                found,
                [(Facet::Format, "format".to_owned(), Event::Changed(Relation::Incomparable))],
                "{after}"
            );
        }
        holds(&[(r#"{"format":"email"}"#, r#"{"format":"idn-email"}"#, &["Format format widened"])]);
    }

    #[test]
    fn password_format_has_no_effect() {
        holds(&[
            (
                r#"{"type":"string"}"#,
                r#"{"type":"string","format":"password"}"#,
                &["KeywordWithoutEffect format added"],
            ),
            (
                r#"{"type":"string","format":"password"}"#,
                r#"{"type":"string","format":"uuid"}"#,
                &["Format format narrowed"],
            ),
            ("{}", r#"{"format":5}"#, &["Unexplained  added"]),
        ]);
    }

    #[test]
    fn formats_lie_within_formats_that_are_known() {
        for format in KNOWN {
            assert!(format.within.iter().all(|name| super::known(name).is_some()), "{format:?}");
        }
    }
}
