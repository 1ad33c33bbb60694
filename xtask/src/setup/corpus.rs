//! Published API descriptions for tests and benchmarks. `tests/corpus/packages.json` lists their npm packages.
//!
//! Their files are in the cache, all in one folder.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::package::Package;
use crate::repo::Repo;

/// Folder of the cache with the descriptions.
const CACHE: &str = "corpus";

/// Package whose releases the benchmark compares.
const SHOWN: &str = "@octokit/openapi";

/// Two releases of a large description, the older first.
#[derive(Debug)]
pub(crate) struct Corpus {
    pub(crate) old: Release,
    pub(crate) new: Release,
}

/// A published description.
#[derive(Debug)]
pub(crate) struct Release {
    pub(crate) version: String,
    pub(crate) file: PathBuf,
}

#[derive(Deserialize)]
struct List {
    packages: Vec<Package>,
}

/// Returns the two descriptions that the benchmark compares.
pub(crate) fn shown(repo: &Repo) -> Result<Corpus> {
    let release = |version: &str| {
        let package = list(repo)?.into_iter().find(|package| package.name == SHOWN && package.version == version);
        let package = package.with_context(|| format!("tests/corpus/packages.json has no {SHOWN} {version}"))?;
        let folder = package.fetch(repo, CACHE)?;
        let name = package.files.keys().next().with_context(|| format!("{SHOWN} {version} names no file"))?;
        Ok::<_, anyhow::Error>(Release { version: package.version.clone(), file: folder.join(name) })
    };
    Ok(Corpus { old: release("16.0.0")?, new: release("22.0.0")? })
}

/// Fetches all descriptions. Returns the folder that tests read, `WAYBILL_CORPUS`.
pub(crate) fn whole(repo: &Repo) -> Result<PathBuf> {
    for package in list(repo)? {
        package.fetch(repo, CACHE)?;
    }
    Ok(repo.cache(CACHE))
}

/// Fetches all descriptions, and returns their files.
pub(crate) fn descriptions(repo: &Repo) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for package in list(repo)? {
        let folder = package.fetch(repo, CACHE)?;
        files.extend(package.files.keys().map(|name| folder.join(name)));
    }
    Ok(files)
}

fn list(repo: &Repo) -> Result<Vec<Package>> {
    let file = repo.path("tests/corpus/packages.json");
    let text = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let list: List = serde_json::from_slice(&text).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(list.packages)
}
