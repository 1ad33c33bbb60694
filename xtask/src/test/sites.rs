//! Tests changelogs in sites built by Docusaurus and Starlight: `tests/sites`.

use super::count;
use super::step::{Load, Step};
use crate::build;
use crate::command::Run;

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::tests("sites", "sites/changelogs", count::node, |session| {
            let npm = Run::new(session.repo, "npm-test-sites", "npm").args(&["run", "--silent", "test"]);
            let npm = npm.current_dir(session.repo.path("tests/sites"));
            npm.env("WAYBILL", build::tested_command(session.repo)).run_either_way()
        })
        .load(Load::AllCores)
        .needs(&["build/programs", "set-up/sites"])
        .deep(),
    ]
}
