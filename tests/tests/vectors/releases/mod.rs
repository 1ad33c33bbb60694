//! The release vectors: what is asked about a report, a version or a changelog, and what every host must give for it.
//!
//! Arguments and results are written as the npm package has them. A text of several lines is written as `{"lines": [..]}`, and
//! `{"step": N}` stands for what the N-th step gave. A step may have a report of its own. `WAYBILL_BLESS=1` writes what the steps give; read it before you keep it.

mod calls;
mod format;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use waybill_core::error::Error;
use waybill_core::{CompareOptions, compare};

use calls::call;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/releases")
}

/// The vectors this run is about, by name.
fn names() -> Vec<String> {
    let wanted = std::env::var("WAYBILL_VECTOR").ok();
    let entries = std::fs::read_dir(folder()).expect("tests/vectors/releases is there");
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned())).collect();
    names.retain(|name| wanted.as_ref().is_none_or(|wanted| *wanted == format!("releases/{name}")));
    names.sort();
    assert!(wanted.is_some() || !names.is_empty(), "there are no vectors");
    names
}

#[cfg_attr(test, test)]
pub(crate) fn every_release_vector_gives_the_expected_texts() {
    let (mut passed, mut complaints) = (Vec::new(), Vec::new());
    for name in names() {
        let file = folder().join(format!("{name}.json"));
        let text = std::fs::read_to_string(&file).unwrap();
        let vector: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(vector["name"], name.as_str(), "a vector is called what its file is called");
        let results = run(&vector);
        if std::env::var_os("WAYBILL_BLESS").is_some() {
            std::fs::write(&file, format::write_vector(&vector, &results)).unwrap();
            continue;
        }
        let steps = vector["steps"].as_array().unwrap().iter().zip(&results).enumerate();
        let found: Vec<String> = steps.filter_map(|(at, (step, result))| complaint(at, step, result)).collect();
        if found.is_empty() {
            passed.push(format!("releases/{name}"));
        }
        complaints.extend(found.into_iter().map(|complaint| format!("{name}, {complaint}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
    if let Some(folder) = std::env::var_os("WAYBILL_EVIDENCE") {
        let evidence = json!({"host": "rust", "vectors": passed, "drivers": []});
        std::fs::write(PathBuf::from(folder).join("rust-releases.json"), evidence.to_string()).unwrap();
    }
}

/// What came of a step: what it gave, or what it failed with.
type StepResult = Result<Value, Value>;

/// Takes the steps of a vector.
fn run(vector: &Value) -> Vec<StepResult> {
    let of_vector = report(vector);
    let (mut given, mut results): (Vec<Value>, Vec<StepResult>) = (Vec::new(), Vec::new());
    for step in vector["steps"].as_array().expect("a vector has steps") {
        let name = step["call"].as_str().expect("a step calls something");
        let of_step = step.get("report").map(|_| report(step));
        let result = call(name, of_step.as_ref().unwrap_or(&of_vector), &resolved(&step["with"], &given));
        let failure = |error: Error| json!({"code": error.code.as_str(), "kind": error.kind().as_str()});
        given.push(result.as_ref().ok().cloned().unwrap_or_default());
        results.push(result.map(|value| in_lines(&value)).map_err(failure));
    }
    results
}

/// The report that the steps are about: that of two descriptions, or one that is written out, as text or as JSON.
fn report(vector: &Value) -> Vec<u8> {
    match (&vector["descriptions"], &vector["report"]) {
        (Value::Array(pair), Value::Null) => {
            let [previous_name, current_name] = [&pair[0], &pair[1]].map(|path| path.as_str().unwrap().to_owned());
            let [old, new] = [&previous_name, &current_name].map(|path| std::fs::read(folder().join(path)).unwrap());
            let options = CompareOptions { previous_name, current_name, ..CompareOptions::default() };
            compare(&old, &new, &options).expect("the descriptions can be compared").json()
        }
        (_, Value::String(text)) => text.clone().into_bytes(),
        (_, report) => report.to_string().into_bytes(),
    }
}

/// Arguments with the texts that `lines` and `step` stand for.
fn resolved(value: &Value, given: &[Value]) -> Value {
    if let Some(lines) = value["lines"].as_array() {
        return lines.iter().map(|line| line.as_str().expect("a line")).collect::<Vec<_>>().join("\n").into();
    }
    if let Some(step) = value["step"].as_u64() {
        return given[usize::try_from(step).unwrap() - 1].clone();
    }
    map(value, |value| resolved(value, given))
}

/// A result with its texts of several lines as lists.
fn in_lines(value: &Value) -> Value {
    match value {
        Value::String(text) if text.contains('\n') => json!({"lines": text.split('\n').collect::<Vec<_>>()}),
        value => map(value, in_lines),
    }
}

fn map(value: &Value, change: impl Fn(&Value) -> Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(change).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), change(value))).collect(),
        value => value.clone(),
    }
}

fn complaint(at: usize, step: &Value, result: &StepResult) -> Option<String> {
    let expected = match result {
        Ok(_) => step.get("gives").map(|gives| Ok(gives.clone())),
        Err(_) => step.get("fails").map(|fails| Err(fails.clone())),
    };
    (expected.as_ref() != Some(result)).then(|| format!("step {}, {}: {result:#?}", at + 1, step["call"]))
}
