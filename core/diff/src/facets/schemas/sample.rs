//! The example of a schema: `example`, or `examples` with one element (OpenAPI 3.1.1 section 4.8.24.1, which prefers
//! the latter; JSON Schema 2020-12 validation, section 9.5).

use waybill_openapi::internal::{KnownKey, NodeId};

use crate::facets::context::FacetContext;
use crate::model::Claim;

/// Claims an unchanged example that moved between `example` and `examples`.
pub(in crate::facets) fn compare_examples(context: &mut FacetContext<'_, '_>, old: NodeId, new: NodeId) {
    let (left, right) = (context.sides.old.arena(), context.sides.new.arena());
    let (one, list) =
        (context.sides.member(old, new, KnownKey::Example), context.sides.member(old, new, KnownKey::Examples));
    let digests = match (one, list) {
        ((Some(one), None), (None, Some(list))) => {
            right.children(list).map(|id| right.digest(id)).eq([left.digest(one)])
        }
        ((None, Some(one)), (Some(list), None)) => {
            left.children(list).map(|id| left.digest(id)).eq([right.digest(one)])
        }
        _ => false,
    };
    if digests {
        context.places.claim(one.0, one.1, Claim::Neutral);
        context.places.claim(list.0, list.1, Claim::Neutral);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Facet;
    use crate::facets::tests::examples::{facets, in_property};

    #[test]
    fn a_list_of_one_example_is_that_example() {
        let one = in_property(&json!({"example": "a", "maxLength": 5}));
        for (after, expected) in [
            (json!({"examples": ["a"], "maxLength": 5}), vec![]),
            (json!({"examples": ["a"], "maxLength": 4}), vec![Facet::Length]),
            (json!({"examples": ["a", "b"], "maxLength": 5}), vec![Facet::Docs, Facet::Docs]),
            (json!({"examples": ["b"], "maxLength": 5}), vec![Facet::Docs, Facet::Docs]),
        ] {
            let after = in_property(&after);
            assert_eq!(facets(&one, &after), expected, "{after}");
            assert_eq!(facets(&after, &one), expected, "{after}");
        }
    }
}
