//! The official JSON-Schema-Test-Suite, draft 2020-12: every test it requires, and the optional formats apart.
//!
//! `WAYBILL_SCHEMA_SUITE` names the folder it was fetched into, which is not ours to keep here. Each schema is a file that
//! a component of an OpenAPI 3.1 description refers to, so that nothing of it is changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waybill_core::openapi::{Description, Limits, Loader};
use waybill_core::schema::{Instance, Schema, Validator, ValidatorOptions};

const ROOT: &str =
    r#"{"openapi":"3.1.0","info":{"title":"t","version":"1"},"components":{"schemas":{"S":{"$ref":"schema.json"}}}}"#;

/// Required tests that do not hold, and why.
const EXCLUDED: [(&str, &str); 1] = [(
    "vocabulary.json: schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number, but it still validates",
    "a meta-schema of one's own that leaves out a vocabulary: OpenAPI descriptions have the OpenAPI dialect",
)];

/// Files of optional tests, how many of which do not hold, and why.
const GAPS: [(&str, usize, &str); 5] = [
    ("anchor.json", 1, "an anchor inside an `enum` of another file is taken for one"),
    ("cross-draft.json", 1, "schemas of older drafts are read as those of 2020-12"),
    ("dependencies-compatibility.json", 14, "`dependencies` is a keyword of older drafts"),
    (
        "ecmascript-regex.json",
        14,
        "few properties of characters are known: letters and digits of all scripts take tables",
    ),
    ("idn-hostname.json", 34, "`idn-hostname` is a note: its rules take tables of all scripts"),
];

fn folder() -> Option<PathBuf> {
    std::env::var_os("WAYBILL_SCHEMA_SUITE").map(PathBuf::from)
}

/// What stands at a URI that schemas of the suite refer to.
fn remote(folder: &Path, uri: &str) -> Option<Vec<u8>> {
    let file = if let Some(path) = uri.strip_prefix("http://localhost:1234/") {
        folder.join("remotes").join(path)
    } else {
        let name = uri.strip_prefix("https://json-schema.org/draft/2020-12/")?;
        let vocabulary = name.strip_prefix("meta/").map(|name| format!("vocabularies/{name}"));
        folder.join("draft202012").join(vocabulary.unwrap_or_else(|| "metaschema.json".to_owned()))
    };
    fs::read(file).ok()
}

fn read<'a>(folder: &Path, schema: &Value) -> Description<'a> {
    let mut reading = Loader::new("openapi.json", ROOT.as_bytes(), &Limits::default()).unwrap();
    while let Some(file) = reading.next_file().cloned() {
        let bytes = if file.as_str() == "schema.json" {
            Some(schema.to_string().into_bytes())
        } else {
            remote(folder, file.as_str())
        };
        reading.provide(&file, bytes.map(Into::into).ok_or_else(|| format!("no {file}"))).unwrap();
    }
    reading.finish()
}

/// Runs every test of a file: how many there were, and those that went wrong.
fn run(folder: &Path, file: &Path, options: ValidatorOptions) -> (usize, Vec<String>) {
    let groups: Vec<Value> = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let (mut count, mut wrong) = (0, Vec::new());
    for group in &groups {
        let description = read(folder, &group["schema"]);
        let schema = Schema::component(&description, "S").unwrap();
        let mut validator = Validator::new(options);
        for test in group["tests"].as_array().unwrap() {
            count += 1;
            let text = test["data"].to_string();
            let instance = Instance::read("data", text.as_bytes()).unwrap();
            let outcome = validator.validate(&description, schema, &instance, None);
            let expected = test["valid"] == true;
            let held = if expected { outcome.is_valid() } else { outcome.is_invalid() };
            let [of_group, own] = [group, test].map(|value| value["description"].as_str().unwrap());
            let title = format!("{name}: {of_group}: {own}");
            let is_excluded = EXCLUDED.iter().any(|(excluded, _)| *excluded == title);
            if held == is_excluded {
                wrong.push(format!("{title}: expected {expected}, got {outcome:?}"));
            }
        }
    }
    (count, wrong)
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    files.sort();
    files
}

#[test]
fn every_required_test_of_the_official_suite_holds() {
    let Some(folder) = folder() else { return };
    let options = ValidatorOptions { formats: false, ..ValidatorOptions::default() };
    let (mut count, mut wrong) = (0, Vec::new());
    for file in json_files(&folder.join("tests/draft2020-12")) {
        let (tests, of_file) = run(&folder, &file, options);
        count += tests;
        wrong.extend(of_file);
    }
    assert!(wrong.is_empty(), "{} of {count} went wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 1_200, "only {count} tests were found");
}

#[test]
fn of_the_optional_tests_those_fail_alone_that_are_listed() {
    let Some(folder) = folder() else { return };
    let (mut count, mut gaps) = (0, BTreeMap::new());
    for part in ["optional", "optional/format"] {
        for file in json_files(&folder.join("tests/draft2020-12").join(part)) {
            let (tests, wrong) = run(&folder, &file, ValidatorOptions::default());
            count += tests;
            if !wrong.is_empty() {
                gaps.insert(file.file_name().unwrap().to_string_lossy().into_owned(), wrong.len());
            }
        }
    }
    let listed: BTreeMap<String, usize> = GAPS.iter().map(|(file, count, _)| ((*file).to_owned(), *count)).collect();
    assert_eq!(gaps, listed);
    assert!(count > 600, "only {count} tests were found");
}
