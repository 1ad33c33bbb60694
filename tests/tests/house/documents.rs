//! What the documents promise: each dependency has its line, each invariant a test of that name, each path a file.
//!
//! Prose that no test reads goes stale; these are the sentences of it that a test can read.

use std::collections::BTreeSet;
use std::fs;

use crate::sources::{hold, root, written_in};

#[test]
fn every_dependency_has_its_line_in_the_architecture() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let declared: BTreeSet<&str> = section(&manifest, "[workspace.dependencies]", "[")
        .filter_map(|line| line.split_once(" = ").map(|(name, _)| name.trim()))
        .filter(|name| !name.starts_with('#') && !name.starts_with("waybill-"))
        .collect();
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let listed: BTreeSet<&str> = section(&architecture, "## Dependencies", "## ")
        .filter_map(|line| line.strip_prefix('|')?.split('|').next())
        .flat_map(backticked)
        .collect();
    assert!(declared.len() > 20, "only {} dependencies were found: the search is wrong", declared.len());
    let complaints: Vec<String> = (declared.difference(&listed).map(|name| format!("{name} has no line")))
        .chain(listed.difference(&declared).map(|name| format!("{name} has a line and is not used")))
        .collect();
    hold("ARCHITECTURE.md lists each dependency of the workspace", &complaints);
}

#[test]
fn every_invariant_names_a_test_that_exists() {
    let sources = written_in(&[".rs", ".mjs", ".kt", ".swift"]);
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let invariants: Vec<&str> =
        section(&architecture, "## Invariants", "## ").filter(|line| line.starts_with("- ")).collect();
    assert!(invariants.len() > 8, "only {} invariants were found: the search is wrong", invariants.len());
    let mut complaints = Vec::new();
    for invariant in invariants {
        let Some((_, held_by)) = invariant.split_once("Held by: ") else {
            complaints.push(format!("names no test: {invariant}"));
            continue;
        };
        for name in backticked(held_by) {
            let (function, title) = (format!("fn {name}("), format!("(\"{name}\""));
            let is_there = |text: &str| text.contains(&function) || text.contains(&title);
            // A name that is a path is a file that holds the rule by itself, such as a lint table.
            let is_file = name.contains('.') && root().join(name).is_file();
            if !is_file && !sources.iter().any(|source| is_there(&source.text)) {
                complaints.push(format!("no test is called {name}"));
            }
        }
    }
    hold("each invariant of ARCHITECTURE.md names the test that holds it", &complaints);
}

#[test]
fn every_linked_file_and_mapped_folder_exists() {
    let mut complaints = Vec::new();
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        for link in links.filter(|link| !link.starts_with("http") && !link.starts_with('#')) {
            if !root().join(link.split('#').next().unwrap_or(link)).exists() {
                complaints.push(format!("{document} links to {link}"));
            }
        }
    }
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut parent = "";
    for line in section(&architecture, "## Map", "## ") {
        let Some(path) = line.split_whitespace().next().filter(|path| path.ends_with('/')) else { continue };
        let inside = if line.starts_with(' ') { format!("{parent}{path}") } else { path.to_owned() };
        if !line.starts_with(' ') {
            parent = path;
        }
        if !root().join(&inside).is_dir() {
            complaints.push(format!("ARCHITECTURE.md maps {inside}"));
        }
    }
    hold("documents point at what exists", &complaints);
}

#[test]
fn no_blank_of_a_new_rule_is_left_open() {
    // Spelled in two pieces: this file is no stub.
    let blank = concat!("TO", "DO");
    let stubs = ["core/diff/src/compat/rules.rs", "core/rules/", "tests/vectors/compare/"];
    let mut complaints = Vec::new();
    for source in written_in(&[".rs", ".md", ".json"]) {
        let lines = source.text.lines().enumerate().filter(|_| stubs.iter().any(|stub| source.path.starts_with(stub)));
        let open = lines.filter(|(_, line)| line.contains(blank));
        complaints.extend(open.map(|(at, line)| format!("{}:{}: {}", source.path, at + 1, line.trim())));
    }
    hold("what `cargo xtask new-rule` wrote is filled in", &complaints);
}

/// The lines after the heading, up to the next line that starts with `end`.
fn section<'a>(text: &'a str, heading: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().skip_while(move |line| *line != heading).skip(1).take_while(move |line| !line.starts_with(end))
}

pub(crate) fn backticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
