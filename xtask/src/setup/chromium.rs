//! Chromium and its driver, for tests in a real browser.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::system::find_on_path;
use crate::repo::Repo;

/// Both programs.
#[derive(Debug)]
pub(crate) struct Chromium {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Finds both, or installs them.
pub(crate) fn ready(repo: &Repo) -> Result<Chromium> {
    if let Some(chromium) = find() {
        return Ok(chromium);
    }
    super::system::install(repo, "Chromium with its driver", &["chromium", "chromium-driver"])?;
    find().context("apt-get installed chromium and chromium-driver, but neither is on PATH")
}

fn find() -> Option<Chromium> {
    Some(Chromium {
        browser: find_on_path(&["chromium", "chromium-browser"])?,
        driver: find_on_path(&["chromedriver"])?,
    })
}
