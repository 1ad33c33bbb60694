//! Published descriptions that tests, demo and benchmarks read: `tests/corpus/packages.json` names the npm packages.
//!
//! Some packages unpack to hundreds of megabytes, so the files named are taken out of the packed tarball and kept in
//! the cache, in a folder for each version of a package.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::command::{Run, ask};
use crate::repo::Repo;

/// The package whose releases the demo and the benchmark compare.
const SHOWN: &str = "@octokit/openapi";

/// Two releases of a large description, the older first.
#[derive(Debug)]
pub(crate) struct Corpus {
    pub(crate) old: Release,
    pub(crate) new: Release,
}

/// One published description.
#[derive(Debug)]
pub(crate) struct Release {
    pub(crate) version: String,
    pub(crate) file: PathBuf,
}

#[derive(Deserialize)]
struct List {
    packages: Vec<Package>,
}

/// One version of a package, and the files taken from it: what they are called here, and where they stand in it.
#[derive(Deserialize)]
struct Package {
    #[serde(rename = "package")]
    name: String,
    version: String,
    files: BTreeMap<String, String>,
}

impl Package {
    fn folder(&self) -> String {
        format!("{}-{}", self.name.trim_start_matches('@').replace('/', "-"), self.version)
    }
}

/// The two descriptions that demo and benchmark compare.
pub(crate) fn shown(repo: &Repo) -> Result<Corpus> {
    let release = |version: &str| {
        let package = list(repo)?.into_iter().find(|package| package.name == SHOWN && package.version == version);
        let package = package.with_context(|| format!("tests/corpus/packages.json has no {SHOWN} {version}"))?;
        let folder = fetch(repo, &package)?;
        let name = package.files.keys().next().with_context(|| format!("{SHOWN} {version} names no file"))?;
        Ok::<_, anyhow::Error>(Release { version: package.version.clone(), file: folder.join(name) })
    };
    Ok(Corpus { old: release("16.0.0")?, new: release("22.0.0")? })
}

/// All descriptions; returns the folder that tests read, `WAYBILL_CORPUS`.
pub(crate) fn whole(repo: &Repo) -> Result<PathBuf> {
    for package in list(repo)? {
        fetch(repo, &package)?;
    }
    Ok(repo.cache("corpus"))
}

fn list(repo: &Repo) -> Result<Vec<Package>> {
    let file = repo.path("tests/corpus/packages.json");
    let text = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let list: List = serde_json::from_slice(&text).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(list.packages)
}

/// Takes a package's files from the cache, or from the registry through npm.
fn fetch(repo: &Repo, package: &Package) -> Result<PathBuf> {
    let folder = repo.cache("corpus").join(package.folder());
    if package.files.keys().all(|name| folder.join(name).is_file()) {
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
        .args(&["pack", "--silent", &format!("{}@{}", package.name, package.version)])
        .current_dir(&download)
        .run()?;
    let tarball = download.join(format!("{}.tgz", package.folder()));
    let members = package.files.values().map(|member| format!("package/{member}"));
    let tar = Run::new(repo, "tar", "tar").arg("-xzf").arg(&tarball).arg("-C").arg(&download);
    members.fold(tar, Run::arg).run()?;
    for (name, member) in &package.files {
        keep(&download.join("package").join(member), &folder.join(name))?;
    }
    std::fs::remove_dir_all(&download).with_context(|| format!("cannot remove {}", download.display()))?;
    Ok(folder)
}

fn keep(from: &Path, to: &Path) -> Result<()> {
    std::fs::rename(from, to).with_context(|| format!("cannot keep {}", to.display()))
}
