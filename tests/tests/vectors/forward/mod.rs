//! The forward vectors: what a back end is asked by an app, what it sends for it, and what the app gets.
//!
//! The steps of a vector are requests to one forwarder. A step without a `session` has none; `decision` is what the host decides
//! of a listed request: `permit` where none is written, `deny`, or `none`, which leaves it under way. `platform` is what the
//! platform answers what is sent. `apiKey` is the back end's key where it is not the usual one, `null` for none.
//! `WAYBILL_BLESS=1` writes what the steps give; read it before you keep it.

mod back_end;
mod format;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use back_end::BackEnd;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/forward")
}

/// The vectors this run is about, by name.
fn names() -> Vec<String> {
    let wanted = std::env::var("WAYBILL_VECTOR").ok();
    let entries = std::fs::read_dir(folder()).expect("tests/vectors/forward is there");
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned())).collect();
    names.retain(|name| wanted.as_ref().is_none_or(|wanted| *wanted == format!("forward/{name}")));
    names.sort();
    assert!(wanted.is_some() || !names.is_empty(), "there are no vectors");
    names
}

#[cfg_attr(test, test)]
pub(crate) fn every_forward_vector_gives_the_expected_answers() {
    let (mut passed, mut complaints) = (Vec::new(), Vec::new());
    for name in names() {
        let file = folder().join(format!("{name}.json"));
        let text = std::fs::read_to_string(&file).unwrap();
        let vector: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(vector["name"], name.as_str(), "a vector is called what its file is called");
        let given = run(&vector);
        if std::env::var_os("WAYBILL_BLESS").is_some() {
            std::fs::write(&file, format::write_vector(&vector, &given)).unwrap();
            continue;
        }
        let steps = vector["steps"].as_array().unwrap().iter().zip(&given).enumerate();
        let differs = steps.filter(|(_, (step, given))| step["expect"] != **given);
        let found: Vec<String> =
            differs.map(|(at, (_, given))| format!("{name}, step {}: {given:#}", at + 1)).collect();
        if found.is_empty() {
            passed.push(format!("forward/{name}"));
        }
        complaints.extend(found);
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
    if let Some(folder) = std::env::var_os("WAYBILL_EVIDENCE") {
        let evidence = json!({"host": "rust", "vectors": passed, "drivers": []});
        std::fs::write(PathBuf::from(folder).join("rust-forward.json"), evidence.to_string()).unwrap();
    }
}

/// What each step gave.
fn run(vector: &Value) -> Vec<Value> {
    let list = std::fs::read(folder().join(vector["list"].as_str().expect("a vector names its list"))).unwrap();
    let key = vector.get("apiKey").map_or(Some(back_end::API_KEY), Value::as_str);
    let mut back_end = BackEnd::new(&list, key);
    vector["steps"].as_array().expect("a vector has steps").iter().map(|step| back_end.take(step)).collect()
}
