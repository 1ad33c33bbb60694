//! Steps as vectors write them.

use serde_json::{Map, Value, json};
use waybill_core::error::{FailureDetails, FailureStage, PathFamily, ProblemDetails, ProviderError};
use waybill_core::time::millis_of_span;
use waybill_core::{Action, Error, Outcome, Purpose, RequestBody, RequestHead, Retry, Step, Timestamp};

pub(super) fn show_step(step: &Step) -> Value {
    let actions: Vec<Value> = step.actions.iter().map(show_action).collect();
    json!({"actions": actions, "wake_at": step.wake_at.map(Timestamp::as_millis)})
}

/// An input that was refused, or not asked for.
pub(super) fn show_refusal(error: &Error) -> Value {
    json!({"error": {"code": error.code.as_str(), "kind": error.kind().as_str()}})
}

fn show_action(action: &Action) -> Value {
    match action {
        Action::Send { exchange, purpose, head, body, deadline } => {
            let RequestHead { method, url, headers } = head;
            let mut headers: Vec<(&str, &str)> =
                headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap_or_default())).collect();
            headers.sort_unstable();
            let purpose = match purpose {
                Purpose::Token => json!("token"),
                Purpose::Call(call) => json!({"call": call.as_number()}),
            };
            json!({"send": {
                "exchange": exchange.as_number(), "purpose": purpose, "method": method.as_str(), "url": url,
                "headers": headers, "body": show_body(body), "deadline": deadline.map(Timestamp::as_millis),
            }})
        }
        Action::Read { exchange, limit } => json!({"read": {"exchange": exchange.as_number(), "limit": limit}}),
        Action::Abort { exchange } => json!({"abort": {"exchange": exchange.as_number()}}),
        Action::Note { note } => json!({"note": {"code": note.code}}),
        Action::Done { call, outcome: Outcome::Response { exchange } } => {
            json!({"done": {"call": call.as_number(), "response": {"exchange": exchange.as_number()}}})
        }
        Action::Done { call, outcome: Outcome::Failed(error) } => {
            json!({"done": {"call": call.as_number(), "failed": show_error(error)}})
        }
        Action::Lock { ticket, lease, known_seq } => {
            json!({"lock": {"ticket": ticket.as_number(), "lease": millis_of_span(*lease), "known_seq": known_seq}})
        }
        Action::Save { ticket, snapshot, expected_seq } => json!({"save": {
            "ticket": ticket.as_number(), "snapshot": snapshot.expose(), "expected_seq": expected_seq,
        }}),
        Action::Unlock { ticket } => json!({"unlock": {"ticket": ticket.as_number()}}),
        Action::Closed => json!("closed"),
    }
}

fn show_body(body: &RequestBody) -> Value {
    match body {
        RequestBody::Empty => json!("empty"),
        RequestBody::Bytes(bytes) => json!({"bytes": String::from_utf8_lossy(bytes)}),
        RequestBody::Caller { replayable } => json!({"caller": {"replayable": replayable}}),
    }
}

fn show_error(error: &Error) -> Value {
    let Error { code, message, retry, remedy, status, details, response } = error;
    let FailureDetails { stage, path_family, environment, provider, problem, request_id, evidence } =
        details.as_deref().cloned().unwrap_or_default();
    let (code, kind) = (code.as_str(), code.kind().as_str());
    let retry = match retry {
        Retry::Never => json!("never"),
        Retry::After(wait) => json!({"after": millis_of_span(*wait)}),
        Retry::AfterSignIn => json!("after-sign-in"),
    };
    let body = response.as_ref().map(|response| String::from_utf8_lossy(&response.body).into_owned());
    json!({
        "code": code, "kind": kind, "message": message, "retry": retry, "status": status, "remedy": remedy, "body": body,
        "stage": stage.map(FailureStage::as_str), "path_family": path_family.map(PathFamily::as_str), "environment": environment,
        "provider": provider.map(|ProviderError { error, description }| json!({"error": error, "description": description})),
        "problem": problem.map(|ProblemDetails { kind, title, detail, instance }| {
            json!({"type": kind, "title": title, "detail": detail, "instance": instance})
        }),
        "request_id": request_id, "evidence": evidence,
    })
}

/// The same value without members that say nothing: in a vector a missing member means null or empty.
pub fn without_empty(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().map(|(name, value)| (name, without_empty(value)));
            Value::Object(kept.filter(|(_, value)| !says_nothing(value)).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_empty).collect()),
        other => other,
    }
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
