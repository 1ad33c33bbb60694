//! References to values that are no components: into an operation, a component or a schema. A change affects the users
//! of the reference and of the surrounding value, each in its own direction, and no others.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::{CompareOptions, compare};

/// Returns the rule and operations of each change after the value at a pointer is replaced.
fn reached(description: &Value, pointer: &str, by: &Value) -> Vec<String> {
    let mut changed = description.clone();
    *changed.pointer_mut(pointer).unwrap() = by.clone();
    let (old, new) = (description.to_string(), changed.to_string());
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    assert!(report.complete);
    let operations = |change: &super::super::Change| {
        change.operations.iter().map(|operation| format!("{} {}", operation.method, operation.path)).collect::<Vec<_>>()
    };
    report.changes.iter().map(|change| format!("{}: {}", change.rule, operations(change).join(", "))).collect()
}

fn content(schema: &Value) -> Value {
    json!({"content": {"application/json": {"schema": schema}}, "description": ""})
}

fn description(schema: &Value, parcel: &Value) -> Value {
    let there = json!({"$ref": "#/paths/~1a/post/requestBody/content/application~1json/schema"});
    let code = json!({"$ref": "#/components/schemas/Parcel/properties/code"});
    json!({
        "openapi": "3.0.3", "info": {"title": "a", "version": "1"},
        "paths": {
            "/a": {"post": {"requestBody": content(schema), "responses": {"200": content(&json!({"type": "string"}))}}},
            "/b": {"get": {"responses": {"200": content(&there), "404": {"$ref": "#/paths/~1a/post/responses/200"}}}},
            "/c": {"get": {"responses": {"200": content(&code)}}},
            "/d": {"get": {"responses": {"200": content(&json!({"$ref": "#/components/schemas/Parcel"}))}}},
        },
        "components": {"schemas": {"Parcel": parcel}},
    })
}

fn example() -> Value {
    let of = |text: &str| json!({"type": "object", "properties": {"code": {"type": text}, "name": {"type": text}}});
    description(&of("string"), &of("string"))
}

#[test]
fn schema_in_an_operation_reaches_its_users_by_direction() {
    let schema = "/paths/~1a/post/requestBody/content/application~1json/schema";
    assert_eq!(
        reached(&example(), &format!("{schema}/properties/code/type"), &json!("integer")),
        ["request-type-narrowed: POST /a", "response-type-changed: GET /b"]
    );
}

#[test]
fn response_in_an_operation_reaches_its_users() {
    let pointer = "/paths/~1a/post/responses/200/content/application~1json/schema/type";
    let integer = json!("integer");
    assert_eq!(reached(&example(), pointer, &integer), ["response-type-changed: POST /a, GET /b"]);
}

#[test]
fn property_of_a_component_reaches_only_its_users() {
    let (properties, integer) = ("/components/schemas/Parcel/properties", json!("integer"));
    assert_eq!(
        reached(&example(), &format!("{properties}/code/type"), &integer),
        ["response-type-changed: GET /c, GET /d"]
    );
    assert_eq!(reached(&example(), &format!("{properties}/name/type"), &integer), ["response-type-changed: GET /d"]);
}

#[test]
fn a_schema_that_refers_to_itself_by_its_place_is_compared_once() {
    let pointer = "/paths/~1a/post/requestBody/content/application~1json/schema";
    let tree =
        json!({"type": "object", "properties": {"code": {"type": "string"}, "next": {"$ref": format!("#{pointer}")}}});
    let parcel = example()["components"]["schemas"]["Parcel"].clone();
    assert_eq!(
        reached(&description(&tree, &parcel), &format!("{pointer}/properties/code/type"), &json!("integer")),
        ["request-type-narrowed: POST /a", "response-type-changed: GET /b"]
    );
}

#[test]
fn path_parameter_does_not_reach_operations_that_override_it() {
    let id = |schema: Value| json!({"name": "id", "in": "path", "required": true, "schema": schema});
    let text = || json!({"type": "string"});
    let description = |of_path: Value| {
        json!({
            "openapi": "3.0.3", "info": {"title": "a", "version": "1"},
            "paths": {"/a/{id}": {
                "parameters": [of_path],
                "get": {"responses": {}}, "put": {"parameters": [id(text())], "responses": {}},
            }},
        })
    };
    let (boolean, expected) = (json!("boolean"), ["request-type-narrowed: GET /a/{id}"]);
    assert_eq!(reached(&description(id(text())), "/paths/~1a~1{id}/parameters/0/schema/type", &boolean), expected);
    let mut alone = description(id(text()));
    alone["paths"]["/a/{id}"].as_object_mut().unwrap().remove("get");
    let found = reached(&alone, "/paths/~1a~1{id}/parameters/0/schema/type", &boolean);
    assert_eq!(found, ["unused-component-changed: "]);
    for (of_path, component) in [
        (json!({"$ref": "#/components/parameters/Id"}), json!({"parameters": {"Id": id(text())}})),
        (id(json!({"$ref": "#/components/schemas/Id"})), json!({"schemas": {"Id": text()}})),
    ] {
        let mut referring = description(of_path);
        let place = if component.get("schemas").is_some() { "schemas/Id/type" } else { "parameters/Id/schema/type" };
        referring["components"] = component;
        assert_eq!(reached(&referring, &format!("/components/{place}"), &boolean), expected);
    }
}

/// A list for each change would multiply the operations by the changes.
#[test]
fn changes_of_one_schema_share_their_operations() {
    let described = |longest: usize| {
        let properties: serde_json::Map<String, Value> =
            (0..50).map(|at| (format!("p{at}"), json!({"type": "string", "maxLength": longest}))).collect();
        let answer = json!({"200": content(&json!({"$ref": "#/components/schemas/Parcel"}))});
        let paths: serde_json::Map<String, Value> =
            (0..40).map(|at| (format!("/p{at}"), json!({"get": {"responses": answer}}))).collect();
        let components = json!({"schemas": {"Parcel": {"type": "object", "properties": properties}}});
        json!({"openapi": "3.1.0", "paths": paths, "components": components}).to_string()
    };
    let report = compare(described(5).as_bytes(), described(6).as_bytes(), &CompareOptions::default()).unwrap();
    assert_eq!((report.changes.len(), report.changes[0].operations.len()), (50, 40));
    let first = &report.changes[0];
    assert!(report.changes.iter().all(|change| Arc::ptr_eq(&change.operations, &first.operations)));
}
