//! Two published releases of a large public description: GitHub's REST API of two majors of `@octokit/openapi`.
//!
//! The package is 400 MB unpacked, so the one file is taken out of the packed tarball and kept in the cache.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::command::{Run, ask};
use crate::repo::Repo;

const FILE: &str = "package/generated/api.github.com.json";

/// The two descriptions, the older first, with the version of the package each was published in.
#[derive(Debug)]
pub(crate) struct Corpus {
    /// The folder that tests read, `WAYBILL_CORPUS`.
    pub(crate) folder: PathBuf,
    pub(crate) old: Release,
    pub(crate) new: Release,
}

/// One published description.
#[derive(Debug)]
pub(crate) struct Release {
    pub(crate) version: &'static str,
    pub(crate) file: PathBuf,
}

/// Finds the files in the cache, or fetches them through npm.
pub(crate) fn ready(repo: &Repo) -> Result<Corpus> {
    let folder = repo.cache("corpus");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let old = fetch(repo, &folder, "16.0.0", "github-16.json")?;
    let new = fetch(repo, &folder, "22.0.0", "github-22.json")?;
    Ok(Corpus { folder, old, new })
}

fn fetch(repo: &Repo, folder: &Path, version: &'static str, name: &str) -> Result<Release> {
    let file = folder.join(name);
    if file.is_file() {
        return Ok(Release { version, file });
    }
    if ask("npm", &["--version"]).is_none() {
        bail!("npm is missing, which fetches the public description: install Node 20.19 or later from nodejs.org");
    }
    let download = folder.join(format!("{name}.download"));
    std::fs::create_dir_all(&download).with_context(|| format!("cannot create {}", download.display()))?;
    Run::new(repo, "npm-pack", "npm")
        .args(&["pack", "--silent", &format!("@octokit/openapi@{version}")])
        .current_dir(&download)
        .run()?;
    let tarball = download.join(format!("octokit-openapi-{version}.tgz"));
    Run::new(repo, "tar", "tar").arg("-xzf").arg(&tarball).arg("-C").arg(&download).arg(FILE).run()?;
    std::fs::rename(download.join(FILE), &file).with_context(|| format!("cannot keep {}", file.display()))?;
    std::fs::remove_dir_all(&download).with_context(|| format!("cannot remove {}", download.display()))?;
    Ok(Release { version, file })
}
