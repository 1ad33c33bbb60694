//! The OpenAPI half of the mock against validators that others wrote: `tests/openapi`.

use anyhow::{Context as _, Result};

use super::FIGURES;
use super::steps::Steps;
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;

const HOST: &str = "openapi";

/// Operations, descriptions and publishers that have to be served, so that exclusions cannot eat the run.
const FLOORS: &str = "10600,165,38";

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let ajv = steps.check(HOST, "set-up: ajv", || setup::openapi::ajv(repo));
    let python = steps.check(HOST, "set-up: jsonschema", || setup::openapi::jsonschema(repo));
    let files = steps.check(HOST, "set-up: published descriptions", || setup::openapi::descriptions(repo));
    let samples = steps.check(HOST, "sample requests", || build::program(repo, "waybill-openapi-samples"));
    let mock = steps.check(HOST, "waybill mock", || start(repo));
    let (Some(()), Some(python), Some(files)) = (ajv, python, files) else { return };
    let (Some(samples), Some(mock)) = (samples, mock) else { return };
    let work = repo.work("openapi");
    let calls = Run::new(repo, "openapi-calls", "node")
        .arg("--max-old-space-size=4096")
        .arg(repo.path("tests/openapi/node/calls.mjs"))
        .args(&["--mock", mock.origin()])
        .arg("--samples")
        .arg(&samples)
        .arg("--work")
        .arg(&work);
    let calls = files.iter().fold(calls, Run::arg);
    let called = steps.check(HOST, "every operation, and altered requests", || {
        empty(&work)?;
        calls.run()
    });
    let program = |log: &str, name: &str| {
        Run::new(repo, log, "python3")
            .env("PYTHONPATH", &python)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .arg(repo.path("tests/openapi/python").join(name))
            .arg("--work")
            .arg(&work)
    };
    if called.is_some() {
        steps.check(HOST, "jsonschema's verdicts", || program("openapi-verdicts", "verdicts.py").run());
        let judge = program("openapi-judge", "judge.py").args(&["--floors", FLOORS]);
        steps.check(HOST, "the mock's answers", || judge.run_showing(&FIGURES));
    }
    println!("        what was sent and answered is in {}", work.display());
}

/// Starts the mock, empty, on a port that is free.
fn start(repo: &Repo) -> Result<Server> {
    Server::start(&build::program(repo, "waybill")?, &["mock", "--port", "0", "--quiet"])
}

/// Takes away what an earlier run left.
fn empty(work: &std::path::Path) -> Result<()> {
    if work.exists() {
        std::fs::remove_dir_all(work).with_context(|| format!("cannot empty {}", work.display()))?;
    }
    std::fs::create_dir_all(work).with_context(|| format!("cannot create {}", work.display()))
}
