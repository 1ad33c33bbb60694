//! How calls fail, against `waybill dev`: `tests/failures/cases.json`, as its README says, over the driver of the Rust example.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]

#[path = "../../../examples/rust/src/driver.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is a library's there, with a store that is not used here")]
mod driver;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use driver::Client;
use serde_json::{Value, json};
use waybill_core::{
    Call, Config, Credentials, Environment, EnvironmentKind, Error, Login, RequestBody, Route, Secret, Timestamp,
};

/// A running `waybill dev`, ended with its standard input.
struct Dev {
    child: Child,
    origin: String,
}

impl Dev {
    fn start() -> Dev {
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["dev", "--port", "0", "--until-stdin-closes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let origin = line.trim().strip_prefix("waybill dev listening on ").unwrap().to_owned();
        Dev { child, origin }
    }

    fn control(&self, path: &str, body: &Value) {
        ureq::post(format!("{}/_waybill/{path}", self.origin)).send(body.to_string()).unwrap();
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[test]
fn each_cause_has_its_code_its_words_and_its_remedy() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/failures/cases.json");
    let script: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let dev = Dev::start();
    let text =
        ureq::get(format!("{}/_waybill/config", dev.origin)).call().unwrap().body_mut().read_to_string().unwrap();
    let served: Value = serde_json::from_str(&text).unwrap();
    let mut differences = Vec::new();
    for given in script["cases"].as_array().unwrap() {
        ureq::delete(format!("{}/_waybill/faults", dev.origin)).call().unwrap();
        dev.control("user", &json!({ "disabled": false, "locked": false }));
        let mut client = Client::new(config(&served, &given["config"])).unwrap();
        for step in given["given"].as_array().into_iter().flatten() {
            match step["control"].as_str() {
                Some(path) => dev.control(path, &step["body"]),
                None => drop(client.send(call(&step["call"])).unwrap()),
            }
        }
        let error = client.send(call(&given["call"])).unwrap_err();
        let found = found(error.downcast_ref().unwrap());
        if found != given["expect"] {
            differences.push((given["cause"].clone(), found, given["expect"].clone()));
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
}

fn found(error: &Error) -> Value {
    let stage =
        error.details.as_ref().and_then(|details| details.stage).map(|stage| format!("{stage:?}").to_lowercase());
    json!({
        "code": error.code.as_str(), "stage": stage, "status": error.status, "message": steady(&error.message),
        "remedy": error.remedy,
    })
}

/// Times that depend on when the case runs read as `N`.
fn steady(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let units = ["second", "minute", "hour", "day", "year"];
    let is_time = |at: usize| words.get(at + 1).is_some_and(|next| units.iter().any(|unit| next.starts_with(unit)));
    let kept = |(at, word): (usize, &&str)| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && is_time(at) { "N".to_owned() } else { (*word).to_owned() }
    };
    words.iter().enumerate().map(kept).collect::<Vec<_>>().join(" ")
}

fn config(served: &Value, changes: &Value) -> Config {
    let mut environments: Vec<Environment> =
        served["environments"].as_array().unwrap().iter().map(environment).collect();
    environments.extend(changes.get("other_environment").map(environment));
    let credentials = &served["credentials"][0];
    let effective = |name: &str, value: &Value| text(changes.get(name).unwrap_or(value));
    let login = &credentials["login"];
    let own = Login {
        realm: effective("realm", &login["realm"]).unwrap(),
        username: effective("username", &login["username"]).unwrap(),
        password: effective("password", &login["password"]).map(Secret::new),
        refresh_token: effective("refresh_token", &Value::Null).map(Secret::new),
    };
    let has_login = !changes.get("login").is_some_and(Value::is_null);
    Config {
        environments,
        environment: text(&served["environment"]).unwrap(),
        credentials: vec![Credentials {
            environment: text(&credentials["environment"]).unwrap(),
            api_key: effective("api_key", &credentials["api_key"]).map(Secret::new),
            login: has_login.then_some(own),
        }],
        seed: 7,
        token_timeout: changes["token_timeout_ms"].as_u64().map(Duration::from_millis),
        token_retry_wait: Some(Duration::ZERO),
        shared_store: None,
    }
}

fn environment(given: &Value) -> Environment {
    let kind = if given["kind"] == "production" { EnvironmentKind::Production } else { EnvironmentKind::Development };
    Environment {
        base_url: text(&given["base_url"]),
        proxy_url: text(&given["proxy_url"]),
        commerce_url: text(&given["commerce_url"]),
        auth_url: text(&given["auth_url"]),
        ..Environment::new(text(&given["name"]).unwrap(), kind)
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn call(given: &Value) -> Call {
    let route = match given["route"].as_str() {
        Some("platform") => Route::Platform,
        Some("commerce") => Route::Commerce { tenant: "tenant-1".to_owned() },
        Some(_) => Route::CommerceProxy { seller: "seller-1".to_owned() },
        None => Route::Commerce { tenant: text(&given["route"]["commerce"]).unwrap() },
    };
    let pairs = |name: &str| {
        let pairs = given[name].as_array().into_iter().flatten();
        pairs.map(|pair| (text(&pair[0]).unwrap(), text(&pair[1]).unwrap())).collect()
    };
    Call {
        route,
        method: text(&given["method"]).unwrap_or_else(|| "GET".to_owned()),
        template: text(&given["template"]).unwrap_or_else(|| "/things".to_owned()),
        parameters: pairs("parameters"),
        allow_encoded_slashes: false,
        scopes: Vec::new(),
        query: Vec::new(),
        headers: pairs("headers"),
        body: RequestBody::Empty,
        deadline: given["deadline_ms"].as_i64().map(|limit| Timestamp::from_millis(now() + limit)),
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}
