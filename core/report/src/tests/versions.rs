//! Descriptions of different versions are compared by their meaning. Changes of Swagger 2.0 have the locations of its
//! file.

use serde_json::{Value, json};

use super::super::{CompareOptions, Report, compare};

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap()
}

fn rich() -> Value {
    serde_json::from_str(include_str!("../../../openapi/src/swagger/rich.json")).unwrap()
}

fn translated() -> Value {
    serde_json::from_str(include_str!("../../../openapi/src/swagger/translated.json")).unwrap()
}

#[test]
fn converted_view_equals_a_translation_by_hand() {
    let report = report(&rich(), &translated());
    let found: Vec<(&str, &str)> = report.changes.iter().map(|change| (change.rule, change.message.as_str())).collect();
    assert_eq!(
        found.iter().filter(|(rule, _)| *rule != "specification-version-changed").collect::<Vec<_>>(),
        Vec::<&(&str, &str)>::new()
    );
    assert!(report.complete, "{:?}", report.problems);
}

#[test]
fn a_description_compared_with_itself_has_not_changed() {
    assert_eq!(report(&rich(), &rich()).changes, []);
}

#[test]
fn places_are_those_of_the_file() {
    let mut changed = rich();
    changed["paths"]["/parcels"]["post"]["parameters"][0]["schema"]["properties"]["weight"]["type"] = json!("string");
    let report = report(&rich(), &changed);
    let places: Vec<&str> = report.changes.iter().map(|change| change.new.as_ref().unwrap().pointer.as_str()).collect();
    assert_eq!(places, ["/paths/~1parcels/post/parameters/0/schema/properties/weight/type"]);
}

#[test]
fn a_change_of_the_media_types_of_the_description_is_one_entry() {
    let mut changed = rich();
    changed["produces"] = json!(["application/json", "text/csv"]);
    let report = report(&rich(), &changed);
    let entries: Vec<(&str, &str, usize)> = report
        .changes
        .iter()
        .map(|change| (change.rule, change.new.as_ref().unwrap().pointer.as_str(), change.operations.len()))
        .collect();
    assert_eq!(entries, [("response-media-type-added", "/produces/1", 3)], "{:?}", report.changes);
}

#[test]
fn a_rewrite_from_3_0_to_3_1_changes_nothing_but_docs() {
    let document = |version: &str, label: Value, photo: Value, body: Value| {
        json!({"openapi": version, "info": {"title": "t", "version": "1"}, "paths": {"/a": {"post": {
            "requestBody": {"content": {
                "application/octet-stream": body,
                "multipart/form-data": {"schema": {"type": "object", "properties": {"label": label, "photo": photo}}},
            }},
            "responses": {"200": {"description": "", "content": {"image/png": body}}},
        }}}})
    };
    let old = document(
        "3.0.3",
        json!({"type": "string", "format": "byte", "description": "a"}),
        json!({"type": "string", "format": "binary"}),
        json!({"schema": {"type": "string", "format": "binary"}}),
    );
    for body in [
        json!({}),
        json!({"schema": {}}),
        json!({"schema": true}),
        json!({"schema": {"contentMediaType": "image/png"}}),
    ] {
        let new = document(
            "3.1.0",
            json!({"type": "string", "contentEncoding": "base64", "description": "b"}),
            json!({"type": "string", "contentMediaType": "application/octet-stream"}),
            body.clone(),
        );
        for report in [report(&old, &new), report(&new, &old)] {
            let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
            assert_eq!(rules, ["specification-version-changed", "docs-changed"], "{body} {:?}", report.changes);
        }
    }
    let text =
        document("3.1.0", json!({"type": "string"}), json!({"type": "string"}), json!({"schema": {"type": "object"}}));
    assert!(report(&old, &text).counts.breaking > 0);
}

#[test]
fn webhooks_are_the_same_before_and_after_they_had_a_name() {
    let document = |version: &str, name: &str| json!({"openapi": version, "paths": {}, name: {"moved": {"post": {"responses": {"200": {"description": "ok"}}}}}});
    let report = report(&document("3.0.3", "x-webhooks"), &document("3.1.0", "webhooks"));
    let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
    assert_eq!(rules, ["specification-version-changed"]);
}

#[test]
fn methods_of_3_2_are_operations() {
    let with = |item: Value| json!({"openapi": "3.2.0", "paths": {"/a": item}});
    let get = json!({"responses": {"200": {"description": "ok"}}});
    let old = with(json!({"get": get}));
    let new = with(json!({"get": get, "query": get, "additionalOperations": {"LINK": get}}));
    let added: Vec<(String, String)> =
        report(&old, &new).changes.into_iter().map(|change| (change.rule.to_owned(), change.message)).collect();
    let rule = "operation-added".to_owned();
    assert_eq!(added, [(rule.clone(), "`LINK /a` was added".to_owned()), (rule, "`QUERY /a` was added".to_owned())]);
}
