//! Directions inside core: `render -> report -> compat -> diff -> schema -> openapi -> tree` and `access -> token -> http`, never back.
//!
//! The two halves do not know each other; what both need is `time`, `secret`, `error` and `http`.

use std::collections::BTreeSet;

use crate::sources::{Source, hold, written_in};

/// Modules that both halves use. They know only each other.
const SHARED: [&str; 4] = ["error", "http", "secret", "time"];

/// Each module of core, and the modules beside the shared ones that it may use.
const MAY_USE: [(&str, &[&str]); 26] = [
    ("witness", &["openapi", "operation", "report", "schema", "tree"]),
    ("render", &["report", "compat", "diff", "openapi", "order", "release", "rewrite", "tree"]),
    ("rewrite", &["order", "release", "report"]),
    ("report", &["compat", "diff", "openapi", "order", "release", "stages", "table", "tree"]),
    ("compat", &["diff", "openapi", "release", "tree"]),
    ("diff", &["openapi", "order", "schema", "stages", "table", "tree"]),
    ("operation", &["openapi", "schema", "tree"]),
    ("schema", &["openapi", "order", "table", "tree"]),
    ("openapi", &["order", "table", "tree"]),
    ("tree", &["order", "table"]),
    ("order", &[]),
    ("release", &[]),
    ("stages", &[]),
    ("table", &[]),
    ("forward", &["access", "openapi", "operation", "schema"]),
    ("key_check", &["environment", "token"]),
    ("mock_client", &["environment"]),
    ("access", &["environment", "note", "store", "token"]),
    ("token", &["environment", "note", "store"]),
    ("store", &["note"]),
    ("environment", &["note"]),
    ("note", &[]),
    ("error", &[]),
    ("http", &[]),
    ("secret", &[]),
    ("time", &[]),
];

#[test]
fn modules_of_core_use_each_other_in_one_direction() {
    let mut complaints = Vec::new();
    let mut seen = BTreeSet::new();
    for Source { path, text } in written_in(&[".rs"]) {
        let Some(inside) = path.strip_prefix("core/src/") else { continue };
        let module = inside.split(['/', '.']).next().unwrap_or_default();
        if module == "lib" {
            continue;
        }
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            complaints.push(format!("{path}: core has no place for a module `{module}` in this test's table"));
            continue;
        };
        for (line, used) in uses(&text) {
            let known = MAY_USE.iter().any(|(name, _)| *name == used);
            if known && used != module && !allowed.contains(&used.as_str()) && !SHARED.contains(&used.as_str()) {
                complaints.push(format!("{path}:{line} `{module}` uses `{used}`"));
            }
            seen.insert(used);
        }
    }
    hold("modules of core use each other in one direction", &complaints);
    assert!(seen.contains("report") && seen.contains("http"), "no uses were found: the search is wrong");
}

/// Words of OpenAPI that a reader of any JSON or YAML has no use for; `core schema` is YAML's own.
const WORDS_OF_OPENAPI: [&str; 6] = ["openapi", "swagger", "description", "$ref", "x-", "schema"];

#[test]
fn the_tree_knows_no_word_of_openapi() {
    let mut complaints = Vec::new();
    for Source { path, text } in written_in(&[".rs"]) {
        let Some(code) = path.starts_with("core/src/tree/").then(|| text.split("#[cfg(test)]").next()).flatten() else {
            continue;
        };
        for (at, line) in code.lines().enumerate() {
            let line = line.to_ascii_lowercase().replace("core schema", "");
            let found = WORDS_OF_OPENAPI.iter().filter(|&&word| line.contains(word));
            complaints.extend(found.map(|word| format!("{path}:{} says `{word}`", at + 1)));
        }
    }
    hold("the tree knows no word of OpenAPI", &complaints);
}

/// The modules named by `crate::` paths, with the line of each.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let line = text[..at].matches('\n').count() + 1;
        let before = text[..at].rsplit('\n').next().unwrap_or_default();
        if before.trim_start().starts_with("//") || before.ends_with('$') {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap_or_default().split(',').collect(),
            None => vec![rest],
        };
        for name in names {
            let name = name.trim();
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
            found.push((line, name[..end].to_owned()));
        }
    }
    found
}

#[test]
fn uses_are_found_alone_in_groups_and_in_paths() {
    let text = "use crate::http::Head;\nuse crate::{error::Error, time};\n// crate::access is only named\nlet x = crate::secret::x();\n";
    let found: Vec<String> = uses(text).into_iter().map(|(line, name)| format!("{line} {name}")).collect();
    assert_eq!(found, ["1 http", "2 error", "2 time", "4 secret"]);
}
