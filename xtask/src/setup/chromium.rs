//! Chromium and its driver, for tests in a real browser.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

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
    Some(Chromium { browser: on_path(&["chromium", "chromium-browser"])?, driver: on_path(&["chromedriver"])? })
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    places.find(|place| Path::is_file(place))
}
