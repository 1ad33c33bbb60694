//! Recordings in the format of the shared vectors, replayed: the model says what was recorded, input by input.

use serde::de::IgnoredAny;
use serde_json::Value;
use waybill_core::time::span_of_millis;
use waybill_core::{ErrorKind, Retry, StoreFailure};

use super::observe::{Names, bearer, grant_of_form};
use super::{Account, Act, Body, Exchange, Failure, Input, Model, Outcome, Setup, StoreAnswer, difference};

/// What a replay went through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replayed {
    /// Inputs.
    pub steps: usize,
    /// Token requests that were foretold.
    pub token_requests: u64,
}

/// Whether the model knows all that a recording holds; else the rule that leaves it out.
///
/// # Errors
/// The rule.
pub fn scope(recording: &Value) -> Result<(), &'static str> {
    let steps = list(recording.get("steps"));
    if steps.is_empty() {
        return Err("the configuration is refused: there is no machine");
    }
    if served_login(recording).is_none() {
        return Err("the environment served has no login, or no identity provider");
    }
    for step in steps {
        let body = step.pointer("/input/on_body/body").and_then(Value::as_str).unwrap_or_default();
        if serde_json::from_str::<IgnoredAny>(body).is_ok() && serde_json::from_str::<Value>(body).is_err() {
            return Err("an answer holds a number that the model's reader of JSON refuses");
        }
        if step.pointer("/input/begin").is_some_and(|begin| begin.pointer("/route/commerce").is_none()) {
            return Err("a call carries an API key: the machine has no part in it");
        }
        let mut codes: Vec<&str> = step.pointer("/expect/error/code").and_then(Value::as_str).into_iter().collect();
        let failed = |action: &'_ Value| action.pointer("/done/failed/code").and_then(Value::as_str).map(str::to_owned);
        let of_actions: Vec<String> = list(step.pointer("/expect/actions")).iter().filter_map(failed).collect();
        codes.extend(of_actions.iter().map(String::as_str));
        if codes.iter().any(|code| ["request.", "environment.", "credentials."].iter().any(|of| code.starts_with(of))) {
            return Err("an input is refused before it reaches the machine");
        }
    }
    Ok(())
}

/// Replays a recording (`config`, and `steps` of `input` and `expect`).
///
/// # Errors
/// The first step that the model does not foretell, or that cannot be read.
pub fn replay(recording: &Value) -> Result<Replayed, String> {
    let mut model = Model::new(&setup(recording).ok_or("the configuration cannot be read")?);
    let mut names = Names::default();
    let mut token_requests = 0;
    let steps = list(recording.get("steps"));
    for (position, step) in steps.iter().enumerate() {
        let place = |problem: &str| format!("step {}: {problem}", position + 1);
        let now = step.pointer("/input/now").and_then(Value::as_i64).ok_or_else(|| place("has no time"))?;
        let expect = step.get("expect").unwrap_or(&Value::Null);
        let input = step.get("input").and_then(|input| read_input(input, &names));
        let Some(input) = input else {
            if is_misuse(expect) {
                continue;
            }
            return Err(place("the input cannot be read"));
        };
        let predicted = model.step(&input, now);
        let actual = read_outcome(expect, &mut names).ok_or_else(|| place("what is expected cannot be read"))?;
        if let Outcome::Step { acts, .. } = &actual {
            token_requests += acts.iter().filter(|act| matches!(act, Act::SendToken { .. })).map(|_| 1).sum::<u64>();
        }
        if let Some(difference) = difference(&predicted, &actual) {
            return Err(place(&difference));
        }
    }
    Ok(Replayed { steps: steps.len(), token_requests })
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// The environment served, and its login.
fn served_login(recording: &Value) -> Option<(&Value, &Value)> {
    let config = recording.get("config")?;
    let served = config.get("environment")?;
    let environment =
        list(config.get("environments")).iter().find(|environment| environment.get("name") == Some(served))?;
    environment.get("auth_url")?;
    let credentials = list(config.get("credentials")).iter().find(|held| held.get("environment") == Some(served))?;
    Some((environment, credentials.get("login")?))
}

fn setup(recording: &Value) -> Option<Setup> {
    let config = recording.get("config")?;
    let (own, login) = served_login(recording)?;
    let others = list(config.get("environments")).iter().filter(|other| other.get("auth_url") != own.get("auth_url"));
    Some(Setup {
        password: text(login, "password"),
        refresh: text(login, "refresh_token"),
        seed: config.get("seed")?.as_u64()?,
        timeout: config.get("token_timeout_ms").and_then(Value::as_i64),
        retry_wait: config.get("token_retry_wait_ms").and_then(Value::as_i64),
        foreign_providers: others.filter_map(|other| text(other, "auth_url")).collect(),
        account: Account {
            environment: text(own, "name")?,
            auth_url: text(own, "auth_url")?,
            realm: text(login, "realm")?,
            user: text(login, "username")?,
        },
        login_while_down: config
            .get("shared_store")
            .map(|store| store.get("login_while_down").and_then(Value::as_bool).unwrap_or_default()),
    })
}

fn read_input(input: &Value, names: &Names) -> Option<Input> {
    let exchange = |value: &Value| names.name(value.get("exchange")?.as_u64()?);
    let (name, value) = input.as_object()?.iter().find(|(name, _)| *name != "now")?;
    Some(match name.as_str() {
        "begin" => Input::Begin {
            idempotent: value
                .get("method")
                .and_then(Value::as_str)
                .is_some_and(|method| !matches!(method, "POST" | "PATCH")),
            body: match value.get("body") {
                None => Body::Empty,
                Some(Value::String(empty)) if empty == "empty" => Body::Empty,
                Some(body) if body.pointer("/caller/replayable") == Some(&Value::Bool(false)) => Body::Once,
                Some(body) if body.get("bytes").is_some() => Body::Bytes,
                Some(_) => Body::Replayable,
            },
            deadline: value.get("deadline").and_then(Value::as_i64),
        },
        "on_head" => Input::Head {
            exchange: exchange(value)?,
            status: u16::try_from(value.get("status")?.as_u64()?).ok()?,
            headers: list(value.get("headers")).iter().filter_map(read_header).collect(),
        },
        "on_body" => Input::Body {
            exchange: exchange(value)?,
            body: text(value, "body")?,
            complete: value.get("complete")?.as_bool()?,
        },
        "on_failure" => Input::Failure { exchange: exchange(value)?, not_sent: text(value, "kind")? == "not_sent" },
        "on_time" => Input::Time,
        "cancel" => Input::Cancel(value.get("call")?.as_u64()?),
        "close" => Input::Close,
        "set_credentials" => {
            let of_login = |name: &str| value.get("login").and_then(|login| text(login, name));
            Input::SetCredentials { password: of_login("password"), refresh: of_login("refresh_token") }
        }
        "invalidate" => Input::Invalidate { tokens: value.get("tokens")?.as_bool()? },
        "on_store" => Input::Store { ticket: value.get("ticket")?.as_u64()?, answer: read_store_answer(value)? },
        "restore" => Input::Restore(text(value, "snapshot")?),
        "export" => Input::Export,
        _ => return None,
    })
}

fn read_store_answer(value: &Value) -> Option<StoreAnswer> {
    if let Some(locked) = value.get("locked") {
        let store_time = locked.get("store_time")?.as_i64()?;
        return Some(StoreAnswer::Locked { record: text(locked, "snapshot"), store_time });
    }
    if let Some(saved) = value.get("saved") {
        return Some(StoreAnswer::Saved { seq: saved.get("seq")?.as_u64()? });
    }
    if value.get("conflict").is_some() {
        return Some(StoreAnswer::Conflict);
    }
    Some(StoreAnswer::Failed(match value.get("failed")?.as_str()? {
        "down" => StoreFailure::Down,
        "unreadable" => StoreFailure::Unreadable,
        "newer-version" => StoreFailure::NewerVersion,
        _ => return None,
    }))
}

fn read_header(header: &Value) -> Option<(String, String)> {
    match list(Some(header)) {
        [name, value] => Some((name.as_str()?.to_ascii_lowercase(), value.as_str()?.to_owned())),
        _ => None,
    }
}

fn is_misuse(expect: &Value) -> bool {
    expect.pointer("/error/code").is_some_and(|code| code == "client.misuse")
}

fn read_outcome(expect: &Value, names: &mut Names) -> Option<Outcome> {
    if is_misuse(expect) {
        return Some(Outcome::Misuse);
    }
    if let Some(error) = expect.get("error") {
        return Some(Outcome::Refused(text(error, "code")?));
    }
    if let Some(snapshot) = text(expect, "snapshot") {
        return Some(Outcome::Exported(snapshot));
    }
    let acts =
        list(expect.get("actions")).iter().map(|action| read_action(action, names)).collect::<Option<Vec<Act>>>()?;
    Some(Outcome::Step { acts, wake_at: expect.get("wake_at").and_then(Value::as_i64) })
}

fn read_action(action: &Value, names: &mut Names) -> Option<Act> {
    if action.as_str() == Some("closed") {
        return Some(Act::Closed);
    }
    let (name, value) = action.as_object()?.iter().next()?;
    let number = |value: &Value| value.get("exchange").and_then(Value::as_u64);
    Some(match name.as_str() {
        "send" => read_send(value, number(value)?, names)?,
        "read" => Act::Read(names.name(number(value)?)?),
        "abort" => Act::Abort(names.name(number(value)?)?),
        "note" => Act::Note(text(value, "code")?),
        "lock" => Act::Lock {
            ticket: value.get("ticket")?.as_u64()?,
            lease: value.get("lease")?.as_i64()?,
            known_seq: value.get("known_seq")?.as_u64()?,
        },
        "save" => Act::Save {
            ticket: value.get("ticket")?.as_u64()?,
            record: text(value, "snapshot")?,
            expected_seq: value.get("expected_seq")?.as_u64()?,
        },
        "unlock" => Act::Unlock { ticket: value.get("ticket")?.as_u64()? },
        "done" => {
            let call = value.get("call")?.as_u64()?;
            match (value.get("response"), value.get("failed")) {
                (Some(response), None) => Act::Response { call, exchange: names.name(number(response)?)? },
                (None, Some(failed)) => Act::Failed { call, failure: read_failure(failed)? },
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn read_send(send: &Value, number: u64, names: &mut Names) -> Option<Act> {
    let deadline = send.get("deadline").and_then(Value::as_i64);
    if let Some(call) = send.pointer("/purpose/call") {
        let exchange: Exchange = names.issue(number, Some(call.as_u64()?));
        let headers: Vec<(String, String)> = list(send.get("headers")).iter().filter_map(read_header).collect();
        let authorization = headers.iter().find(|(name, _)| name == "authorization").map(|(_, value)| value.as_str());
        return Some(Act::SendCall { exchange, access: bearer(authorization), deadline });
    }
    let form = send.pointer("/body/bytes").and_then(Value::as_str)?;
    Some(Act::SendToken { exchange: names.issue(number, None), grant: grant_of_form(form), deadline: deadline? })
}

fn read_failure(failed: &Value) -> Option<Failure> {
    let name = failed.get("kind")?.as_str()?;
    let kind = ErrorKind::ALL.into_iter().find(|kind| kind.as_str() == name)?;
    let retry = match failed.get("retry")? {
        Value::String(never) if never == "never" => Retry::Never,
        Value::String(after) if after == "after-sign-in" => Retry::AfterSignIn,
        retry => Retry::After(span_of_millis(retry.get("after")?.as_i64()?)),
    };
    Some(Failure { code: text(failed, "code")?, kind, retry })
}
