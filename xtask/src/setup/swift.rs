//! Swift 6: the machine's own, or a Debian 13 folder with it in the cache.

use std::path::Path;

use anyhow::{Result, bail};

use super::redis;
use super::system::{install, major, obstacle};
use crate::command::{Run, ask};
use crate::repo::Repo;

/// The folder of the cache that `tools/swift-root.sh` makes.
const ROOT: &str = "swift-root-3";
const MISSING: &str =
    "Swift 6 is missing: install it from swift.org, or run `sh tools/swift-root.sh` once as root on Debian";

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

/// Returns the line to type, if there is no Swift 6 and no way to make it ready from here.
pub(super) fn missing(repo: &Repo) -> Option<String> {
    let major_version = ask("swift", &["--version"]).and_then(|text| major(text.split("Swift version").nth(1)?));
    let is_there = major_version.is_some_and(|version| version >= 6) || repo.cache(ROOT).is_dir();
    if is_there { None } else { obstacle("Swift 6", &["debootstrap"]).map(|_| MISSING.to_owned()) }
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
