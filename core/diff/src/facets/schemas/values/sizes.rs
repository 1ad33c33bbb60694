//! The length of strings and the number of items and properties (JSON Schema 2020-12 validation, sections 6.3.1, 6.3.2,
//! 6.4.1, 6.4.2, 6.5.1 and 6.5.2). A minimum of 0 has no effect.

use std::cmp::Ordering;

use waybill_base::internal::order;
use waybill_openapi::internal::{Decimal, Kind, KnownKey, NodeId, ObjectKind, ResolvedDescription, TypeSet};

use super::implied::{Implied, Satisfied};
use super::pair::{Change, TypedSchemaPair, relate_upper_ends};
use crate::facets::context::FacetContext;
use crate::model::Facet;
use crate::prover::refutation::{self, Walks};

/// The two size keywords for values of a type.
#[derive(Debug, Clone, Copy)]
struct Size {
    least: KnownKey,
    greatest: KnownKey,
    facet: Facet,
    kind: TypeSet,
}

const SIZES: [Size; 3] = [
    Size { least: KnownKey::MinLength, greatest: KnownKey::MaxLength, facet: Facet::Length, kind: TypeSet::STRING },
    Size { least: KnownKey::MinItems, greatest: KnownKey::MaxItems, facet: Facet::ItemCount, kind: TypeSet::ARRAY },
    Size {
        least: KnownKey::MinProperties,
        greatest: KnownKey::MaxProperties,
        facet: Facet::PropertyCount,
        kind: TypeSet::OBJECT,
    },
];

pub(super) fn compare_sizes(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    for size in SIZES {
        compare_end(context, pair, size, false);
        compare_end(context, pair, size, true);
    }
}

fn compare_end(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair, size: Size, is_upper: bool) {
    let key = if is_upper { size.greatest } else { size.least };
    let Some(keyword) = pair.changed(context, key) else { return };
    let before = asked(context.sides.old, keyword.old, is_upper);
    let after = asked(context.sides.new, keyword.new, is_upper);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    let written = relate_upper_ends(match (&before, &after) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (Some(before), Some(after)) if is_upper => after.cmp(before),
        (Some(before), Some(after)) => before.cmp(after),
    });
    let fits = |number: &Decimal, end: &Option<Decimal>| {
        end.as_ref().is_none_or(|end| if is_upper { number <= end } else { number >= end })
    };
    let by_new = |all: &ResolvedDescription<'_>, id| Some(fits(&measure(all, id), &after));
    let by_old = |all: &ResolvedDescription<'_>, id| Some(fits(&measure(all, id), &before));
    let walks = context.prover.subschemas.walks();
    let known = |description, schema, other: &Option<Decimal>| {
        let by_names = if is_upper { most_names(description, schema) } else { names_demanded(description, schema) };
        let by_names = by_names.filter(|_| size.kind == TypeSet::OBJECT);
        let by_pattern = || {
            size.kind == TypeSet::STRING && has_pattern_of_size(description, schema, other.as_ref(), is_upper, &walks)
        };
        let by_format = || {
            let length = length_of_format(description, schema).filter(|_| size.kind == TypeSet::STRING);
            length.is_some_and(|(least, most)| fits(&count(if is_upper { most } else { least }), other))
        };
        // An empty string results in another path (RFC 6570 section 3.2.2 expands it to nothing).
        let by_place = || {
            let is_text = !is_upper && size.kind == TypeSet::STRING && fits(&count(1), other);
            is_text && is_of_path_parameter(description, schema)
        };
        by_names.is_some_and(|count| fits(&count, other)) || by_place() || by_format() || by_pattern()
    };
    // A keyword has no effect if the rest of its schema implies it.
    let is_satisfied_anyway = (known(context.sides.old, pair.old, &before), known(context.sides.new, pair.new, &after));
    let empty = (is_empty(context.sides.old, pair.old, size), is_empty(context.sides.new, pair.new, size));
    let rest = Implied {
        old: Satisfied::when(empty.0 || is_satisfied_anyway.1 || known(context.sides.old, pair.old, &after)),
        new: Satisfied::when(empty.1 || is_satisfied_anyway.0 || known(context.sides.new, pair.new, &before)),
    };
    let meant = Implied::by_lists(context, pair, size.kind, (&by_new, &by_old)).or(rest).meant(written);
    Change { facet: size.facet, kind: size.kind, written, meant }.report(context, pair, &keyword);
}

/// Returns the declared size, `None` if it has no effect, and an error if it is not a valid size.
fn asked(description: &ResolvedDescription<'_>, id: Option<NodeId>, is_upper: bool) -> Result<Option<Decimal>, ()> {
    let Some(id) = id else { return Ok(None) };
    let size = description.arena().decimal(id).filter(|size| !size.is_negative() && size.is_integer()).ok_or(())?;
    Ok(Some(size).filter(|size| is_upper || size.is_positive()))
}

/// Returns true if the two keywords exclude all sizes.
fn is_empty(description: &ResolvedDescription<'_>, schema: NodeId, size: Size) -> bool {
    let end = |key| description.arena().member(schema, key).and_then(|id| description.arena().decimal(id));
    end(size.least).zip(end(size.greatest)).is_some_and(|(least, greatest)| greatest < least)
}

/// Returns true if no string beyond a limit matches the pattern of a schema.
fn has_pattern_of_size(
    description: &ResolvedDescription<'_>,
    schema: NodeId,
    end: Option<&Decimal>,
    is_upper: bool,
    walks: &Walks,
) -> bool {
    let arena = description.arena();
    let pattern = arena.member(schema, KnownKey::Pattern).and_then(|id| arena.string(id));
    let end = end.and_then(|end| usize::try_from(end.floor()?.0).ok());
    let beyond = |end: usize| {
        if is_upper { Some((end.checked_add(1)?, usize::MAX)) } else { Some((0, end.checked_sub(1)?)) }
    };
    let beyond = end.and_then(beyond);
    pattern.zip(beyond).is_some_and(|(pattern, beyond)| refutation::refuses_length(&pattern, beyond, walks))
}

/// Returns the minimum and maximum length of strings of a format, if the format limits it (RFC 3339 section 5.6; RFC
/// 9562 section 4; RFC 2673 section 3.2; RFC 4291 section 2.2).
fn length_of_format(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<(usize, usize)> {
    match &*description.arena().string_at(schema, KnownKey::Format)? {
        "date" => Some((10, 10)),
        "date-time" => Some((20, usize::MAX)),
        "uuid" => Some((36, 36)),
        "ipv4" => Some((7, 15)),
        "ipv6" => Some((2, 45)),
        _ => None,
    }
}

/// Returns true for the inline schema of a path parameter.
fn is_of_path_parameter(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let parameter = arena.parent(schema).filter(|&id| description.object_kind(id) == ObjectKind::Parameter);
    parameter.and_then(|id| arena.string_at(id, KnownKey::In)).is_some_and(|location| location == "path")
}

/// Returns the size of a value: characters of a string, elements, or members.
fn measure(description: &ResolvedDescription<'_>, value: NodeId) -> Decimal {
    let arena = description.arena();
    count(match arena.kind(value) {
        Kind::Array | Kind::Object => arena.children(value).count(),
        _ => arena.string(value).map_or(0, |text| text.chars().count()),
    })
}

/// Returns the number of required properties.
fn names_demanded(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<Decimal> {
    let arena = description.arena();
    let list = arena.member(schema, KnownKey::Required).filter(|&id| arena.is_array(id))?;
    let names = order::sorted_unique(arena.children(list).map(|name| arena.digest(name)));
    Some(count(names.len()))
}

/// Returns the maximum number of properties if only declared ones are allowed.
fn most_names(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<Decimal> {
    let arena = description.arena();
    let closed = arena.member(schema, KnownKey::AdditionalProperties).is_some_and(|id| arena.kind(id) == Kind::False);
    let patterns = arena.member(schema, KnownKey::PatternProperties).is_some();
    let declared = arena.member(schema, KnownKey::Properties).map_or(0, |map| arena.children(map).count());
    (closed && !patterns).then(|| count(declared))
}

fn count(number: usize) -> Decimal {
    Decimal::from(i128::try_from(number).unwrap_or(i128::MAX))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn lengths() {
        holds(&[
            (r#"{"maxLength":20}"#, r#"{"maxLength":10}"#, &["Length maxLength narrowed"]),
            (r#"{"maxLength":20}"#, r#"{"maxLength":2e1}"#, &[]),
            ("{}", r#"{"maxLength":0}"#, &["Length maxLength narrowed"]),
            ("{}", r#"{"minLength":0}"#, &[]),
            (r#"{"minLength":1}"#, r#"{"minLength":0}"#, &["Length minLength widened"]),
            (
                r#"{"pattern":"^[a-z]+$"}"#,
                r#"{"pattern":"^[a-z]+$","minLength":1}"#,
                &["KeywordWithoutEffect minLength added"],
            ),
            (
                r#"{"pattern":"^[a-z]+$"}"#,
                r#"{"pattern":"^[a-z]+$","minLength":2,"maxLength":9}"#,
                &["Length maxLength narrowed", "Length minLength narrowed"],
            ),
            (
                r#"{"pattern":"^[a-z]{0,9}$","maxLength":9,"minLength":1}"#,
                r#"{"pattern":"^[a-z]{0,9}$"}"#,
                &["Length minLength widened", "KeywordWithoutEffect maxLength removed"],
            ),
            (r#"{"minLength":1}"#, r#"{"minLength":2}"#, &["Length minLength narrowed"]),
            (
                r#"{"minLength":1,"maxLength":9}"#,
                r#"{"minLength":2,"maxLength":10}"#,
                &["Length maxLength widened", "Length minLength narrowed"],
            ),
            ("{}", r#"{"maxLength":-1}"#, &["Unexplained  added"]),
            ("{}", r#"{"maxLength":1.5}"#, &["Unexplained  added"]),
            (
                r#"{"minLength":5,"maxLength":1}"#,
                r#"{"minLength":6,"maxLength":1}"#,
                &["KeywordWithoutEffect minLength unknown"],
            ),
        ]);
    }

    #[test]
    fn items_and_properties() {
        holds(&[
            ("{}", r#"{"minItems":1}"#, &["ItemCount minItems narrowed"]),
            (r#"{"maxItems":5}"#, r#"{"maxItems":6}"#, &["ItemCount maxItems widened"]),
            ("{}", r#"{"minItems":0,"minProperties":0}"#, &[]),
            (r#"{"minProperties":1}"#, r#"{"minProperties":2}"#, &["PropertyCount minProperties narrowed"]),
            (r#"{"maxProperties":5}"#, "{}", &["PropertyCount maxProperties widened"]),
        ]);
    }

    #[test]
    fn names_that_are_demanded_or_forbidden_are_counted() {
        const TWO: &str = r#"{"required":["a","b","a"]}"#;
        const CLOSED: &str = r#"{"properties":{"a":{},"b":{}},"additionalProperties":false}"#;
        holds(&[
            (TWO, r#"{"required":["a","b","a"],"minProperties":2}"#, &["KeywordWithoutEffect minProperties added"]),
            (TWO, r#"{"required":["a","b","a"],"minProperties":3}"#, &["PropertyCount minProperties narrowed"]),
            (
                CLOSED,
                r#"{"properties":{"a":{},"b":{}},"additionalProperties":false,"maxProperties":2}"#,
                &["KeywordWithoutEffect maxProperties added"],
            ),
            (
                CLOSED,
                r#"{"properties":{"a":{},"b":{}},"additionalProperties":false,"maxProperties":1}"#,
                &["PropertyCount maxProperties narrowed"],
            ),
        ]);
    }

    #[test]
    fn a_size_bears_on_values_of_its_type_only() {
        holds(&[
            (r#"{"type":"integer"}"#, r#"{"type":"integer","maxLength":5}"#, &["KeywordWithoutEffect maxLength added"]),
            (r#"{"type":"string","maxLength":5}"#, r#"{"type":"integer"}"#, &["Type  incomparable"]),
            (r#"{"type":"string","maxLength":5}"#, r#"{"type":"integer","maxLength":9}"#, &["Type  incomparable"]),
            (
                r#"{"type":"string","maxLength":5}"#,
                r#"{"type":["string","array"],"maxLength":6,"maxItems":3}"#,
                &["Type  widened", "Length maxLength widened"],
            ),
        ]);
    }
}
