//! Tests the npm package: in Node over real sockets, in Chromium, and packed as users get it. Also tests the command's
//! Markdown and its requests to CI systems with other tools.

use anyhow::Result;

use super::example::{self, Platform};
use super::step::{DOCUMENTS, KOTLIN, RunnerOutput, SWIFT, Session, Step, Tier};
use super::{count, proxy, secrets};
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;
use crate::surface::{self, Surface};

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::tests("node", "npm/node", count::node, |session| {
            let drivers = Server::start(&build::built(session.repo, "waybill-driver-server"), &[])?;
            script(session.repo, "npm-test", "test")
                .env("WAYBILL_EVIDENCE", &session.evidence)
                .env("WAYBILL_CORPUS", setup::corpus::whole(session.repo)?)
                .env("WAYBILL_PLANTED_PANIC", "1")
                .env("WAYBILL_DRIVER_SERVER", drivers.origin())
                .env("WAYBILL_DEV", build::tested_command(session.repo))
                .run_either_way()
        })
        .needs(&["build/npm", "set-up/descriptions", "set-up/redis"])
        .runs_vectors(),
        Step::tests("chromium", "npm/chromium", count::node, |session| {
            script(session.repo, "npm-test-browser", "test:browser")
                .env("WAYBILL_EVIDENCE", &session.evidence)
                .env("WAYBILL_CHROMIUM", setup::chromium::ready(session.repo)?.browser)
                .run_either_way()
        })
        .needs(&["build/npm", "set-up/chromium"])
        .runs_vectors(),
        Step::check("packages", "npm/examples", |session| examples(session.repo)).needs(&["build/npm", "set-up/redis"]),
        Step::tests("packages", "npm/packed", count::node, packed)
            .needs(&["build/npm-shipped", "set-up/chromium", "set-up/redis"])
            .deep(),
        Step::check("packages", "npm/examples-shipped", |session| examples(session.repo))
            .needs(&["build/npm-shipped", "set-up/redis"])
            .deep(),
        Step::check("node", "npm/declarations", |session| surface::check(session.repo, Surface::Npm))
            .needs(&["build/npm-shipped"])
            .deep(),
    ]
    .into_iter()
    // The package that ships contains the viewer.
    .map(|step| if step.tier == Tier::Quick { step.ignores(DOCUMENTS) } else { step })
    .map(|step| step.ignores(KOTLIN).ignores(SWIFT))
    .chain(others())
    .collect()
}

/// Returns the steps with back ends that use the package, and with other programs that read the command's output.
fn others() -> Vec<Step> {
    vec![
        Step::tests("packages", "npm/mdx", count::node, |session| {
            setup::node::packages(session.repo, "tests/markdown")?;
            let npm = Run::new(session.repo, "npm-test-markdown", "npm").args(&["run", "--silent", "test"]);
            npm.current_dir(session.repo.path("tests/markdown"))
                .env("WAYBILL", build::tested_command(session.repo))
                .run_either_way()
        })
        .needs(&["build/programs", "set-up/node"])
        .deep(),
        Step::tests("packages", "npm/fastify", count::node, |session| {
            setup::node::packages(session.repo, "examples/proxy/node")?;
            let program = session.repo.path("examples/proxy/node/src/main.js").display().to_string();
            proxy::run(session.repo, "node", &["node", &program])
        })
        .needs(&["build/npm-shipped"])
        .deep(),
        Step::tests("packages", "npm/aws-secrets", count::node, |session| {
            setup::node::packages(session.repo, "examples/secrets/node")?;
            let program = session.repo.path("examples/secrets/node/main.js").display().to_string();
            secrets::run(session.repo, "node", &["node", &program])
        })
        .needs(&["build/npm-shipped"])
        .deep(),
        Step::tests("packages", "npm/ci-formats", count::node, |session| {
            setup::node::packages(session.repo, "tests/ci")?;
            let npm = Run::new(session.repo, "npm-test-ci", "npm").args(&["run", "--silent", "test"]);
            npm.current_dir(session.repo.path("tests/ci"))
                .env("WAYBILL", build::tested_command(session.repo))
                .env("WAYBILL_CORPUS", setup::corpus::whole(session.repo)?)
                .run_either_way()
        })
        .needs(&["build/programs", "set-up/node", "set-up/descriptions"])
        .deep(),
    ]
}

fn script(repo: &Repo, log: &str, name: &str) -> Run {
    Run::new(repo, log, "npm").args(&["run", "--silent", name]).current_dir(repo.path("bindings/npm"))
}

fn packed(session: &Session<'_>) -> Result<RunnerOutput> {
    script(session.repo, "npm-test-package", "test:package")
        .env("WAYBILL_DEV", build::tested_command(session.repo))
        .env("WAYBILL_CHROMIUM", setup::chromium::ready(session.repo)?.browser)
        .run_either_way()
}

/// Runs the programs of `examples/node`. Each reports by its exit status whether the result is the expected one.
fn examples(repo: &Repo) -> Result<()> {
    setup::node::example(repo)?;
    let program =
        |script: &str| Run::new(repo, "npm-example", "node").arg(script).current_dir(repo.path("examples/node"));
    let dev = Server::start(&build::tested_command(repo), &["dev", "--port", "0", "--until-stdin-closes"])?;
    program("call-platform.mjs").arg(dev.origin()).run()?;
    program("call-carrier.mjs").run()?;
    Platform::start(repo)?.share_login(repo, |log, arguments| {
        let process = Run::new(repo, log, "node").arg("share-login.mjs").current_dir(repo.path("examples/node"));
        process.args(arguments)
    })?;
    example::compare_releases(repo, "../..", |arguments| program("compare-releases.mjs").args(arguments))
}
