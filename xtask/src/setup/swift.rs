//! Swift 6: the machine's own, or a Debian 13 folder with it in the cache.

use anyhow::{Result, bail};

use crate::command::Run;
use crate::repo::Repo;

/// Makes Swift ready; `tools/swift-run.sh` then runs commands with it.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    let (output, ready) = Run::new(repo, "swift-root", "sh").arg(repo.path("tools/swift-root.sh")).run_either_way()?;
    if ready {
        return Ok(());
    }
    // The script's own line says which command is missing and with which rights it runs.
    let line = output.lines().find(|line| line.starts_with("swift:"));
    bail!("{}", line.unwrap_or(output.trim()));
}
