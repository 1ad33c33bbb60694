//! Steps that install and build what other steps need. Steps skip what is already installed or built.

use anyhow::Context as _;

use super::step::{Load, Step};
use super::{rust, shipped};
use crate::build::{self, Kind, host_program};
use crate::command::Run;
use crate::setup::{self, Tool};

const SET_UP: &str = "set-up";
const BUILD: &str = "build";

pub(super) fn steps() -> Vec<Step> {
    [installs(), builds()].into_iter().flatten().collect()
}

fn installs() -> Vec<Step> {
    let step = |step: Step, tools: &'static [Tool]| step.load(Load::Waits).tools(tools);
    vec![
        step(
            Step::check(SET_UP, "set-up/cargo-tools", |session| {
                Run::cargo(session.repo, "fetch", &["fetch", "--locked"]).run()?;
                setup::tools::ready(session.repo)
            }),
            &[Tool::Git],
        ),
        step(Step::check(SET_UP, "set-up/wasm", |session| setup::wasm::ready(session.repo)), &[Tool::WebAssembly]),
        step(Step::check(SET_UP, "set-up/node", |session| setup::node::ready(session.repo)), &[Tool::Node]),
        step(Step::check(SET_UP, "set-up/descriptions", |session| setup::corpus::whole(session.repo)), &[Tool::Node]),
        step(
            Step::check(SET_UP, "set-up/schema-suite", |session| setup::schema_suite::ready(session.repo)).deep(),
            &[Tool::Python],
        ),
        step(Step::check(SET_UP, "set-up/redis", |session| setup::redis::ready(session.repo)), &[Tool::Redis]),
        step(Step::check(SET_UP, "set-up/chromium", |session| setup::chromium::ready(session.repo)), &[Tool::Chromium]),
        step(Step::check(SET_UP, "set-up/java", |session| setup::jvm::ready(session.repo)), &[Tool::Java]),
        step(Step::check(SET_UP, "set-up/swift", |session| setup::swift::ready(session.repo)), &[Tool::Swift]),
        step(Step::check(SET_UP, "set-up/keycloak", |session| setup::keycloak::ready(session.repo)), &[Tool::Java])
            .needs(&["set-up/java"]),
        step(
            Step::check(SET_UP, "set-up/firefox", |session| setup::firefox::ready(session.repo)).deep(),
            &[Tool::Firefox],
        ),
        step(
            Step::check(SET_UP, "set-up/valgrind", |session| setup::valgrind::ready(session.repo)).deep(),
            &[Tool::Valgrind],
        ),
        step(
            Step::check(SET_UP, "set-up/django-oauth-toolkit", |session| {
                setup::providers::django_oauth_toolkit(session.repo)
            })
            .deep(),
            &[Tool::Python],
        ),
        step(
            Step::check(SET_UP, "set-up/oidc-provider", |session| setup::providers::oidc_provider(session.repo)).deep(),
            &[Tool::Node],
        ),
        step(
            Step::check(SET_UP, "set-up/sites", |session| setup::node::packages(session.repo, "tests/sites")).deep(),
            &[Tool::Node],
        ),
        step(
            Step::check(SET_UP, "set-up/site", |session| setup::node::packages(session.repo, "site")).deep(),
            &[Tool::Node],
        ),
        step(
            Step::check(SET_UP, "set-up/bundlers", |session| setup::node::packages(session.repo, "tests/bundlers"))
                .deep(),
            &[Tool::Node],
        ),
        step(
            Step::check(SET_UP, "set-up/workflow-linters", |session| setup::workflow_linters::ready(session.repo))
                .deep(),
            &[Tool::Python],
        ),
    ]
}

fn builds() -> Vec<Step> {
    let step = |step: Step| step.load(Load::AllCores);
    vec![
        step(Step::check(BUILD, "build/programs", |session| build::programs(session.repo))),
        step(Step::check(BUILD, "build/npm", |session| build::npm(session.repo, Kind::Test))).needs(&[
            "set-up/wasm",
            "set-up/node",
            "build/programs",
        ]),
        step(Step::check(BUILD, "build/kotlin", |session| build::host(session.repo, "kotlin", Kind::Test)))
            .needs(&["build/programs"])
            .after(&["build/kotlin-shipped", "kotlin/declarations"]),
        step(Step::check(BUILD, "build/swift", |session| build::host(session.repo, "swift", Kind::Test)))
            .needs(&["build/programs"]),
        step(Step::check(BUILD, "build/rust-tests", |session| rust::nextest(session)?.arg("--no-run").run()))
            .needs(&["set-up/cargo-tools", "build/programs"]),
        Step::check(BUILD, "build/kotlin-installed", |session| host_program::install_tested_kotlin(session.repo))
            .needs(&["kotlin/package"]),
    ]
}

/// Returns the builds of packages as users get them.
pub(super) fn shipped_builds() -> Vec<Step> {
    let step = |step: Step| step.load(Load::AllCores).deep();
    vec![
        step(Step::check(BUILD, "build/npm-shipped", |session| {
            build::npm(session.repo, Kind::Shipped)?;
            build::viewer::build(session.repo)?;
            shipped::are_small(&session.repo.path("bindings/npm/dist/wasm"))?;
            shipped::holds_no_planted_panic(&session.repo.path("bindings/npm/dist")).context("the npm package")
        }))
        .needs(&["set-up/wasm", "set-up/node", "build/programs"]),
        step(Step::check(BUILD, "build/command-with-viewer", |session| build::command_with_viewer(session.repo)))
            .needs(&["build/npm-shipped"]),
        step(Step::check(BUILD, "build/kotlin-shipped", |session| {
            host_program::install_kotlin(session.repo)?;
            // The jar contains exactly this folder.
            shipped::holds_no_planted_panic(&session.repo.path("bindings/kotlin/target/classes")).context("the jar")
        }))
        .needs(&["set-up/java", "build/programs"]),
    ]
}
