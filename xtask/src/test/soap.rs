//! The SOAP half of the mock against clients and validators that others wrote: `tests/soap`.
//!
//! zeep comes first: the requests that it makes are what the other clients send and what the mutations start from.

use std::path::Path;

use anyhow::Result;

use super::FIGURES;
use super::steps::Steps;
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;

const HOST: &str = "soap";

/// Operations that each client has to be served, of some 770: what a client cannot send is not among them.
const ZEEP_FLOOR: &str = "755";
const NODE_FLOOR: &str = "620";
const CXF_FLOOR: &str = "732";

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let python = steps.check(HOST, "set-up: zeep", || setup::soap::zeep(repo));
    let public = steps.check(HOST, "set-up: public WSDLs", || setup::soap::wsdls(repo));
    let npm = steps.check(HOST, "set-up: soap (npm)", || setup::soap::npm_soap(repo));
    let cxf = steps.check(HOST, "set-up: CXF", || setup::soap::cxf(repo));
    let mock = steps.check(HOST, "waybill mock", || start(repo));
    let (Some(python), Some(public), Some(mock)) = (python, public, mock) else { return };
    let work = repo.work("soap");
    let program = |log: &str, name: &str| {
        Run::new(repo, log, "python3")
            .env("PYTHONPATH", &python)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            // zeep warns of what it then refuses, for every type again.
            .env("PYTHONWARNINGS", "ignore")
            .arg(repo.path("tests/soap/python").join(name))
            .arg("--work")
            .arg(&work)
    };
    let to_mock = |run: Run| run.args(&["--mock", mock.origin()]);
    let carriers = repo.path("tests/mock/carriers");
    let ours = to_mock(program("soap-carriers", "fixtures.py")).arg("--carriers").arg(&carriers);
    steps.check(HOST, "our carriers' requests", || ours.run_showing(&FIGURES));
    let calls = to_mock(program("soap-zeep", "calls.py")).arg("--public").arg(&public).arg("--carriers").arg(&carriers);
    let calls = calls.args(&["--floor", ZEEP_FLOOR]);
    steps.check(HOST, "zeep, every operation", || calls.run_showing(&FIGURES));
    steps.check(HOST, "altered requests", || to_mock(program("soap-mutations", "refusals.py")).run_showing(&FIGURES));
    if npm.is_some() {
        let calls = Run::new(repo, "soap-node", "node").arg(repo.path("tests/soap/node/calls.mjs")).arg(&work);
        let judge = program("soap-node-verdicts", "judge.py").args(&["--client", "node", "--floor", NODE_FLOOR]);
        steps.check(HOST, "soap (npm), every operation", || calls.run().and_then(|_| judge.run_showing(&FIGURES)));
    }
    if let Some(class_path) = cxf {
        let calls = cxf_calls(repo, &class_path, &work);
        let judge = program("soap-cxf-verdicts", "judge.py").args(&["--client", "cxf", "--floor", CXF_FLOOR]);
        steps.check(HOST, "CXF, every operation", || calls.run().and_then(|_| judge.run_showing(&FIGURES)));
    }
    println!("        what was sent and answered is in {}", work.display());
}

/// Starts the mock, empty, on a port that is free.
fn start(repo: &Repo) -> Result<Server> {
    Server::start(&build::program(repo, "waybill")?, &["mock", "--port", "0"])
}

fn cxf_calls(repo: &Repo, class_path: &str, work: &Path) -> Run {
    Run::new(repo, "soap-cxf", "java").args(&["-Xmx1g", "-cp", class_path, "dev.waybill.soap.CxfCalls"]).arg(work)
}
