//! Identity providers beside Keycloak that hosts are held against: `tests/providers`, each at the versions it pins.

use anyhow::{Context as _, Result};

use super::{node, system};
use crate::command::{Run, ask};
use crate::repo::Repo;

const DJANGO: &str = "tests/providers/django-oauth-toolkit";
const OIDC: &str = "tests/providers/oidc-provider";

/// Makes django-oauth-toolkit ready, and gives the command that starts it.
pub(crate) fn django_oauth_toolkit(repo: &Repo) -> Result<Vec<String>> {
    let list = repo.path(DJANGO).join("requirements.txt");
    let wanted = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    if ask("python3", &["-m", "pip", "--version"]).is_none() {
        system::install(repo, "Python with pip", &["python3", "python3-pip"])?;
    }
    // Some of it is compiled for one version of Python.
    let python = ask("python3", &["--version"]).context("python3 does not say its version")?;
    let (wanted, folder) = (format!("{python}\n{wanted}"), repo.cache("django-oauth-toolkit"));
    let stamp = folder.join("installed.txt");
    if !std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        Run::new(repo, "pip-django", "python3")
            .args(&["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"])
            .args(&["--upgrade", "--root-user-action", "ignore", "--disable-pip-version-check", "--target"])
            .arg(&folder)
            .arg("-r")
            .arg(&list)
            .run()?;
        std::fs::write(&stamp, &wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
    }
    let path = format!("PYTHONPATH={}", folder.display());
    Ok(["env", &path, "PYTHONDONTWRITEBYTECODE=1", "python3", &script(repo, DJANGO, "server.py")]
        .map(str::to_owned)
        .to_vec())
}

/// Makes oidc-provider ready, and gives the command that starts it.
pub(crate) fn oidc_provider(repo: &Repo) -> Result<Vec<String>> {
    node::packages(repo, OIDC)?;
    Ok(vec!["node".to_owned(), script(repo, OIDC, "server.mjs")])
}

fn script(repo: &Repo, folder: &str, name: &str) -> String {
    repo.path(folder).join(name).to_string_lossy().into_owned()
}
