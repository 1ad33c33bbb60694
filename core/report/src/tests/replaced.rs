//! Consequences of replaced definitions: each affected operation is named.

use serde_json::{Value, json};

use super::super::{CompareOptions, compare};

fn description(version: &str, definition: &str, schemas: &Value) -> String {
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Parcel"}}});
    let mut schemas = schemas.clone();
    let code = json!({"$ref": format!("#/components/schemas/{definition}")});
    schemas["Parcel"] = json!({"type": "object", "properties": {"code": code}});
    json!({
        "openapi": "3.1.0", "info": {"title": "a", "version": version}, "components": {"schemas": schemas},
        "paths": {
            "/sent": {"post": {"requestBody": {"content": content}, "responses": {}}},
            "/received": {"get": {"responses": {"200": {"description": "", "content": content}}}},
        },
    })
    .to_string()
}

/// Returns the rule and operations of each change after `Code` is replaced with `Label`.
fn changes(schemas: &Value) -> Vec<String> {
    let (old, new) = (description("1", "Code", schemas), description("2", "Label", schemas));
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    let named = |change: &super::super::Change| {
        change.operations.iter().map(|operation| operation.path.clone()).collect::<Vec<_>>().join(", ")
    };
    report.changes.iter().map(|change| format!("{}: {}: {}", change.rule, named(change), change.message)).collect()
}

#[test]
fn undirected_consequence_names_the_other_direction() {
    let schemas = json!({
        "Code": {"type": "string", "pattern": "^(?=a)", "default": "a"},
        "Label": {"type": "string", "pattern": "^(?=b)", "default": "b"},
    });
    let expected = [
        "request-definition-changed: /sent: `Parcel.code` is now `Label` instead of `Code`: it now defaults to `b` (was `a`); \
         `pattern` of it changed from `^(?=a)` to `^(?=b)`",
        "definition-changed: /received: `Parcel.code` is now `Label` instead of `Code`: `pattern` of it changed from `^(?=a)` to \
         `^(?=b)`",
    ];
    assert_eq!(changes(&schemas), expected);
}

#[test]
fn consequences_are_named_by_what_readers_know() {
    let schemas = |part: Value| {
        json!({
            "Code": {"type": "object", "properties": {"area": {"type": "string"}}},
            "Label": {"type": "object", "properties": {"area": part}},
            "Area": {"type": "string", "minLength": 1},
        })
    };
    let label = "request-definition-narrowed: /sent: `Parcel.code` is now `Label` instead of `Code`: ";
    for part in [json!({"$ref": "#/components/schemas/Area"}), json!({"type": "string", "minLength": 1})] {
        let expected = format!("{label}`area` must now have at least 1 character");
        assert!(changes(&schemas(part)).contains(&expected));
    }
}

#[test]
fn consequence_behind_a_reference_is_named_from_the_replaced_definition() {
    let list = |name: &str| json!({"type": "array", "items": {"$ref": format!("#/components/schemas/{name}")}});
    let schemas = json!({
        "Code": list("Letter"), "Letter": {"type": "string", "enum": ["a", "b"]},
        "Label": list("Digit"), "Digit": {"type": "string", "enum": ["a", "c"]},
    });
    let changes = changes(&schemas);
    let expected = "`Parcel.code` is now `Label` instead of `Code`: each element can no longer be `b`";
    assert!(changes.iter().any(|change| change.contains(expected)), "{changes:?}");
}
