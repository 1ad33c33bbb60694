//! The table of the platform's rules: every file it names is there, and every test, in every host that it speaks of.

use std::fs;

use serde_json::Value;

use crate::documents::backticked;
use crate::sources::{hold, root, written_in};

const HOSTS: [&str; 4] = ["rust", "node", "kotlin", "swift"];

#[test]
fn every_rule_of_the_platform_names_code_and_tests_that_exist() {
    let sources = written_in(&[".rs", ".mjs"]);
    let text = fs::read_to_string(root().join("docs/reference/platform-rules.md")).unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| rule"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 15, "only {} rules were found: the search is wrong", rows.len());
    let mut complaints = Vec::new();
    for row in rows {
        let [rule, code, tests] = row.as_slice() else { panic!("a row has three cells: {row:?}") };
        let missing = backticked(code).filter(|path| !root().join(path).is_file());
        complaints.extend(missing.map(|path| format!("{rule}: there is no {path}")));
        let named: Vec<&str> = backticked(tests).collect();
        if named.is_empty() && !tests.starts_with("nothing: ") {
            complaints.push(format!("{rule}: names no test"));
        }
        for name in named {
            if let Some(vector) = name.strip_prefix("access/") {
                complaints.extend(hosts_without(vector).map(|host| format!("{rule}: {name} does not run in {host}")));
                continue;
            }
            let (function, title) = (format!("fn {name}("), format!("test(\"{name}\""));
            if !sources.iter().any(|source| source.text.contains(&function) || source.text.contains(&title)) {
                complaints.push(format!("{rule}: no test is called {name}"));
            }
        }
    }
    hold("each rule of docs/reference/platform-rules.md is held by code and shown by tests", &complaints);
}

/// The hosts that do not run a vector; all of them where there is none of that name.
fn hosts_without(vector: &str) -> impl Iterator<Item = &'static str> {
    let text = fs::read_to_string(root().join(format!("tests/vectors/access/{vector}.json"))).unwrap_or_default();
    let whole: Value = serde_json::from_str(&text).unwrap_or_default();
    let run: Vec<String> = serde_json::from_value(whole["hosts"].clone()).unwrap_or_default();
    HOSTS.into_iter().filter(move |host| !run.iter().any(|own| own == host))
}
