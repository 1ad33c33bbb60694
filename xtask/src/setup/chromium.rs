//! Chromium and its driver, for tests in a real browser.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::system::{find_on_path, install, obstacle};
use crate::repo::Repo;

const WHAT: &str = "Chromium with its driver";
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Paths of both programs.
#[derive(Debug)]
pub(crate) struct Chromium {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Finds both programs, or installs them.
pub(crate) fn ready(repo: &Repo) -> Result<Chromium> {
    if let Some(chromium) = find() {
        return Ok(chromium);
    }
    install(repo, WHAT, &PACKAGES)?;
    find().context("apt-get installed chromium and chromium-driver, but neither is on PATH")
}

/// Returns an error line with the command to run, if Chromium is missing and cannot be installed from here.
pub(super) fn missing() -> Option<String> {
    if find().is_some() { None } else { obstacle(WHAT, &PACKAGES) }
}

fn find() -> Option<Chromium> {
    Some(Chromium {
        browser: find_on_path(&["chromium", "chromium-browser"])?,
        driver: find_on_path(&["chromedriver"])?,
    })
}
