//! Every file: short, and with first lines that say what it is for.

use crate::sources::{Source, hold, written_in};

const LANGUAGES: [&str; 5] = [".rs", ".ts", ".mjs", ".kt", ".swift"];

/// Lines of a file, its tests not counted.
const LONGEST_FILE: usize = 400;

/// Lines of a function; long ones hide a second idea.
const LONGEST_FUNCTION: usize = 60;

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 5] = ["common", "helper", "helpers", "misc", "utils"];

#[test]
fn every_file_begins_by_saying_what_it_is_for() {
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
fn files_of_tests_stand_in_folders_of_tests() {
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
fn no_file_is_longer_than_400_lines_without_its_tests() {
    let mut complaints = Vec::new();
    for Source { path, text } in written_in(&LANGUAGES) {
        let lines = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines().count();
        if lines > LONGEST_FILE && !is_test(&path) {
            complaints.push(format!("{path} has {lines} lines"));
        }
    }
    hold("a file holds one idea, in 400 lines at most", &complaints);
}

#[test]
fn no_function_is_longer_than_60_lines() {
    let mut complaints = Vec::new();
    for Source { path, text } in written_in(&[".rs"]) {
        for (line, name, length, arms) in functions(&text) {
            // A table of one-line arms is read at a glance.
            if length - arms > LONGEST_FUNCTION && !is_test(&path) {
                complaints.push(format!("{path}:{line} {name} has {length} lines"));
            }
        }
    }
    hold("a function holds one thought, in 60 lines at most", &complaints);
}

#[test]
fn no_file_has_a_name_that_says_nothing() {
    let mut complaints = Vec::new();
    for Source { path, .. } in written_in(&LANGUAGES) {
        let named = path.split(['/', '.']).any(|part| EMPTY_NAMES.contains(&part.to_lowercase().as_str()));
        if named {
            complaints.push(path);
        }
    }
    hold("a file is named after its idea", &complaints);
}

fn is_test(path: &str) -> bool {
    let folders = ["/tests/", "/test/", "/Tests/"];
    path.starts_with("tests/") || folders.iter().any(|folder| path.contains(folder))
}

/// First line, name, number of lines and number of one-line match arms of each function, going by the indentation
/// that `rustfmt` holds.
fn functions(text: &str) -> Vec<(usize, String, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some((before, after)) = code.split_once("fn ") else { continue };
        let qualifiers = [
            "",
            "pub ",
            "pub(crate) ",
            "pub(super) ",
            "const ",
            "pub const ",
            "pub(crate) const ",
            "pub(super) const ",
        ];
        if !qualifiers.contains(&before) {
            continue;
        }
        let indent = &line[..line.len() - code.len()];
        let end = format!("{indent}}}");
        let body = &lines[start..];
        if body.iter().take_while(|line| !line.contains('{')).any(|line| line.trim_end().ends_with(';')) {
            continue; // declared in a trait
        }
        let Some(length) = body.iter().position(|line| *line == end) else { continue };
        let arms = body[..length].iter().filter(|line| line.contains(" => ") && line.ends_with(',')).count();
        let name = after.split(['(', '<']).next().unwrap_or_default();
        found.push((start + 1, name.to_owned(), length + 1, arms));
    }
    found
}
