//! Operations that are left out, by options and by `[exclude]` of `waybill.toml`: every command says how many there are.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use crate::support::Folder;
use serde_json::{Value, json};

const SETTINGS: &str =
    "description = \"openapi.json\"\n[exclude]\ntags = [\"admin\"]\npaths = [\"/debug/**\"]\ninternal = true\n";

/// A description in which `/users` is seen by callers or not.
fn description(version: &str, users: &Value, hidden: &Value) -> String {
    let done = json!({"200": {"description": "done"}});
    let with = |mark: &Value| {
        let mut operation = json!({"responses": done});
        operation.as_object_mut().unwrap().extend(mark.as_object().unwrap().clone());
        json!({"get": operation})
    };
    let paths = json!({"/users": with(users), "/audit": with(hidden), "/debug/dump": with(&json!({}))});
    json!({"openapi": "3.1.0", "info": {"title": "a", "version": version}, "paths": paths}).to_string()
}

fn required() -> Value {
    let parameter = json!({"name": "q", "in": "query", "required": true, "schema": {"type": "string"}});
    json!({"tags": ["admin"], "parameters": [parameter]})
}

/// Two releases: nothing that callers see changed from the first to the second; to a third one they lose `/users`.
fn releases() -> Folder {
    let folder = Folder::repository();
    folder.write("openapi.json", &description("1.0.0", &json!({}), &json!({"tags": ["admin"]})));
    folder.tag("v1.0.0");
    folder.write("waybill.toml", SETTINGS);
    folder.write("openapi.json", &description("1.0.1", &json!({}), &required()));
    folder.tag("v1.0.1");
    folder.write("openapi.json", &description("1.1.0", &json!({"x-internal": true}), &required()));
    folder.tag("v1.1.0");
    folder
}

#[test]
fn comparison_excludes_named_operations_and_notes_it() {
    let folder = Folder::empty();
    folder.write("old.json", &description("1.0.0", &json!({}), &json!({"tags": ["admin"]})));
    folder.write("new.json", &description("1.0.1", &json!({"x-internal": true}), &required()));
    let all = folder.run(&["diff", "old.json", "new.json", "--fail-on", "breaking"]);
    assert!(all.status == 1 && all.out.contains("parameter `q`") && !all.out.contains("excluded"), "{}", all.out);
    let options = ["--exclude-tag", "admin", "--exclude-tag", "admni", "--exclude-path", "/debug/**"];
    let some = folder.run(&[&["diff", "old.json", "new.json", "--fail-on", "breaking"], &options[..]].concat());
    assert_eq!(some.status, 0, "{}", some.out);
    let said = "excluded: 2 operations (tag `admin` 1, tag `admni` none, path `/debug/**` 1)\n";
    assert!(some.out.contains("old.json (1.0.0, 1 operation)") && some.out.contains(said), "{}", some.out);
    let lost = folder.run(&["diff", "old.json", "new.json", "--exclude-internal", "--exclude-tag", "admin"]);
    assert!(lost.out.contains("- GET /users: it is now internal"), "{}", lost.out);
    let markdown = folder.run(&[&["diff", "old.json", "new.json", "--format", "markdown"], &options[..]].concat());
    assert!(markdown.out.contains("Excluded: 2 operations (tag `admin` 1,"), "{}", markdown.out);
    for (option, value, says) in [("--exclude-path", "debug/**", "paths start with a slash"), ("--exclude-tag", "", "")]
    {
        let refused = folder.run(&["diff", "old.json", "new.json", option, value]);
        assert!(refused.status == 2 && refused.err.contains(says), "{}", refused.err);
    }
}

#[test]
fn bump_and_changelog_go_by_the_settings_of_the_later_release() {
    let folder = releases();
    let same = folder.run(&["bump", "1.0.0", "v1.0.1"]);
    assert_eq!((same.status, same.out.as_str()), (0, "1.0.1\n"), "{}", same.err);
    let said = "excluded: 2 operations (tag `admin` 1, path `/debug/**` 1, `x-internal` none)\n";
    assert!(same.err.contains(said), "{}", same.err);
    assert_eq!(folder.run(&["bump", "1.0.1", "v1.1.0"]).out, "2.0.0\n");
    let more = folder.run(&["bump", "1.0.1", "v1.1.0", "--exclude-path", "/users"]);
    assert_eq!((more.status, more.out.as_str()), (0, "1.0.2\n"), "{}", more.err);
    let written = folder.run(&["changelog", "1.0.1", "1.1.0"]);
    assert!(written.status == 0 && written.out.contains("excluded: 2 → 3 operations"), "{}", written.out);
    let changelog = folder.read("CHANGELOG-1.1.0.md");
    assert!(crate::support::section(&changelog, "Removed endpoints").contains("`GET /users`"), "{changelog}");
    // It is written for callers: they are told nothing of what they cannot call.
    assert!(!changelog.contains("admin") && !changelog.contains("/debug"), "{changelog}");
}

#[test]
fn pull_request_cannot_change_the_exclusions_of_its_check() {
    let folder = releases();
    folder.git(&["switch", "--quiet", "--create", "feature", "v1.0.1"]);
    let all = SETTINGS.replace("/debug/**", "/**");
    folder.write("waybill.toml", &all);
    folder.write("openapi.json", &description("1.0.2", &json!({"x-internal": true}), &json!({"tags": ["admin"]})));
    folder.commit("2026-04-12T12:00:00Z");
    let ended = folder.run(&["check", "--base", "v1.0.1"]);
    assert_eq!(ended.status, 1, "{}{}", ended.out, ended.err);
    assert!(ended.err.contains("`GET /users` was removed: it is now internal"), "{}", ended.err);
    let written: Value = serde_json::from_str(&folder.read("waybill-check.json")).unwrap();
    let report = &written["descriptions"][0]["report"];
    assert_eq!(report["excluded"][0], json!({"by": "tag", "value": "admin", "previous": 1, "current": 1}));
    assert_eq!((&report["previous"]["excluded"], &report["current"]["excluded"]), (&json!(2), &json!(3)));
    let comment = folder.run(&["comment", "waybill-check.json", "--dry-run"]);
    assert!(comment.out.contains("excluded: 2 → 3 operations (tag `admin` 1,"), "{}", comment.out);
}
