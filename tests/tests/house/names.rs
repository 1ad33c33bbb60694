//! Names that name nothing: a reader who meets one has to open the file to learn what it holds.

use std::collections::BTreeMap;
use std::fs;

use crate::sources::{Source, hold, root, written_in};

/// Words that say nothing about what is inside, as a part of a name that is declared.
const EMPTY_WORDS: [&str; 6] = ["helper", "helpers", "misc", "stuff", "util", "utils"];

/// What a name is declared by.
const DECLARATIONS: [&str; 8] = ["fn ", "struct ", "enum ", "trait ", "type ", "mod ", "const ", "static "];

#[test]
fn no_declared_name_has_a_meaningless_word() {
    let mut complaints = Vec::new();
    let mut seen = 0;
    for Source { path, text } in written_in(&[".rs"]) {
        for (at, line) in text.lines().enumerate() {
            let Some((declared_by, name)) = declared(line) else { continue };
            seen += 1;
            let snake = name.chars().flat_map(|c| if c.is_uppercase() { vec!['_', c] } else { vec![c] });
            let words = snake.collect::<String>().to_lowercase();
            let empty = words.split('_').any(|word| EMPTY_WORDS.contains(&word));
            if empty || (declared_by == "fn " && name == "of") {
                complaints.push(format!("{path}:{} declares `{name}`", at + 1));
            }
        }
    }
    hold("a declared name says what it names", &complaints);
    assert!(seen > 5_000, "only {seen} declared names were found: the search is wrong");
}

#[test]
fn each_public_type_has_a_name_of_its_own() {
    let mut types: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    let mut complaints = Vec::new();
    for crate_name in ["core", "mock"] {
        let list = fs::read_to_string(root().join(format!("tests/surfaces/{crate_name}.txt"))).unwrap();
        for (path, items) in public_types(&list) {
            let name = path.rsplit("::").next().unwrap_or_default().to_owned();
            match types.get(&name) {
                Some((other, others)) if *others != items => complaints.push(format!("{path} and {other}")),
                Some(_) => {}
                None => drop(types.insert(name, (path, items))),
            }
        }
    }
    hold("each public type has a name of its own", &complaints);
    assert!(types.len() > 100, "only {} public types were found: the search is wrong", types.len());
}

/// The types of a list of public items: each one's path, and its fields, variants and implementations.
fn public_types(list: &str) -> Vec<(String, Vec<String>)> {
    let mut types: Vec<(String, Vec<String>)> = Vec::new();
    for line in list.lines() {
        if let Some(declared) = ["pub enum ", "pub struct "].iter().find_map(|keyword| line.strip_prefix(keyword)) {
            let end = declared.find(['<', '(']).unwrap_or(declared.len());
            types.push((declared[..end].to_owned(), Vec::new()));
        } else if let Some((path, items)) = types.last_mut() {
            let member = line.strip_prefix("pub ").and_then(|item| item.strip_prefix(path.as_str()));
            let implemented = line.starts_with("impl").then_some(line);
            items.extend(member.or(implemented).map(ToOwned::to_owned));
        }
    }
    types
}

/// The keyword and the name of an item that a line declares.
fn declared(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    if line.starts_with("//") || line.starts_with('"') {
        return None;
    }
    DECLARATIONS.into_iter().find_map(|keyword| {
        let before = line.split(keyword).next()?;
        let is_item = before.split_whitespace().all(|word| {
            word.starts_with("pub")
                || matches!(word, "const" | "async" | "unsafe" | "extern" | "in")
                || word.ends_with(')')
        });
        let rest = line.get(before.len()..)?.strip_prefix(keyword).filter(|_| is_item)?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        (end > 0).then(|| (keyword, &rest[..end]))
    })
}

#[test]
fn declarations_are_recognized() {
    assert_eq!(declared("    pub(crate) const fn of(x: u8) {"), Some(("fn ", "of")));
    assert_eq!(declared("pub(in crate::diff) struct Fact {"), Some(("struct ", "Fact")));
    assert_eq!(declared("// fn of(x)"), None);
    assert_eq!(declared("let of = fn_of(x);"), None);
}
