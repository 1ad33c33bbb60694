//! The documentation site, built from the documents of the repository: `site`.

use std::path::PathBuf;

use anyhow::Result;

use super::{Kind, viewer};
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Builds the npm package and the viewer, which the site's pages use, then the site.
pub(crate) fn build(repo: &Repo) -> Result<()> {
    super::npm(repo, Kind::Shipped)?;
    viewer::build(repo)?;
    pages(repo)?;
    let folder = folder(repo);
    println!("wrote {0}; to read it, run: python3 -m http.server --directory {0}", folder.display());
    Ok(())
}

/// Builds the site with the last build of the npm package. Fails if a link or an anchor of a page leads nowhere.
pub(crate) fn pages(repo: &Repo) -> Result<()> {
    setup::node::packages(repo, "site")?;
    let npm = Run::new(repo, "site-build", "npm").args(&["run", "--silent", "build"]);
    npm.current_dir(repo.path("site")).env("ASTRO_TELEMETRY_DISABLED", "1").run().map(drop)
}

/// Returns the folder of the built site, to which `site/scripts/move-site.mjs` moves it.
pub(crate) fn folder(repo: &Repo) -> PathBuf {
    repo.path("target/site")
}
