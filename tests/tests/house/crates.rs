//! Directions between crates, and what must never be in core's tree: runtimes, transports, bindings, clocks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::sources::{Source, hold, root, written_in};

/// Each crate of the workspace, and the others it may use.
const MAY_USE: [(&str, &[&str]); 18] = [
    ("waybill-core", &["waybill-wire-types"]),
    ("waybill-mock", &["waybill-core", "waybill-wire-types"]),
    ("waybill-cli", &["waybill-core", "waybill-mock"]),
    ("waybill-wasm-client", &["waybill-core", "waybill-mock", "waybill-wire-types"]),
    ("waybill-wasm-diff", &["waybill-core", "waybill-mock", "waybill-wire-types"]),
    ("waybill-wasm-examples", &["waybill-core", "waybill-mock", "waybill-wire-types"]),
    ("waybill-wasm-mock", &["waybill-core", "waybill-mock", "waybill-wire-types"]),
    ("waybill-wasm-releases", &["waybill-core", "waybill-mock", "waybill-wire-types"]),
    ("waybill-ffi", &["waybill-core", "waybill-mock"]),
    ("waybill-tests", &["waybill-core", "waybill-mock"]),
    ("error-kinds", &["waybill-core"]),
    ("rule-texts", &["waybill-core"]),
    ("rust-surface", &[]),
    ("uniffi-bindgen", &[]),
    ("wasm-glue", &[]),
    ("wasm-runner", &[]),
    // In tests alone.
    ("waybill-wire-types", &[]),
    ("xtask", &[]),
];

/// The validator of XML Schema, which mock holds behind its own interface, has types of dates and a hasher that could ask
/// for a clock and for randomness. It is asked for neither: two processes give the same bytes, and a test says so.
const BEHIND_AN_INTERFACE: &str = "xsd-schema";

/// Crates that bring a runtime, a transport, a binding or a clock with them.
const NEVER_IN_CORE: [&str; 22] = [
    "async-std",
    "chrono",
    "futures",
    "getrandom",
    "hyper",
    "js-sys",
    "mio",
    "native-tls",
    "rand",
    "reqwest",
    "rustls",
    "smol",
    "socket2",
    "time",
    "tokio",
    "uniffi",
    "ureq",
    "uuid",
    "wasm-bindgen",
    "web-sys",
    "web-time",
    "jiff",
];

#[test]
fn crates_use_each_other_in_one_direction() {
    let metadata = metadata();
    let mut complaints = Vec::new();
    for package in members(&metadata) {
        let name = package["name"].as_str().unwrap();
        let in_examples = package["manifest_path"].as_str().unwrap().contains("/examples/");
        let allowed: &[&str] = match MAY_USE.iter().find(|(known, _)| *known == name) {
            Some((_, allowed)) => allowed,
            None if in_examples => &["waybill-core", "waybill-mock"],
            None => {
                complaints.push(format!("{name} has no place in this test's table"));
                continue;
            }
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap();
            // A path that is not ours would be a vendored copy: also a thing to say.
            if dependency["path"].is_string() && !allowed.contains(&used) {
                complaints.push(format!("{name} uses {used}"));
            }
        }
    }
    hold("crates use each other in one direction", &complaints);
}

#[test]
fn core_and_mock_carry_no_runtime_transport_binding_or_clock() {
    let metadata = metadata();
    let mut complaints = Vec::new();
    for crate_name in ["waybill-core", "waybill-mock"] {
        let tree = tree(&metadata, crate_name);
        assert!(tree.contains("http"), "the tree of {crate_name} was not found: {tree:?}");
        complaints.extend(
            NEVER_IN_CORE.iter().filter(|name| tree.contains(**name)).map(|name| format!("{crate_name}: {name}")),
        );
    }
    hold("core and mock bring no runtime, transport, binding or clock", &complaints);
}

/// `test = false` saves linking a program that has no tests, and would hide those that it gets.
#[test]
fn target_built_without_tests_has_none() {
    let metadata = metadata();
    let targets = members(&metadata).flat_map(|package| package["targets"].as_array().unwrap());
    let untested: Vec<&Path> = targets
        .filter(|target| target["test"] == false && target["kind"] != json!(["custom-build"]))
        .map(|target| Path::new(target["src_path"].as_str().unwrap()))
        .collect();
    assert!(untested.len() > 5, "only {untested:?} were found: the search is wrong");
    let mut complaints = Vec::new();
    for Source { path, text } in written_in(&[".rs"]) {
        let file = root().canonicalize().unwrap().join(&path);
        let is_of = |target: &&Path| {
            let has_modules = ["main.rs", "lib.rs"].iter().any(|name| target.ends_with(name));
            file == **target || has_modules && file.starts_with(target.parent().unwrap())
        };
        if text.contains("#[test]") && untested.iter().any(is_of) {
            complaints.push(path);
        }
    }
    hold("a target with `test = false` has no test", &complaints);
}

fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--offline",
            "--filter-platform",
            "x86_64-unknown-linux-gnu",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn members(metadata: &Value) -> impl Iterator<Item = &Value> {
    let members: Vec<&str> =
        metadata["workspace_members"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages.filter(move |package| members.contains(&package["id"].as_str().unwrap()))
}

/// Names of everything a crate brings with it when it is built, its tests' needs not counted.
fn tree(metadata: &Value, crate_name: &str) -> BTreeSet<String> {
    let names: BTreeMap<&str, &str> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| (package["id"].as_str().unwrap(), package["name"].as_str().unwrap()))
        .collect();
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (node["id"].as_str().unwrap(), node))
        .collect();
    let start = names.iter().find(|(_, name)| **name == crate_name).map(|(id, _)| *id).unwrap();
    let (mut waiting, mut seen) = (vec![start], BTreeSet::new());
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) || names[id] == BEHIND_AN_INTERFACE {
            continue;
        }
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let built = dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null());
            if built {
                waiting.push(dependency["pkg"].as_str().unwrap());
            }
        }
    }
    seen.into_iter().map(|id| names[id].to_owned()).collect()
}
