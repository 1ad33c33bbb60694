//! Published descriptions against rewritings of themselves that mean the same: keys in another order, other white
//! space, YAML for JSON. Nothing may be reported.

use serde_json::Value;
use waybill_core::compat::Level;
use waybill_core::openapi::{Limits, Loader, ReadProblem};
use waybill_core::report::{CompareOptions, compare};

/// The versions of the specification that are read.
fn is_read(file: &std::path::Path) -> bool {
    !super::file_name(file).starts_with("examples-2.0")
}

/// What published descriptions really get wrong: bundlers leave the files behind that only mappings name.
fn is_known(problem: &ReadProblem) -> bool {
    let left_behind = problem.code == "reference.external" && problem.place.pointer.contains("/discriminator/mapping/");
    left_behind || ["description.duplicate-key", "reference.unresolved"].contains(&problem.code)
}

fn assert_same(old: &[u8], new: &[u8], name: &str) {
    let report = compare(old, new, &CompareOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    // Some published texts end with a line break in YAML alone.
    let changes = report.changes.iter().filter(|change| change.level != Level::Docs);
    let said: Vec<&str> = changes.map(|change| change.message.as_str()).take(5).collect();
    assert!(said.is_empty(), "{name}: {said:?}");
}

#[test]
fn a_description_is_the_same_in_another_order_and_layout() {
    let mut read = 0;
    for file in super::published().into_iter().filter(|file| is_read(file)) {
        let name = super::file_name(&file);
        let bytes = std::fs::read(&file).unwrap();
        if file.extension().is_some_and(|end| end == "json") {
            // Reading into a map sorts the members.
            let value: Value = serde_json::from_slice(&bytes).unwrap();
            assert_same(&bytes, serde_json::to_string_pretty(&value).unwrap().as_bytes(), name);
        } else {
            assert_same(&bytes, &bytes, name);
        }
        read += 1;
    }
    assert!(read == 0 || read >= 50, "{read} descriptions were read");
}

#[test]
fn a_description_is_the_same_in_json_and_yaml() {
    // This one has other paths in YAML than in JSON.
    let differs = "examples-3.1-parameters-style.yaml";
    let yaml = super::published()
        .into_iter()
        .filter(|file| is_read(file) && file.extension().is_some_and(|end| end == "yaml"));
    for file in yaml.filter(|file| super::file_name(file) != differs) {
        let json = file.with_extension("json");
        if json.is_file() {
            assert_same(&std::fs::read(&json).unwrap(), &std::fs::read(&file).unwrap(), super::file_name(&file));
        }
    }
}

#[test]
fn no_published_description_is_refused_or_read_in_part() {
    for file in super::published().into_iter().filter(|file| is_read(file)) {
        let bytes = std::fs::read(&file).unwrap();
        let reading = Loader::new(super::file_name(&file), bytes, &Limits::default());
        let description = reading.unwrap_or_else(|error| panic!("{}: {error}", file.display())).finish();
        let problems: Vec<_> = description.problems().iter().filter(|problem| !is_known(problem)).collect();
        assert!(problems.is_empty(), "{}: {problems:#?}", file.display());
    }
}
