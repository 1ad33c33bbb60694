//! Messages that depend on the values of a fact, not only on its rule.

use serde_json::{Value, json};

use crate::{CompareOptions, compare};

fn messages(old: &Value, new: &Value) -> Vec<String> {
    let (old, new) = (old.to_string(), new.to_string());
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    report.changes.into_iter().map(|change| change.message).collect()
}

fn body(schema: &Value) -> Value {
    let content = json!({"application/json": {"schema": schema}});
    let post = json!({"requestBody": {"content": content}, "responses": {"204": {"description": ""}}});
    json!({"openapi": "3.1.0", "paths": {"/a": {"post": post}}})
}

#[test]
fn message_states_the_new_limit_and_the_previous_one() {
    for (before, after, says) in [
        (json!({"maximum": 10}), json!({"exclusiveMaximum": 10}), "must now be less than 10 (was at most 10)"),
        (json!({"minimum": 1}), json!({}), "no longer has to be at least 1"),
        (json!({}), json!({"minItems": 1}), "must now have at least 1 item"),
        (json!({"maxProperties": 1}), json!({"maxProperties": 2}), "can now have up to 2 properties (was 1)"),
        (json!({"maxLength": 9}), json!({"maxLength": 5}), "must now have at most 5 characters (was 9)"),
        (json!({"multipleOf": 2}), json!({"multipleOf": 4}), "is now a multiple of 4 (was 2)"),
        (json!({"type": "string"}), json!({"type": ["string", "array"]}), "can now also be `array`"),
        (json!({"type": ["string", "array"]}), json!({"type": "string"}), "can no longer be `array`"),
        (json!({"type": "integer"}), json!({"type": "string"}), "changed from `integer` to `string`"),
        (json!({"type": "string"}), json!({"type": "string", "format": "uuid"}), "now has the format `uuid`"),
        (json!({"type": "string", "default": "a"}), json!({"type": "string"}), "no longer defaults to `a`"),
        (
            json!({"type": "integer", "default": 1}),
            json!({"type": "integer", "default": 2}),
            "now defaults to 2 (was 1)",
        ),
    ] {
        let property = |schema: Value| body(&json!({"type": "object", "properties": {"p": schema}}));
        let expected = vec![format!("`p` in the request body of `POST /a` {says}")];
        assert_eq!(messages(&property(before), &property(after)), expected);
    }
}

#[test]
fn new_304_of_get_advises_to_use_the_stored_copy() {
    for (method, says) in [("get", ": use the stored copy"), ("delete", "")] {
        let description = |statuses: &[&str]| {
            let responses: Value =
                statuses.iter().map(|status| ((*status).to_owned(), json!({"description": ""}))).collect();
            json!({"openapi": "3.1.0", "paths": {"/a": {method: {"responses": responses}}}})
        };
        let name = method.to_uppercase();
        let expected = vec![format!("`{name} /a` can now respond with 304{says}")];
        assert_eq!(messages(&description(&["200"]), &description(&["200", "304"])), expected);
    }
}

#[test]
fn consequences_that_differ_in_the_value_they_end_with_are_one() {
    let description = |kind: &str| {
        let object = |name: &str| json!({"type": "object", "required": [name], "properties": {name: {"const": name}}});
        let all = ["A", "B", "C"].map(|name| json!({"$ref": format!("#/components/schemas/{name}")}));
        let mut description = body(&json!({"$ref": format!("#/components/schemas/{kind}")}));
        description["components"] = json!({"schemas": {
            "A": object("a"), "B": object("b"), "C": object("c"),
            "Few": {"anyOf": [{"$ref": "#/components/schemas/A"}]},
            "More": {"anyOf": all},
        }});
        description
    };
    let said = messages(&description("Few"), &description("More"));
    let says = "the request body of `POST /a` is now `More` instead of `Few`: it can now also be `B` or `C`".to_owned();
    assert!(said.contains(&says), "{said:?}");
}

#[test]
fn a_property_that_its_name_leads_to_is_named_once() {
    let asked = json!({"type": "object", "required": ["a"]});
    let described = json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}});
    let expected =
        vec!["`a` in the request body of `POST /a` could be of any type and now has to be `string`".to_owned()];
    assert_eq!(messages(&body(&asked), &body(&described)), expected);
}

#[test]
fn wider_alternative_that_overlaps_no_other_one_is_decided() {
    let description = |create: &Value, delete: &Value, entity: &Value| {
        let mut description =
            body(&json!({"oneOf": [{"$ref": "#/components/schemas/C"}, {"$ref": "#/components/schemas/D"}]}));
        let entities = json!({"items": entity});
        description["components"] = json!({"schemas": {
            "Action": {"enum": ["create", "update", "delete"]},
            "C": {"required": ["action"], "properties": {"action": create}},
            "D": {"required": ["action"], "properties": {"action": delete, "entities": entities}},
        }});
        description
    };
    let before = description(&json!({"$ref": "#/components/schemas/Action"}), &json!({}), &json!({"type": "string"}));
    let after = description(&json!({"const": "create"}), &json!({"const": "delete"}), &json!({}));
    let found = messages(&before, &after);
    let expected = "`D.entities[]` had to be `string` and can now be of any type";
    assert!(found.iter().any(|message| message == expected), "{found:#?}");
}

#[test]
fn media_types_that_an_operation_replaces_are_its_own() {
    let description = |operation: &Value| {
        let paths = json!({"/logs": {"post": operation}, "/pets": {"post": {"responses": {}}}});
        json!({
            "swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": paths,
            "consumes": ["application/json"], "produces": ["application/json"],
        })
    };
    let operation = |lists: &Value| {
        let mut operation = json!({
            "parameters": [{"in": "body", "name": "b", "schema": {"type": "string"}}],
            "responses": {"200": {"description": "ok", "schema": {"type": "string"}}},
        });
        operation.as_object_mut().unwrap().extend(lists.as_object().unwrap().clone());
        description(&operation)
    };
    let own = operation(&json!({"consumes": ["text/plain"], "produces": ["text/plain"]}));
    let found = messages(&operation(&json!({})), &own);
    for expected in [
        "the request body of `POST /logs` can no longer be `application/json`",
        "the 200 response of `POST /logs` can no longer be `application/json`",
    ] {
        assert!(found.iter().any(|message| message == expected), "{found:#?}");
    }
}

#[test]
fn values_that_look_the_same_when_shortened_are_not_repeated() {
    let names = |last: &str| {
        let first: Vec<String> = (0..80).map(|at| format!("name{at}")).collect();
        let all: Vec<&str> = first.iter().map(String::as_str).chain([last]).collect();
        body(&json!({"type": "object", "propertyNames": {"type": "string", "enum": all}}))
    };
    let expected = "the request body of `POST /a` no longer accepts some unlisted properties: `propertyNames` changed";
    assert_eq!(messages(&names("a"), &names("b")), [expected]);
}
