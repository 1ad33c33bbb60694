//! What crates must not bring with them: other products; in core, runtimes, transports, bindings and clocks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::sources::{Source, hold, root, written_in};

/// The crates of other products, and the one that exports all, which a crate must not depend on.
const FOREIGN: [(&str, &[&str]); 10] = [
    ("waybill-access", &["waybill-openapi", "waybill-diff", "waybill-report", "waybill-forward"]),
    ("waybill-mock", &["waybill-core", "waybill-access", "waybill-diff", "waybill-forward", "waybill-report"]),
    ("waybill-wasm-client", &["waybill-core", "waybill-diff", "waybill-mock", "waybill-report"]),
    ("waybill-wasm-diff", &["waybill-core", "waybill-access", "waybill-forward", "waybill-mock"]),
    ("waybill-wasm-examples", &["waybill-core", "waybill-access", "waybill-forward", "waybill-mock"]),
    ("waybill-wasm-mock", &["waybill-core", "waybill-access", "waybill-diff", "waybill-forward", "waybill-report"]),
    ("waybill-wasm-releases", &["waybill-core", "waybill-access", "waybill-forward", "waybill-mock"]),
    ("waybill-wire", &["waybill-core", "waybill-diff", "waybill-mock", "waybill-report"]),
    ("waybill-wire-releases", &["waybill-core", "waybill-access", "waybill-forward", "waybill-mock"]),
    ("waybill-ffi", &["waybill-core", "waybill-mock"]),
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
fn shipped_crate_brings_no_other_product() {
    let metadata = metadata();
    let mut complaints = Vec::new();
    for (name, foreign) in FOREIGN {
        let tree = tree(&metadata, name);
        assert!(tree.contains("waybill-base"), "the tree of {name} was not found: {tree:?}");
        let found = foreign.iter().filter(|other| tree.contains(**other));
        complaints.extend(found.map(|other| format!("{name} brings {other}")));
    }
    hold("a crate that ships brings no other product with it", &complaints);
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

/// A hidden item elsewhere would be public without being listed.
#[test]
fn only_the_module_for_sister_crates_is_hidden() {
    let mut complaints = Vec::new();
    let mut seen = 0;
    for Source { path, text } in written_in(&[".rs"]) {
        let is_shipped = path.starts_with("core/") || path.starts_with("mock/");
        for (at, attribute) in text.match_indices("#[doc(hidden)]").filter(|_| is_shipped) {
            seen += 1;
            let mut following = text[at + attribute.len()..].lines().map(str::trim);
            let declared = following.find(|line| !line.is_empty() && !line.starts_with("#["));
            if declared != Some("pub mod internal;") {
                complaints.push(format!("{path} hides `{}`", declared.unwrap_or_default()));
            }
        }
    }
    hold("only `pub mod internal` is hidden", &complaints);
    assert!(seen > 1, "only {seen} hidden items were found: the search is wrong");
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
