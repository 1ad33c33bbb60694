//! The secrets of a vector, its canaries: whatever the engine gives is searched for them.

use serde_json::Value;
use waybill_core::{Action, Engine, Error, Step};

/// The members whose values are secrets, in a vector's inputs and in a provider's answers.
const NAMES: [&str; 6] = ["api_key", "password", "access_token", "refresh_token", "token", "given"];

/// Every key, password and token that a vector holds or its provider issues.
pub(super) fn secrets_of(vector: &Value) -> Vec<String> {
    match vector {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| value_of(name, value).into_iter().chain(secrets_of(value)))
            .collect(),
        Value::Array(items) => items.iter().flat_map(secrets_of).collect(),
        // A provider's answer is a JSON text.
        Value::String(text) => serde_json::from_str::<Value>(text)
            .ok()
            .filter(Value::is_object)
            .map(|inner| secrets_of(&inner))
            .unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

fn value_of(name: &str, value: &Value) -> Option<String> {
    value.as_str().filter(|_| NAMES.contains(&name)).map(str::to_owned)
}

/// All that a program may log of a step, and the URLs it sends to.
pub(super) fn texts_of(engine: &Engine, step: &Step) -> String {
    let actions = step.actions.iter().map(|action| match action {
        Action::Send { head, body, .. } => format!("{} {head:?} {body:?}", head.url),
        Action::Done { outcome, .. } => format!("{outcome:?}"),
        Action::Note { note } => format!("{} {}", note.code, note.message),
        Action::Read { .. }
        | Action::Abort { .. }
        | Action::Lock { .. }
        | Action::Save { .. }
        | Action::Unlock { .. }
        | Action::Closed => String::new(),
    });
    format!("{engine:?} {step:?} {step:#?} {}", actions.collect::<Vec<_>>().join(" "))
}

/// All that a program may log of an error.
pub(super) fn texts_of_error(error: &Error) -> String {
    format!("{error} {error:?} {error:#?} {} {:?}", error.message, error.remedy)
}

#[test]
fn secrets_are_found_everywhere_in_a_vector() {
    let vector = serde_json::json!({
        "config": {"credentials": [{"api_key": "key", "login": {"username": "ann", "password": "pass"}}]},
        "steps": [{"input": {"on_body": {"body": r#"{"access_token":"access","refresh_token":"refresh"}"#}}}],
    });
    let mut found = secrets_of(&vector);
    found.sort();
    assert_eq!(found, ["access", "key", "pass", "refresh"]);
}
