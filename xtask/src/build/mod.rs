//! Builds what each host needs from Rust: wasm files with their glue, native libraries with their generated sources, and the
//! command with the viewer in it.
//!
//! Generated files are never committed; the generators are built from this workspace's lock file, so that they always fit.

mod cli;
pub(crate) mod host_program;
mod native;
pub(crate) mod viewer;
mod wasm;

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// What tests turn on in core. Programs are built with it too, so that core is compiled once for both.
pub(crate) const FEATURES: &str = "waybill-core/openapiv3";

/// Which of the two builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Built quickly, with one exported function that panics, so that tests see what a host makes of a panic.
    Test,
    /// What users get.
    Shipped,
}

/// Builds one host's generated parts by the host's name on the command line; the command is built as users get it alone.
pub(crate) fn host(repo: &Repo, name: &str, kind: Kind) -> Result<()> {
    match name {
        "wasm" => setup::wasm::ready(repo).and_then(|()| wasm::build(repo, kind)),
        "kotlin" => native::kotlin(repo, kind),
        "swift" => native::swift(repo, kind),
        "cli" => cli::build(repo),
        _ => bail!("no such build: {name}; there are wasm, kotlin, swift and cli"),
    }
}

/// Builds a program of the workspace and gives its path.
///
/// The whole workspace is named, so that its features are those of every other build and nothing is compiled twice.
pub(crate) fn program(repo: &Repo, name: &str) -> Result<PathBuf> {
    build_program(repo, name).run()?;
    Ok(repo.target().join("debug").join(name))
}

/// The same for the command, with the viewer in it that was built before.
pub(crate) fn command_with_viewer(repo: &Repo) -> Result<PathBuf> {
    build_program(repo, "waybill").env("WAYBILL_VIEWER", repo.path("viewer/dist")).run()?;
    Ok(repo.target().join("debug/waybill"))
}

fn build_program(repo: &Repo, name: &str) -> Run {
    let words = ["build", "--quiet", "--locked", "--workspace", "--features", FEATURES, "--bin", name];
    Run::cargo(repo, &format!("build-{name}"), &words)
}
