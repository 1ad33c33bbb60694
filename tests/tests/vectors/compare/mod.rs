//! The comparison vectors: two descriptions, and the report that every host must return for them.
//!
//! `report.json` has no sentences, so that rewording a message changes one file, `tests/vectors/messages.json`, which this test alone
//! reads. `WAYBILL_BLESS=1` writes both; read the difference before you keep it.

mod exact;
mod examples;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use exact::Exact;
use serde_json::{Value, json};
use waybill_core::openapi::WantedFile;
use waybill_core::report::{Exclusions, Levels, Side};
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

/// The levels of a vector, as an object with a level for each rule or family of rules.
fn levels(levels: &Value) -> Levels {
    let settings = levels.as_object().into_iter().flatten();
    let settings = settings.map(|(rule, level)| (rule.clone(), level.as_str().expect("a level").to_owned()));
    Levels::new(settings).expect("the levels can be used")
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
        let options = CompareOptions {
            previous_name: old,
            current_name: new,
            exclude: exclusions(&case["exclude"]),
            levels: levels(&case["levels"]),
            ..CompareOptions::default()
        };
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

/// The sentences of a change that depend on its rule and on options, and not on the descriptions.
const FIXED_SENTENCES: [&str; 4] = ["advice", "help", "no_witness", "why"];

/// The report of a vector, apart from the name and version of the tool.
struct Outcome {
    /// The report without its sentences.
    report: Exact,
    /// The sentences: of the verdict, of each change, and of each problem with its code before it, as errors are printed.
    messages: Vec<String>,
}

fn outcome(folder: &Path, case: &Value) -> Outcome {
    let inputs = Inputs::read(folder, case);
    let Inputs { left, right, options, .. } = &inputs;
    let report = compare_files(left, right, options, |side, wanted| inputs.supply(side, wanted));
    let report = report.expect("the descriptions can be compared");
    let text = String::from_utf8(report.json()).expect("the report is UTF-8");
    let mut report = Exact::read(&text).expect("the report is JSON");
    report.take("tool").expect("it names the tool");
    let mut sentences = vec![report.member("verdict").expect("a verdict").take("sentence")];
    for change in report.elements("changes") {
        sentences.push(change.take("message"));
        for name in FIXED_SENTENCES {
            change.take(name).unwrap_or_else(|| panic!("a change has `{name}`"));
        }
    }
    let string = |sentence: Option<Exact>| sentence.and_then(|sentence| sentence.string()).expect("a string");
    let mut messages: Vec<String> = sentences.into_iter().map(string).collect();
    for problem in report.elements("problems") {
        let message = string(problem.take("message"));
        let code = problem.member("code").and_then(|code| code.string()).expect("a code");
        messages.push(format!("{code}: {message}"));
    }
    Outcome { report, messages }
}

/// Returns the report without its sentences, as a value to look into.
fn report(folder: &Path, case: &Value) -> Value {
    serde_json::from_str(&outcome(folder, case).report.text()).expect("the report is JSON")
}

#[cfg_attr(test, test)]
pub(crate) fn every_comparison_gives_the_expected_report() {
    let bless = std::env::var_os("WAYBILL_BLESS").is_some();
    let messages_file = folder().with_file_name("messages.json");
    let mut messages: BTreeMap<String, Vec<String>> =
        serde_json::from_slice(&std::fs::read(&messages_file).unwrap()).expect("the messages are JSON");
    messages.retain(|name, _| !bless || folder().join(name).is_dir());
    let mut failed = Vec::new();
    let mut passed = Vec::new();
    for name in names() {
        let folder = folder().join(&name);
        let case = read(&folder.join("case.json"));
        assert_eq!(case["name"], name.as_str(), "a vector has the name of its folder");
        let found = outcome(&folder, &case);
        let file = folder.join("report.json");
        if bless {
            std::fs::write(&file, found.report.text()).unwrap();
            messages.insert(name.clone(), found.messages.clone());
        }
        let Ok(expected) = std::fs::read_to_string(&file) else {
            failed.push(format!("{name}: has no report.json; WAYBILL_BLESS=1 writes it"));
            continue;
        };
        let expected = Exact::read(&expected).unwrap_or_else(|error| panic!("{}: {error}", file.display())).text();
        let found_text = found.report.text();
        if found_text != expected {
            failed.push(format!("{name}: expected {expected}found {found_text}"));
        } else if messages.get(&name) != Some(&found.messages) {
            failed.push(format!("{name}: messages.json has {:#?}\nfound {:#?}", messages.get(&name), found.messages));
        } else {
            passed.push(format!("compare/{name}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    let orphans: Vec<&String> = messages.keys().filter(|name| !folder().join(name).is_dir()).collect();
    assert!(orphans.is_empty(), "messages.json names vectors that do not exist: {orphans:?}");
    if bless {
        let text = serde_json::to_string_pretty(&messages).expect("strings can be written") + "\n";
        std::fs::write(messages_file, text).unwrap();
    }
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
