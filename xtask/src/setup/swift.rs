//! Swift 6: the machine's own, or a Debian 13 root folder in the cache that contains it.

use std::path::Path;

use anyhow::{Result, bail};

use super::redis;
use super::system::{install, major, obstacle};
use crate::command::{Run, ask};
use crate::repo::Repo;

/// Folder of the cache that `tools/swift-root.sh` creates.
const ROOT: &str = "swift-root-3";
const MISSING: &str =
    "Swift 6 is missing: install it from swift.org, or run `sh tools/swift-root.sh` once as root on Debian";

/// Installs Swift if needed. `tools/swift-run.sh` then runs commands with it.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    let (output, ready) = Run::new(repo, "swift-root", "sh").arg(repo.path("tools/swift-root.sh")).run_either_way()?;
    if ready {
        // The root folder contains everything that the package needs.
        return if output.trim() == "host" { libraries(repo) } else { Ok(()) };
    }
    // This line of the script names the missing command, and the rights it needs.
    let line = output.lines().find(|line| line.starts_with("swift:"));
    bail!("{}", line.unwrap_or(output.trim()));
}

/// Returns an error line with the command to run, if Swift 6 is missing and cannot be installed from here.
pub(super) fn missing(repo: &Repo) -> Option<String> {
    let major_version = ask("swift", &["--version"]).and_then(|text| major(text.split("Swift version").nth(1)?));
    let is_there = major_version.is_some_and(|version| version >= 6) || repo.cache(ROOT).is_dir();
    if is_there { None } else { obstacle("Swift 6", &["debootstrap"]).map(|_| MISSING.to_owned()) }
}

/// Installs the libraries that the package's token store needs, if the machine's own Swift is used.
fn libraries(repo: &Repo) -> Result<()> {
    let has_header =
        |name: &str| ["/usr/include", "/usr/local/include"].iter().any(|dir| Path::new(dir).join(name).is_file());
    if !has_header("hiredis/hiredis.h") {
        install(repo, "hiredis", &["libhiredis-dev", "libssl-dev"])?;
    }
    redis::ready(repo)
}
