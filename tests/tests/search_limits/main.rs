//! The limits of the comparison's searches: for each, a pair of descriptions that is decided and one a step larger that no
//! longer is. What is not decided counts as a break, or as unproved or unclassified, or is among the report's problems, and is
//! never left out.
//!
//! A row of the tables names the constant, and what its pair holds as many of as it is given. Where a search counts more
//! than that, such as the schema around them, the row is off the constant by as much.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod beyond;
mod composition;
mod costs;
mod counterexamples;
mod descriptions;
mod proofs;
mod reading;
mod texts;
mod values;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waybill_core::{CompareOptions, compare};

/// Modules of the reader whose limits no comparison comes to: those of samples and of validation.
const NOT_ASKED: &str = "openapi/src/schema/";

/// The files among them that comparisons use.
const ASKED: [&str; 3] =
    ["openapi/src/schema/access_mode.rs", "openapi/src/schema/conjuncts.rs", "openapi/src/schema/pattern/ecma.rs"];

/// A limit, and a pair of descriptions on each side of it.
struct Edge {
    /// The file of the constant, below `core`.
    file: &'static str,
    /// Its name and its value.
    limit: &'static str,
    /// Two descriptions that hold so many of what is limited; a text is a description in YAML.
    pair: fn(usize) -> [Value; 2],
    /// The most that is decided.
    last: usize,
    /// What is said then, and of one more.
    decided: &'static [&'static str],
    beyond: &'static [&'static str],
}

fn edges() -> impl Iterator<Item = &'static Edge> {
    [proofs::EDGES, counterexamples::EDGES, values::EDGES, texts::EDGES, composition::EDGES, reading::EDGES]
        .into_iter()
        .flatten()
}

/// What a comparison says, each once: the levels and rules of changes, the codes of problems, or why nothing was read.
fn said(pair: &[Value; 2]) -> BTreeSet<String> {
    let [old, new] = pair.each_ref().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    let report = match compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()) {
        Ok(report) => report,
        Err(error) => return BTreeSet::from([format!("unread {}", error.code)]),
    };
    assert_eq!(report.complete, report.problems.is_empty(), "{:?}", report.problems);
    let changes = report.changes.iter().map(|change| format!("{} {}", change.level, change.rule));
    changes.chain(report.problems.iter().map(|problem| format!("problem {}", problem.code))).collect()
}

#[test]
fn each_limit_decides_up_to_it_and_says_so_beyond() {
    let mut wrong = Vec::new();
    for Edge { file, limit, pair, last, decided, beyond } in edges() {
        for (count, expected) in [(*last, decided), (last + 1, beyond)] {
            let said = said(&pair(count));
            if said != expected.iter().map(ToString::to_string).collect() {
                wrong.push(format!("{limit} in {file}, of {count}: {said:?}, not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_limit_of_the_comparison_has_its_edge() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("core");
    let listed: BTreeSet<String> = edges().map(|Edge { file, limit, .. }| format!("{file}: {limit}")).collect();
    let mut found = BTreeSet::new();
    for path in ["diff/src", "openapi/src"].into_iter().flat_map(|folder| files(&sources.join(folder))) {
        let file = path.strip_prefix(&sources).unwrap().to_str().unwrap().replace('\\', "/");
        if file.starts_with(NOT_ASKED) && !ASKED.contains(&file.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        found.extend(text.lines().filter_map(limit).map(|limit| format!("{file}: {limit}")));
    }
    let unlisted: Vec<_> = found.difference(&listed).collect();
    assert!(unlisted.is_empty(), "limits without an edge: {unlisted:#?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "edges without their limit: {gone:#?}");
}

/// The name and the value of the limit that a line sets.
fn limit(line: &str) -> Option<String> {
    let (name, rest) = line.split_once("const MAX_")?.1.split_once(':')?;
    let value = rest.split_once('=')?.1.trim().trim_end_matches(';');
    Some(format!("MAX_{name} = {value}"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
