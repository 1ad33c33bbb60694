//! A Redis server. Tests of shared logins start it on ports of their choice.

use anyhow::Result;

use super::system::{install, obstacle};
use crate::command::ask;
use crate::repo::Repo;

const WHAT: &str = "Redis";
const PACKAGES: [&str; 1] = ["redis-server"];

pub(crate) fn ready(repo: &Repo) -> Result<()> {
    if is_there() { Ok(()) } else { install(repo, WHAT, &PACKAGES) }
}

/// Returns an error line with the command to run, if the server is missing and cannot be installed from here.
pub(super) fn missing() -> Option<String> {
    if is_there() { None } else { obstacle(WHAT, &PACKAGES) }
}

fn is_there() -> bool {
    ask("redis-server", &["--version"]).is_some()
}
