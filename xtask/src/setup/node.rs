//! Node 20 and the packages the npm package is built and tested with.

use anyhow::{Context as _, Result, bail};

use super::system::major;
use crate::command::{Run, ask};
use crate::repo::Repo;

const OLDEST_NODE: u32 = 20;

/// Checks Node and installs the packages of the npm package.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    packages(repo, "bindings/npm")
}

/// Checks Node and installs the packages of a folder's lock file, if they are not those installed already.
pub(crate) fn packages(repo: &Repo, folder: &str) -> Result<()> {
    let by_hand = "install it from nodejs.org or with your package manager, and put `node` and `npm` on PATH";
    let Some(version) = ask("node", &["--version"]) else { bail!("Node 20.19 or later is missing: {by_hand}") };
    if major(&version).is_none_or(|major| major < OLDEST_NODE) {
        bail!("Node {version} is too old, 20.19 or later is needed: {by_hand}");
    }
    let package = repo.path(folder);
    let wanted = std::fs::read_to_string(package.join("package-lock.json")).context("cannot read package-lock.json")?;
    let stamp = package.join("node_modules/.waybill-lock");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    Run::new(repo, "npm-ci", "npm").args(&["ci", "--no-audit", "--no-fund"]).current_dir(&package).run()?;
    std::fs::write(&stamp, wanted).context("cannot note which packages are installed")
}
