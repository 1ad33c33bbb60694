//! The command as users get it: a release build with the changelog viewer in it.

use anyhow::Result;

use super::{Kind, host, viewer};
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Builds the npm package, the viewer on top of it, and the command around that.
pub(super) fn build(repo: &Repo) -> Result<()> {
    setup::node::ready(repo)?;
    host(repo, "wasm", Kind::Shipped)?;
    let npm = Run::new(repo, "npm-build", "npm").args(&["run", "--silent", "build"]);
    npm.current_dir(repo.path("bindings/npm")).run()?;
    viewer::build(repo)?;
    let words = ["build", "--quiet", "--locked", "--release", "--package", "waybill-cli"];
    Run::cargo(repo, "build-cli", &words).env("WAYBILL_VIEWER", repo.path("viewer/dist")).run()?;
    println!("wrote {}", repo.target().join("release/waybill").display());
    Ok(())
}
