//! What a vector calls its mutant: a text that stands once in the sources, and what stands there instead.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::program::Program;
use crate::build::CORE;
use crate::repo::Repo;
use crate::test::evidence::{list, read, vector_files};

/// A change of the sources that a vector catches, as the vector's file says it. Lines are without what indents them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mutation {
    #[serde(deserialize_with = "lines")]
    pub(super) find: Vec<String>,
    #[serde(deserialize_with = "lines")]
    pub(super) replace: Vec<String>,
}

/// A vector and the mutant it catches.
#[derive(Debug)]
pub(super) struct Mutant {
    pub(super) vector: String,
    /// What stands in place of the text found.
    pub(super) replacement: String,
    /// From the checkout's root.
    pub(super) file: String,
    /// Where in the file the text was found, in bytes.
    pub(super) range: Range<usize>,
    /// Rows of the token machine's table that the vector names.
    pub(super) rows: Vec<String>,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    mutant: Mutation,
    #[serde(default)]
    rows: Vec<String>,
}

/// The sources of the programs, by their paths from the checkout's root.
pub(super) type Sources = BTreeMap<String, String>;

/// Reads core's and mock's sources.
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

/// The mutant of every vector, or of those that `only` names; an error that lists all whose text is not found exactly once.
pub(super) fn mutants(repo: &Repo, sources: &Sources, only: &[&str]) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    let mut complaints = Vec::new();
    for (prefix, file) in vector_files(repo)? {
        let vector: Vector = read(&file)?;
        let name = format!("{prefix}/{}", vector.name);
        if !only.is_empty() && !only.contains(&name.as_str()) {
            continue;
        }
        match mutant(name, vector, sources) {
            Ok(mutant) => mutants.push(mutant),
            Err(complaint) => complaints.push(format!("{}: {complaint:#}", file.display())),
        }
    }
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

fn mutant(vector: String, written: Vector, sources: &Sources) -> Result<Mutant> {
    let Vector { name: _, mutant: Mutation { find, replace }, rows } = written;
    let program = Program::for_vector(&vector);
    let below = sources.iter().filter(|(path, _)| program.has_source(path));
    let found: Vec<(&String, Range<usize>)> =
        below.flat_map(|(path, text)| find_lines(text, &find).into_iter().map(move |range| (path, range))).collect();
    let [(path, range)] = found.as_slice() else {
        let places: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        bail!("expected what its mutant finds once in the sources, found it {} times: {places:?}", found.len());
    };
    if find == replace {
        bail!("its mutant changes nothing");
    }
    Ok(Mutant { vector, replacement: replace.join("\n"), file: (*path).clone(), range: range.clone(), rows })
}

/// Where lines stand one after the other, whatever indents all but the first; the first and the last may be parts of lines.
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

/// One line is a text, several are a list of texts.
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
    fn lines_are_found_whatever_indents_them() {
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
