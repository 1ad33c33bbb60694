//! Real descriptions, held against readers that are not ours, against their own rewritings and against one another.
//!
//! `WAYBILL_CORPUS` names the folder with the files that `corpus/packages.json` lists, which are not ours to keep here;
//! without it the committed descriptions alone are read.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod accounted;
mod both_ways;
mod exact;
mod github;
mod neighbours;
mod oracle;
mod rewritten;
mod same_text;
mod touched;
mod typed;
mod yaml;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Every published description at hand: empty where there is no corpus, and an error where a file is missing.
fn published() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("WAYBILL_CORPUS") else { return Vec::new() };
    let list: Value = serde_json::from_str(include_str!("../../corpus/packages.json")).unwrap();
    let mut files = Vec::new();
    for package in list["packages"].as_array().unwrap() {
        let [name, version] = ["package", "version"].map(|word| package[word].as_str().unwrap());
        let package_folder = format!("{}-{version}", name.trim_start_matches('@').replace('/', "-"));
        let names = package["files"].as_object().unwrap().keys();
        files.extend(names.map(|name| Path::new(&folder).join(&package_folder).join(name)));
    }
    for file in &files {
        assert!(file.is_file(), "{} is missing: `cargo xtask test rust/long-tests` fetches it", file.display());
    }
    files
}

/// The published descriptions whose file begins like this, in the order of their names.
fn named(start: &str) -> Vec<PathBuf> {
    published().into_iter().filter(|file| file_name(file).starts_with(start)).collect()
}

fn file_name(file: &Path) -> &str {
    file.file_name().unwrap().to_str().unwrap()
}

/// GitHub's REST description of the releases, the oldest first.
fn github() -> Vec<PathBuf> {
    named("github-")
}
