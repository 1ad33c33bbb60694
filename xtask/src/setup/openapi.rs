//! Requirements of the tests in `tests/openapi` for the OpenAPI half of the mock: third-party validators, and the published
//! descriptions that the comparison's tests use too.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{corpus, node, python};
use crate::repo::Repo;

const NODE: &str = "tests/openapi/node";
const PYTHON: &str = "tests/openapi/python";

/// List of excluded descriptions: the start of a file's name, and the reason.
const EXCLUDED: &str = "tests/openapi/excluded.tsv";

/// Installs ajv and the converters for its input.
pub(crate) fn ajv(repo: &Repo) -> Result<()> {
    node::packages(repo, NODE)
}

/// Installs `jsonschema`, and returns the folder for `PYTHONPATH`.
pub(crate) fn jsonschema(repo: &Repo) -> Result<PathBuf> {
    python::packages(repo, &repo.path(PYTHON).join("requirements.txt"), "jsonschema")
}

/// Fetches the published descriptions. Returns the files to test, sorted by name.
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
