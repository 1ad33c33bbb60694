//! Tests changelogs in sites built by Docusaurus and Starlight (`tests/sites`), and the documentation site (`site`).

use super::count;
use super::step::{Load, Step};
use crate::build;
use crate::command::Run;
use crate::setup;

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
        Step::tests("sites", "sites/documentation", count::node, |session| {
            build::site::pages(session.repo)?;
            let npm = Run::new(session.repo, "npm-test-site", "npm").args(&["run", "--silent", "test"]);
            npm.current_dir(session.repo.path("site"))
                .env("WAYBILL_SITE", build::site::folder(session.repo))
                .env("WAYBILL_CHROMIUM", setup::chromium::ready(session.repo)?.browser)
                .run_either_way()
        })
        .load(Load::AllCores)
        .needs(&["build/npm-shipped", "set-up/site", "set-up/chromium"])
        .deep(),
    ]
}
