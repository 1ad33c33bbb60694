//! Changelogs in the sites they are written for, built by Docusaurus and Starlight: `tests/sites`.

use super::count;
use super::steps::Steps;
use crate::build;
use crate::command::Run;
use crate::setup;

const HOST: &str = "sites";

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let ready = || setup::node::packages(repo, "tests/sites");
    if steps.check(HOST, "set-up: Docusaurus and Starlight", ready).is_none() {
        return;
    }
    steps.tests(HOST, "changelogs of hostile descriptions", count::node, || {
        let npm = Run::new(repo, "npm-test-sites", "npm").args(&["run", "--silent", "test"]);
        npm.current_dir(repo.path("tests/sites")).env("WAYBILL", build::program(repo, "waybill")?).run_either_way()
    });
}
