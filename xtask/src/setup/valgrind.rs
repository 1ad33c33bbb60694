//! valgrind, which counts instructions.

use anyhow::Result;

use super::system::install;
use crate::command::ask;
use crate::repo::Repo;

pub(crate) fn ready(repo: &Repo) -> Result<()> {
    if ask("valgrind", &["--version"]).is_some() {
        return Ok(());
    }
    install(repo, "valgrind", &["valgrind"])
}
