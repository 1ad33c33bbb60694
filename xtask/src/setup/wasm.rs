//! The WebAssembly target of the toolchain in use.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::command::{Run, ask};
use crate::repo::Repo;

const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the target, if the toolchain lacks it.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    if is_installed() {
        return Ok(());
    }
    Run::new(repo, "rustup", "rustup")
        .args(&["target", "add", TARGET])
        .run()
        .map(drop)
        .with_context(|| format!("the {TARGET} target is missing: run `rustup target add {TARGET}`"))
}

/// Returns an error line with the remedy, if the target is missing and there is no rustup to add it.
pub(super) fn missing() -> Option<String> {
    let can_add = || ask("rustup", &["--version"]).is_some();
    (!is_installed() && !can_add())
        .then(|| format!("the {TARGET} target is missing: install it with your Rust toolchain"))
}

fn is_installed() -> bool {
    let folder = ask("rustc", &["--print", "target-libdir", "--target", TARGET]);
    folder.is_some_and(|folder| Path::new(&folder).is_dir())
}
