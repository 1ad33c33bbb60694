//! Other identity providers than Keycloak for tests of hosts: `tests/providers`, in pinned versions.

use anyhow::Result;

use super::{node, python};
use crate::repo::Repo;

const DJANGO: &str = "tests/providers/django-oauth-toolkit";
const OIDC: &str = "tests/providers/oidc-provider";

/// Installs django-oauth-toolkit, and returns the command that starts it.
pub(crate) fn django_oauth_toolkit(repo: &Repo) -> Result<Vec<String>> {
    let list = repo.path(DJANGO).join("requirements.txt");
    let folder = python::packages(repo, &list, "django-oauth-toolkit")?;
    let path = format!("PYTHONPATH={}", folder.display());
    Ok(["env", &path, "PYTHONDONTWRITEBYTECODE=1", "python3", &script(repo, DJANGO, "server.py")]
        .map(str::to_owned)
        .to_vec())
}

/// Installs oidc-provider, and returns the command that starts it.
pub(crate) fn oidc_provider(repo: &Repo) -> Result<Vec<String>> {
    node::packages(repo, OIDC)?;
    Ok(vec!["node".to_owned(), script(repo, OIDC, "server.mjs")])
}

fn script(repo: &Repo, folder: &str, name: &str) -> String {
    repo.path(folder).join(name).to_string_lossy().into_owned()
}
