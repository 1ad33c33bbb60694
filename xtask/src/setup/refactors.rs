//! Other people's converters of descriptions, and other programs that compare descriptions, for `tests/refactors`.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use super::node;
use crate::command::{Run, ask};
use crate::repo::Repo;

/// Folder with the list of npm packages.
const NODE: &str = "tests/refactors";

/// Release of Redocly CLI in the list.
pub(crate) const REDOCLY: &str = "2.77.0";

/// Release of jsoncompat, which needs Python 3.12.
pub(crate) const JSONCOMPAT: &str = "0.5.0";

/// Installs the converters and Redocly CLI. Returns the folder that contains `node_modules`.
pub(crate) fn packages(repo: &Repo) -> Result<PathBuf> {
    node::packages(repo, NODE)?;
    Ok(repo.path(NODE))
}

/// Installs jsoncompat into a separate environment. Returns its Python.
pub(crate) fn jsoncompat(repo: &Repo) -> Result<PathBuf> {
    let folder = repo.cache(&format!("jsoncompat-{JSONCOMPAT}"));
    let python = folder.join("bin/python");
    if ask(&python, &["-c", "import jsoncompat"]).is_some() {
        return Ok(python);
    }
    let is_new_enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 12))"];
    let found = ["python3", "python3.13", "python3.12"].into_iter().find(|name| ask(name, &is_new_enough).is_some());
    let Some(name) = found else { bail!("jsoncompat needs Python 3.12 or later on PATH") };
    Run::new(repo, "jsoncompat-venv", name).args(&["-m", "venv"]).arg(&folder).run()?;
    Run::new(repo, "jsoncompat-pip", &python)
        .args(&["-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--disable-pip-version-check"])
        .arg(format!("jsoncompat=={JSONCOMPAT}"))
        .run()
        .context("cannot install jsoncompat")?;
    Ok(python)
}
