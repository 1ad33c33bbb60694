//! The Node package as it is shipped.

use std::path::PathBuf;

use anyhow::Result;

use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Builds it; gives its folder.
pub(super) fn build(repo: &Repo) -> Result<PathBuf> {
    setup::node::ready(repo)?;
    setup::wasm::ready(repo)?;
    build::host(repo, "wasm", build::Kind::Shipped)?;
    let package = repo.path("bindings/npm");
    Run::new(repo, "npm-build", "npm").args(&["run", "--silent", "build"]).current_dir(&package).run()?;
    Ok(package)
}
