//! The changelog viewer: its page, the page for one report, and the element in the npm package.

use anyhow::Result;

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Builds all three with the last build of the npm package, into `viewer/dist` and the package's `dist/viewer`.
pub(crate) fn build(repo: &Repo) -> Result<()> {
    setup::node::packages(repo, "viewer")?;
    Run::new(repo, "viewer-build", "npm").args(&["run", "--silent", "build"]).current_dir(repo.path("viewer")).run()?;
    Ok(())
}
