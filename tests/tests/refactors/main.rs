//! Equal descriptions have no report: a sample of descriptions, edited by each kind of `waybill_tests::refactors`.
//!
//! `tests/refactors/README.md` has the kinds and the figures of all published descriptions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waybill_tests::refactors::{Alarm, File, Kind, alarms, kinds};

/// False alarms that are known: a kind and a description of the sample. A line goes when its alarm is fixed.
const KNOWN: &str = include_str!("../../refactors/known.tsv");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("refactors/descriptions")
}

fn sample() -> Vec<(String, Value)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: &PathBuf| {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap())
    };
    files.iter().map(read).collect()
}

/// Compares a description with its edited copies, in both directions.
fn compare(kind: &Kind, name: &str, description: &Value) -> Vec<Alarm> {
    let base = [File { name: "openapi.json".to_owned(), text: description.to_string() }];
    // Every second place as well, in one description of each kind of schema.
    let steps = if ["shop-2.0", "shop-3.1"].contains(&name) { 2 } else { 1 };
    let copies = (1..=steps).filter_map(|step| kind.apply(description, step));
    copies.flat_map(|copy| [alarms(&base, &copy), alarms(&copy, &base)]).flatten().collect()
}

fn known() -> BTreeSet<(&'static str, &'static str)> {
    let rows = KNOWN.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| row.split_once('\t').unwrap()).collect()
}

#[test]
fn equal_descriptions_have_no_entry_above_docs() {
    let mut false_alarms = Vec::new();
    let mut happened = BTreeSet::new();
    let sample = sample();
    for kind in kinds() {
        for (name, description) in &sample {
            let found = compare(&kind, name, description);
            if !found.is_empty() && known().contains(&(kind.name, name.as_str())) {
                happened.insert((kind.name, name.as_str()));
            } else {
                false_alarms.extend(found.iter().map(|alarm| format!("{} {name}: {alarm}", kind.name)));
            }
        }
    }
    assert!(false_alarms.is_empty(), "{}:\n{}", false_alarms.len(), false_alarms.join("\n"));
    let fixed: Vec<_> = known().into_iter().filter(|row| !happened.contains(row)).collect();
    assert!(fixed.is_empty(), "remove these lines from tests/refactors/known.tsv: {fixed:?}");
}

#[test]
fn every_kind_applies_to_the_sample() {
    let sample = sample();
    let applies = |kind: &Kind| sample.iter().any(|(_, description)| kind.apply(description, 1).is_some());
    let unused: Vec<&str> = kinds().iter().filter(|kind| !applies(kind)).map(|kind| kind.name).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn kinds_have_unique_names_and_a_clause() {
    let kinds = kinds();
    assert!(kinds.len() >= 60, "{}", kinds.len());
    let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), kinds.len());
    assert!(kinds.iter().all(|kind| kind.clause.contains(", ")), "a clause names a text and a section");
}
