//! The mock vectors: files, requests, and the answers every host must give for them.

mod answer;
mod files;
mod settings;

use std::path::PathBuf;

use answer::Answer;
use files::{form, upload, written};
use http::Request;
use serde_json::{Value, json};
use waybill_core::Timestamp;
use waybill_mock::service::{MockService, UploadedFile};

/// 2026-03-01T12:00:00Z.
const NOW: Timestamp = Timestamp::from_millis(1_772_366_400_000);

/// The folder `tests`: mutants are built in another folder of the checkout.
fn folder() -> PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().find(|folder| folder.join("ARCHITECTURE.md").is_file()).expect("a checkout");
    root.join("tests")
}

/// The vectors this run is about, by name.
fn names() -> Vec<String> {
    let wanted = std::env::var("WAYBILL_VECTOR").ok();
    let entries = std::fs::read_dir(folder().join("vectors/mock")).expect("tests/vectors/mock is there");
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned())).collect();
    names.retain(|name| wanted.as_ref().is_none_or(|wanted| *wanted == format!("mock/{name}")));
    names.sort();
    assert!(wanted.is_some() || !names.is_empty(), "there are no vectors");
    names
}

#[cfg_attr(test, test)]
pub(crate) fn every_mock_vector_gives_the_expected_answers() {
    let (mut passed, mut complaints) = (Vec::new(), Vec::new());
    for name in names() {
        let file = folder().join("vectors/mock").join(format!("{name}.json"));
        let vector: Value =
            serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(vector["name"], name.as_str(), "a vector is called what its file is called");
        let found = run(&vector);
        if found.is_empty() {
            passed.push(format!("mock/{name}"));
        }
        complaints.extend(found.into_iter().map(|complaint| format!("{name}, {complaint}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
    if let Some(folder) = std::env::var_os("WAYBILL_EVIDENCE") {
        let evidence = json!({"host": "rust", "vectors": passed, "drivers": []});
        std::fs::write(PathBuf::from(folder).join("rust-mock.json"), evidence.to_string()).unwrap();
    }
}

/// Takes the steps of a vector and gives what is not as it should be.
fn run(vector: &Value) -> Vec<String> {
    let mut mock = MockService::new(settings::read(&vector["settings"]));
    let mut answers: Vec<Answer> = Vec::new();
    let mut complaints = Vec::new();
    for (number, step) in vector["steps"].as_array().expect("a vector has steps").iter().enumerate() {
        if step["empty_mock"] == true {
            mock = MockService::new(settings::read(&vector["settings"]));
        }
        let found = if step.get("import").is_some() {
            import(&mock, step, &answers)
        } else {
            let answer = send(&mock, step, &answers);
            let found = answer.complaints(&step["answer"], &answers);
            answers.push(answer);
            found
        };
        complaints.extend(found.into_iter().map(|complaint| format!("step {}: {complaint}", number + 1)));
    }
    complaints
}

fn import(mock: &MockService, step: &Value, answers: &[Answer]) -> Vec<String> {
    let files = step["import"].as_array().expect("files");
    let files = files.iter().map(|file| UploadedFile { path: text(&file["path"]), content: written(file, answers) });
    let files = files.collect();
    let imported = match step["version"].as_str() {
        Some(version) => mock.import_with_version(files, version),
        None => mock.import(files),
    };
    match imported {
        Ok(services) if step["services"] == json!(services) => Vec::new(),
        Ok(services) => vec![format!("imported {services:?}")],
        Err(error) => {
            let error = error.to_string();
            let expected = step["refused"].as_array().cloned().unwrap_or_default();
            let is_expected =
                !expected.is_empty() && expected.iter().all(|part| error.contains(part.as_str().unwrap()));
            if is_expected { Vec::new() } else { vec![format!("refused: {error}")] }
        }
    }
}

fn send(mock: &MockService, step: &Value, answers: &[Answer]) -> Answer {
    let (method, path) = step["request"].as_str().and_then(|line| line.split_once(' ')).expect("a method and a path");
    let mut request = Request::builder().method(method).uri(format!("http://mock.example{path}"));
    for (name, value) in step["headers"].as_object().into_iter().flatten() {
        request = request.header(name, value.as_str().expect("a header"));
    }
    let body = if let Some(files) = step["upload"].as_array() {
        request = request.header("content-type", form::CONTENT_TYPE);
        upload(files, answers)
    } else {
        written(step, answers)
    };
    let reply = mock.handle(&request.body(body).expect("a request"), NOW);
    mock.finished(&reply.ticket, std::time::Duration::from_millis(1));
    Answer::read(reply.response)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
