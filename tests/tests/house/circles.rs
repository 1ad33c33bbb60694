//! Directions inside our crates, file by file: no cycle of many files, and the folders of the comparison and of the mock
//! service in one order each.
//!
//! A file uses another where a path names that file's module, or an item that it declares and another one exports. Methods
//! that a file adds to a type of another one are not seen: who calls them holds a value of that type anyway.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{Source, hold, written_in};

/// The crates whose files are looked at, by the folder of their sources.
const CRATES: [&str; 5] = ["core/src/", "mock/src/", "cli/src/", "ffi/src/", "xtask/src/"];

/// Files of one cycle: more of them are one file in parts.
const LONGEST_CIRCLE: usize = 9;

/// The folders of the comparison, each using those before it alone.
const ORDER_OF_COMPARISON: [&str; 10] =
    ["model", "pairing", "prover", "reach", "facets", "walk", "conclusion", "differ", "conclude", "steps"];

/// The folders and files of mock, each using those before it alone.
const ORDER_OF_MOCK: [&str; 19] = [
    "platform",
    "credentials",
    "kept",
    "quoted",
    "files",
    "missing",
    "metrics",
    "request",
    "response",
    "xml",
    "xsd",
    "sample",
    "wsdl",
    "soap",
    "rest",
    "catalogue",
    "log",
    "upload",
    "service",
];

type Module = Vec<String>;

/// The modules of a crate with the paths that each names, tests and exports left out.
struct Modules {
    files: BTreeMap<Module, String>,
    /// Items that a module exports for another one.
    exports: BTreeMap<(Module, String), (Module, String)>,
}

#[test]
fn files_of_a_crate_form_no_long_circle() {
    let mut complaints = Vec::new();
    for sources in CRATES {
        let uses = Modules::read(sources).uses();
        for start in uses.keys() {
            let ahead = reachable(&uses, start);
            let circle: Vec<&Module> =
                ahead.iter().copied().filter(|other| reachable(&uses, other).contains(start)).collect();
            if circle.len() > LONGEST_CIRCLE && circle.first() == Some(&start) {
                let names: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
                complaints.push(format!("{} files of {sources}: {}", circle.len(), names.join(", ")));
            }
        }
        assert!(uses.values().any(|used| !used.is_empty()), "no uses were found in {sources}: the search is wrong");
    }
    hold("files use each other in one direction, or in a small circle", &complaints);
}

#[test]
fn folders_of_the_comparison_use_each_other_in_one_direction() {
    let found = hold_order("core/src/", &["diff"], &ORDER_OF_COMPARISON);
    assert!(found > 300, "only {found} uses were found: the search is wrong");
}

#[test]
fn folders_of_mock_use_each_other_in_one_direction() {
    let found = hold_order("mock/src/", &[], &ORDER_OF_MOCK);
    assert!(found > 300, "only {found} uses were found: the search is wrong");
    let mut complaints = Vec::new();
    for module in Modules::read("mock/src/").files.into_keys() {
        if module.first().is_some_and(|name| !ORDER_OF_MOCK.contains(&name.as_str())) {
            complaints.push(format!("{} has no place in this test's table", module.join("/")));
        }
    }
    hold("each folder and file of mock has a place in the order", &complaints);
}

/// Complains about each use of a later folder by an earlier one, below a module; says how many uses there are by all of them.
fn hold_order(sources: &str, below: &[&str], order: &[&str]) -> usize {
    let uses = Modules::read(sources).uses();
    let place = |module: &Module| {
        let folder = module.get(below.len()).filter(|_| module.iter().zip(below).all(|(name, known)| name == known))?;
        order.iter().position(|known| known == folder)
    };
    let mut complaints = Vec::new();
    for (module, used) in &uses {
        for other in used {
            if let (Some(from), Some(to)) = (place(module), place(other))
                && from < to
            {
                complaints.push(format!("{} uses {}", module.join("/"), other.join("/")));
            }
        }
    }
    hold(
        &format!("each folder of {sources}{} uses those before it: {}", below.join("/"), order.join(", ")),
        &complaints,
    );
    uses.iter().filter(|(module, _)| place(module).is_some()).map(|(_, used)| used.len()).sum()
}

/// What can be reached from a module, itself included where a cycle leads back.
fn reachable<'m>(uses: &'m BTreeMap<Module, BTreeSet<Module>>, start: &Module) -> BTreeSet<&'m Module> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&Module> = uses.get(start).into_iter().flatten().collect();
    while let Some(next) = waiting.pop() {
        if found.insert(next) {
            waiting.extend(uses.get(next).into_iter().flatten());
        }
    }
    found
}

impl Modules {
    fn read(sources: &str) -> Modules {
        let mut files = BTreeMap::new();
        for Source { path, text } in written_in(&[".rs"]) {
            let Some(inside) = path.strip_prefix(sources).and_then(|path| path.strip_suffix(".rs")) else {
                continue;
            };
            let module: Module =
                inside.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main")).map(str::to_owned).collect();
            files.insert(module, own_text(&text));
        }
        // What is compiled for tests alone may use whatever it tests.
        let tests: Vec<Module> = files.iter().flat_map(|(module, text)| test_modules(module, text)).collect();
        files.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        let mut modules = Modules { files, exports: BTreeMap::new() };
        let mut exports = BTreeMap::new();
        for (module, text) in &modules.files {
            for (statement, is_export) in use_statements(text) {
                for path in expand(statement).into_iter().filter(|_| is_export) {
                    if let Some((from, Some(item))) = modules.resolve(module, &path) {
                        exports.insert((module.clone(), item.clone()), (from, item));
                    }
                }
            }
        }
        modules.exports = exports;
        modules
    }

    fn uses(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut uses = BTreeMap::new();
        for (module, text) in &self.files {
            let imported = use_statements(text).into_iter().filter(|(_, is_export)| !is_export);
            let mut paths: Vec<String> = imported.flat_map(|(statement, _)| expand(statement)).collect();
            paths.extend(inline_paths(text));
            let others: BTreeSet<Module> = paths.iter().filter_map(|path| self.target(module, path)).collect();
            uses.insert(module.clone(), others);
        }
        uses
    }

    /// The file that a path leads to, another one than its own.
    fn target(&self, module: &Module, path: &str) -> Option<Module> {
        let (mut found, mut item) = self.resolve(module, path)?;
        while let Some(name) = item.clone() {
            let Some((from, exported)) = self.exports.get(&(found.clone(), name)) else { break };
            (found, item) = (from.clone(), Some(exported.clone()));
        }
        (!found.is_empty() && found != *module).then_some(found)
    }

    /// The module a path leads into, and the item of it that is named.
    fn resolve(&self, module: &Module, path: &str) -> Option<(Module, Option<String>)> {
        let path = path.split(" as ").next().unwrap_or_default();
        let mut segments = path.split("::").map(str::trim).peekable();
        let mut at = module.clone();
        match *segments.peek()? {
            "crate" => {
                at.clear();
                segments.next();
            }
            "self" => drop(segments.next()),
            "super" => {
                while segments.next_if_eq(&"super").is_some() {
                    at.pop();
                }
            }
            first => {
                let child: Module = at.iter().cloned().chain([first.to_owned()]).collect();
                self.files.contains_key(&child).then_some(())?;
            }
        }
        while let Some(next) = segments.peek() {
            at.push((*next).to_owned());
            if !self.files.contains_key(&at) {
                at.pop();
                break;
            }
            segments.next();
        }
        Some((at, segments.next().map(str::to_owned)))
    }
}

/// The modules that a file declares for tests alone.
fn test_modules(module: &Module, text: &str) -> Vec<Module> {
    let mut lines = text.lines().peekable();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let next = lines.peek().filter(|_| line == "#[cfg(test)]").and_then(|next| next.strip_suffix(';'));
        if let Some((_, name)) = next.and_then(|next| next.split_once("mod ")) {
            found.push(module.iter().cloned().chain([name.to_owned()]).collect());
        }
    }
    found
}

/// A file without its comments and its tests.
fn own_text(text: &str) -> String {
    let own = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    own.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// What each `use` of a file names, and whether it exports it.
fn use_statements(text: &str) -> Vec<(&str, bool)> {
    let starts = text.match_indices("use ").filter(|(at, _)| {
        let line = text[..*at].rsplit('\n').next().unwrap_or_default().trim();
        line.is_empty() || line.starts_with("pub")
    });
    let statement = |(at, _): (usize, &str)| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default().trim_start().to_owned();
        let rest = text.get(at + "use ".len()..)?;
        Some((rest.split(';').next()?, line.starts_with("pub")))
    };
    starts.filter_map(statement).collect()
}

/// The single paths of a `use` with groups.
fn expand(statement: &str) -> Vec<String> {
    let Some((before, group)) = statement.split_once('{') else { return vec![statement.trim().to_owned()] };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let (mut depth, mut parts) = (0_usize, vec![String::new()]);
    for char in group.chars() {
        depth = match char {
            '{' => depth + 1,
            '}' => depth.saturating_sub(1),
            _ => depth,
        };
        match parts.last_mut() {
            Some(part) if char != ',' || depth > 0 => part.push(char),
            _ => parts.push(String::new()),
        }
    }
    let whole = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    whole.flat_map(|part| expand(&format!("{}{part}", before.trim()))).collect()
}

/// The paths that stand in the code of a file: those that begin with a keyword, or with the name of a module.
fn inline_paths(text: &str) -> Vec<String> {
    let mut code = String::new();
    for line in text.split_inclusive(['\n', ';']) {
        let (before, rest) = line.split_once("pub(in ").unwrap_or((line, ""));
        code.push_str(before);
        code.push_str(rest.split_once(')').map_or("", |(_, rest)| rest));
    }
    // What is imported or exported has been taken apart already.
    for (statement, _) in use_statements(text) {
        code = code.replace(&format!("use {statement};"), "");
    }
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    words.filter(|word| word.contains("::")).map(str::to_owned).collect()
}

#[test]
fn groups_of_a_use_are_taken_apart() {
    assert_eq!(expand("super::{a, b::{C, d::E}}"), ["super::a", "super::b::C", "super::b::d::E"]);
}
