//! Both directions of a comparison find the same facts.

use serde_json::{Value, json};
use waybill_openapi::{Description, Limits, Loader};

use super::super::trace_differences;

/// Checks that each fact has its mirror image in the other direction.
fn holds(old: &Value, new: &Value) {
    let read = |value: &Value| -> Description<'static> {
        Loader::new("t", value.to_string().into_bytes(), &Limits::default()).unwrap().finish()
    };
    let (old, new) = (read(old), read(new));
    let (there, back) = (trace_differences(&old, &new), trace_differences(&new, &old));
    assert_eq!(there.unmirrored(&back), Vec::<String>::new());
}

fn components(components: &Value) -> Value {
    json!({"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}, "components": components})
}

fn schemas(schemas: &Value) -> Value {
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/A"}}});
    let mut document = components(&json!({"schemas": schemas}));
    document["paths"] = json!({"/a": {"post": {
        "requestBody": {"content": content}, "responses": {"200": {"description": "", "content": content}}
    }}});
    document
}

#[test]
fn a_proof_that_takes_too_long_takes_too_long_both_ways() {
    let value = json!({"allOf": ["#/components/schemas/Node", "#/components/schemas/Node"]});
    let list = |items: Value| json!({"oneOf": [{"const": value}, {"items": {"$ref": items}, "type": "array"}]});
    let good = || list(json!("#/components/schemas/Node"));
    let odd = || list(json!({"allOf": ["#/components/schemas/Node", "object"]}));
    let node = |children: Value| {
        components(&json!({"schemas": {"Node": {"type": "object", "properties": {
            "children": children, "parent": {"$ref": "#/components/schemas/Node"}, "weight": {"type": "integer"}
        }}}}))
    };
    let mut nested = json!({"allOf": [good(), odd()]});
    for _ in 0..4 {
        nested = json!({"allOf": [nested, {"allOf": [nested, nested]}]});
        holds(&node(json!({"allOf": [good(), good()]})), &node(nested.clone()));
    }
}

#[test]
fn renamed_scheme_is_one_scheme_despite_old_requirements() {
    let with = |name: &str, text: &str| {
        let mut members = json!({"securitySchemes": {}});
        members["securitySchemes"][name] = json!({"type": "apiKey", "in": "header", "name": "X", "description": text});
        let mut document = components(&members);
        document["paths"] = json!({"/a": {"get": {"responses": {"200": {"description": ""}}}}});
        document["security"] = json!([{"key": []}, {"login": []}]);
        document
    };
    let new = with("other", "Ask for one");
    let mut list = new.clone();
    list["security"] = json!([{"login": []}, {"other": []}]);
    for new in [new, list] {
        holds(&with("key", "Ask"), &new);
    }
}

#[test]
fn alternatives_are_paired_the_same_in_both_directions() {
    let object = |names: &[&str]| {
        let mut properties = json!({});
        for name in names {
            properties[*name] = json!({"type": "string"});
        }
        json!({"type": "object", "properties": properties})
    };
    for word in ["anyOf", "oneOf"] {
        let list = |choices: &[Value]| {
            let mut schema = json!({});
            schema[word] = json!(choices);
            schemas(&json!({"A": schema}))
        };
        let old = list(&[object(&["a", "b"]), object(&["a", "c"]), object(&["d"])]);
        let new = list(&[object(&["a", "c", "d"]), object(&["b", "e"]), object(&["a", "x"])]);
        holds(&old, &new);
    }
}

#[test]
fn a_schema_that_holds_itself_holds_its_lists_once() {
    let old = schemas(&json!({"A": {"enum": ["x"], "nullable": true}}));
    let new = schemas(&json!({
        "A": {"allOf": [
            {"enum": ["w"]},
            {"allOf": [{"type": "array", "oneOf": [{"type": "string"}, {"type": "object"}]}]},
            {"allOf": [{"$ref": "#/components/schemas/A"}]}
        ]}
    }));
    holds(&old, &new);
}

#[test]
fn merged_definitions_are_explained_in_both_directions() {
    let holder = |a: &str, b: &str| {
        let to = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        json!({"type": "object", "properties": {"a": to(a), "b": to(b)}})
    };
    let old = schemas(&json!({
        "A": holder("B", "C"),
        "B": {"type": "object", "properties": {"x": {}}},
        "C": {"allOf": [
            {"$ref": "#/components/schemas/B"}, {"oneOf": [{"type": "integer"}, {"type": "object"}]}
        ]}
    }));
    let new = schemas(&json!({"A": holder("C", "C"), "C": {"type": "null"}}));
    holds(&old, &new);
}
