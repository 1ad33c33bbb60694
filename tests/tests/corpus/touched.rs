//! Any one place of any description, changed alone, is found: nothing that two descriptions say is missed silently.

use serde_json::{Value, json};
use waybill_core::{CompareOptions, compare};

/// Larger files say no more kinds of things, and take long without optimisation.
const BYTES: u64 = 150_000;
/// Places changed in each file.
const PLACES: usize = 24;

#[test]
fn every_changed_scalar_is_reported() {
    let small = |file: &std::path::PathBuf| {
        file.metadata().is_ok_and(|data| data.len() < BYTES) && file.extension().is_some_and(|e| e == "json")
    };
    let mut missed = Vec::new();
    for file in super::published().into_iter().filter(small) {
        let base: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let mut places = Vec::new();
        scalars(&base, &mut String::new(), &mut places);
        for place in places.iter().step_by(places.len().div_ceil(PLACES)) {
            let changed = changed(&base, place);
            let (old, new) = (base.to_string(), changed.to_string());
            // Another version that nobody knows is refused, and that is said as well.
            let Ok(report) = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()) else { continue };
            if report.changes.is_empty() && report.complete && !says_nothing(&base, place) {
                missed.push(format!("{}: {place} was {}", super::file_name(&file), base.pointer(place).unwrap()));
            }
        }
    }
    assert!(missed.is_empty(), "{}:\n{}", missed.len(), missed.join("\n"));
}

/// The pointers of everything that is neither object nor list, the release's own name excepted.
fn scalars(value: &Value, pointer: &mut String, places: &mut Vec<String>) {
    let mut inner = |step: &str, value: &Value| {
        let length = pointer.len();
        pointer.push('/');
        pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        scalars(value, pointer, places);
        pointer.truncate(length);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| inner(key, value)),
        Value::Array(elements) => elements.iter().enumerate().for_each(|(at, value)| inner(&at.to_string(), value)),
        _ if pointer == "/info/version" => {}
        _ => places.push(pointer.clone()),
    }
}

/// A copy with another value of the same type in one place.
fn changed(base: &Value, place: &str) -> Value {
    let mut copy = base.clone();
    let value = copy.pointer_mut(place).unwrap();
    *value = match &*value {
        Value::String(text) => json!(format!("{text}x")),
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) => json!(number.as_f64().unwrap() + 1.0),
        other => json!([other]),
    };
    copy
}

/// Whether the specifications let the place say nothing there.
fn says_nothing(base: &Value, place: &str) -> bool {
    let (holder, word) = place.rsplit_once('/').unwrap();
    let has = |member: &str| base.pointer(holder).unwrap().get(member);
    match word {
        // A path parameter is required, whatever is written (OpenAPI 3.0.4 section 4.7.12.2.1).
        "required" => has("in").is_some_and(|location| location == "path"),
        // Without `type`, null is among the values anyway (section 4.7.24.1).
        "nullable" => has("type").is_none(),
        // What stands beside a reference is ignored before OpenAPI 3.1 (section 4.7.23.1).
        _ if has("$ref").is_some() => !base["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")),
        _ => false,
    }
}
