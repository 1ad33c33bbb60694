//! Firefox, for the viewer's tests.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::repo::Repo;

/// Finds it, or installs it.
pub(crate) fn ready(repo: &Repo) -> Result<PathBuf> {
    if let Some(firefox) = find() {
        return Ok(firefox);
    }
    super::system::install(repo, "Firefox", &["firefox-esr"])?;
    find().context("apt-get installed firefox-esr, but it is not on PATH")
}

fn find() -> Option<PathBuf> {
    super::system::find_on_path(&["firefox-esr", "firefox"])
}
