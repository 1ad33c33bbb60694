//! The rewrite vectors: answers of language models to the changes of a fixed report, and which of their wording is taken.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use waybill_core::Report;
use waybill_core::rewrite::{ChangeFact, check_answer};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/rewrite")
}

fn read(path: &Path) -> Value {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The vectors this run is about.
fn vectors() -> Vec<Value> {
    let wanted = std::env::var("WAYBILL_VECTOR").ok();
    let entries = std::fs::read_dir(folder()).expect("tests/vectors/rewrite is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let vectors = files.iter().map(|path| {
        let vector = read(path);
        assert_eq!(
            vector["name"],
            path.file_stem().unwrap().to_str().unwrap(),
            "a vector is called what its file is called"
        );
        vector
    });
    vectors
        .filter(|vector| wanted.as_ref().is_none_or(|wanted| *wanted == format!("rewrite/{}", text(&vector["name"]))))
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(text).collect()
}

/// What is wrong with the verdicts on one answer.
fn complaints(case: &Value, facts: &[ChangeFact]) -> Vec<String> {
    let of = texts(&case["of"]);
    let asked: Vec<ChangeFact> =
        of.iter().map(|id| facts.iter().find(|fact| fact.id == *id).expect("a fact").clone()).collect();
    let answer = case["text"].as_str().map_or_else(|| case["answer"].to_string(), str::to_owned);
    let checked = check_answer(&asked, &answer);
    let expected = case["expect"].as_object().expect("verdicts by id");
    let mut found = Vec::new();
    for (id, verdict) in expected {
        let verdict = text(verdict);
        let refusal = checked.refusals().iter().find(|refusal| refusal.id == *id);
        match (verdict.as_str(), checked.of_change(id), refusal) {
            ("taken", Some(_), None) => {}
            (refused, None, Some(_)) if refused.starts_with("refused: ") => {}
            (_, taken, refusal) => {
                let reason = refusal.map(|refusal| refusal.reason.to_string());
                found.push(format!("{} ({id}): {verdict}; taken: {}, {reason:?}", case["name"], taken.is_some()));
            }
        }
    }
    let unexpected = checked.refusals().iter().filter(|refusal| !expected.contains_key(&refusal.id));
    found.extend(unexpected.map(|refusal| format!("{}: refused {}: {}", case["name"], refusal.id, refusal.reason)));
    found
}

#[cfg_attr(test, test)]
pub(crate) fn every_answer_of_a_model_gets_the_expected_verdicts() {
    let (mut failed, mut passed, mut answers) = (Vec::new(), Vec::new(), 0);
    for vector in vectors() {
        let report = std::fs::read(folder().join(text(&vector["report"]))).expect("a report");
        let report = Report::from_json(&report).unwrap_or_else(|error| panic!("{error}"));
        let facts: Vec<ChangeFact> = report.changes.iter().map(ChangeFact::from).collect();
        let cases = vector["cases"].as_array().expect("cases");
        answers += cases.len();
        let found: Vec<String> = cases.iter().flat_map(|case| complaints(case, &facts)).collect();
        if found.is_empty() {
            passed.push(format!("rewrite/{}", text(&vector["name"])));
        }
        failed.extend(found.into_iter().map(|complaint| format!("{}: {complaint}", text(&vector["name"]))));
    }
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
    assert!(std::env::var_os("WAYBILL_VECTOR").is_some() || answers >= 60, "{answers} answers were checked");
    if let Some(folder) = std::env::var_os("WAYBILL_EVIDENCE") {
        let evidence = json!({"host": "rust", "vectors": passed, "drivers": []});
        std::fs::write(Path::new(&folder).join("rust-rewrite.json"), evidence.to_string()).unwrap();
    }
}
