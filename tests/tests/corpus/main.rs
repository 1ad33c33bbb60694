//! Real descriptions, held against readers that are not ours: how much they hold, and which operations differ.
//!
//! `WAYBILL_CORPUS` names the folder with `github-16.json` and `github-22.json`, which are too large to keep here;
//! without it the committed descriptions alone are read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod github;
mod oracle;

use std::path::{Path, PathBuf};

/// The large descriptions; empty where none are at hand, and an error where they should be.
fn large() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("WAYBILL_CORPUS") else { return Vec::new() };
    let files = ["github-16.json", "github-22.json"].map(|name| Path::new(&folder).join(name));
    for file in &files {
        assert!(file.is_file(), "{} is missing: `cargo xtask setup` fetches it", file.display());
    }
    files.to_vec()
}
