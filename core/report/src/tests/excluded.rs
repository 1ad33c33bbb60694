//! Excluded operations: the report contains only their number, and the changes that callers notice.

use serde_json::{Value, json};

use super::super::{CompareOptions, ExclusionCount, ExclusionRule, Exclusions, Report, compare};

fn description(paths: &Value) -> Value {
    let schemas = json!({"Order": {"type": "object", "properties": {"n": {"type": "integer"}}}});
    json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": paths, "components": {"schemas": schemas}})
}

fn compared(old: &Value, new: &Value, exclude: &Exclusions) -> Report {
    let options = CompareOptions { exclude: exclude.clone(), ..CompareOptions::default() };
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &options).unwrap()
}

fn messages(report: &Report) -> Vec<&str> {
    report.changes.iter().map(|change| change.message.as_str()).collect()
}

fn internal() -> Exclusions {
    Exclusions { internal: true, ..Exclusions::default() }
}

/// Returns an operation that sends an order, with additional members.
fn sending(members: &Value) -> Value {
    let schema = json!({"$ref": "#/components/schemas/Order"});
    let mut operation = json!({"requestBody": {"content": {"application/json": {"schema": schema}}}, "responses": {}});
    operation.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    operation
}

fn parameter(name: &str) -> Value {
    json!({"name": name, "in": "query", "required": true, "schema": {"type": "string"}})
}

#[test]
fn changes_inside_excluded_operations_are_not_reported() {
    let hidden = json!({"tags": ["a", "admin"]});
    let callback = json!({"done": {"{$url}": {"post": {"responses": {}}}}});
    let with = |members: Value| {
        sending(
            &json!({"tags": ["a", "admin"], "callbacks": callback, "parameters": [parameter("p")]})
                .as_object()
                .unwrap()
                .clone()
                .into_iter()
                .chain(members.as_object().unwrap().clone())
                .collect(),
        )
    };
    let exclude = Exclusions { tags: vec!["admin".to_owned()], ..Exclusions::default() };
    let mut old =
        description(&json!({"/a": {"post": with(json!({}))}, "/gone": {"get": hidden}, "/kept": {"get": {}}}));
    let mut new = description(
        &json!({"/a": {"parameters": [parameter("q")], "post": sending(&hidden)}, "/new": {"get": hidden}, "/kept": {"get": {}}}),
    );
    // No other operation uses these.
    old["components"]["schemas"]["Gone"] = json!({"type": "string"});
    old["paths"]["/gone"]["get"]["responses"] =
        json!({"200": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/Gone"}}}}});
    new["components"]["schemas"]["Order"]["required"] = json!(["n"]);
    for (old, new) in [(&old, &new), (&new, &old)] {
        assert_ne!(messages(&compared(old, new, &Exclusions::default())), Vec::<&str>::new());
        let report = compared(old, new, &exclude);
        assert_eq!(messages(&report), Vec::<&str>::new());
        assert_eq!((report.previous.operations, report.previous.excluded, report.current.excluded), (1, 2, 2));
        assert_eq!(report.verdict.required_bump, None);
    }
}

#[test]
fn shared_change_names_only_included_operations() {
    let old = description(
        &json!({"/a": {"x-internal": true, "post": sending(&json!({}))}, "/b": {"put": sending(&json!({}))}}),
    );
    let mut new = old.clone();
    new["components"]["schemas"]["Order"]["required"] = json!(["n"]);
    let report = compared(&old, &new, &internal());
    assert_eq!(messages(&report), ["the property `Order.n` is now required"]);
    let operations = &report.changes[0].operations;
    assert_eq!((operations.len(), operations[0].path.as_str(), report.counts.operations_affected), (1, "/b", 1));
}

#[test]
fn direction_of_excluded_operations_decides_no_level() {
    let schema = json!({"$ref": "#/components/schemas/Order"});
    let answers = json!({"200": {"description": "", "content": {"application/json": {"schema": schema}}}});
    let old = description(&json!({
        "/a": {"post": sending(&json!({"x-internal": true}))},
        "/b": {"get": {"responses": answers}},
    }));
    let mut new = old.clone();
    new["components"]["schemas"]["Order"]["required"] = json!(["n"]);
    let levels = |exclude: &Exclusions| -> Vec<&'static str> {
        compared(&old, &new, exclude).changes.iter().map(|change| change.level.name()).collect()
    };
    assert!(levels(&Exclusions::default()).contains(&"breaking"));
    assert!(!levels(&internal()).is_empty() && !levels(&internal()).contains(&"breaking"));
}

#[test]
fn newly_excluded_is_removed_and_newly_included_is_added() {
    let item = |operation: Value| json!({"/a": {"get": operation}, "/b": {"get": {"responses": {}}}});
    let shown = item(json!({"deprecated": true, "summary": "a", "responses": {}}));
    let exclude = Exclusions { tags: vec!["admin".to_owned()], paths: vec!["/a/{x}".to_owned()], internal: true };
    let renamed = json!({"/a/{y}": {"get": {}}});
    for (old, new, removed, added) in [
        (
            &shown,
            item(json!({"x-internal": true, "responses": {}})),
            "`GET /a` was removed after it was deprecated: it is now internal",
            "`GET /a` was added: it was internal",
        ),
        (
            &shown,
            item(json!({"tags": ["admin"], "summary": "b"})),
            "`GET /a` was removed after it was deprecated: its tag `admin` is excluded",
            "`GET /a` was added: its tag `admin` was excluded",
        ),
        (
            &renamed,
            json!({"/a/{x}": {"get": {}}}),
            "`GET /a/{y}` was removed: its path matches the excluded `/a/{x}`",
            "`GET /a/{y}` was added: its path matched the excluded `/a/{x}`",
        ),
    ] {
        let (old, new) = (description(old), description(&new));
        let report = compared(&old, &new, &exclude);
        assert_eq!(messages(&report), [removed]);
        assert_eq!((report.changes[0].rule, report.counts.breaking), ("operation-removed", 1));
        assert_eq!(report.changes[0].operations.len(), 1);
        assert_eq!(messages(&compared(&new, &old, &exclude)), [added]);
    }
}

#[test]
fn excluded_operation_that_becomes_unimplemented_is_no_change() {
    let unimplemented = json!({"501": {"description": "later"}});
    let old = description(&json!({"/a": {"get": {"x-internal": true, "responses": {}}}, "/b": {"get": {}}}));
    let new = description(&json!({"/a": {"get": {"responses": unimplemented}}, "/b": {"get": {}}}));
    assert_eq!(messages(&compared(&old, &new, &internal())), Vec::<&str>::new());
    assert_eq!(messages(&compared(&new, &old, &internal())), Vec::<&str>::new());
}

#[test]
fn webhooks_and_callbacks_are_left_out_too() {
    let with = |mark: Value| {
        json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1"},
            "paths": {"/a": {"post": {"callbacks": {"done": {"{$url}": {"post": mark}}}}}},
            "webhooks": {"sent": {"post": mark}}})
    };
    let (shown, hidden) = (with(json!({})), with(json!({"x-internal": true})));
    let report = compared(&shown, &hidden, &internal());
    let mut found = messages(&report);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "the callback `done` of `POST /a` was removed: it is now internal",
            "the webhook `sent` was removed: it is now internal",
        ]
    );
    // A callback of an excluded operation is excluded too.
    let mut gone = hidden.clone();
    gone["paths"]["/a"]["post"]["x-internal"] = json!(true);
    let report = compared(&hidden, &gone, &internal());
    assert_eq!(messages(&report), ["`POST /a` was removed: it is now internal"]);
}

#[test]
fn excluded_operation_is_no_successor() {
    let old = description(
        &json!({"/v1/a": {"get": {"deprecated": true, "description": "Use `GET /v2/a` instead."}}, "/v2/a": {"get": {"x-internal": true}}}),
    );
    let new = description(&json!({"/v2/a": {"get": {"x-internal": true}}}));
    let successor = |exclude: &Exclusions| {
        let report = compared(&old, &new, exclude);
        report.changes[0].operation.clone().unwrap().successor.map(|successor| successor.operation.path)
    };
    assert_eq!(successor(&Exclusions::default()).as_deref(), Some("/v2/a"));
    assert_eq!(successor(&internal()), None);
}

#[test]
fn each_exclusion_is_reported_with_its_count() {
    let old = description(&json!({"/a": {"get": {"tags": ["x"], "x-internal": true}}, "/b/c": {"get": {}}}));
    let exclude =
        Exclusions { tags: vec!["x".to_owned(), "y".to_owned()], paths: vec!["/b/**".to_owned()], internal: true };
    let report = compared(&old, &description(&json!({"/a": {"get": {"tags": ["x"]}}})), &exclude);
    let count = |rule, previous, current| ExclusionCount { rule, previous, current };
    let tag = |tag: &str| ExclusionRule::Tag(tag.to_owned());
    assert_eq!(
        report.excluded,
        [
            count(tag("x"), 1, 1),
            count(tag("y"), 0, 0),
            count(ExclusionRule::Path("/b/**".to_owned()), 1, 0),
            count(ExclusionRule::Internal, 1, 0),
        ]
    );
    let said = "excluded: 2 → 1 operation (tag `x` 1, tag `y` none, path `/b/**` 1 → 0, `x-internal` 1 → 0)";
    assert_eq!(report.excluded_operations().as_deref(), Some(said));
    let json = report.json();
    assert_eq!(Report::from_json(&json).unwrap(), report);
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["excluded"][2], json!({"by": "path", "value": "/b/**", "previous": 1, "current": 0}));
    assert_eq!((&json["previous"]["excluded"], &json["previous"]["operations"]), (&json!(2), &json!(0)));
}
