//! Python packages, installed into a folder of the cache from a list with versions and checksums.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::system;
use crate::command::{Run, ask};
use crate::repo::Repo;

/// Installs the packages of a list into a folder of the cache, unless they are installed. Returns the folder for `PYTHONPATH`.
pub(crate) fn packages(repo: &Repo, list: &Path, cache: &str) -> Result<PathBuf> {
    let wanted = std::fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
    ready(repo)?;
    // Some packages are compiled for one version of Python.
    let python = ask("python3", &["--version"]).context("python3 does not say its version")?;
    let (wanted, folder) = (format!("{python}\n{wanted}"), repo.cache(cache));
    let stamp = folder.join("installed.txt");
    if !std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        Run::new(repo, &format!("pip-{cache}"), "python3")
            .args(&["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"])
            .args(&["--upgrade", "--root-user-action", "ignore", "--disable-pip-version-check", "--target"])
            .arg(&folder)
            .arg("-r")
            .arg(list)
            .run()?;
        std::fs::write(&stamp, &wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
    }
    Ok(folder)
}

/// Finds Python with pip, or installs it.
pub(super) fn ready(repo: &Repo) -> Result<()> {
    if ask("python3", &["-m", "pip", "--version"]).is_none() {
        system::install(repo, "Python with pip", &["python3", "python3-pip"])?;
    }
    Ok(())
}
