//! The exported JavaScript surface, called from Rust in Node and in headless Chromium.

use anyhow::Result;

use super::count;
use super::steps::Steps;
use crate::command::Run;
use crate::{build, setup};

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let runner = steps.check("node", "set-up: wasm32 and its test runner", || {
        setup::wasm::ready(repo)?;
        build::program(repo, "wasm-test-runner")
    });
    let chromium = steps.check("chromium", "set-up: Chromium", || setup::chromium::ready(repo));
    let Some(runner) = runner else { return };
    let tests = |file: &str| {
        Run::cargo(repo, &format!("wasm-{file}"), &["test", "--locked", "--target", "wasm32-unknown-unknown"])
            .args(&["--package", "waybill-wasm-client", "--package", "waybill-wasm-diff"])
            .args(&["--package", "waybill-wasm-examples", "--package", "waybill-wasm-releases"])
            .args(&["--package", "waybill-wasm-mock", "--features", "waybill-wasm-mock/soap", "--test", file])
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner)
    };
    steps.tests("node", "exported surface", count::cargo, || tests("node").run_either_way());
    if let Some(chromium) = chromium {
        steps.tests("chromium", "exported surface", count::cargo, || -> Result<_> {
            tests("web").env("CHROMEDRIVER", &chromium.driver).run_either_way()
        });
    }
}
