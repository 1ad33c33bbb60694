//! Tests the OpenAPI half of the mock with third-party validators: `tests/openapi`.

use anyhow::{Context as _, Result};

use super::FIGURES;
use super::step::{Session, Step, Tier};
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;

const HOST: &str = "openapi";

/// Minimum number of operations, descriptions and publishers to serve, so that exclusions cannot empty the test.
const FLOORS: &str = "10600,165,38";

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::check(HOST, "openapi/calls", calls).needs(&["build/programs", "set-up/node"]),
        Step::check(HOST, "openapi/verdicts", |session| python(session, "openapi-verdicts", "verdicts.py")?.run())
            .needs(&["openapi/calls"]),
        Step::report(HOST, "openapi/replies", |session| {
            python(session, "openapi-judge", "judge.py")?.args(&["--floors", FLOORS]).run_showing(&FIGURES)
        })
        .needs(&["openapi/verdicts"]),
    ]
    .into_iter()
    .map(|step| step.tier(Tier::OnRequest))
    .collect()
}

/// Calls every operation of every description, and sends altered requests.
fn calls(session: &Session<'_>) -> Result<()> {
    let repo = session.repo;
    setup::openapi::ajv(repo)?;
    let files = setup::openapi::descriptions(repo)?;
    let (work, mock) = (repo.work("openapi"), start(repo)?);
    empty(&work)?;
    let calls = Run::new(repo, "openapi-calls", "node")
        .arg("--max-old-space-size=4096")
        .arg(repo.path("tests/openapi/node/calls.mjs"))
        .args(&["--mock", mock.origin()])
        .arg("--samples")
        .arg(build::built(repo, "waybill-openapi-samples"))
        .arg("--work")
        .arg(&work);
    files.iter().fold(calls, Run::arg).run().map(drop)
}

/// Runs a program of `tests/openapi/python`.
fn python(session: &Session<'_>, log: &str, name: &str) -> Result<Run> {
    Ok(Run::new(session.repo, log, "python3")
        .env("PYTHONPATH", setup::openapi::jsonschema(session.repo)?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(session.repo.path("tests/openapi/python").join(name))
        .arg("--work")
        .arg(session.repo.work("openapi")))
}

/// Starts the mock on a free port, without services.
fn start(repo: &Repo) -> Result<Server> {
    Server::start(&build::tested_command(repo), &["mock", "--port", "0", "--quiet", "--until-stdin-closes"])
}

/// Removes the files of an earlier run.
fn empty(work: &std::path::Path) -> Result<()> {
    if work.exists() {
        std::fs::remove_dir_all(work).with_context(|| format!("cannot empty {}", work.display()))?;
    }
    std::fs::create_dir_all(work).with_context(|| format!("cannot create {}", work.display()))
}
