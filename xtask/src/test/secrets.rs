//! Tests the programs of `examples/secrets` with Moto, a mock of AWS.

use anyhow::{Context as _, Result};

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Runs the test with the program that a command starts.
pub(super) fn run(repo: &Repo, host: &str, command: &[&str]) -> Result<(String, bool)> {
    let command = serde_json::to_string(command).context("a command's words are text")?;
    let moto = setup::python::packages(repo, &repo.path("tests/secrets/python/requirements.txt"), "moto")?;
    Run::new(repo, &format!("secrets-{host}"), "npm")
        .args(&["run", "--silent", "test"])
        .current_dir(repo.path("tests/secrets"))
        .env("PYTHONPATH", moto)
        .env("WAYBILL_SECRETS", command)
        .run_either_way()
}
