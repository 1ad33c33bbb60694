//! Descriptions written to exhaust or to mislead a comparison.

use serde_json::{Value, json};

use super::super::{CompareOptions, Report, compare};

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap()
}

/// A description whose response is the component `Node`.
fn with_schemas(schemas: &Value) -> Value {
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}});
    let operation = json!({"responses": {"200": {"description": "", "content": content}}});
    json!({"openapi": "3.1.0", "paths": {"/a": {"post": operation}}, "components": {"schemas": schemas}})
}

/// A schema with one keyword whose value `wrap` makes of a subschema.
fn with_keyword(keyword: &str, wrap: fn(Value) -> Value, subschema: Value) -> Value {
    let mut schema = json!({});
    schema[keyword] = wrap(subschema);
    schema
}

#[test]
fn recursive_subschema_behind_a_reference_ends() {
    let plain: fn(Value) -> Value = |schema| schema;
    let list: fn(Value) -> Value = |schema| json!([schema]);
    let map: fn(Value) -> Value = |schema| json!({"^x": schema});
    let nested: fn(Value) -> Value = |schema| json!({"^x": {"^y": schema}});
    let mut missed = Vec::new();
    for (keyword, wrap) in [
        ("patternProperties", map),
        ("properties", map),
        ("dependentSchemas", map),
        ("dependencies", map),
        ("$defs", map),
        ("definitions", map),
        ("allOf", map),
        ("anyOf", map),
        ("oneOf", map),
        ("prefixItems", list),
        ("items", list),
        ("allOf", list),
        ("anyOf", list),
        ("oneOf", list),
        ("properties", list),
        ("patternProperties", list),
        ("prefixItems", map),
        ("patternProperties", nested),
        ("items", plain),
        ("additionalProperties", plain),
        ("additionalItems", plain),
        ("unevaluatedProperties", plain),
        ("unevaluatedItems", plain),
        ("propertyNames", plain),
        ("contentSchema", plain),
        ("contains", plain),
        ("not", plain),
        ("if", plain),
        ("then", plain),
        ("else", plain),
        ("discriminator", plain),
        ("x-schema", plain),
        ("schema", plain),
    ] {
        let branches = |name: &str, more: Value| {
            let reference = json!({"$ref": format!("#/components/schemas/{name}")});
            with_keyword(keyword, wrap, json!({"allOf": [reference, more]}))
        };
        let old = with_schemas(&json!({"Node": branches("Node", json!({"maxProperties": 4}))}));
        let new = with_schemas(&json!({
            "Node": {"$ref": "#/components/schemas/Next"},
            "Next": branches("Next", json!({"minProperties": 1})),
        }));
        for (from, to) in [(&old, &new), (&new, &old)] {
            // These apply to the value itself, or have no effect: nothing follows from them.
            let is_silent = ["anyOf", "oneOf", "not", "if", "then", "else", "discriminator"].contains(&keyword);
            if report(from, to).changes.is_empty() && !is_silent {
                missed.push(branches("", json!({})));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
