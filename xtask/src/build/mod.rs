//! Builds the parts of each host that come from Rust: wasm files with their glue, native libraries with their generated sources,
//! and the command with the viewer in it.
//!
//! Generated files are never committed. The generators are built from this workspace's lock file, so their versions match.

mod cli;
pub(crate) mod host_program;
mod native;
pub(crate) mod site;
pub(crate) mod viewer;
pub(crate) mod wasm;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Features that tests need. Programs and the native library for hosts' tests are built with them too, so that no crate is
/// compiled twice.
pub(crate) const FEATURES: &str = "waybill-core/openapiv3,waybill-ffi/planted-panic";

/// The kind of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A fast build with one exported function that panics, so that tests can check how a host handles a panic.
    Test,
    /// The build that users get.
    Shipped,
}

/// Builds the generated parts of the host with this name. The command is always built as users get it.
pub(crate) fn host(repo: &Repo, name: &str, kind: Kind) -> Result<()> {
    match name {
        "wasm" => setup::wasm::ready(repo).and_then(|()| wasm::build(repo, kind)),
        "kotlin" => native::kotlin(repo, kind),
        "swift" => native::swift(repo, kind),
        "cli" => cli::build(repo),
        _ => bail!("no such build: {name}; there are wasm, kotlin, swift and cli"),
    }
}

/// Builds the npm package with its WebAssembly files.
pub(crate) fn npm(repo: &Repo, kind: Kind) -> Result<()> {
    setup::node::ready(repo)?;
    host(repo, "wasm", kind)?;
    let npm = Run::new(repo, "npm-build", "npm").args(&["run", "--silent", "build"]);
    npm.current_dir(repo.path("bindings/npm")).run().map(drop)
}

/// The crates that `waybill-core` exports: `core/NAME` is the package `waybill-NAME`.
pub(crate) const CORE: [&str; 6] = ["access", "base", "diff", "forward", "openapi", "report"];

/// The programs that several steps run. A step that runs another program builds it: the generator of the Kotlin and Swift sources
/// takes longest, and is built beside the WebAssembly files.
const PROGRAMS: [&str; 11] = [
    "waybill",
    "call-carrier",
    "compare-releases",
    "error-kinds",
    "share-login",
    "wasm-glue",
    "wasm-test-runner",
    "waybill-driver-server",
    "waybill-examples",
    "waybill-keycloak",
    "waybill-openapi-samples",
];

/// Builds these programs and all libraries of the workspace, with the features of all other builds.
pub(crate) fn programs(repo: &Repo) -> Result<()> {
    let build = build_workspace(repo, "build-programs").arg("--lib");
    PROGRAMS.iter().fold(build, |build, program| build.args(&["--bin", program])).run()?;
    keep(repo, &tested_command(repo))
}

/// Returns the path of the command that tests run. It is a copy, because a build during the tests replaces cargo's file.
pub(crate) fn tested_command(repo: &Repo) -> PathBuf {
    repo.work("command").join("waybill")
}

/// Copies the built command. A program that is still running keeps its old file.
fn keep(repo: &Repo, copy: &Path) -> Result<()> {
    if let Some(folder) = copy.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let part = copy.with_extension("part");
    std::fs::copy(built(repo, "waybill"), &part).with_context(|| format!("cannot write {}", part.display()))?;
    std::fs::rename(&part, copy).with_context(|| format!("cannot write {}", copy.display()))
}

/// Builds a program of the workspace and returns its path.
pub(crate) fn program(repo: &Repo, name: &str) -> Result<PathBuf> {
    build_program(repo, name).run()?;
    Ok(built(repo, name))
}

/// Returns the path of a program that [`programs`] has built.
pub(crate) fn built(repo: &Repo, name: &str) -> PathBuf {
    repo.target().join("debug").join(name)
}

/// Builds the command with the last build of the viewer, and copies it, because the next build has no viewer.
pub(crate) fn command_with_viewer(repo: &Repo) -> Result<()> {
    build_program(repo, "waybill").env("WAYBILL_VIEWER", repo.path("viewer/dist")).run()?;
    keep(repo, &built_with_viewer(repo))
}

/// Returns the path of the command with the viewer.
pub(crate) fn built_with_viewer(repo: &Repo) -> PathBuf {
    repo.work("command-with-viewer").join("waybill")
}

fn build_program(repo: &Repo, name: &str) -> Run {
    build_workspace(repo, &format!("build-{name}")).args(&["--bin", name])
}

/// Creates a build of the workspace. A test is among the targets, so that cargo enables the features that tests need in shared
/// dependencies, and tests use the same libraries. This test is empty on the host.
fn build_workspace(repo: &Repo, log: &str) -> Run {
    let words = ["build", "--quiet", "--locked", "--workspace", "--features", FEATURES, "--test", "surface"];
    // The program that runs this build is already built.
    Run::cargo(repo, log, &words).args(&["--exclude", "xtask"])
}

/// Builds the command for the demo, and returns its path.
pub(crate) fn command(repo: &Repo) -> Result<PathBuf> {
    // Building the list of error codes for the npm package takes a second more here, but saves compiling core again later.
    quickly(repo, "build-command", &["waybill-cli", "error-kinds"])?;
    Ok(built(repo, "waybill"))
}

/// Builds only the client of the npm package for the demo, without type checks.
pub(crate) fn npm_client(repo: &Repo) -> Result<()> {
    std::thread::scope(|scope| {
        let tools = scope.spawn(|| setup::node::ready(repo));
        setup::wasm::ready(repo)?;
        quickly(repo, "build-wasm-glue", &["wasm-glue"])?;
        wasm::client(repo)?;
        tools.join().unwrap_or_else(|_| bail!("installing the npm package's tools panicked"))
    })?;
    let npm = Run::new(repo, "npm-build-client", "node").args(&["scripts/build.mjs", "client"]);
    npm.current_dir(repo.path("bindings/npm")).run().map(drop)
}

/// Builds the programs of some packages, without incremental compilation.
fn quickly(repo: &Repo, log: &str, packages: &[&str]) -> Result<()> {
    let mut run = Run::cargo(repo, log, &["build", "--quiet", "--locked", "--bins"]);
    for package in packages {
        run = run.args(&["--package", package]);
    }
    run.env("CARGO_INCREMENTAL", "0").run().map(drop)
}
