//! The limits of the comparison's searches: for each, a pair of descriptions that is decided and one a step larger that no
//! longer is. What is not decided counts as a break, or as unproved or unclassified, and is never left out.
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
mod texts;
mod values;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waybill_core::{CompareOptions, compare};

/// A limit, and a pair of descriptions on each side of it.
struct Edge {
    /// The file of the constant, below `core/src`.
    file: &'static str,
    /// Its name and its value.
    limit: &'static str,
    /// Two descriptions that hold so many of what is limited.
    pair: fn(usize) -> [Value; 2],
    /// The most that is decided.
    last: usize,
    /// The levels and rules of what is said then, and of one more.
    decided: &'static [&'static str],
    beyond: &'static [&'static str],
}

fn edges() -> impl Iterator<Item = &'static Edge> {
    [proofs::EDGES, counterexamples::EDGES, values::EDGES, texts::EDGES, composition::EDGES].into_iter().flatten()
}

/// The levels and rules of what a comparison says, each once.
fn said([old, new]: &[Value; 2]) -> BTreeSet<String> {
    let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap();
    assert!(report.complete, "{:?}", report.problems);
    report.changes.iter().map(|change| format!("{} {}", change.level, change.rule)).collect()
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
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("core/src");
    let listed: BTreeSet<String> = edges().map(|Edge { file, limit, .. }| format!("{file}: {limit}")).collect();
    let mut found = BTreeSet::new();
    let searched = [files(&sources.join("diff")), vec![sources.join("schema/conjuncts.rs")]].concat();
    for path in searched {
        let file = path.strip_prefix(&sources).unwrap().to_str().unwrap().replace('\\', "/");
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
