//! Tests the SOAP half of the mock with third-party clients and validators: `tests/soap`.
//!
//! zeep comes first: the other clients send its requests, and the altered requests are based on them.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, Result};

use super::FIGURES;
use super::step::{Session, Step, Tier};
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;

const HOST: &str = "soap";

/// Minimum number of operations served to each client, of some 770. Operations that a client cannot send are not counted.
const ZEEP_FLOOR: &str = "755";
const NODE_FLOOR: &str = "620";
const CXF_FLOOR: &str = "732";

pub(super) fn steps() -> Vec<Step> {
    // All clients call the same mock, which keeps the services that the first client uploads.
    let mock: Arc<OnceLock<Server>> = Arc::default();
    let started = Arc::clone(&mock);
    let to_mock = move |run: Run| {
        Ok::<_, anyhow::Error>(run.args(&["--mock", mock.get().context("the mock is not up")?.origin()]))
    };
    let (carriers, zeep, altered) = (to_mock.clone(), to_mock.clone(), to_mock);
    vec![
        Step::check(HOST, "soap/mock", move |session| start(session.repo).map(|server| started.set(server)))
            .needs(&["build/programs"]),
        Step::report(HOST, "soap/carriers", move |session| {
            let run = carriers(python(session, "soap-carriers", "fixtures.py")?)?;
            run.arg("--carriers").arg(session.repo.path("tests/mock/carriers")).run_showing(&FIGURES)
        })
        .needs(&["soap/mock"]),
        Step::report(HOST, "soap/zeep", move |session| {
            let run = zeep(python(session, "soap-zeep", "calls.py")?)?;
            let run = run.arg("--public").arg(setup::soap::wsdls(session.repo)?);
            let run = run.arg("--carriers").arg(session.repo.path("tests/mock/carriers"));
            run.args(&["--floor", ZEEP_FLOOR]).run_showing(&FIGURES)
        })
        .needs(&["soap/mock"]),
        Step::report(HOST, "soap/altered-requests", move |session| {
            altered(python(session, "soap-mutations", "refusals.py")?)?.run_showing(&FIGURES)
        })
        .needs(&["soap/zeep"]),
        Step::report(HOST, "soap/node", |session| {
            setup::soap::npm_soap(session.repo)?;
            let calls = session.repo.path("tests/soap/node/calls.mjs");
            Run::new(session.repo, "soap-node", "node").arg(calls).arg(session.repo.work("soap")).run()?;
            let judge = python(session, "soap-node-verdicts", "judge.py")?;
            judge.args(&["--client", "node", "--floor", NODE_FLOOR]).run_showing(&FIGURES)
        })
        .needs(&["soap/zeep"]),
        Step::report(HOST, "soap/cxf", |session| {
            let class_path = setup::soap::cxf(session.repo)?;
            cxf_calls(session.repo, &class_path, &session.repo.work("soap")).run()?;
            let judge = python(session, "soap-cxf-verdicts", "judge.py")?;
            judge.args(&["--client", "cxf", "--floor", CXF_FLOOR]).run_showing(&FIGURES)
        })
        .needs(&["soap/zeep"]),
    ]
    .into_iter()
    .map(|step| step.tier(Tier::OnRequest))
    .collect()
}

/// Runs a program of `tests/soap/python`.
fn python(session: &Session<'_>, log: &str, name: &str) -> Result<Run> {
    Ok(Run::new(session.repo, log, "python3")
        .env("PYTHONPATH", setup::soap::zeep(session.repo)?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // zeep repeats a warning for every type, about problems that it then reports as errors.
        .env("PYTHONWARNINGS", "ignore")
        .arg(session.repo.path("tests/soap/python").join(name))
        .arg("--work")
        .arg(session.repo.work("soap")))
}

/// Starts the mock on a free port, without services.
fn start(repo: &Repo) -> Result<Server> {
    Server::start(&build::tested_command(repo), &["mock", "--port", "0", "--until-stdin-closes"])
}

fn cxf_calls(repo: &Repo, class_path: &str, work: &Path) -> Run {
    Run::new(repo, "soap-cxf", "java").args(&["-Xmx1g", "-cp", class_path, "dev.waybill.soap.CxfCalls"]).arg(work)
}
