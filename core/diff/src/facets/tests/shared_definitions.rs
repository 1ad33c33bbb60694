//! A definition that several locations share. Each use has its own facts.

use serde_json::json;

use crate::Facet;
use crate::facets::tests::examples::{description, facets};

#[test]
fn merged_definition_is_compared_with_both() {
    let of = |sent: &str, text: serde_json::Value| {
        let body =
            |name: &str| json!({"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}});
        description(&json!({
            "components": {"schemas": {"Note": text, "Sent": {"type": "string"}}},
            "paths": {"/notes": {
                "get": {"responses": {"200": {"description": "", "content": body("Note")}}},
                "post": {"requestBody": {"content": body(sent)}}
            }}
        }))
    };
    let (before, after) =
        (of("Sent", json!({"type": "string"})), of("Note", json!({"type": "string", "maxLength": 9})));
    let lengths = |facets: Vec<Facet>| facets.into_iter().filter(|facet| *facet == Facet::Length).count();
    assert_eq!(lengths(facets(&before, &after)), 2);
    assert_eq!(lengths(facets(&after, &before)), 2);
}
