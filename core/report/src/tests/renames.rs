//! Operations that the settings rename: what is compared, what is reported, and that no level is lower.

use serde_json::{Value, json};

use super::super::render::ReportFormat;
use super::super::{CompareOptions, Level, Renames, Report, compare};

fn compared(old: &Value, new: &Value, renames: &[(&str, &str)]) -> Report {
    let description = |paths: &Value| {
        json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1.0.0"}, "paths": paths}).to_string()
    };
    let renames = Renames::new(renames.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned()))).unwrap();
    let options = CompareOptions { renames, ..CompareOptions::default() };
    compare(description(old).as_bytes(), description(new).as_bytes(), &options).unwrap()
}

/// Returns the rule and the message of each change.
fn changes(old: &Value, new: &Value, renames: &[(&str, &str)]) -> Vec<String> {
    let report = compared(old, new, renames);
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    report.changes.iter().map(|change| format!("{}: {}", change.rule, change.message)).collect()
}

/// Returns an operation with this id.
fn operation(id: &str) -> Value {
    json!({"operationId": id, "responses": {}})
}

#[test]
fn renamed_operation_is_compared_and_reported_once() {
    let mut stickers = operation("getSticker");
    stickers["parameters"] = json!([{"name": "size", "in": "query", "required": true, "schema": {"type": "integer"}}]);
    let old = json!({"/v1/labels/{id}": {"get": operation("getLabel")}});
    let new = json!({"/stickers/{key}": {"get": stickers}});
    assert_eq!(compared(&old, &new, &[]).changes.len(), 2, "without a rename, nothing links the two");
    for rename in [
        ("GET /v1/labels/{id}", "GET /stickers/{key}"),
        ("/v1/labels/{name}", "/stickers/{name}"),
        ("/v1/labels", "/stickers"),
    ] {
        let report = compared(&old, &new, &[rename]);
        let [moved, parameter, id] = report.changes.as_slice() else { panic!("{:?}", report.changes) };
        assert_eq!((moved.rule, moved.level), ("operation-moved", Level::Breaking));
        assert_eq!(moved.message, "`GET /v1/labels/{id}` moved to `GET /stickers/{key}`: the settings rename it");
        let successor = moved.operation.as_ref().unwrap().successor.as_ref().unwrap();
        assert_eq!((successor.operation.path.as_str(), successor.is_named), ("/stickers/{key}", true));
        assert_eq!((parameter.rule, id.rule), ("required-parameter-added", "operation-id-changed"));
    }
}

#[test]
fn lists_of_removed_endpoints_have_the_new_address() {
    let of = |path: &str| json!({path: {"get": operation(path)}});
    let report = compared(&of("/labels"), &of("/stickers"), &[("/labels", "/stickers")]);
    let moved = "`GET /labels` moved to `GET /stickers`: the settings rename it";
    for format in [ReportFormat::Terminal, ReportFormat::Markdown] {
        let text = report.render(format);
        assert!(text.contains(&format!("- {moved}")), "{text}");
    }
}

#[test]
fn rename_decides_before_every_guess() {
    let old = json!({"/labels": {"get": operation("list")}});
    let new =
        json!({"/a": {"get": operation("list")}, "/labels/": {"get": operation("b")}, "/b": {"get": operation("c")}});
    let moved = |renames: &[(&str, &str)]| changes(&old, &new, renames).swap_remove(0);
    assert!(moved(&[]).contains("moved to `GET /labels/`"), "{}", moved(&[]));
    for target in ["/a", "/labels/", "/b"] {
        let found = moved(&[("/labels", target)]);
        assert_eq!(found, format!("operation-moved: `GET /labels` moved to `GET {target}`: the settings rename it"));
    }
}

#[test]
fn operation_with_another_method_moved() {
    let old = json!({"/labels": {"get": operation("find"), "put": operation("store")}});
    for (path, target) in [("/labels", "POST /labels"), ("/search", "POST /search")] {
        let mut new = json!({"/labels": {"put": operation("store")}});
        new[path]["post"] = operation("find");
        let expected = format!("operation-moved: `GET /labels` moved to `{target}`: the settings rename it");
        assert_eq!(changes(&old, &new, &[("GET /labels", target)]), [expected]);
    }
    // The entry of a shared prefix would not name the methods.
    let old = json!({"/v1/a": {"get": operation("a")}, "/v1/b": {"get": operation("b")}});
    let new = json!({"/v2/a": {"post": operation("a")}, "/v2/b": {"post": operation("b")}});
    let found = changes(&old, &new, &[("GET /v1/a", "POST /v2/a"), ("GET /v1/b", "POST /v2/b")]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|found| found.starts_with("operation-moved: ")), "{found:?}");
}

#[test]
fn renamed_prefix_of_several_operations_has_one_entry() {
    let old = json!({"/v1/a": {"get": operation("a")}, "/v1/b": {"get": operation("b")}});
    let new = json!({"/api/x/a": {"get": operation("c")}, "/api/x/b": {"get": operation("d")}});
    let found = changes(&old, &new, &[("/v1", "/api/x")]);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("path-prefix-changed: "), "{found:?}");
}

#[test]
fn address_that_is_still_there_is_compared_with_itself() {
    let old = json!({"/labels": {"get": operation("list")}});
    let new = json!({"/labels": {"get": operation("list")}, "/stickers": {"get": operation("stickers")}});
    assert_eq!(changes(&old, &new, &[("/labels", "/stickers")]), ["operation-added: `GET /stickers` was added"]);
    assert_eq!(changes(&old, &old, &[("/labels", "/stickers")]), Vec::<String>::new());
}

#[test]
fn removed_operation_has_an_earlier_added_one_as_successor() {
    let new = json!({"/stickers": {"get": operation("stickers")}});
    let mut old = new.clone();
    old["/labels"] = json!({"get": operation("list")});
    let report = compared(&old, &new, &[("/labels", "/stickers")]);
    let [removed] = report.changes.as_slice() else { panic!("{:?}", report.changes) };
    assert_eq!((removed.rule, removed.level), ("operation-removed", Level::Breaking));
    let successor = removed.operation.as_ref().unwrap().successor.as_ref().unwrap();
    assert_eq!((successor.operation.path.as_str(), successor.is_named), ("/stickers", true));
}

#[test]
fn renames_of_several_releases_follow_each_other() {
    let at = |path: &str| json!({path: {"get": operation(path)}});
    let renames = [("/a", "/b"), ("/b", "/c")];
    for (old, new) in [("/a", "/b"), ("/b", "/c"), ("/a", "/c")] {
        let found = changes(&at(old), &at(new), &renames);
        assert!(found[0].starts_with(&format!("operation-moved: `GET {old}` moved to `GET {new}`")), "{found:?}");
    }
    // A cycle ends.
    assert_eq!(compared(&at("/a"), &at("/c"), &[("/a", "/b"), ("/b", "/a")]).problems.len(), 1);
}

#[test]
fn rename_to_a_missing_operation_is_a_warning() {
    let of = |paths: &[&str]| {
        let paths = paths.iter().map(|path| ((*path).to_owned(), json!({"get": operation(path)})));
        Value::Object(paths.collect())
    };
    for (old, new, warned) in [
        (&["/labels"][..], &["/stamps"][..], true),
        (&["/labels"], &[], true),
        // The old side is gone since an earlier release, the new one follows later, or some operations have moved.
        (&["/x"], &["/x"], false),
        (&["/labels"], &["/labels"], false),
        (&["/labels", "/labels/a"], &["/stickers"], false),
    ] {
        let report = compared(&of(old), &of(new), &[("/labels", "/stickers")]);
        let problems: Vec<&str> = report.problems.iter().map(|problem| problem.message.as_str()).collect();
        let expected = "the settings rename `/labels` to `/stickers`, which this description lacks: correct or remove \
                        the entry";
        assert_eq!(problems, if warned { vec![expected] } else { Vec::new() }, "{old:?} {new:?}");
        assert!(report.complete, "a warning leaves the report complete");
    }
}

#[test]
fn no_rename_lowers_the_worst_level() {
    let paths = ["/a", "/b", "/a/", "/v1/a", "/v2/a"];
    let described = |chosen: usize| {
        let chosen = paths.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        Value::Object(chosen.map(|(_, path)| ((*path).to_owned(), json!({"get": operation("same")}))).collect())
    };
    let worst = |old: &Value, new: &Value, renames: &[(&str, &str)]| {
        compared(old, new, renames).changes.iter().map(|change| change.level).max()
    };
    for old in (1..32).map(described) {
        for new in (1..32).map(described) {
            let expected = worst(&old, &new, &[]);
            for (from, to) in [("/a", "/b"), ("GET /a", "GET /v1/a"), ("/v1", "/v2"), ("/a/", "/a"), ("/b", "/v2/a")] {
                assert_eq!(worst(&old, &new, &[(from, to)]), expected, "{old} {new} {from} {to}");
            }
        }
    }
}
