//! Access vectors: inputs with virtual time in, exactly the expected actions out; and no secret in any text on the way.
//!
//! `WAYBILL_BLESS=1` writes what the engine does into the files instead; the difference is then for a reviewer to judge.

mod format;
mod secrets;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use format::write_vector;
use waybill_core::Engine;
use waybill_tests::access_vector::{ConfigFile, Given, Input, feed, without_empty};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    name: String,
    about: String,
    hosts: Vec<String>,
    /// Rows of the token machine's table that it passes through.
    #[serde(default)]
    rows: Vec<String>,
    config: ConfigFile,
    expect_error: Option<Value>,
    #[serde(default)]
    steps: Vec<StepFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepFile {
    input: Input,
    #[serde(default)]
    expect: Value,
}

#[cfg_attr(test, test)]
pub(crate) fn every_access_vector_gives_the_expected_actions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/access");
    let only = std::env::var("WAYBILL_VECTOR").unwrap_or_default();
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 15, "found {} access vectors", files.len());
    let mut passed = Vec::new();
    for file in files {
        let name = format!("access/{}", file.file_stem().unwrap().to_string_lossy());
        if only.is_empty() || only == name {
            run(&file);
            passed.push(name);
        }
    }
    if let Ok(evidence) = std::env::var("WAYBILL_EVIDENCE") {
        let account = json!({"host": "rust", "vectors": passed, "drivers": []});
        fs::write(Path::new(&evidence).join("rust-access.json"), account.to_string()).unwrap();
    }
}

fn run(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let vector: Vector =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{} cannot be read: {error}", file.display()));
    assert_eq!(Some(vector.name.as_str()), file.file_stem().and_then(|stem| stem.to_str()));
    assert!(!vector.about.is_empty(), "{} says what it is for", vector.name);
    assert!(vector.hosts.iter().any(|host| host == "rust"), "{} names its hosts", vector.name);
    assert!(vector.rows.iter().all(|row| !row.is_empty()), "{} names its rows", vector.name);
    let bless = std::env::var("WAYBILL_BLESS").is_ok_and(|value| value == "1");
    let secrets = secrets::secrets_of(&serde_json::from_str(&text).unwrap());
    let search = |texts: &str, place: &str| {
        for secret in &secrets {
            assert!(!texts.contains(secret.as_str()), "{place}: {secret:?} shows in {texts}");
        }
    };
    let mut engine = match Engine::new(vector.config.clone().into()) {
        Ok(engine) => engine,
        Err(error) => {
            search(&secrets::texts_of_error(&error), &vector.name);
            let expected = vector.expect_error.unwrap_or_else(|| panic!("{}: refused: {error}", vector.name));
            let actual = json!({"code": error.code.as_str(), "kind": error.kind().as_str()});
            assert_eq!(expected, actual, "{}", vector.name);
            return;
        }
    };
    assert!(vector.expect_error.is_none(), "{}: the configuration was accepted", vector.name);
    let mut answers = Vec::new();
    for (position, step) in vector.steps.iter().enumerate() {
        let place = format!("{}, step {}", vector.name, position + 1);
        let given = feed(&mut engine, &step.input).unwrap_or_else(|| panic!("{place}: no engine has this input"));
        search(&texts_of(&engine, &given), &place);
        let actual = without_empty(given.shown());
        if !bless {
            let expected = without_empty(step.expect.clone());
            assert_eq!(expected, actual, "{place}\nexpected: {expected:#}\nactual: {actual:#}");
        }
        answers.push(actual);
    }
    if bless {
        fs::write(file, write_vector(&text, &answers)).unwrap();
    }
}

/// All that a program may log of what an input gave.
fn texts_of(engine: &Engine, given: &Given) -> String {
    match given {
        Given::Step(_, step) => secrets::texts_of(engine, step),
        Given::Exported(snapshot) => format!("{snapshot:?}"),
        Given::Refused(error) => secrets::texts_of_error(error),
        Given::Misused(misuse) => format!("{misuse} {misuse:?}"),
    }
}
