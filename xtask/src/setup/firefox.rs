//! Firefox, for the viewer's tests.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::system::{install, obstacle};
use crate::repo::Repo;

const WHAT: &str = "Firefox";
const PACKAGES: [&str; 1] = ["firefox-esr"];

/// Finds Firefox, or installs it.
pub(crate) fn ready(repo: &Repo) -> Result<PathBuf> {
    if let Some(firefox) = find() {
        return Ok(firefox);
    }
    install(repo, WHAT, &PACKAGES)?;
    find().context("apt-get installed firefox-esr, but it is not on PATH")
}

/// Returns an error line with the command to run, if Firefox is missing and cannot be installed from here.
pub(super) fn missing() -> Option<String> {
    if find().is_some() { None } else { obstacle(WHAT, &PACKAGES) }
}

fn find() -> Option<PathBuf> {
    super::system::find_on_path(&["firefox-esr", "firefox"])
}
