//! Single files of npm packages, in the cache with a folder for each version of a package.
//!
//! Some packages unpack to hundreds of megabytes, so only the listed files are unpacked, all at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::command::{Run, ask};
use crate::repo::Repo;

/// One version of a package, and the files to take from it: local names, each with the path in the package.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    #[serde(rename = "package")]
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) files: BTreeMap<String, String>,
}

impl Package {
    fn folder(&self) -> String {
        format!("{}-{}", self.name.trim_start_matches('@').replace('/', "-"), self.version)
    }

    /// Fetches the files from this part of the cache, or from the registry with npm. Returns their folder.
    pub(crate) fn fetch(&self, repo: &Repo, cache: &str) -> Result<PathBuf> {
        let folder = repo.cache(cache).join(self.folder());
        if self.files.keys().all(|name| folder.join(name).is_file()) {
            return Ok(folder);
        }
        if ask("npm", &["--version"]).is_none() {
            bail!(
                "npm is missing, which fetches public descriptions: install Node 20.19 or later (of Node 22: 22.12) from nodejs.org"
            );
        }
        let download = folder.join("download");
        std::fs::create_dir_all(&download).with_context(|| format!("cannot create {}", download.display()))?;
        Run::new(repo, "npm-pack", "npm")
            .args(&["pack", "--silent", &format!("{}@{}", self.name, self.version)])
            .current_dir(&download)
            .run()?;
        let tarball = download.join(format!("{}.tgz", self.folder()));
        let members = self.files.values().map(|member| format!("package/{member}"));
        let tar = Run::new(repo, "tar", "tar").arg("-xzf").arg(&tarball).arg("-C").arg(&download);
        members.fold(tar, Run::arg).run()?;
        for (name, member) in &self.files {
            keep(&download.join("package").join(member), &folder.join(name))?;
        }
        std::fs::remove_dir_all(&download).with_context(|| format!("cannot remove {}", download.display()))?;
        Ok(folder)
    }
}

fn keep(from: &Path, to: &Path) -> Result<()> {
    std::fs::rename(from, to).with_context(|| format!("cannot keep {}", to.display()))
}
