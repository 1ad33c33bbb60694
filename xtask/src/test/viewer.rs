//! The changelog viewer in Chromium: its own page, the page for one report, and the element in pages of others.

use super::count;
use super::steps::Steps;
use crate::build::{self, Kind};
use crate::command::Run;
use crate::setup;

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let npm = |log: &str, folder: &str, script: &str| {
        Run::new(repo, log, "npm").args(&["run", "--silent", script]).current_dir(repo.path(folder))
    };
    let chromium = steps.check("viewer", "set-up: Chromium", || setup::chromium::ready(repo));
    let built = steps.check("viewer", "build", || {
        setup::node::ready(repo)?;
        build::host(repo, "wasm", Kind::Shipped)?;
        npm("npm-build", "bindings/npm", "build").run()?;
        build::viewer::build(repo)?;
        npm("viewer-check", "viewer", "check").run()
    });
    let (Some(chromium), Some(_)) = (chromium, built) else { return };
    steps.tests("viewer", "in Chromium", count::node, || {
        let waybill = build::command_with_viewer(repo)?;
        let npm = npm("viewer-test", "viewer", "test").env("WAYBILL_CHROMIUM", &chromium.browser);
        npm.env("WAYBILL", waybill).run_either_way()
    });
}
