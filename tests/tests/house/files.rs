//! Every file has first lines that say what it is for, and a name that says what it holds.

use crate::sources::{Source, hold, written_in};

const LANGUAGES: [&str; 5] = [".rs", ".ts", ".mjs", ".kt", ".swift"];

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 5] = ["common", "helper", "helpers", "misc", "utils"];

#[test]
fn every_file_starts_with_its_purpose() {
    let mut complaints = Vec::new();
    for Source { path, text } in written_in(&LANGUAGES) {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !is_preamble(line)).unwrap_or_default();
        let documented = if path.split('.').next_back() == Some("rs") {
            first.starts_with("//!")
        } else {
            first.starts_with("//") || first.starts_with("/*")
        };
        if !documented {
            complaints.push(format!("{path} begins with `{first}`"));
        }
    }
    hold("the first lines of a file say what it is for", &complaints);
}

#[test]
fn test_files_are_in_tests_folders() {
    let mut complaints = Vec::new();
    for Source { path, text } in written_in(&[".rs"]) {
        for (at, declared) in text.match_indices("#[cfg(test)]\n") {
            let line = text[at + declared.len()..].lines().next().unwrap_or_default();
            let module = line.strip_suffix(';').and_then(|line| line.rsplit_once("mod "));
            if module.is_some_and(|(_, name)| name != "tests") {
                complaints.push(format!("{path} has a module of tests beside its others: `{line}`"));
            }
        }
        if path.ends_with("/tests.rs") {
            complaints.push(format!("{path} belongs into a folder `tests`"));
        }
    }
    hold("files of tests stand in folders of tests", &complaints);
}

/// What has to stand before everything else: the manifest's tools version, an interpreter, a file annotation.
fn is_preamble(line: &str) -> bool {
    line.starts_with("// swift-tools-version") || line.starts_with("#!/") || line.starts_with("@file:")
}

#[test]
fn no_file_has_a_meaningless_name() {
    let mut complaints = Vec::new();
    for Source { path, .. } in written_in(&LANGUAGES) {
        let named = path.split(['/', '.']).any(|part| EMPTY_NAMES.contains(&part.to_lowercase().as_str()));
        if named {
            complaints.push(path);
        }
    }
    hold("a file is named after its idea", &complaints);
}
