//! The table of mutants. For each vector it names an item of the sources, code that occurs once in it, and the replacement.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::items::items;
use crate::build::CORE;
use crate::repo::Repo;
use crate::test::evidence::{list, read, vector_files};

/// Path of the table. It is separate from the vectors, which run in every host and contain no source code.
const TABLE: &str = "tests/mutants.json";

/// A change of the sources that a vector catches. Lines have no indentation.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutation {
    /// Path of a function or constant, such as `waybill_diff::reach::Reach::users`.
    item: String,
    #[serde(deserialize_with = "lines")]
    find: Vec<String>,
    #[serde(deserialize_with = "lines")]
    replace: Vec<String>,
}

/// A vector and the mutant that it catches.
#[derive(Debug)]
pub(super) struct Mutant {
    pub(super) vector: String,
    /// Replacement of the text.
    pub(super) replacement: String,
    /// Path from the checkout's root.
    pub(super) file: String,
    /// Byte range of the text in the file.
    pub(super) range: Range<usize>,
    /// Rows of the token machine's table that the vector names.
    pub(super) rows: Vec<String>,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    #[serde(default)]
    rows: Vec<String>,
}

/// The sources of the programs, by their paths from the checkout's root.
pub(super) type Sources = BTreeMap<String, String>;

/// Reads the sources of core and mock.
pub(super) fn sources(repo: &Repo) -> Result<Sources> {
    let mut sources = Sources::new();
    let folders = CORE.map(|name| format!("core/{name}/src"));
    for folder in folders.iter().map(String::as_str).chain(["mock/src"]) {
        add_sources(repo, folder, &mut sources)?;
    }
    Ok(sources)
}

fn add_sources(repo: &Repo, folder: &str, sources: &mut Sources) -> Result<()> {
    for path in list(&repo.path(folder))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let file = format!("{folder}/{name}");
        if path.is_dir() {
            add_sources(repo, &file, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
            sources.insert(file, text);
        }
    }
    Ok(())
}

/// Finds the mutants of all vectors, or of those in `only`. The error lists all that are missing or do not occur exactly once.
pub(super) fn mutants(repo: &Repo, sources: &Sources, only: &[&str]) -> Result<Vec<Mutant>> {
    let mut table: BTreeMap<String, Mutation> = read(&repo.path(TABLE))?;
    let mut mutants = Vec::new();
    let mut complaints = Vec::new();
    for (prefix, file) in vector_files(repo)? {
        let Vector { name, rows } = read(&file)?;
        let name = format!("{prefix}/{name}");
        let Some(mutation) = table.remove(&name) else {
            complaints.push(format!("{name} has no mutant in {TABLE}"));
            continue;
        };
        if !only.is_empty() && !only.contains(&name.as_str()) {
            continue;
        }
        match mutant(&name, mutation, rows, sources) {
            Ok(mutant) => mutants.push(mutant),
            Err(complaint) => complaints.push(format!("{name} in {TABLE}: {complaint:#}")),
        }
    }
    complaints.extend(table.keys().map(|name| format!("{name} in {TABLE} is no vector")));
    if !complaints.is_empty() {
        bail!("{}", complaints.join("\n"));
    }
    if let Some(name) = only.iter().find(|name| !mutants.iter().any(|mutant| mutant.vector == **name)) {
        bail!("{name} is no vector; one is called compare/alternative-added, for instance");
    }
    if mutants.is_empty() {
        bail!("there are no vectors in tests/vectors");
    }
    Ok(mutants)
}

fn mutant(vector: &str, mutation: Mutation, rows: Vec<String>, sources: &Sources) -> Result<Mutant> {
    let Mutation { item, find, replace } = mutation;
    let (file, text, ranges) = find_item(&item, sources)?;
    let found: Vec<Range<usize>> = ranges
        .into_iter()
        .flat_map(|range| {
            let within = text.get(range.clone()).unwrap_or_default();
            find_lines(within, &find).into_iter().map(move |found| found.start + range.start..found.end + range.start)
        })
        .collect();
    let [range] = found.as_slice() else {
        bail!("expected its text once in {item}, found it {} times", found.len());
    };
    if find == replace {
        bail!("its mutant changes nothing");
    }
    Ok(Mutant {
        vector: vector.to_owned(),
        replacement: replace.join("\n"),
        file: file.to_owned(),
        range: range.clone(),
        rows,
    })
}

/// Finds the items with this path. Returns their file, its text, and the items' byte ranges.
fn find_item<'s>(path: &str, sources: &'s Sources) -> Result<(&'s str, &'s str, Vec<Range<usize>>)> {
    let segments: Vec<&str> = path.split("::").collect();
    let (package, below) = segments.split_first().context("a path has a crate")?;
    let folder = match package.strip_prefix("waybill_") {
        Some("mock") => "mock/src".to_owned(),
        Some(name) if CORE.contains(&name) => format!("core/{name}/src"),
        _ => bail!("{package} is no crate that has mutants"),
    };
    // The longest prefix that is a module is the file's module. The rest of the path is inside it.
    for modules in (0..below.len()).rev() {
        let (module, item) = below.split_at(modules);
        let module = [&[folder.as_str()], module].concat().join("/");
        let files = if modules == 0 {
            [format!("{module}/lib.rs"), String::new()]
        } else {
            [format!("{module}.rs"), format!("{module}/mod.rs")]
        };
        let found = files.iter().find_map(|file| sources.get_key_value(file));
        let Some((file, text)) = found else { continue };
        let item = item.join("::");
        let items = items(text).with_context(|| format!("cannot parse {file}"))?;
        let ranges: Vec<_> = items.into_iter().filter(|found| found.path == item).map(|found| found.range).collect();
        if ranges.is_empty() {
            bail!("{file} has no {item}");
        }
        return Ok((file, text, ranges));
    }
    bail!("no file has {path}")
}

/// Finds consecutive lines, with any indentation after the first. The first and the last may be parts of lines.
fn find_lines(text: &str, lines: &[String]) -> Vec<Range<usize>> {
    let Some((first, rest)) = lines.split_first().filter(|(first, _)| !first.is_empty()) else { return Vec::new() };
    let ends = |start: usize| {
        rest.iter().try_fold(start + first.len(), |end, line| {
            let following = text.get(end..)?.strip_prefix('\n')?.trim_start_matches(' ');
            following.starts_with(line.as_str()).then(|| text.len() - following.len() + line.len())
        })
    };
    text.match_indices(first.as_str()).filter_map(|(start, _)| Some(start..ends(start)?)).collect()
}

/// Deserialises one line from a string, and several from a list of strings.
fn lines<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Lines {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Lines::deserialize(deserializer)? {
        Lines::One(line) => vec![line],
        Lines::Several(lines) => lines,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_vector_has_a_mutant_whose_text_occurs_once() -> Result<()> {
        let repo = Repo::find()?;
        mutants(&repo, &sources(&repo)?, &[]).map(drop)
    }

    #[test]
    fn lines_are_found_at_any_indentation() {
        let text = "fn a() {\n    if b {\n        c();\n    }\n}\n";
        let found = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            find_lines(text, &lines).into_iter().map(|range| &text[range]).collect::<Vec<_>>()
        };
        assert_eq!(found(&["if b {", "c();"]), ["if b {\n        c();"]);
        assert_eq!(found(&["c"]), ["c"]);
        assert_eq!(found(&["}", "}"]), ["}\n}"]);
        assert_eq!(found(&["if b {", "d();"]), Vec::<&str>::new());
        assert_eq!(found(&[""]), Vec::<&str>::new());
    }
}
