//! `cargo xtask test`: sets up every host, runs every check, and says at the end what ran where.
//!
//! A host that cannot run fails the command. A failed step does not stop the others, so one run shows everything that is wrong.

mod count;
mod evidence;
mod example;
mod instructions;
mod keycloak;
mod kotlin;
mod mutants;
mod npm;
mod openapi;
mod proxy;
mod redis_server;
mod rust;
mod secrets;
mod shipped;
mod sites;
mod soap;
mod steps;
mod swift;
mod table;
mod viewer;
mod wasm;
mod workflows;

use std::ffi::OsStr;

use anyhow::{Context as _, Result, bail};

use crate::build::FEATURES;
use crate::command::Run;
use crate::repo::Repo;
use evidence::Evidence;
use steps::Steps;

/// What the lines hold that judges of the mock service sum up with: they are shown whatever came of the step.
const FIGURES: [&str; 2] = ["operations served", "altered requests"];

/// What the command line calls the parts, in the order they run.
const PARTS: [Part; 9] = [
    Part { name: "rust", run: rust::run, accounts: &["rust"] },
    Part { name: "wasm", run: wasm::run, accounts: &[] },
    Part { name: "npm", run: npm::run, accounts: &["node", "chromium"] },
    Part { name: "viewer", run: viewer::run, accounts: &[] },
    Part { name: "kotlin", run: kotlin::run, accounts: &["kotlin"] },
    Part { name: "swift", run: swift::run, accounts: &["swift"] },
    Part { name: "keycloak", run: keycloak::run, accounts: &[] },
    Part { name: "sites", run: sites::run, accounts: &[] },
    Part { name: "workflows", run: workflows::run, accounts: &[] },
];

/// Parts that run only where the command line names them.
const ON_REQUEST: [Part; 3] = [
    Part { name: "soap", run: soap::run, accounts: &[] },
    Part { name: "openapi", run: openapi::run, accounts: &[] },
    Part { name: "store", run: keycloak::run_fleet, accounts: &[] },
];

/// One part of the run.
struct Part {
    name: &'static str,
    run: fn(&mut Steps<'_>),
    /// The hosts that must have run all of their vectors when this part is over.
    accounts: &'static [&'static str],
}

/// Runs one part, or all of them.
pub(crate) fn run(repo: &Repo, only: Option<&str>) -> Result<()> {
    let parts: Vec<_> = match only {
        None => PARTS.iter().collect(),
        Some(only) => PARTS.iter().chain(&ON_REQUEST).filter(|part| part.name == only).collect(),
    };
    if parts.is_empty() {
        bail!(
            "no such part: {}; there are rust, wasm, npm, viewer, kotlin, swift, keycloak, sites, workflows, soap, openapi and store",
            only.unwrap_or_default()
        );
    }
    let evidence = Evidence::start(repo)?;
    let mut steps = Steps::new(repo, &evidence);
    for part in &parts {
        (part.run)(&mut steps);
    }
    let accounts: Vec<&str> = parts.iter().flat_map(|part| part.accounts).copied().collect();
    let content = table::close(&steps, &evidence, &accounts)?;
    if !content {
        bail!("not everything passed; whole logs are in {}", repo.work("logs").display());
    }
    Ok(())
}

/// Runs the mutants alone, or those of them that `only` names.
pub(crate) fn run_mutants(repo: &Repo, only: &[&str]) -> Result<()> {
    let evidence = Evidence::start(repo)?;
    let mut steps = Steps::new(repo, &evidence);
    mutants::run(&mut steps, only);
    if steps.failed() {
        bail!("not every mutant was caught");
    }
    Ok(())
}

/// `PATH` with another folder first.
fn path_with(first: &OsStr) -> Result<std::ffi::OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(first.into()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).context("PATH holds a folder with a colon in its name")
}

/// Builds everything native at once: one set of features for all steps that follow, so nothing is compiled twice.
fn build_programs(repo: &Repo) -> Result<()> {
    let words = ["build", "--quiet", "--locked", "--workspace", "--features", FEATURES, "--bins"];
    Run::cargo(repo, "build-programs", &words).run().map(drop)
}
