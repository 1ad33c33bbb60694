//! Values that are never sent in one direction (`readOnly`, `writeOnly`, both false by default; OpenAPI 3.1.1 section
//! 4.8.24.1). A property that becomes read-only is removed from requests, and a write-only one from responses.

use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::pair::TypedSchemaPair;
use crate::facets::context::FacetContext;
use crate::model::{Event, Facet};

pub(super) fn compare_access(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    for (key, facet) in [(KnownKey::ReadOnly, Facet::ReadOnly), (KnownKey::WriteOnly, Facet::WriteOnly)] {
        let Some(keyword) = pair.changed(context, key) else { continue };
        let (event, required) = match keyword.flags(context) {
            Some((false, true)) => (Event::Added, is_required(context.sides.old, pair.old)),
            Some((true, false)) => (Event::Removed, is_required(context.sides.new, pair.new)),
            Some((true, true) | (false, false)) => {
                keyword.claim_as_equivalent(context);
                continue;
            }
            None => continue,
        };
        let fact = keyword.fact(context, facet, event);
        context.facts.push(fact.required(required));
    }
}

/// Returns true for the schema of a required property.
fn is_required(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let properties = arena.parent(schema).filter(|&id| description.object_kind(id) == ObjectKind::Properties);
    let names = properties.and_then(|id| arena.member(arena.parent(id)?, KnownKey::Required));
    let mut names = names.into_iter().flat_map(|names| arena.children(names));
    names.any(|name| arena.string(name).is_some_and(|name| name == arena.key_text(schema)))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn a_property_that_leaves_one_way() {
        holds(&[
            ("{}", r#"{"readOnly":true}"#, &["ReadOnly readOnly added"]),
            (r#"{"readOnly":false}"#, r#"{"readOnly":true}"#, &["ReadOnly readOnly added"]),
            ("{}", r#"{"readOnly":false,"writeOnly":false}"#, &[]),
            (
                r#"{"readOnly":true}"#,
                r#"{"writeOnly":true}"#,
                &["ReadOnly readOnly removed", "WriteOnly writeOnly added"],
            ),
        ]);
    }
}
