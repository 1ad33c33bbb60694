//! The Node package as users get it.

use std::path::PathBuf;

use anyhow::Result;

use crate::build;
use crate::repo::Repo;

/// Builds the package and returns its folder.
pub(super) fn build(repo: &Repo) -> Result<PathBuf> {
    build::npm(repo, build::Kind::Shipped)?;
    Ok(repo.path("bindings/npm"))
}
