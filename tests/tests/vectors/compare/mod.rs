//! The comparison vectors: two descriptions and the report every host must give for them.
//!
//! `WAYBILL_BLESS=1` writes the reports instead of checking them; read what it wrote before you keep it.

mod exact;
mod examples;

use std::path::{Path, PathBuf};

use exact::Exact;
use serde_json::{Value, json};
use waybill_core::openapi::WantedFile;
use waybill_core::report::{Exclusions, Side};
use waybill_core::{CompareOptions, compare_files};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/compare")
}

fn read(path: &Path) -> Value {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The vectors this run is about, by name.
fn names() -> Vec<String> {
    let wanted = std::env::var("WAYBILL_VECTOR").ok();
    let entries = std::fs::read_dir(folder()).expect("tests/vectors/compare is there");
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| wanted.as_ref().is_none_or(|wanted| *wanted == format!("compare/{name}")));
    names.sort();
    names
}

/// The further files of a description, by their paths from its folder.
fn files(folder: &Path, case: &Value, side: &str) -> Vec<(String, Vec<u8>)> {
    let beside = folder.join(case[side].as_str().expect("a file name"));
    let paths = case[format!("{side}_files")].as_array().cloned().unwrap_or_default();
    let file = |path: Value| {
        let path = path.as_str().expect("a path").to_owned();
        let bytes = std::fs::read(beside.with_file_name(&path)).expect(&path);
        (path, bytes)
    };
    paths.into_iter().map(file).collect()
}

/// What is left out in a vector; nothing where it does not say.
fn exclusions(excluded: &Value) -> Exclusions {
    let texts = |member: &str| {
        let list = excluded[member].as_array().into_iter().flatten();
        list.map(|text| text.as_str().expect("a text").to_owned()).collect()
    };
    Exclusions {
        tags: texts("tags"),
        paths: texts("paths"),
        internal: excluded["internal"].as_bool().unwrap_or_default(),
    }
}

/// What a vector compares.
struct Inputs {
    left: Vec<u8>,
    right: Vec<u8>,
    options: CompareOptions,
    files: [Vec<(String, Vec<u8>)>; 2],
}

impl Inputs {
    fn read(folder: &Path, case: &Value) -> Inputs {
        let [old, new] = ["old", "new"].map(|side| case[side].as_str().expect("a file name").to_owned());
        let [left, right] = [&old, &new].map(|name| std::fs::read(folder.join(name)).expect(name));
        let options = CompareOptions { previous_name: old, current_name: new, exclude: exclusions(&case["exclude"]) };
        let files = ["old", "new"].map(|side| files(folder, case, side));
        Inputs { left, right, options, files }
    }

    fn supply(&self, side: Side, wanted: &WantedFile) -> Result<Vec<u8>, String> {
        let [old, new] = &self.files;
        match side {
            Side::Previous => wanted.find_among(old),
            Side::Current => wanted.find_among(new),
        }
    }
}

/// The report of a vector, without the name and version of the tool.
fn written(folder: &Path, case: &Value) -> Exact {
    let inputs = Inputs::read(folder, case);
    let Inputs { left, right, options, .. } = &inputs;
    let report = compare_files(left, right, options, |side, wanted| inputs.supply(side, wanted));
    let report = report.expect("the descriptions can be compared");
    let text = String::from_utf8(report.json()).expect("the report is UTF-8");
    Exact::read(&text).expect("the report is JSON").without("tool")
}

/// The same as a value to look into.
fn report(folder: &Path, case: &Value) -> Value {
    serde_json::from_str(&written(folder, case).text()).expect("the report is JSON")
}

#[cfg_attr(test, test)]
pub(crate) fn every_comparison_gives_the_expected_report() {
    let mut failed = Vec::new();
    let mut passed = Vec::new();
    for name in names() {
        let folder = folder().join(&name);
        let case = read(&folder.join("case.json"));
        assert_eq!(case["name"], name.as_str(), "a vector is called what its folder is called");
        let found = written(&folder, &case).text();
        let file = folder.join("report.json");
        if std::env::var_os("WAYBILL_BLESS").is_some() {
            std::fs::write(&file, &found).unwrap();
        }
        let Ok(expected) = std::fs::read_to_string(&file) else {
            failed.push(format!("{name}: has no report.json; WAYBILL_BLESS=1 writes it"));
            continue;
        };
        let expected = Exact::read(&expected).unwrap_or_else(|error| panic!("{}: {error}", file.display())).text();
        if found == expected {
            passed.push(format!("compare/{name}"));
        } else {
            failed.push(format!("{name}: expected {expected}found {found}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    if let Some(folder) = std::env::var_os("WAYBILL_EVIDENCE") {
        let evidence = json!({"host": "rust", "vectors": passed, "drivers": []});
        std::fs::write(Path::new(&folder).join("rust-compare.json"), evidence.to_string()).unwrap();
    }
}

#[test]
fn comparing_the_other_way_round_finds_the_same_places() {
    for name in names() {
        let folder = folder().join(&name);
        let case = read(&folder.join("case.json"));
        let turned = json!({
            "old": case["new"], "new": case["old"], "old_files": case["new_files"], "new_files": case["old_files"]
        });
        let (there, back) = (report(&folder, &case), report(&folder, &turned));
        let unclassified = |report: &Value| report["counts"]["unclassified"].clone();
        assert_eq!(unclassified(&there), unclassified(&back), "{name}");
        assert_eq!(there["verdict"]["required_bump"].is_null(), back["verdict"]["required_bump"].is_null(), "{name}");
    }
}

#[test]
fn a_description_compared_with_itself_has_not_changed() {
    for name in names() {
        let folder = folder().join(&name);
        let case = read(&folder.join("case.json"));
        for side in ["old", "new"] {
            let files = &case[format!("{side}_files")];
            let twice = json!({"old": case[side], "new": case[side], "old_files": files, "new_files": files});
            let same = report(&folder, &twice);
            assert_eq!(same["changes"], json!([]), "{name} {side}");
            assert!(same["verdict"]["required_bump"].is_null(), "{name} {side}");
        }
    }
}
