//! Tests the back ends of `examples/proxy` over sockets, as an app and an attacker would use them.

use anyhow::{Context as _, Result};

use crate::command::Run;
use crate::repo::Repo;

/// Runs the tests with the back end that a command starts.
pub(super) fn run(repo: &Repo, host: &str, command: &[&str]) -> Result<(String, bool)> {
    let command = serde_json::to_string(command).context("a command's words are text")?;
    Run::new(repo, &format!("proxy-{host}"), "npm")
        .args(&["run", "--silent", "test"])
        .current_dir(repo.path("tests/proxies"))
        .env("WAYBILL_PROXY", command)
        .run_either_way()
}
