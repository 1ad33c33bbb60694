//! The exported JavaScript surface, called from Rust in Node and in headless Chromium.

use anyhow::Result;

use super::count;
use super::step::{DOCUMENTS, KOTLIN, Load, RunnerOutput, SWIFT, Session, Step};
use crate::build::{self, wasm};
use crate::command::Run;
use crate::setup;

pub(super) fn steps() -> Vec<Step> {
    let needs = ["build/npm"];
    vec![
        Step::tests("node", "wasm/node", count::cargo, |session| tests(session, "node", |run| Ok(run)))
            .load(Load::AllCores)
            .needs(&needs),
        Step::tests("chromium", "wasm/chromium", count::cargo, |session| {
            tests(session, "web", |run| Ok(run.env("CHROMEDRIVER", setup::chromium::ready(session.repo)?.driver)))
        })
        .load(Load::AllCores)
        .needs(&needs)
        .needs(&["set-up/chromium"]),
    ]
    .into_iter()
    .map(|step| step.ignores(DOCUMENTS).ignores(KOTLIN).ignores(SWIFT))
    .collect()
}

/// Runs the tests of one file of every package, compiled as the npm package's test build is.
fn tests(session: &Session<'_>, file: &str, prepare: impl FnOnce(Run) -> Result<Run>) -> Result<RunnerOutput> {
    let run = wasm::for_tests(session.repo, &format!("wasm-{file}"), "test").args(&wasm::TEST_PACKAGES);
    let runner = build::built(session.repo, "wasm-test-runner");
    prepare(run.args(&["--test", file]).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner))?.run_either_way()
}
