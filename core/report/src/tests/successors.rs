//! The replacement of a removed operation, found by the names of the operations that remain.

use serde_json::{Value, json};

use super::super::{CompareOptions, compare};

/// Returns the path of the operation that replaces the removed `GET /a`, whose id is `list`.
fn successor(current: &Value) -> Option<String> {
    let described = |version: &str, paths: &Value| {
        json!({"openapi": "3.1.0", "info": {"title": "a", "version": version}, "paths": paths}).to_string()
    };
    let removed = json!({"get": {"operationId": "list", "deprecated": true, "responses": {}}});
    let old = described("1", &json!({"/a": removed}));
    let new = described("2", current);
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    let removed = report.changes.iter().find(|change| change.rule.starts_with("operation-")).unwrap();
    removed.operation.as_ref().unwrap().successor.as_ref().map(|successor| successor.operation.path.clone())
}

#[test]
fn operation_with_the_same_id_is_the_successor() {
    let found = successor(&json!({"/b": {"get": {"operationId": "list", "responses": {}}}}));
    assert_eq!(found.as_deref(), Some("/b"));
}

#[test]
fn operation_whose_summary_repeats_its_id_is_the_successor() {
    let operation = json!({"operationId": "list", "summary": "list", "externalDocs": {"url": "list"}, "responses": {}});
    assert_eq!(successor(&json!({"/b": {"get": operation}})).as_deref(), Some("/b"));
}

#[test]
fn name_of_two_operations_has_no_successor() {
    let named = json!({"summary": "list", "responses": {}});
    let other = json!({"summary": "list", "externalDocs": {"url": "list"}, "responses": {}});
    assert_eq!(successor(&json!({"/b": {"get": named}, "/c": {"get": other}})), None);
}
