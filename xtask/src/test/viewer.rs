//! Tests the changelog viewer in Chromium and Firefox: its own page, the page for one report, and the element in other pages
//! that bundlers and sites build.

use super::count;
use super::step::Step;
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

const HOST: &str = "viewer";

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::check(HOST, "viewer/types", |session| script(session.repo, "viewer-check", "viewer", "check").run())
            .needs(&["build/npm-shipped"]),
        Step::tests(HOST, "viewer/browsers", count::node, |session| {
            script(session.repo, "viewer-test", "viewer", "test")
                .env("WAYBILL_CHROMIUM", setup::chromium::ready(session.repo)?.browser)
                .env("WAYBILL_FIREFOX", setup::firefox::ready(session.repo)?)
                .env("WAYBILL", build::built_with_viewer(session.repo))
                .run_either_way()
        })
        .needs(&["build/command-with-viewer", "set-up/chromium", "set-up/firefox"]),
        Step::tests(HOST, "viewer/bundlers", count::node, |session| {
            script(session.repo, "bundlers-test", "tests/bundlers", "test")
                .env("WAYBILL_CHROMIUM", setup::chromium::ready(session.repo)?.browser)
                .run_either_way()
        })
        .needs(&["build/npm-shipped", "set-up/bundlers", "set-up/chromium"]),
        Step::tests(HOST, "viewer/sites", count::node, |session| {
            script(session.repo, "sites-element", "tests/sites", "test:element")
                .env("WAYBILL_CHROMIUM", setup::chromium::ready(session.repo)?.browser)
                .run_either_way()
        })
        .needs(&["build/npm-shipped", "set-up/sites", "set-up/chromium"]),
    ]
    .into_iter()
    .map(Step::deep)
    .collect()
}

fn script(repo: &Repo, log: &str, folder: &str, name: &str) -> Run {
    Run::new(repo, log, "npm").args(&["run", "--silent", name]).current_dir(repo.path(folder))
}
