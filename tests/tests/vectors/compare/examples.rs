//! Examples for the comparison vectors: a finished report that is read again gets those that a comparison looks for itself.
//!
//! `tests/vectors/examples.json` keeps them by vector and change, `null` where none is found, for the hosts that add examples
//! later. `WAYBILL_BLESS=1` writes it.

use std::ops::ControlFlow;

use serde_json::Map;
use waybill_core::Report;
use waybill_core::witness::{add_witnesses_from_files, compare_with_witnesses};

use super::*;

#[test]
fn a_finished_report_gets_the_examples_that_a_comparison_finds() {
    let file = folder().with_file_name("examples.json");
    let kept: Map<String, Value> =
        if file.exists() { serde_json::from_value(read(&file)).expect("an object") } else { Map::new() };
    // Those of vectors that this run is not about stay as they are.
    let mut found = if std::env::var_os("WAYBILL_VECTOR").is_some() { kept.clone() } else { Map::new() };
    for name in names() {
        let folder = folder().join(&name);
        let examples = examples(&folder, &read(&folder.join("case.json")));
        found.remove(&name);
        if !examples.is_empty() {
            found.insert(name, Value::Object(examples));
        }
    }
    if std::env::var_os("WAYBILL_BLESS").is_some() {
        std::fs::write(&file, format!("{:#}\n", Value::Object(found))).unwrap();
        return;
    }
    let mut names: Vec<&String> = found.keys().chain(kept.keys()).collect();
    names.retain(|name| found.get(*name) != kept.get(*name));
    assert!(names.is_empty(), "the examples are others in {names:?}; WAYBILL_BLESS=1 writes {}", file.display());
}

/// The examples of a vector, by change; both ways to them have to give the same report.
fn examples(folder: &Path, case: &Value) -> Map<String, Value> {
    let inputs = Inputs::read(folder, case);
    let Inputs { left, right, options, .. } = &inputs;
    let supply = |side, wanted: &WantedFile| inputs.supply(side, wanted);
    let plain = compare_files(left, right, options, supply).expect("the descriptions can be compared");
    let expected = compare_with_witnesses(left, right, options, supply, |_, _, _| ControlFlow::Continue(()))
        .expect("the descriptions can be compared");
    let mut report = Report::from_json(&plain.json()).expect("the report can be read");
    add_witnesses_from_files(&mut report, left, right, &CompareOptions::default(), None, supply)
        .expect("the descriptions can be read");
    assert!(report.json() == expected.json(), "{}", folder.display());
    let report: Value = serde_json::from_slice(&report.json()).expect("the report is JSON");
    let changes = report["changes"].as_array().into_iter().flatten();
    let breaking = changes.filter(|change| change["level"] == "breaking" && change["direction"] == "request");
    breaking.map(|change| (change["id"].as_str().unwrap().to_owned(), change["witness"].clone())).collect()
}
