//! The changelog viewer in Chromium and Firefox: its own page, the page for one report, and the element in pages of others, as
//! bundlers and sites make them.

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
    let firefox = steps.check("viewer", "set-up: Firefox", || setup::firefox::ready(repo));
    let built = steps.check("viewer", "build", || {
        setup::node::ready(repo)?;
        build::host(repo, "wasm", Kind::Shipped)?;
        npm("npm-build", "bindings/npm", "build").run()?;
        build::viewer::build(repo)?;
        npm("viewer-check", "viewer", "check").run()
    });
    let (Some(chromium), Some(firefox), Some(_)) = (chromium, firefox, built) else { return };
    steps.tests("viewer", "in Chromium and Firefox", count::node, || {
        let waybill = build::command_with_viewer(repo)?;
        let npm = npm("viewer-test", "viewer", "test").env("WAYBILL_CHROMIUM", &chromium.browser);
        npm.env("WAYBILL_FIREFOX", &firefox).env("WAYBILL", waybill).run_either_way()
    });
    let bundlers =
        steps.check("viewer", "set-up: Vite, webpack and Next.js", || setup::node::packages(repo, "tests/bundlers"));
    if bundlers.is_some() {
        steps.tests("viewer", "bundled by Vite, webpack and Next.js", count::node, || {
            npm("bundlers-test", "tests/bundlers", "test").env("WAYBILL_CHROMIUM", &chromium.browser).run_either_way()
        });
    }
    let sites =
        steps.check("viewer", "set-up: Docusaurus and Starlight", || setup::node::packages(repo, "tests/sites"));
    if sites.is_some() {
        steps.tests("viewer", "in sites of Docusaurus and Starlight", count::node, || {
            npm("sites-element", "tests/sites", "test:element")
                .env("WAYBILL_CHROMIUM", &chromium.browser)
                .run_either_way()
        });
    }
}
