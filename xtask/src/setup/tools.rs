//! The test runner and the licence checker, in the versions pinned by `tools/cargo-tools.txt`.
//!
//! Python's package index has them prebuilt, with hashes. That takes seconds, while `cargo install` takes many minutes. If pip
//! fails (another platform, no Python), `cargo install` builds the same versions.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::command::Run;
use crate::repo::Repo;

const LIST: &str = "tools/cargo-tools.txt";
const PREFIX: &str = "astral-dev-toolchain-";

/// Installs the tools, and returns the folder that must come first on `PATH`.
pub(crate) fn ready(repo: &Repo) -> Result<PathBuf> {
    let list = std::fs::read_to_string(repo.path(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    let folder = repo.cache("cargo-tools");
    let bin = folder.join("bin");
    let stamp = folder.join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == list) {
        return Ok(bin);
    }
    let pip = Run::new(repo, "pip", "python3")
        .args(&["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"])
        .args(&["--upgrade", "--root-user-action", "ignore", "--disable-pip-version-check", "--target"])
        .arg(&folder)
        .arg("-r")
        .arg(repo.path(LIST))
        .run();
    if pip.is_err() {
        for (name, version) in pins(&list) {
            Run::cargo(repo, &format!("install-{name}"), &["install", "--locked", "--version", version, name])
                .arg("--root")
                .arg(&folder)
                .run()?;
        }
    }
    std::fs::write(&stamp, &list).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(bin)
}

/// Returns the crate names and versions in the list.
fn pins(list: &str) -> impl Iterator<Item = (&str, &str)> {
    list.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix(PREFIX)?.split_once("==")?;
        Some((name, rest.split_whitespace().next()?))
    })
}

#[cfg(test)]
mod tests {
    use super::pins;

    #[test]
    fn the_list_names_crates_and_versions() {
        let list = include_str!("../../../tools/cargo-tools.txt");
        let names: Vec<&str> = pins(list).map(|(name, _)| name).collect();
        assert_eq!(names, ["cargo-deny", "cargo-nextest"]);
        assert!(pins(list).all(|(_, version)| version.split('.').count() == 3));
    }
}
