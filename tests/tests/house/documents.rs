//! What documents say of the repository: reasons of dependencies, tests of invariants and of the threat model, links and folders.

use std::fs;
use std::path::Path;

use crate::sources::{hold, root, written_in};

#[test]
fn every_dependency_has_a_reason_in_the_manifest() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut dependencies = 0;
    let mut has_reason = false;
    let mut complaints = Vec::new();
    for line in section(&manifest, "[workspace.dependencies]", "[") {
        if let Some((name, _)) = line.split_once(" = ") {
            dependencies += 1;
            if !has_reason && !name.starts_with("waybill-") {
                complaints.push(format!("{name} has no comment above it"));
            }
        } else {
            has_reason = line.starts_with("# ");
        }
    }
    assert!(dependencies > 20, "only {dependencies} dependencies were found: the search is wrong");
    hold("each dependency of the workspace, or its group, has its reason above it", &complaints);
}

#[test]
fn every_invariant_names_a_test_that_exists() {
    let sources = written_in(&[".rs", ".mjs", ".kt", ".swift"]);
    let documents =
        ["ARCHITECTURE.md", "docs/internals/invariants.md"].map(|name| fs::read_to_string(root().join(name)).unwrap());
    let invariants = documents.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("- "));
    let invariants: Vec<&str> = invariants.filter_map(|line| Some(line.split_once("Held by: ")?.1)).collect();
    assert!(invariants.len() > 60, "only {} invariants were found: the search is wrong", invariants.len());
    let model = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let rows = model.lines().filter(|line| line.starts_with("| ")).skip(1);
    let promises: Vec<&str> = rows.filter_map(|line| line.trim_end_matches(" |").rsplit(" | ").next()).collect();
    assert!(promises.len() > 12, "only {} promises were found: the search is wrong", promises.len());
    let mut complaints = Vec::new();
    for held_by in [invariants, promises].concat() {
        if !held_by.contains('`') {
            complaints.push(format!("no test holds what ends with: {held_by}"));
        }
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
    hold("each invariant and each promise of the threat model names the test that holds it", &complaints);
}

#[test]
fn every_link_of_a_document_leads_to_a_file() {
    let mut complaints = Vec::new();
    for document in written_in(&[".md"]) {
        // Pages of rules and vectors have links of their own readers.
        let folder = Path::new(&document.path).parent().unwrap_or(Path::new(""));
        let links = document.text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        for link in links.filter(|link| !link.contains(':') && !link.starts_with('#') && !link.contains(' ')) {
            if !root().join(folder).join(link.split('#').next().unwrap_or(link)).exists() {
                complaints.push(format!("{} links to {link}", document.path));
            }
        }
    }
    hold("documents link to files that exist", &complaints);
}

#[test]
fn every_folder_of_the_map_exists() {
    let map = fs::read_to_string(root().join("docs/internals/map.md")).unwrap();
    let mut complaints = Vec::new();
    let mut parent = "";
    for line in section(&map, "```text", "```") {
        let Some(path) = line.split_whitespace().next().filter(|path| path.ends_with('/')) else { continue };
        let inside = if line.starts_with(' ') { format!("{parent}{path}") } else { path.to_owned() };
        if !line.starts_with(' ') {
            parent = path;
        }
        if !root().join(&inside).is_dir() {
            complaints.push(inside);
        }
    }
    hold("docs/internals/map.md lists folders that exist", &complaints);
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
