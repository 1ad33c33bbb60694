//! The driver suite's script is written as its README says, so that three languages read the same thing in it.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]
#![allow(dead_code, reason = "the types only say which members there are")]

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;
use waybill_tests::driver_server::Seen;
use waybill_tests::driver_server::script::Plan;

const SCRIPT: &str = include_str!("../../drivers/script.json");
const README: &str = include_str!("../../drivers/README.md");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    version: u32,
    config: Value,
    canaries: Vec<String>,
    scenarios: Vec<Scenario>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    name: String,
    about: String,
    origin: Option<String>,
    server: Plan,
    memory_mb: Option<u64>,
    token_timeout_ms: Option<u64>,
    steps: Vec<Step>,
    seen: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Step {
    Wait(Wait),
    Restart(Restart),
    Call(Box<CallStep>),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Restart {
    Restart,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wait {
    wait_ms: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallStep {
    call: Call,
    #[serde(default = "one")]
    times: u32,
    interrupt: Option<Interrupt>,
    #[serde(default)]
    without_descriptors: bool,
    expect: Expect,
}

fn one() -> u32 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    route: Route,
    method: String,
    template: String,
    #[serde(default)]
    parameters: Vec<(String, String)>,
    #[serde(default)]
    query: Vec<(String, String)>,
    #[serde(default)]
    headers: Vec<(String, String)>,
    body: Option<Body>,
    deadline_ms: Option<Deadline>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Deadline {
    Millis(u64),
    Endless(Endless),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Endless {
    Endless,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Route {
    Platform,
    Commerce(String),
    CommerceProxy(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Body {
    Bytes(String),
    Pattern(u64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Interrupt {
    at: At,
    #[serde(rename = "do")]
    acts: Vec<Act>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum At {
    Seen(BTreeMap<String, u64>),
    Head,
    Bytes(u64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Act {
    Call(Box<CallStep>),
    Deed(Deed),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Deed {
    Cancel,
    Close,
    Release,
    WaitMs(u64),
    FreezeMs(u64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expect {
    Cancelled(Cancelled),
    Failed(Failed),
    Answered(Answered),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Cancelled {
    Cancelled,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failed {
    error: Failure,
    within_ms: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    status: u16,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    absent_headers: Vec<String>,
    body: Option<ExpectedBody>,
    body_error: Option<Failure>,
    within_ms: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ExpectedBody {
    Text(String),
    Pattern(u64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Failure {
    Cancelled(Cancelled),
    Error(ExpectedError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedError {
    code: Option<String>,
    code_prefix: Option<String>,
    kind: Option<String>,
    status: Option<u16>,
    stage: Option<String>,
    path_family: Option<String>,
    environment: Option<String>,
    body: Option<ExpectedBody>,
    complete: Option<bool>,
}

fn script() -> Script {
    serde_json::from_str(SCRIPT).unwrap()
}

#[test]
fn the_script_holds_only_members_that_hosts_know() {
    assert_eq!(script().version, 1);
}

#[test]
fn every_scenario_has_a_name_of_its_own_that_fits_a_url() {
    let scenarios = script().scenarios;
    let names: BTreeSet<&str> = scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
    assert_eq!(names.len(), scenarios.len());
    for name in names {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{name}");
    }
}

#[test]
fn expected_counts_of_scenarios_are_shown_by_the_server() {
    let shown = serde_json::to_value(Seen::default()).unwrap();
    for scenario in script().scenarios {
        assert!(!scenario.seen.is_empty(), "{}", scenario.name);
        for count in scenario.seen.keys() {
            assert!(shown.get(count).is_some(), "{}: {count}", scenario.name);
        }
    }
}

#[test]
fn every_count_the_server_shows_is_in_the_readme() {
    let shown = serde_json::to_value(Seen::default()).unwrap();
    for count in shown.as_object().unwrap().keys() {
        assert!(README.contains(&format!("\"{count}\"")), "{count}");
    }
}

#[test]
fn every_call_ends_in_an_answer_read_or_an_error_named() {
    for scenario in script().scenarios {
        for step in scenario.steps {
            let Step::Call(call) = step else { continue };
            let Expect::Answered(answered) = call.expect else { continue };
            assert!(answered.body.is_some() != answered.body_error.is_some(), "{}", scenario.name);
        }
    }
}
