//! The WebAssembly target of the toolchain in use.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::command::{Run, ask};
use crate::repo::Repo;

const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the target, if the toolchain lacks it.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    let installed = ask("rustc", &["--print", "target-libdir", "--target", TARGET]);
    if installed.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    Run::new(repo, "rustup", "rustup")
        .args(&["target", "add", TARGET])
        .run()
        .map(drop)
        .with_context(|| format!("the {TARGET} target is missing: run `rustup target add {TARGET}`"))
}
