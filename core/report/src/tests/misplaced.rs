//! References in locations where OpenAPI allows none. They are not followed, and the report contains a problem.

use serde_json::{Value, json};

use super::super::{CompareOptions, Report, compare};
use super::files;

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap()
}

/// Returns a description in which the value at `pointer` is a reference to `target`, which is in a location without
/// meaning.
fn with_reference(pointer: &str, target: &Value) -> Value {
    let mut description = json!({
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
                    "type": "object", "required": [], "enum": [], "properties": {}, "patternProperties": {}, "$defs": {},
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
    let place = description.pointer_mut(pointer).unwrap_or_else(|| panic!("there is no {pointer}"));
    *place = json!({"$ref": "#/x-target"});
    description["x-target"] = target.clone();
    description
}

#[test]
fn reference_in_place_of_a_map_or_list_is_a_problem() {
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
        let [old, new] = [1, 2].map(|number| with_reference(&pointer, &json!({"a": {"const": number}})));
        let report = report(&old, &new);
        let found: Vec<_> = report.problems.iter().map(|problem| (problem.code, &*problem.place.pointer)).collect();
        let at = format!("{pointer}/$ref");
        assert_eq!(found, [("reference.misplaced", &*at); 2], "{pointer}");
        assert!(!report.complete);
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
fn reference_to_a_file_in_place_of_a_map_is_a_problem() {
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
    let message = "`content.yaml` is ignored, because OpenAPI allows no reference in `content`: replace it with the value that it refers to";
    let expected = ["old", "new"].map(|side| format!("{side}/openapi.yaml:10 reference.misplaced: {message}"));
    assert_eq!(files::problems(&report), expected);
}

#[test]
fn swagger_reference_in_place_of_a_map_is_a_problem() {
    let description = json!({
        "swagger": "2.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {"parameters": [], "responses": {"200": {"description": "", "headers": {}}}}}},
        "definitions": {}, "parameters": {}, "responses": {}, "securityDefinitions": {}});
    let response = "/paths/~1a/get/responses";
    let mut missed = Vec::new();
    for pointer in [
        "/paths",
        "/paths/~1a/get",
        "/paths/~1a/get/parameters",
        response,
        &format!("{response}/200/headers"),
        "/definitions",
        "/parameters",
        "/responses",
        "/securityDefinitions",
    ] {
        let mut old = description.clone();
        *old.pointer_mut(pointer).unwrap() = json!({"$ref": "#/x-target"});
        old["x-target"] = json!({"a": {"type": "string"}});
        let mut new = old.clone();
        new["x-target"] = json!({"a": {"type": "integer"}});
        if report(&old, &new).complete {
            missed.push(pointer.to_owned());
        }
    }
    assert_eq!(missed, [""; 0]);
}
