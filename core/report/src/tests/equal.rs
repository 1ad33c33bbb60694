//! Equivalent descriptions that are written differently: a comparison finds no change in either direction.

use serde_json::{Value, json};

use super::super::{CompareOptions, compare};

/// A name, and two equivalent spellings.
type Row = (&'static str, Value, Value);

/// A section of the components, a valid component, and a function that creates a description with a reference to it.
type Shared<'a> = (&'static str, Value, &'a dyn Fn(&Value) -> Value);

fn document(members: &Value, item: &Value) -> Value {
    let mut document = json!({
        "openapi": "3.2.0", "info": {"title": "Parcels", "version": "1"}, "paths": {"/parcels/{id}": item},
    });
    for (name, value) in members.as_object().unwrap() {
        document[name] = value.clone();
    }
    document
}

fn operation(members: &Value) -> Value {
    let mut operation = json!({"responses": {"200": {"description": "Read"}}});
    for (name, value) in members.as_object().unwrap() {
        operation[name] = value.clone();
    }
    json!({"get": operation})
}

fn response(members: &Value) -> Value {
    let mut response = json!({"description": "Read"});
    for (name, value) in members.as_object().unwrap() {
        response[name] = value.clone();
    }
    operation(&json!({"responses": {"200": response}}))
}

fn parameter(location: &str, members: &Value) -> Value {
    let mut parameter = json!({"name": "id", "in": location, "schema": {"type": "array", "items": {"type": "string"}}});
    if location == "path" {
        parameter["required"] = json!(true);
    }
    for (name, value) in members.as_object().unwrap() {
        parameter[name] = value.clone();
    }
    operation(&json!({"parameters": [parameter]}))
}

fn body(media_type: &str, members: &Value) -> Value {
    let properties = json!({
        "text": {"type": "string"}, "list": {"type": "array", "items": {"type": "string"}}, "object": {"type": "object"},
    });
    let mut content = json!({"schema": {"type": "object", "properties": properties}});
    for (name, value) in members.as_object().unwrap() {
        content[name] = value.clone();
    }
    operation(&json!({"requestBody": {"content": {media_type: content}}}))
}

#[test]
fn a_default_of_the_specification_written_out_is_no_change() {
    let mut rows: Vec<Row> = Vec::new();
    for (location, style, explode) in
        [("query", "form", true), ("cookie", "form", true), ("path", "simple", false), ("header", "simple", false)]
    {
        let none = parameter(location, &json!({}));
        rows.push((location, none.clone(), parameter(location, &json!({"style": style}))));
        rows.push((location, none.clone(), parameter(location, &json!({"explode": explode}))));
        let falses = json!({"allowReserved": false, "allowEmptyValue": false, "deprecated": false});
        rows.push((location, none, parameter(location, &falses)));
    }
    let header = |members: &Value| response(&json!({"headers": {"X-Ids": members}}));
    let form = "application/x-www-form-urlencoded";
    rows.extend([
        ("a parameter", parameter("query", &json!({})), parameter("query", &json!({"required": false}))),
        (
            "a header",
            header(&json!({"schema": {"type": "array"}})),
            header(&json!({"schema": {"type": "array"}, "style": "simple", "explode": false, "required": false})),
        ),
        (
            "a part",
            body("multipart/form-data", &json!({})),
            body(
                "multipart/form-data",
                &json!({"encoding": {"text": {"contentType": "text/plain"}, "list": {"contentType": "text/plain"},
                    "object": {"contentType": "application/json", "headers": {}}}}),
            ),
        ),
        (
            "a field of a form",
            body(form, &json!({})),
            body(form, &json!({"encoding": {"list": {"style": "form", "explode": true, "allowReserved": false}}})),
        ),
        ("an operation", operation(&json!({})), operation(&json!({"deprecated": false}))),
    ]);
    hold(&rows);
}

#[test]
fn empty_maps_and_lists_equal_missing_ones() {
    let none = operation(&json!({}));
    let mut rows: Vec<Row> = Vec::new();
    for (word, value) in
        [("parameters", json!([])), ("tags", json!([])), ("callbacks", json!({})), ("servers", json!([]))]
    {
        rows.push((word, none.clone(), operation(&json!({word: value}))));
    }
    for word in ["headers", "links", "content"] {
        rows.push((word, none.clone(), response(&json!({word: {}}))));
    }
    rows.push((
        "examples",
        body("text/plain", &json!({})),
        body("text/plain", &json!({"examples": {}, "encoding": {}})),
    ));
    let server = |members: &Value| operation(&json!({"servers": [members]}));
    rows.push(("variables", server(&json!({"url": "/v1"})), server(&json!({"url": "/v1", "variables": {}}))));
    hold(&rows);
    for members in [
        json!({"tags": []}),
        json!({"servers": []}),
        json!({"servers": [{"url": "/"}]}),
        json!({"security": []}),
        json!({"security": [{}]}),
        json!({"webhooks": {}}),
        json!({"components": {}}),
        json!({"components": {"schemas": {}, "callbacks": {}}}),
    ] {
        same("the description", &document(&json!({}), &none), &document(&members, &none));
    }
}

#[test]
fn names_that_do_not_depend_on_case_are_the_same_in_another() {
    let header = |name: &str| response(&json!({"headers": {name: {"schema": {"type": "string"}}}}));
    hold(&[
        ("a header", header("X-Trace"), header("x-trace")),
        ("a parameter", parameter("header", &json!({"name": "X-Id"})), parameter("header", &json!({"name": "x-id"}))),
        (
            "a media type",
            body("application/json; charset=utf-8", &json!({})),
            body("Application/JSON;charset=\"UTF-8\"", &json!({})),
        ),
        (
            "the parameters of a media type",
            body("multipart/related; type=a; boundary=b", &json!({})),
            body("multipart/related; boundary=b; type=a", &json!({})),
        ),
    ]);
}

#[test]
fn component_equals_its_inlined_value() {
    let text = json!({"schema": {"type": "string"}});
    let call = json!({"post": {"responses": {"204": {"description": "Heard"}}}});
    let part =
        |header: &Value| body("multipart/form-data", &json!({"encoding": {"text": {"headers": {"X-A": header}}}}));
    let example = |example: &Value| response(&json!({"content": {"text/plain": {"examples": {"one": example}}}}));
    let rows: [Shared<'_>; 13] = [
        ("parameters", json!({"name": "q", "in": "query", "schema": {"type": "string"}}), &|value| {
            operation(&json!({"parameters": [value]}))
        }),
        ("requestBodies", json!({"content": {"text/plain": text}}), &|value| operation(&json!({"requestBody": value}))),
        ("responses", json!({"description": "Read", "content": {"text/plain": text}}), &|value| {
            operation(&json!({"responses": {"200": value}}))
        }),
        ("headers", text.clone(), &|value| response(&json!({"headers": {"X-A": value}}))),
        ("headers", text.clone(), &|value| part(value)),
        ("examples", json!({"value": 1}), &|value| example(value)),
        ("links", json!({"operationRef": "#/paths/~1parcels~1{id}/get"}), &|value| {
            response(&json!({"links": {"self": value}}))
        }),
        ("callbacks", json!({"{$request.query.url}": call}), &|value| {
            operation(&json!({"callbacks": {"moved": value}}))
        }),
        ("pathItems", call.clone(), &|value| {
            operation(&json!({"callbacks": {"moved": {"{$request.query.url}": value}}}))
        }),
        ("pathItems", operation(&json!({})), &Value::clone),
        ("mediaTypes", text.clone(), &|value| response(&json!({"content": {"text/plain": value}}))),
        ("schemas", json!({"type": "string"}), &|value| {
            response(&json!({"content": {"text/plain": {"schema": value}}}))
        }),
        ("schemas", json!({"type": "string"}), &|value| parameter("query", &json!({"schema": value}))),
    ];
    for (section, value, within) in rows {
        let reference = json!({"$ref": format!("#/components/{section}/Shared")});
        let components = json!({"components": {section: {"Shared": value}}});
        same(section, &document(&json!({}), &within(&value)), &document(&components, &within(&reference)));
    }
    let scheme = json!({"type": "http", "scheme": "basic"});
    let secured = |schemes: Value| {
        document(
            &json!({"security": [{"key": []}], "components": {"securitySchemes": schemes}}),
            &operation(&json!({})),
        )
    };
    let reference = json!({"$ref": "#/components/securitySchemes/real"});
    same(
        "securitySchemes",
        &secured(json!({"key": scheme.clone()})),
        &secured(json!({"key": reference, "real": scheme})),
    );
    let webhook = |item: &Value| json!({"webhooks": {"moved": item}});
    let mut shared = webhook(&json!({"$ref": "#/components/pathItems/Moved"}));
    shared["components"] = json!({"pathItems": {"Moved": call.clone()}});
    let none = operation(&json!({}));
    same("a webhook", &document(&webhook(&call), &none), &document(&shared, &none));
}

#[test]
fn parameter_moved_from_path_to_operation_may_be_renamed() {
    let parameters = |trace: &str, id: &str| {
        json!([{"name": trace, "in": "header", "schema": {"type": "string"}},
            {"name": id, "in": "path", "required": true, "schema": {"type": "string"}}])
    };
    let mut of_path = operation(&json!({}));
    of_path["parameters"] = parameters("X-Trace", "id");
    let of_operation = operation(&json!({"parameters": parameters("x-trace", "key")}));
    let before = document(&json!({}), &of_path);
    let mut after = document(&json!({}), &json!({}));
    after["paths"] = json!({"/parcels/{key}": of_operation});
    same("parameters", &before, &after);
}

#[test]
fn path_parameter_renamed_along_with_its_links_is_equal() {
    let with = |name: &str, handed: &str| {
        let links = json!({"again": {"operationId": "read", "parameters": {format!("path.{name}"): handed}}});
        let mut item = response(&json!({"links": links}));
        item["get"]["operationId"] = json!("read");
        item["parameters"] = json!([{"name": name, "in": "path", "required": true, "schema": {"type": "string"}}]);
        let mut with = document(&json!({}), &json!({}));
        with["paths"] = json!({format!("/parcels/{{{name}}}"): item});
        with
    };
    same("links", &with("id", "$request.path.id"), &with("key", "$request.path.key"));
    same("links", &with("id", "$response.body#/id"), &with("key", "$response.body#/id"));
    let (old, new) = (with("id", "$request.path.id"), with("key", "$request.query.key"));
    let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap();
    assert_eq!(report.changes.iter().map(|change| change.rule).collect::<Vec<_>>(), ["link-changed"]);
}

fn hold(rows: &[Row]) {
    for (what, before, after) in rows {
        let none = json!({});
        same(what, &document(&none, before), &document(&none, after));
    }
}

fn same(what: &str, before: &Value, after: &Value) {
    for (old, new) in [(before, after), (after, before)] {
        let (old, new) = (old.to_string(), new.to_string());
        let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
        let found: Vec<&str> = report.changes.iter().map(|change| change.message.as_str()).collect();
        assert!(report.complete, "{what}: {:?}", report.problems);
        assert_eq!(found, Vec::<&str>::new(), "{what}: {old} {new}");
    }
}
