//! Tests the exported JavaScript API from Rust, in Node and in headless Chromium.

use super::count;
use super::step::{DOCUMENTS, KOTLIN, SWIFT, Session, Step};
use crate::build::{self, wasm};
use crate::command::Run;
use crate::setup;

pub(super) fn steps() -> Vec<Step> {
    let needs = ["build/npm"];
    vec![
        Step::tests("node", "wasm/node", count::cargo, |session| tests(session, "node").run_either_way()).needs(&needs),
        Step::tests("chromium", "wasm/chromium", count::cargo, |session| {
            tests(session, "chromium")
                .env("WASM_BINDGEN_USE_BROWSER", "1")
                .env("CHROMEDRIVER", setup::chromium::ready(session.repo)?.driver)
                .run_either_way()
        })
        .needs(&needs)
        .needs(&["set-up/chromium"]),
    ]
    .into_iter()
    .map(|step| step.ignores(DOCUMENTS).ignores(KOTLIN).ignores(SWIFT))
    .collect()
}

/// Runs the tests of every package, compiled like the npm package's test build.
fn tests(session: &Session<'_>, place: &str) -> Run {
    let run = wasm::for_tests(session.repo, &format!("wasm-{place}"), "test").args(&wasm::TEST_PACKAGES);
    let runner = build::built(session.repo, "wasm-test-runner");
    run.args(&["--test", "surface"]).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
}
