//! How long a text, how many the items and how many the properties may be (JSON Schema 2020-12 validation, sections 6.3.1,
//! 6.3.2, 6.4.1, 6.4.2, 6.5.1 and 6.5.2). A least size of 0 says nothing.

use std::cmp::Ordering;

use super::{Pair, decimal, of_upper_ends, relate};
use crate::diff::differ::Differ;
use crate::diff::fact::{Facet, Relation};
use crate::diff::types::TypeSet;
use crate::openapi::{Decimal, Description, NodeId, Word};

/// Every such keyword: what it is about, and whether it is the greatest size.
const SIZES: [(Word, Facet, TypeSet, bool); 6] = [
    (Word::MinLength, Facet::Length, TypeSet::STRING, false),
    (Word::MaxLength, Facet::Length, TypeSet::STRING, true),
    (Word::MinItems, Facet::ItemCount, TypeSet::ARRAY, false),
    (Word::MaxItems, Facet::ItemCount, TypeSet::ARRAY, true),
    (Word::MinProperties, Facet::PropertyCount, TypeSet::OBJECT, false),
    (Word::MaxProperties, Facet::PropertyCount, TypeSet::OBJECT, true),
];

pub(super) fn of_schema(differ: &mut Differ<'_>, pair: &Pair) {
    for (word, facet, kind, is_upper) in SIZES {
        let Some(keyword) = pair.changed(differ, word) else { continue };
        let before = size(differ.sides.old, keyword.old, is_upper);
        let after = size(differ.sides.new, keyword.new, is_upper);
        let (Ok(before), Ok(after)) = (before, after) else { continue };
        let outward = match (before, after) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(before), Some(after)) if is_upper => after.cmp(&before),
            (Some(before), Some(after)) => before.cmp(&after),
        };
        let relation: Relation = of_upper_ends(outward);
        relate(differ, pair, &keyword, (facet, kind), relation);
    }
}

/// The size that is asked for; none where none is; an error where it cannot be read.
fn size(description: &Description<'_>, id: Option<NodeId>, is_upper: bool) -> Result<Option<Decimal>, ()> {
    let Some(id) = id else { return Ok(None) };
    let size = decimal(description, id).filter(|size| !size.is_negative()).ok_or(())?;
    Ok(Some(size).filter(|size| is_upper || size.is_positive()))
}

#[cfg(test)]
mod tests {
    use super::super::super::table::holds;

    #[test]
    fn lengths() {
        holds(&[
            (r#"{"maxLength":20}"#, r#"{"maxLength":10}"#, &["Length maxLength narrowed"]),
            (r#"{"maxLength":20}"#, r#"{"maxLength":2e1}"#, &[]),
            ("{}", r#"{"maxLength":0}"#, &["Length maxLength narrowed"]),
            ("{}", r#"{"minLength":0}"#, &[]),
            (r#"{"minLength":1}"#, r#"{"minLength":0}"#, &["Length minLength widened"]),
            (r#"{"minLength":1}"#, r#"{"minLength":2}"#, &["Length minLength narrowed"]),
            (
                r#"{"minLength":1,"maxLength":9}"#,
                r#"{"minLength":2,"maxLength":10}"#,
                &["Length maxLength widened", "Length minLength narrowed"],
            ),
            ("{}", r#"{"maxLength":-1}"#, &["Unexplained  added"]),
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
    fn a_size_bears_on_values_of_its_type_only() {
        holds(&[
            (r#"{"type":"integer"}"#, r#"{"type":"integer","maxLength":5}"#, &["Inert maxLength added"]),
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
