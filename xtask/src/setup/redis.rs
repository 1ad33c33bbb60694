//! A Redis server, which tests of shared logins start on ports of their own.

use anyhow::Result;

use super::system::install;
use crate::command::ask;
use crate::repo::Repo;

pub(crate) fn ready(repo: &Repo) -> Result<()> {
    if ask("redis-server", &["--version"]).is_some() {
        return Ok(());
    }
    install(repo, "redis", &["redis-server"])
}
