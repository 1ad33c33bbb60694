//! What the OpenAPI half of the mock is held against: `tests/openapi`. Other people's validators, and the published
//! descriptions that the comparison is tested with as well.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{corpus, node, python};
use crate::repo::Repo;

const NODE: &str = "tests/openapi/node";
const PYTHON: &str = "tests/openapi/python";

/// The descriptions that are left out: the beginning of a file's name, and why.
const EXCLUDED: &str = "tests/openapi/excluded.tsv";

/// Makes ajv and what converts descriptions for it ready.
pub(crate) fn ajv(repo: &Repo) -> Result<()> {
    node::packages(repo, NODE)
}

/// Makes `jsonschema` ready, and gives the folder for `PYTHONPATH`.
pub(crate) fn jsonschema(repo: &Repo) -> Result<PathBuf> {
    python::packages(repo, &repo.path(PYTHON).join("requirements.txt"), "jsonschema")
}

/// Fetches the published descriptions, and gives the files that are tried, by name.
pub(crate) fn descriptions(repo: &Repo) -> Result<Vec<PathBuf>> {
    let folder = corpus::whole(repo)?;
    let list = repo.path(EXCLUDED);
    let text = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let mut excluded = Vec::new();
    for line in text.lines() {
        match line.split_once('\t') {
            Some((name, reason)) if !reason.trim().is_empty() => excluded.push(name),
            _ => bail!("{}: a line has a name, a tab and a reason: {line}", list.display()),
        }
    }
    let mut files = Vec::new();
    for package in listed(&folder)? {
        files.extend(listed(&package)?.into_iter().filter(|file| file.is_file()));
    }
    for name in &excluded {
        if !files.iter().any(|file| is_called(file, name)) {
            bail!("{}: no description is called {name}...", list.display());
        }
    }
    files.retain(|file| !excluded.iter().any(|name| is_called(file, name)));
    files.sort_by_key(|file| file.file_name().map(ToOwned::to_owned));
    Ok(files)
}

fn is_called(file: &Path, beginning: &str) -> bool {
    file.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(beginning))
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries.map(|entry| Ok(entry.with_context(|| format!("cannot read {}", folder.display()))?.path())).collect()
}
