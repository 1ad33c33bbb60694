//! `waybill forward`: an allow-list held to a description, as a person runs it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests stop where something is not as it should be"
)]

use crate::support::Folder;
use serde_json::{Value, json};

const DESCRIPTION: &str = r#"{"openapi": "3.1.0", "info": {"title": "Flows", "version": "1"}, "paths": {
    "/flows/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
        "get": {"parameters": [{"name": "part", "in": "query", "required": true, "schema": {"type": "string"}}],
            "responses": {"200": {"description": "a flow"}}}}}}"#;

fn list(operation: &Value) -> String {
    json!({"operations": [operation]}).to_string()
}

#[test]
fn valid_allow_list_passes_and_unrestricted_values_are_noted() {
    let folder = Folder::empty();
    folder.write("openapi.json", DESCRIPTION);
    folder.write("allow.json", &list(&json!({
        "name": "flow", "route": "platform", "method": "GET", "template": "/flows/{flowId}",
        "path": {"flowId": {"any": "the flows table says whose it is"}}, "query": {"part": {"oneOf": ["all"], "required": true}}
    })));
    let ended = folder.run(&["forward", "check", "allow.json", "openapi.json"]);
    let said = "note: `flow`: `flowId` accepts any value: the flows table says whose it is\n\
                1 operation: the description has everything that is listed\n";
    assert_eq!((ended.status, ended.out.as_str()), (0, said), "{}", ended.err);
}

#[test]
fn missing_operation_is_named_and_fails_the_check() {
    let folder = Folder::empty();
    folder.write("openapi.json", DESCRIPTION);
    folder.write("allow.json", &list(&json!({
        "name": "end", "route": "platform", "method": "DELETE", "template": "/flows/{id}", "path": {"id": {"claim": "flow"}}
    })));
    let ended = folder.run(&["forward", "check", "allow.json", "openapi.json"]);
    let said = "error: `end`: `DELETE /flows/{id}` is not described: there is GET there, but no DELETE\n\
                1 operation: the list and the description contradict each other\n";
    assert_eq!((ended.status, ended.out.as_str()), (1, said), "{}", ended.err);
    let ended = folder.run(&["forward", "check", "allow.json", "openapi.json", "--route", "commerce"]);
    let said =
        "0 operations: the description has everything that is listed (1 of other routes not checked; see --route)\n";
    assert_eq!((ended.status, ended.out.as_str()), (0, said));
}

#[test]
fn a_list_that_cannot_be_used_is_refused_with_its_place() {
    let folder = Folder::empty();
    folder.write("openapi.json", DESCRIPTION);
    folder.write("allow.json", "{\"operations\": [\n  {\"nam\": 1}]}");
    let ended = folder.run(&["forward", "check", "allow.json", "openapi.json"]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("unknown field `nam`") && ended.err.contains("line 2"), "{}", ended.err);
}

#[test]
fn list_with_one_name_in_path_and_query_fails_the_check() {
    let folder = Folder::empty();
    folder.write("openapi.json", DESCRIPTION);
    let operation = json!({
        "name": "flow", "route": "platform", "method": "GET", "template": "/flows/{part}",
        "path": {"part": {"claim": "flow"}}, "query": {"part": {"oneOf": ["all"], "required": true}}
    });
    folder.write("allow.json", &list(&operation));
    let ended = folder.run(&["forward", "check", "allow.json", "openapi.json"]);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(ended.err.contains("`flow`: `path` and `query` both bind `part`"), "{}", ended.err);
}

/// The published schema refuses what the reader refuses, as far as a schema can say it, and takes what it takes.
#[test]
fn allow_list_schema_accepts_the_same_lists_as_the_reader() {
    let folder = Folder::empty();
    let schema = folder.run(&["forward", "schema"]).out;
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let usual =
        json!({"name": "a", "route": "platform", "method": "GET", "template": "/a/{id}", "path": {"id": {"any": "x"}}});
    let with = |member: &str, value: Value| {
        let mut operation = usual.clone();
        operation[member] = value;
        json!({"operations": [operation]})
    };
    for (list, is_read) in [
        (with("query", json!({"q": {"pattern": "[a-z]+", "required": true}})), true),
        (with("errorBodies", json!([400, 422])), true),
        (with("mediaTypes", json!(["application/json"])), true),
        (json!({"operations": [], "limits": {"concurrent": 1}, "origins": ["https://app.example"]}), true),
        (with("errorBodies", json!([403])), false),
        (with("mediaTypes", json!(["*/*"])), false),
        (with("path", json!({"id": {"any": " "}})), false),
        (with("path", json!({"id": {"any": "x", "claim": "y"}})), false),
        (with("path", json!({"id": {}})), false),
        (with("method", json!("get")), false),
        (with("method", json!("TRACE")), false),
        (with("template", json!("a")), false),
        (with("other", json!(1)), false),
        (json!({"operations": [], "limits": {"concurrent": 0}}), false),
        (json!({"operations": [], "origins": ["https://app.example/"]}), false),
        (json!({}), false),
    ] {
        let read = waybill_core::forward::AllowList::read(list.to_string().as_bytes());
        assert_eq!((read.is_ok(), validator.is_valid(&list)), (is_read, is_read), "{list}: {read:?}");
    }
}
