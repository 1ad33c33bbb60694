//! The locations and operations of changes: only the changed value and the operations that it affects.

use serde_json::{Value, json};

use super::super::{CompareOptions, compare};

/// Returns the rule, locations and operations of each change.
fn placed(old: &Value, new: &Value) -> Vec<String> {
    let (old, new) = (old.to_string(), new.to_string());
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    let said = |change: &super::super::Change| {
        let [old, new] = [&change.old, &change.new].map(|place| place.as_ref().map_or("", |place| &place.pointer));
        let methods = change.operations.iter().map(|operation| operation.method.as_str());
        format!("{} {old} {new} {}", change.rule, methods.collect::<Vec<_>>().join(","))
    };
    report.changes.iter().map(said).collect()
}

fn description(item: &Value) -> Value {
    json!({
        "openapi": "3.0.3", "info": {"title": "a", "version": "1"}, "paths": {"/a": item},
        "servers": [{"url": "https://a.example"}, {"url": "https://b.example"}],
    })
}

#[test]
fn operation_without_servers_has_those_of_the_description() {
    let served = |urls: &[&str]| {
        let servers: Vec<Value> = urls.iter().map(|url| json!({"url": url})).collect();
        description(&json!({"get": {"servers": servers, "responses": {}}}))
    };
    let (own, none) = (served(&["https://c.example"]), served(&[]));
    let rules = |found: Vec<String>| -> Vec<String> {
        found.iter().filter_map(|said| Some(said.split_once(' ')?.0.to_owned())).collect()
    };
    assert_eq!(rules(placed(&own, &none)), ["server-changed", "server-added"]);
    assert_eq!(rules(placed(&none, &own)), ["server-removed", "server-changed"]);
    let same = served(&["https://a.example", "https://b.example"]);
    assert_eq!(placed(&same, &none), Vec::<String>::new());
}

#[test]
fn operation_replaced_by_a_string_is_only_removed() {
    let get = json!({"responses": {"200": {"description": "a"}}});
    let old = description(&json!({"get": get, "post": {"responses": {}}}));
    let new = description(&json!({"get": "later", "post": {"responses": {}}}));
    assert_eq!(placed(&old, &new), ["operation-removed /paths/~1a/get /paths/~1a GET"]);
    assert_eq!(placed(&new, &old), ["operation-added /paths/~1a /paths/~1a/get GET"]);
}

#[test]
fn a_callback_that_is_no_operation_any_more_is_removed() {
    let with = |sent: Value| {
        description(
            &json!({"get": {"responses": {}, "callbacks": {"moved": {"{$request.body#/url}": {"post": sent}}}}}),
        )
    };
    let rules = |old: &Value, new: &Value| -> Vec<String> {
        placed(old, new).iter().filter_map(|said| Some(said.split_once(' ')?.0.to_owned())).collect()
    };
    let (old, new) = (with(json!({"responses": {}})), with(json!("later")));
    assert_eq!(rules(&old, &new), ["callback-removed"]);
    assert_eq!(rules(&new, &old), ["callback-added"]);
}

#[test]
fn change_by_a_new_reference_is_reported_once() {
    let with = |schema: Value| {
        let content = json!({"application/json": {"schema": schema}});
        let mut description =
            description(&json!({"get": {"responses": {"200": {"description": "", "content": content}}}}));
        description["openapi"] = json!("3.1.0");
        let properties = json!({"height": {"type": "integer"}, "width": {"type": "integer"}});
        description["components"] = json!({"schemas": {"Size": {"properties": properties}}});
        description
    };
    let (old, new) =
        (with(json!({"minProperties": 1})), with(json!({"minProperties": 1, "$ref": "#/components/schemas/Size"})));
    let schema = "/paths/~1a/get/responses/200/content/application~1json/schema";
    assert_eq!(placed(&old, &new), [format!("response-definition-narrowed {schema} {schema}/$ref GET")]);
    assert_eq!(placed(&new, &old), [format!("response-definition-changed {schema}/$ref {schema} GET")]);
}

#[test]
fn a_parameter_of_a_path_that_went_is_missing_in_the_path() {
    let limit = json!({"name": "limit", "in": "query", "schema": {"type": "integer"}});
    let with = |parameters: Value| {
        description(&json!({"parameters": parameters, "get": {"responses": {}}, "post": {"responses": {}}}))
    };
    let (old, new) = (with(json!([limit])), with(json!([])));
    assert_eq!(placed(&old, &new), ["parameter-removed /paths/~1a/parameters/0 /paths/~1a GET,POST"]);
    assert_eq!(placed(&new, &old), ["optional-parameter-added /paths/~1a /paths/~1a/parameters/0 GET,POST"]);
}

#[test]
fn security_that_is_not_a_list_is_unclassified() {
    let with = |security: Value| description(&json!({"get": {"security": security, "responses": {}}}));
    let expected = "unclassified-changed /paths/~1a/get/security /paths/~1a/get/security GET";
    assert_eq!(placed(&with(json!([])), &with(json!("none"))), [expected]);
}

#[test]
fn ignored_field_is_not_reported() {
    let with = |kind: &str| {
        let scheme = json!({"type": kind, "flow": "implicit", "authorizationUrl": "https://a.example", "scopes": {}});
        json!({
            "swagger": "2.0", "info": {"title": "a", "version": "1"}, "securityDefinitions": {"login": scheme},
            "paths": {"/a": {"get": {"security": [{"login": []}], "responses": {}}}},
        })
    };
    let found = placed(&with("oauth2"), &with("oauth3"));
    assert!(found.iter().all(|said| !said.starts_with("unclassified")), "{found:?}");
}
