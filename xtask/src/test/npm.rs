//! What runs in Node: the npm package against real sockets, in Chromium and packed as users get it; and the MDX compiler,
//! on the Markdown that the command writes; and what CI systems read and are asked, by the tools of others.

use anyhow::{Context as _, Result};

use super::example::{self, Platform};
use super::steps::Steps;
use super::{count, proxy, secrets, shipped};
use crate::build::{self, Kind};
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;
use crate::surface::{self, Surface};

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let node = steps.check("node", "set-up: npm packages", || setup::node::ready(repo));
    let chromium = steps.check("chromium", "set-up: Chromium", || setup::chromium::ready(repo));
    let npm = |log: &str, words: &[&str]| Run::new(repo, log, "npm").args(words).current_dir(repo.path("bindings/npm"));
    if node.is_none() {
        return;
    }
    let corpus = steps.check("node", "set-up: public descriptions", || setup::corpus::whole(repo));
    let built = steps.check("node", "test build", || {
        setup::wasm::ready(repo)?;
        build::host(repo, "wasm", Kind::Test)?;
        npm("npm-build-test", &["run", "--silent", "build"]).run()
    });
    steps.check("node", "set-up: Redis", || setup::redis::ready(repo));
    let evidence = steps.evidence.folder();
    if built.is_some() {
        steps.check("node", "declarations", || surface::check(repo, Surface::Npm));
        steps.tests("node", "package", count::node, || {
            let drivers = Server::start(&build::program(repo, "waybill-driver-server")?, &[])?;
            npm("npm-test", &["run", "--silent", "test"])
                .env("WAYBILL_EVIDENCE", evidence)
                .env("WAYBILL_CORPUS", corpus.unwrap_or_default())
                .env("WAYBILL_PLANTED_PANIC", "1")
                .env("WAYBILL_DRIVER_SERVER", drivers.origin())
                .env("WAYBILL_DEV", build::program(repo, "waybill")?)
                .run_either_way()
        });
    }
    if let (Some(_), Some(chromium)) = (&built, &chromium) {
        steps.tests("chromium", "package", count::node, || -> Result<_> {
            npm("npm-test-browser", &["run", "--silent", "test:browser"])
                .env("WAYBILL_EVIDENCE", evidence)
                .env("WAYBILL_CHROMIUM", &chromium.browser)
                .run_either_way()
        });
    }
    let shipped = steps.check("packages", "npm: shipped build", || {
        build::host(repo, "wasm", Kind::Shipped)?;
        npm("npm-build", &["run", "--silent", "build"]).run()?;
        build::viewer::build(repo)?;
        shipped::are_small(&repo.path("bindings/npm/dist/wasm"))?;
        shipped::holds_no_planted_panic(&repo.path("bindings/npm/dist")).context("the npm package")
    });
    if shipped.is_some() {
        steps.tests("packages", "npm: packed and installed", count::node, || {
            let dev = build::program(repo, "waybill")?;
            let mut run = npm("npm-test-package", &["run", "--silent", "test:package"]).env("WAYBILL_DEV", dev);
            if let Some(chromium) = &chromium {
                run = run.env("WAYBILL_CHROMIUM", &chromium.browser);
            }
            run.run_either_way()
        });
    }
    steps.tests("packages", "changelogs compiled as MDX", count::node, || {
        setup::node::packages(repo, "tests/markdown")?;
        let waybill = build::program(repo, "waybill")?;
        let npm = Run::new(repo, "npm-test-markdown", "npm").args(&["run", "--silent", "test"]);
        npm.current_dir(repo.path("tests/markdown")).env("WAYBILL", waybill).run_either_way()
    });
    steps.check("packages", "npm: examples, run", || examples(repo));
    steps.tests("packages", "npm: back end of an app, Fastify", count::node, || {
        setup::node::packages(repo, "examples/proxy/node")?;
        proxy::run(repo, "node", &["node", &repo.path("examples/proxy/node/src/main.js").display().to_string()])
    });
    steps.tests("packages", "npm: a key in AWS, rotated", count::node, || {
        setup::node::packages(repo, "examples/secrets/node")?;
        secrets::run(repo, "node", &["node", &repo.path("examples/secrets/node/main.js").display().to_string()])
    });
    steps.tests("packages", "formats and requests of CI systems", count::node, || {
        setup::node::packages(repo, "tests/ci")?;
        let waybill = build::program(repo, "waybill")?;
        let npm = Run::new(repo, "npm-test-ci", "npm").args(&["run", "--silent", "test"]);
        let corpus = setup::corpus::whole(repo)?;
        let npm = npm.current_dir(repo.path("tests/ci")).env("WAYBILL", waybill).env("WAYBILL_CORPUS", corpus);
        npm.run_either_way()
    });
}

/// Runs the programs of `examples/node`; each says by its exit status whether what it says is what it expects.
fn examples(repo: &Repo) -> Result<()> {
    setup::node::example(repo)?;
    let program =
        |script: &str| Run::new(repo, "npm-example", "node").arg(script).current_dir(repo.path("examples/node"));
    let dev = Server::start(&build::program(repo, "waybill")?, &["dev", "--port", "0"])?;
    program("call-platform.mjs").arg(dev.origin()).run()?;
    program("call-carrier.mjs").run()?;
    Platform::start(repo)?.share_login(repo, |log, arguments| {
        let process = Run::new(repo, log, "node").arg("share-login.mjs").current_dir(repo.path("examples/node"));
        process.args(arguments)
    })?;
    example::compare_releases(repo, "../..", |arguments| program("compare-releases.mjs").args(arguments))
}
