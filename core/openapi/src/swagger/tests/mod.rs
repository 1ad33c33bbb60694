//! Tests of the conversion of Swagger 2.0 to OpenAPI 3: nothing is lost, and each part has its OpenAPI 3 form.

use serde_json::{Value, json};

use crate::tree::NodeId;
use crate::{Description, KnownKey, Limits, Loader, SpecVersion};

fn read(value: &Value) -> Description<'static> {
    Loader::new("t", value.to_string().into_bytes(), &Limits::default()).unwrap().finish()
}

fn view(value: &Value) -> Value {
    let description = read(value);
    let mut text = String::new();
    assert!(description.resolved.arena().write_json(NodeId::ROOT, usize::MAX / 2, &mut text));
    serde_json::from_str(&text).unwrap()
}

fn rich() -> Value {
    serde_json::from_str(include_str!("../rich.json")).unwrap()
}

fn in_view(part: &str, value: &Value) -> Value {
    let mut document = json!({"swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": {}});
    for (key, value) in value.as_object().unwrap() {
        document[key] = value.clone();
    }
    view(&document).pointer(part).cloned().unwrap_or_default()
}

#[test]
fn every_value_is_an_origin_except_those_in_the_snapshot() {
    let description = read(&rich());
    assert_eq!(description.spec_version(), SpecVersion::V2_0);
    let origins = description.resolved.documents().origins.as_ref().unwrap();
    let file = origins.file();
    let mut silent: Vec<String> = (0..file.len())
        .map(NodeId::from_index)
        .filter(|&id| origins.view_of(id).is_none())
        .map(|id| file.pointer(id))
        .collect();
    silent.sort();
    // These have become keys of maps, parts of URLs or kinds of objects.
    let said: Vec<&str> = silent.iter().map(String::as_str).collect();
    insta::assert_debug_snapshot!(said);
}

#[test]
fn media_types_fall_back_to_the_descriptions_and_then_to_json() {
    let response = json!({"200": {"description": "", "schema": {"type": "string"}}});
    let content = |extra: Value, produces: Value| {
        let mut operation = json!({"responses": response});
        if !produces.is_null() {
            operation["produces"] = produces;
        }
        let mut document = json!({"paths": {"/a": {"get": operation}}});
        for (key, value) in extra.as_object().unwrap() {
            document[key] = value.clone();
        }
        let content = in_view("/paths/~1a/get/responses/200/content", &document);
        content.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(content(json!({}), Value::Null), ["application/json"]);
    assert_eq!(content(json!({"produces": ["a/b"]}), Value::Null), ["a/b"]);
    assert_eq!(content(json!({"produces": ["a/b"]}), json!(["c/d"])), ["c/d"]);
    assert_eq!(content(json!({"produces": ["a/b"]}), json!([])), ["application/json"]);
}

#[test]
fn arrays_are_joined_as_the_collection_format_says() {
    for (location, format, expected) in [
        ("query", "csv", json!({"explode": false})),
        ("query", "multi", json!({"explode": true})),
        ("query", "ssv", json!({"style": "spaceDelimited", "explode": false})),
        ("query", "pipes", json!({"style": "pipeDelimited", "explode": false})),
        ("query", "tsv", json!({"collectionFormat": "tsv"})),
        ("header", "csv", json!({"explode": false})),
    ] {
        let parameter = json!({"name": "a", "in": location, "type": "array", "items": {"type": "string"}, "collectionFormat": format});
        let mut found = in_view("/parameters/A", &json!({"parameters": {"A": parameter}}));
        if found.is_null() {
            found = in_view("/components/parameters/A", &json!({"parameters": {"A": parameter}}));
        }
        let members = found.as_object_mut().unwrap();
        for said in ["name", "in", "schema"] {
            members.remove(said).unwrap();
        }
        assert_eq!(found, expected, "{location} {format}");
    }
}

#[test]
fn servers_are_made_of_schemes_host_and_base_path() {
    for (parts, expected) in [
        (
            json!({"host": "a.example", "basePath": "/v1", "schemes": ["https", "http"]}),
            json!(["https://a.example/v1", "http://a.example/v1"]),
        ),
        (json!({"host": "a.example"}), json!(["//a.example"])),
        (json!({"basePath": "/v1"}), json!(["/v1"])),
        (json!({"host": "a.example", "basePath": "/", "schemes": ["wss"]}), json!(["wss://a.example"])),
    ] {
        let servers = in_view("/servers", &parts);
        let urls: Vec<&Value> = servers.as_array().unwrap().iter().map(|server| &server["url"]).collect();
        assert_eq!(json!(urls), expected);
    }
    assert_eq!(in_view("/servers", &json!({"schemes": ["https"]})), Value::Null);
}

#[test]
fn each_flow_has_its_name() {
    for (flow, name) in [
        ("implicit", "implicit"),
        ("password", "password"),
        ("application", "clientCredentials"),
        ("accessCode", "authorizationCode"),
    ] {
        let scheme =
            json!({"type": "oauth2", "flow": flow, "tokenUrl": "https://a.example/t", "scopes": {"read": "r"}});
        let flows = in_view("/components/securitySchemes/o/flows", &json!({"securityDefinitions": {"o": scheme}}));
        assert_eq!(flows, json!({name: {"tokenUrl": "https://a.example/t", "scopes": {"read": "r"}}}));
    }
}

#[test]
fn reference_into_the_file_resolves_in_the_converted_view() {
    let document = json!({"swagger": "2.0", "info": {}, "produces": ["a/b"], "definitions": {"P": {"type": "object"}}, "paths": {
        "/a": {"get": {"responses": {"200": {"description": "", "schema": {"type": "string"}}}}},
        "/b": {"get": {"responses": {"200": {"description": "", "schema": {"$ref": "#/paths/~1a/get/responses/200/schema"}}}}},
        "/c": {"get": {"responses": {"200": {"description": "", "schema": {"$ref": "#/definitions/Gone"}}}}},
    }});
    let description = read(&document);
    let problems: Vec<(&str, &str)> = description
        .problems()
        .iter()
        .map(|problem| (problem.message.as_str(), problem.place.pointer.as_str()))
        .collect();
    assert_eq!(
        problems,
        [(
            "`#/definitions/Gone` does not resolve in this file: correct or add it",
            "/paths/~1c/get/responses/200/schema/$ref"
        )]
    );
}

#[test]
fn keywords_of_newer_versions_are_unknown() {
    let document = json!({"swagger": "2.0", "components": {"a": 1}, "servers": [{"url": "/a"}], "paths": {"/a": {
    "servers": [],
    "trace": {"responses": {}},
    "post": {
        "requestBody": {"a": 1},
        "callbacks": {"c": {}},
        "parameters": [{"name": "f", "in": "formData", "type": "string", "style": "form", "foo": 1, "x-foo": 2}],
        "responses": {"200": {"description": "", "content": {"a/b": {}}, "links": {}}}
    }}}});
    let view = view(&document);
    let at = |pointer: &str| view.pointer(pointer).cloned().unwrap_or_default();
    for (pointer, words) in [
        ("", &["components", "servers"][..]),
        ("/paths/~1a", &["servers", "trace"]),
        ("/paths/~1a/post", &["requestBody", "callbacks"]),
        ("/paths/~1a/post/responses/200", &["content", "links"]),
    ] {
        let object = at(pointer);
        for word in words {
            let kept = &object[format!("{word} (OpenAPI 3)")];
            assert_eq!(kept, document.pointer(&format!("{pointer}/{word}")).unwrap(), "{pointer} {word}");
        }
    }
    let field = at("/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded/schema/properties/f");
    assert_eq!(field, json!({"type": "string", "style (OpenAPI 3)": "form", "foo": 1, "x-foo": 2}));
    assert_eq!(view.get("swagger"), None);
}

#[test]
fn problem_in_a_merged_value_is_reported_once() {
    let text = "swagger: '2.0'\npaths: {}\ninfo:\n  <<: {title: a}\n  version: '1'\n  version: '2'\n";
    let description = Loader::new("t.yaml", text.as_bytes(), &Limits::default()).unwrap().finish();
    assert_eq!(description.resolved.arena().member(NodeId::ROOT, KnownKey::Swagger), None);
    assert_eq!(description.problems().len(), 1, "{:#?}", description.problems());
}

#[test]
fn media_types_times_schemas_have_a_limit() {
    let types: Vec<String> = (0..400).map(|at| format!("a/{at}")).collect();
    let properties: serde_json::Map<String, Value> =
        (0..400).map(|at| (format!("p{at}"), json!({"type": "string"}))).collect();
    let response = json!({"description": "", "schema": {"type": "object", "properties": properties}});
    let document =
        json!({"swagger": "2.0", "produces": types, "paths": {"/a": {"get": {"responses": {"200": response}}}}});
    let limits = Limits { alias_nodes: 1000, ..Limits::default() };
    let error = Loader::new("t", document.to_string().into_bytes(), &limits).unwrap_err();
    assert_eq!(error.code, "description.limit");
}

#[test]
fn unsupported_version_is_rejected_with_supported_ones() {
    for (text, message) in [
        (r#"{"swagger":"1.2"}"#, "expected OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, found Swagger \"1.2\""),
        (r#"{"openapi":"4.0.0"}"#, "expected OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, found \"4.0.0\""),
        (
            r#"{"swaggerVersion":"1.2"}"#,
            "expected OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, found Swagger \"1.2\": convert it to one of them",
        ),
    ] {
        let error = Loader::new("t", text.as_bytes(), &Limits::default()).unwrap_err();
        assert_eq!((error.code.as_str(), error.message.as_str()), ("description.version", message));
    }
    assert!(Loader::new("t", &b"swagger: 2.0"[..], &Limits::default()).is_ok());
}

#[test]
fn converted_document_stays_within_the_depth_limit() {
    // The field takes one level, and each array in its schema another.
    let innermost = Limits::default().depth - 1;
    let field = (0..innermost).fold(json!({}), |items, _| json!({"type": "array", "items": items}));
    let mut field = field.as_object().cloned().unwrap();
    field.extend([("name".to_owned(), json!("f")), ("in".to_owned(), json!("formData"))]);
    let operation = json!({"parameters": [{"$ref": "field.json"}], "responses": {}});
    let root = json!({"swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"post": operation}}});
    let mut loader = Loader::new("t.json", root.to_string().into_bytes(), &Limits::default()).unwrap();
    let wanted = loader.next_file().cloned().unwrap();
    loader.provide(&wanted, Ok(json!(field).to_string().into_bytes().into())).unwrap();
    let description = loader.finish();
    assert!(description.problems().is_empty(), "{:?}", description.problems());
}

#[test]
fn chained_references_to_bodies_become_request_bodies() {
    let next = |at: usize| json!({"$ref": format!("#/parameters/A{at}")});
    let body = json!({"name": "b", "in": "body", "schema": {"type": "string"}});
    let parameters = json!({"A0": next(1), "A1": next(2), "A2": body, "Round": {"$ref": "#/parameters/Round"}});
    let bodies = in_view("/components/requestBodies", &json!({"parameters": parameters}));
    let names: Vec<&String> = bodies.as_object().unwrap().keys().collect();
    assert_eq!(names, ["A0", "A1", "A2"]);
    assert_eq!(bodies["A0"], json!({"$ref": "#/components/requestBodies/A1"}));
}
