//! Swift 6: the machine's own, or a Debian 13 folder with it in the cache.

use std::path::Path;

use anyhow::{Result, bail};

use super::redis;
use super::system::install;
use crate::command::Run;
use crate::repo::Repo;

/// Makes Swift ready; `tools/swift-run.sh` then runs commands with it.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    let (output, ready) = Run::new(repo, "swift-root", "sh").arg(repo.path("tools/swift-root.sh")).run_either_way()?;
    if ready {
        // The folder has all that the package needs.
        return if output.trim() == "host" { libraries(repo) } else { Ok(()) };
    }
    // The script's own line says which command is missing and with which rights it runs.
    let line = output.lines().find(|line| line.starts_with("swift:"));
    bail!("{}", line.unwrap_or(output.trim()));
}

/// What the package's token store needs of the machine where its own Swift is used.
fn libraries(repo: &Repo) -> Result<()> {
    let has_header =
        |name: &str| ["/usr/include", "/usr/local/include"].iter().any(|dir| Path::new(dir).join(name).is_file());
    if !has_header("hiredis/hiredis.h") {
        install(repo, "hiredis", &["libhiredis-dev", "libssl-dev"])?;
    }
    redis::ready(repo)
}
