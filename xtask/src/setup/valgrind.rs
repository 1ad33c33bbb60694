//! valgrind, which counts instructions.

use anyhow::Result;

use super::system::{install, obstacle};
use crate::command::ask;
use crate::repo::Repo;

const WHAT: &str = "valgrind";
const PACKAGES: [&str; 1] = ["valgrind"];

pub(crate) fn ready(repo: &Repo) -> Result<()> {
    if is_there() { Ok(()) } else { install(repo, WHAT, &PACKAGES) }
}

/// Returns an error line with the command to run, if valgrind is missing and cannot be installed from here.
pub(super) fn missing() -> Option<String> {
    if is_there() { None } else { obstacle(WHAT, &PACKAGES) }
}

fn is_there() -> bool {
    ask("valgrind", &["--version"]).is_some()
}
