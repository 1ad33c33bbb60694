//! The folders that commands use: the checkout, cargo's output, and the cache outside the checkout.
//!
//! Toolchains and downloads are in the cache. They survive a fresh clone and can be rebuilt.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The folders that commands use.
#[derive(Debug)]
pub(crate) struct Repo {
    root: PathBuf,
    target: PathBuf,
    cache: PathBuf,
}

impl Repo {
    /// Finds the checkout that this program was built from.
    pub(crate) fn find() -> Result<Self> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().context("xtask has no parent folder")?.to_path_buf();
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
        let cache = std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
            .context("neither XDG_CACHE_HOME nor HOME is set: there is no place for toolchains")?
            .join("waybill");
        Ok(Self { root, target, cache })
    }

    /// Returns the checkout's root.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns a path inside the checkout.
    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.root.join(inside)
    }

    /// Returns cargo's output folder.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Returns a path in the folder for logs, evidence and times.
    pub(crate) fn work(&self, inside: &str) -> PathBuf {
        self.root.join("target/waybill").join(inside)
    }

    /// Returns a path in the cache for downloads and toolchains, outside the checkout.
    pub(crate) fn cache(&self, inside: &str) -> PathBuf {
        self.cache.join(inside)
    }
}
