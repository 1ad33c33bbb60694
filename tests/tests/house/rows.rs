//! The token machine's table, the code and the vectors agree: each row is decided in one marked place and shown.
//!
//! `cargo xtask mutants` runs the vectors with the markers made visible, and holds that each passes the rows it names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::sources::{hold, root, written_in};

#[test]
fn every_row_of_the_token_machine_is_marked_once() {
    let (rows, marked) = (rows(), marked());
    let mut complaints = Vec::new();
    for (row, places) in &marked {
        match places.as_slice() {
            _ if !rows.contains(row) => complaints.push(format!("row {row} of {places:?} is not in the table")),
            [_] => {}
            _ => complaints.push(format!("row {row} is marked in {places:?}")),
        }
    }
    complaints
        .extend(rows.iter().filter(|row| !marked.contains_key(*row)).map(|row| format!("row {row} is not marked")));
    hold("each row of core/access/src/token/rows.md is marked where it is decided", &complaints);
}

#[test]
fn every_row_of_the_token_table_has_a_vector_or_a_test() {
    let (rows, shown) = (rows(), shown());
    let mut complaints: Vec<String> = rows
        .iter()
        .filter(|row| !shown.contains_key(*row))
        .map(|row| format!("row {row} is shown by nothing"))
        .collect();
    let unknown = shown.iter().filter(|(row, _)| !rows.contains(*row));
    complaints.extend(unknown.map(|(row, by)| format!("{by} names row {row}, which is not in the table")));
    hold("each row of core/access/src/token/rows.md is shown", &complaints);
}

/// The first column of the table.
fn rows() -> BTreeSet<String> {
    let table = fs::read_to_string(root().join("core/access/src/token/rows.md")).unwrap();
    let cells = table.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    let rows: Vec<String> = cells.map(|(row, _)| row.to_owned()).filter(|row| row != "row").collect();
    let set: BTreeSet<String> = rows.iter().cloned().collect();
    assert!(set.len() > 20 && set.len() == rows.len(), "the table was not read, or has a row twice: {rows:?}");
    set
}

/// The places of each `// row N` in the machine.
fn marked() -> BTreeMap<String, Vec<String>> {
    let mut marked: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in written_in(&[".rs"]) {
        if !source.path.starts_with("core/access/src/token/") {
            continue;
        }
        for (number, line) in source.text.lines().enumerate() {
            if let Some(row) = line.trim().strip_prefix("// row ") {
                marked.entry(row.to_owned()).or_default().push(format!("{}:{}", source.path, number + 1));
            }
        }
    }
    marked
}

/// What shows each row: a vector that names it among its `rows`, or a test under a line `// covers rows A, B`.
fn shown() -> BTreeMap<String, String> {
    let mut shown = BTreeMap::new();
    for entry in fs::read_dir(root().join("tests/vectors/access")).unwrap() {
        let path = entry.unwrap().path();
        let vector: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for row in vector["rows"].as_array().into_iter().flatten() {
            shown.insert(row.as_str().unwrap().to_owned(), path.display().to_string());
        }
    }
    for source in written_in(&[".rs"]) {
        let lines = source.text.lines().filter(|_| source.path.starts_with("core/"));
        for rows in lines.filter_map(|line| line.trim().strip_prefix("// covers rows ")) {
            shown.extend(rows.split(", ").map(|row| (row.to_owned(), source.path.clone())));
        }
    }
    shown
}
