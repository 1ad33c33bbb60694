//! Small pairs of descriptions that are hard to compare, each with the verdict that follows from the specifications:
//! written without knowledge of the comparison, tried in both directions.
//!
//! `tests/hard/*.json` holds the pairs, with the clause each follows; `tests/hard/README.md` says how they are written.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod annotations;
mod case;
mod document;

use std::collections::BTreeMap;
use std::path::Path;

use case::{Case, Outcome};

/// Every pair, with the file it is in.
fn cases() -> Vec<(String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("hard");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let read = |file: &std::path::PathBuf| {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read(file).unwrap();
        let cases: Vec<Case> = serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.into_iter().map(move |case| (name.clone(), case)).collect::<Vec<_>>()
    };
    files.iter().flat_map(read).collect()
}

/// How many verdicts of a file are said to be more than they are, and how many to be undecided: what is left to do.
const LEFT: [(&str, usize, usize); 7] = [
    ("alternatives", 0, 0),
    ("composition", 34, 8),
    ("messages", 5, 1),
    ("references", 0, 0),
    ("reuse", 0, 0),
    ("values", 10, 18),
    ("versions", 18, 6),
];

#[test]
fn every_pair_is_judged_as_the_specifications_say() {
    let mut counts: BTreeMap<String, BTreeMap<Outcome, usize>> = BTreeMap::new();
    let mut missed = Vec::new();
    let mut wrong = Vec::new();
    for (file, case) in cases() {
        for verdict in case.verdicts() {
            *counts.entry(file.clone()).or_default().entry(verdict.outcome).or_default() += 1;
            let list = match verdict.outcome {
                Outcome::Right => continue,
                Outcome::Missed => &mut missed,
                Outcome::False | Outcome::Undecided => &mut wrong,
            };
            list.push(format!("{file} {} {verdict}", case.id));
        }
    }
    for (file, counts) in &counts {
        println!("{file}: {counts:?}");
    }
    assert!(missed.is_empty(), "{} breaks are missed:\n{}", missed.len(), missed.join("\n"));
    let left = |file: &str, outcome| counts[file].get(&outcome).copied().unwrap_or_default();
    let found = LEFT.map(|(file, ..)| (file, left(file, Outcome::False), left(file, Outcome::Undecided)));
    assert_eq!(counts.len(), LEFT.len(), "every file has its row");
    assert_eq!(found, LEFT, "false and undecided verdicts:\n{}", wrong.join("\n"));
}

#[test]
fn annotations_change_no_verdict() {
    let step = if cfg!(feature = "deep") { 1 } else { 8 };
    let mut wrong = Vec::new();
    for (file, case) in cases().into_iter().step_by(step) {
        wrong.extend(case.changed_by_annotations().into_iter().map(|text| format!("{file} {} {text}", case.id)));
    }
    assert!(wrong.is_empty(), "{} verdicts changed:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn at_least_four_hundred_pairs_have_unique_names() {
    let cases = cases();
    let names: std::collections::BTreeSet<_> = cases.iter().map(|(file, case)| (file, &case.id)).collect();
    assert!(cases.len() >= 400, "{}", cases.len());
    assert_eq!(names.len(), cases.len());
}
