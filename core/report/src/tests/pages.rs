//! Every rule has a page, and every page has a rule. The example of every page is tested with all rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waybill_diff::compat::Level;
use waybill_diff::internal::rules;

use super::super::{CompareOptions, Report, compare};

const HEADINGS: [&str; 4] = ["Why", "Example", "Before and after", "Not this rule"];

/// Last heading of pages whose `help` and `advice` do not contain all instructions.
const LAST_HEADING: &str = "Migrate";

/// Allowed names of events in rules, one on each line.
const EVENTS: &str = include_str!("../../../rules/events.txt");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
}

#[expect(clippy::disallowed_methods, reason = "the pages are files of this crate, and no input of it")]
fn page(id: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{id}.md"))).unwrap_or_else(|error| panic!("{id}.md: {error}"))
}

/// Returns the JSON blocks of a page: the example, and the near miss.
fn patches(page: &str) -> Vec<Value> {
    let blocks = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|block| serde_json::from_str(block).unwrap()).collect()
}

/// Applies the operations of RFC 6902 that the pages use: add, remove, replace.
fn patched(base: &Value, patch: &Value) -> Value {
    let mut document = base.clone();
    for operation in patch.as_array().unwrap() {
        let (parent, token) = operation["path"].as_str().unwrap().rsplit_once('/').unwrap();
        let token = token.replace("~1", "/").replace("~0", "~");
        let target = document.pointer_mut(parent).unwrap_or_else(|| panic!("{operation}: no such place"));
        let value = operation["value"].clone();
        match (operation["op"].as_str().unwrap(), target) {
            ("add" | "replace", Value::Object(members)) => drop(members.insert(token, value)),
            ("remove", Value::Object(members)) => drop(members.remove(&token).expect("it is there")),
            ("add", Value::Array(elements)) if token == "-" => elements.push(value),
            ("remove", Value::Array(elements)) => drop(elements.remove(token.parse::<usize>().unwrap())),
            (other, _) => panic!("{other} is not understood at {parent}/{token}"),
        }
    }
    document
}

fn rules_found(base: &Value, patch: &Value) -> (Report, BTreeSet<&'static str>) {
    let (old, new) = (base.to_string(), patched(base, patch).to_string());
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    let rules = report.changes.iter().map(|change| change.rule).collect();
    (report, rules)
}

/// Returns the description that a page changes, from the file of its link.
#[expect(clippy::disallowed_methods, reason = "the bases are files of this crate, and no input of it")]
fn base(page: &str) -> Value {
    let name = page.split("](").nth(1).and_then(|rest| rest.split(')').next()).expect("a link to a base");
    let text = std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_rule_has_a_page_and_every_page_a_rule() {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let pages: BTreeSet<String> = files.filter_map(|file| Some(file.strip_suffix(".md")?.to_owned())).collect();
    let rows: BTreeSet<String> = rules().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(rows, pages);
    assert_eq!(rules().count(), rows.len(), "every id is there once");
}

#[test]
fn every_page_has_the_fixed_headings_and_two_examples() {
    for rule in rules() {
        let page = page(rule.id);
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let headings = headings.strip_suffix(&[LAST_HEADING]).unwrap_or(&headings);
        assert_eq!(headings, HEADINGS, "{}", rule.id);
        assert!(page.lines().count() <= 70, "{} is longer than a page", rule.id);
        assert!(page.contains(&format!("\n---\n\n# {}\n\n## Why\n\n", rule.id)), "{}", rule.id);
        assert_eq!(patches(&page).len(), 2, "{} has an example and a near miss", rule.id);
    }
}

#[test]
fn an_id_is_a_thing_and_an_event() {
    for rule in rules() {
        assert!(EVENTS.lines().any(|event| rule.id.ends_with(&format!("-{event}"))), "{}", rule.id);
    }
}

#[test]
fn every_page_runs_through_every_rule() {
    let mut matrix = String::new();
    for rule in rules() {
        let page = page(rule.id);
        let (base, patches) = (base(&page), patches(&page));
        let (report, found) = rules_found(&base, &patches[0]);
        assert!(found.contains(rule.id), "the example of {} gives {found:?}", rule.id);
        let at_most = rule.level.max(Level::Additive);
        assert!(
            report.changes.iter().all(|change| change.level <= at_most),
            "the example of {} gives {found:?}",
            rule.id
        );
        let (_, near) = rules_found(&base, &patches[1]);
        assert!(!near.contains(rule.id), "the near miss of {} is its own", rule.id);
        let found: Vec<&str> = found.into_iter().collect();
        matrix.extend([rule.id, ": ", &found.join(", "), "\n"]);
    }
    insta::assert_snapshot!(matrix);
}

#[test]
fn the_platforms_table_decides_the_bump() {
    use waybill_diff::release::Bump;
    for rule in rules() {
        let expected = match rule.level {
            Level::Breaking => Bump::Major,
            Level::Risky | Level::Additive | Level::Unproved | Level::Unclassified => Bump::Minor,
            Level::Docs => Bump::Patch,
        };
        assert_eq!(rule.level.bump(), expected, "{}", rule.id);
    }
    for major in ["operation-removed", "parameter-removed", "response-type-changed", "required-parameter-added"] {
        assert_eq!(rules().find(|rule| rule.id == major).unwrap().level.bump(), Bump::Major);
    }
    for minor in ["operation-added", "optional-parameter-added"] {
        assert_eq!(rules().find(|rule| rule.id == minor).unwrap().level.bump(), Bump::Minor);
    }
}
