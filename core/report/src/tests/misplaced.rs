//! References in locations where OpenAPI allows none. They are followed, and the report contains a problem.

use serde_json::{Value, json};

use super::super::{CompareOptions, Report, compare};
use super::files;

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap()
}

/// Returns a description, and the same with the value at `pointer` behind a reference.
fn with_reference(pointer: &str) -> (Value, Value) {
    let description = json!({
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1", "contact": {}, "license": {}},
        "servers": [{"url": "https://a.example/{v}", "variables": {"v": {"default": "1"}}}],
        "security": [{"key": []}],
        "tags": [{"name": "a"}],
        "externalDocs": {},
        "webhooks": {},
        "paths": {"/a": {"post": {
            "tags": ["a"],
            "parameters": [{"name": "q", "in": "query", "examples": {}, "content": {}}],
            "requestBody": {"content": {"multipart/form-data": {
                "schema": {"type": "object"}, "encoding": {"part": {"headers": {}}}}}},
            "responses": {"200": {"description": "", "headers": {}, "links": {}, "content": {"application/json": {
                "examples": {},
                "schema": {
                    "type": "object", "required": [], "enum": [{}], "properties": {}, "patternProperties": {}, "$defs": {},
                    "dependentSchemas": {}, "dependentRequired": {}, "allOf": [], "anyOf": [], "oneOf": [],
                    "prefixItems": [], "discriminator": {"propertyName": "a", "mapping": {}}, "xml": {}}}}}},
            "callbacks": {},
            "security": [{"key": []}],
            "servers": []
        }, "parameters": [], "servers": []}},
        "components": {
            "schemas": {}, "responses": {}, "parameters": {}, "examples": {}, "requestBodies": {}, "headers": {},
            "securitySchemes": {"key": {"type": "oauth2", "flows": {"implicit": {"scopes": {}}}}},
            "links": {}, "callbacks": {}, "pathItems": {}},
    });
    let mut referring = description.clone();
    let place = referring.pointer_mut(pointer).unwrap_or_else(|| panic!("there is no {pointer}"));
    referring["x-target"] = std::mem::replace(place, json!({"$ref": "#/x-target"}));
    (description, referring)
}

#[test]
fn reference_in_place_of_a_map_or_list_is_followed() {
    let operation = "/paths/~1a/post";
    let media_type = format!("{operation}/responses/200/content/application~1json");
    let inside = |outer: &str, names: &[&str]| names.iter().map(|name| format!("{outer}/{name}")).collect::<Vec<_>>();
    let mut pointers = inside(
        "",
        &["info", "info/contact", "servers", "servers/0", "servers/0/variables", "servers/0/variables/v", "security"],
    );
    pointers.extend(inside("", &["security/0", "tags", "tags/0", "externalDocs", "webhooks", "paths", "components"]));
    pointers.extend(inside("/paths/~1a", &["parameters", "servers", "post"]));
    pointers.extend(inside(operation, &["parameters", "responses", "callbacks", "security", "security/0", "servers"]));
    pointers.extend(inside(operation, &["parameters/0/examples", "parameters/0/content", "requestBody/content"]));
    let encoding = format!("{operation}/requestBody/content/multipart~1form-data/encoding");
    pointers.extend([encoding.clone(), format!("{encoding}/part"), format!("{encoding}/part/headers")]);
    pointers.extend(inside(&format!("{operation}/responses/200"), &["headers", "links", "content"]));
    pointers.push(format!("{media_type}/examples"));
    pointers.extend(inside(
        &format!("{media_type}/schema"),
        &[
            "type",
            "required",
            "enum",
            "properties",
            "patternProperties",
            "$defs",
            "dependentSchemas",
            "dependentRequired",
        ],
    ));
    pointers.extend(inside(
        &format!("{media_type}/schema"),
        &["allOf", "anyOf", "oneOf", "prefixItems", "discriminator", "discriminator/mapping", "xml"],
    ));
    pointers.extend(inside(
        "/components",
        &["schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links"],
    ));
    pointers.extend(inside("/components", &["callbacks", "pathItems"]));
    pointers.extend(inside("/components/securitySchemes/key", &["flows", "flows/implicit", "flows/implicit/scopes"]));
    for pointer in pointers {
        let (plain, referring) = with_reference(&pointer);
        let report = report(&plain, &referring);
        let found: Vec<_> = report.problems.iter().map(|problem| (problem.code, &*problem.place.pointer)).collect();
        assert_eq!(found, [("reference.misplaced", &*format!("{pointer}/$ref"))], "{pointer}");
        assert!(report.complete, "{pointer}");
        assert!(report.changes.iter().all(|change| change.rule == "extension-changed"), "{pointer}: {report:?}");
    }
}

#[test]
fn value_called_ref_is_no_reference() {
    let values = json!({"$ref": "#/x-target"});
    let schema = json!({
        "properties": {"$ref": {"type": "string"}}, "required": ["$ref"], "default": values, "example": values,
        "enum": [values], "const": values, "x-note": values});
    let content = json!({"application/json": {"schema": schema, "examples": {"a": {"value": values}}}});
    let operation = json!({"responses": {"200": {"description": values, "content": content}}});
    let description = json!({"openapi": "3.1.0", "paths": {"/a": {"get": operation}}});
    let report = report(&description, &description);
    assert_eq!(report.problems, []);
}

#[test]
fn reference_to_a_file_in_place_of_a_map_is_followed() {
    let root = r#"
openapi: 3.0.3
info: {title: Depot, version: 1.0.0}
paths:
  /parcels:
    get:
      responses:
        "200":
          description: fine
          content: {$ref: content.yaml}
"#;
    let content = |kind| format!("application/json: {{schema: {{type: {kind}}}}}");
    let (old, new) = (content("string"), content("integer"));
    let report = files::report(
        &[("openapi.yaml", root), ("content.yaml", &old)],
        &[("openapi.yaml", root), ("content.yaml", &new)],
    );
    let message = "`content.yaml` is followed, although OpenAPI allows no reference in `content`: replace it with the value that it refers to";
    let expected = ["old", "new"].map(|side| format!("{side}/openapi.yaml:10 reference.misplaced: {message}"));
    assert_eq!(files::problems(&report), expected);
    let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
    assert_eq!(rules, ["response-type-changed"]);
    let place = report.changes[0].new.as_ref().unwrap();
    assert_eq!((&*place.pointer, place.line), ("/application~1json/schema/type", 1));
}

/// Returns a description whose only response has this content.
fn with_content(content: &Value, target: &Value) -> Value {
    let response = json!({"200": {"description": "", "content": content}});
    json!({"openapi": "3.0.3", "paths": {"/a": {"get": {"responses": response}}}, "x-target": target})
}

#[test]
fn misplaced_reference_that_cannot_be_followed_is_a_problem() {
    let refer = |pointer: &str| json!({"$ref": pointer});
    let media = json!({"application/json": {"schema": {"type": "string"}}});
    let schema = |keyword: &str| json!({"a/b": {"schema": {keyword: {"$ref": "#/x-target", "title": "a"}}}});
    let turn = json!({"a": refer("#/x-target/a")});
    for (content, target, code) in [
        (refer("#/x-nowhere"), &media, "reference.unresolved"),
        (refer("other.json"), &media, "reference.external"),
        (refer("#/paths/~1a/get/responses/200/content"), &media, "reference.circular"),
        (refer("#/x-target/a"), &turn, "reference.circular"),
        (refer("#/openapi"), &media, "reference.target"),
        (refer("#/paths"), &media, "reference.target"),
        (schema("allOf"), &json!([{"type": "string"}]), "reference.target"),
        (schema("properties"), &json!([{"type": "string"}]), "reference.target"),
    ] {
        let description = with_content(&content, target);
        let report = report(&description, &description);
        assert!(!report.complete, "{content}");
        assert!(report.problems.iter().all(|problem| problem.code == code), "{content}: {:?}", report.problems);
    }
}

#[test]
fn references_beyond_the_limit_of_values_are_a_problem() {
    let names = |count: usize| (0..count).map(|at| format!("p{at}"));
    let target: serde_json::Map<_, _> = names(2000).map(|name| (name, json!({}))).collect();
    let content: serde_json::Map<_, _> =
        names(400).map(|name| (name, json!({"schema": {"properties": {"$ref": "#/x-target"}}}))).collect();
    let description = with_content(&json!(content), &json!(target));
    let report = report(&description, &description);
    assert!(!report.complete);
    assert_eq!(report.problems.len(), 800);
    assert!(report.problems[0].message.contains("cannot be followed in `properties`"), "{:?}", report.problems[0]);
}

#[test]
fn many_followed_references_are_counted() {
    let content: serde_json::Map<_, _> =
        (0..60).map(|at| (format!("a/p{at}"), json!({"schema": {"properties": {"$ref": "#/x-target"}}}))).collect();
    let description = with_content(&json!(content), &json!({"a": {"type": "string"}}));
    let report = report(&description, &description);
    assert!(report.complete);
    assert_eq!(report.problems.len(), 100);
    assert!(report.problems[49].message.contains("(and so are 10 more references)"), "{:?}", report.problems[49]);
}

#[test]
fn swagger_reference_in_place_of_a_map_is_followed() {
    let description = json!({
        "swagger": "2.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {
            "produces": ["a/b"],
            "parameters": [{"name": "q", "in": "query", "type": "array", "items": {"type": "string"}}],
            "responses": {"200": {
                "description": "",
                "schema": {"$ref": "#/definitions/A"},
                "headers": {"X-A": {"type": "string"}}}}}}},
        "definitions": {"A": {"type": "object", "properties": {"a": {"type": "string"}}}},
        "parameters": {"B": {"name": "b", "in": "query", "type": "string"}},
        "responses": {"C": {"description": ""}},
        "securityDefinitions": {"d": {"type": "basic"}}});
    let response = "/paths/~1a/get/responses";
    for pointer in [
        "/paths",
        "/paths/~1a/get",
        "/paths/~1a/get/produces",
        "/paths/~1a/get/parameters",
        response,
        &format!("{response}/200/headers"),
        &format!("{response}/200/headers/X-A"),
        "/definitions",
        "/definitions/A/properties",
        "/parameters",
        "/responses",
        "/securityDefinitions",
        "/securityDefinitions/d",
    ] {
        let mut referring = description.clone();
        let place = referring.pointer_mut(pointer).unwrap();
        referring["x-target"] = std::mem::replace(place, json!({"$ref": "#/x-target"}));
        for (old, new) in [(&description, &referring), (&referring, &description)] {
            let report = report(old, new);
            assert!(report.problems.iter().all(|problem| problem.code == "reference.misplaced"), "{pointer}");
            assert_eq!((report.problems.len(), report.complete), (1, true), "{pointer}");
            assert!(report.changes.iter().all(|change| change.rule == "extension-changed"), "{pointer}: {report:?}");
        }
    }
}
