//! The command as users get it: a release build that contains the changelog viewer.

use anyhow::Result;

use super::{Kind, viewer};
use crate::command::Run;
use crate::repo::Repo;

/// Builds the npm package, then the viewer that uses it, then the command.
pub(super) fn build(repo: &Repo) -> Result<()> {
    super::npm(repo, Kind::Shipped)?;
    viewer::build(repo)?;
    let words = ["build", "--quiet", "--locked", "--release", "--package", "waybill-cli"];
    Run::cargo(repo, "build-cli", &words).env("WAYBILL_VIEWER", repo.path("viewer/dist")).run()?;
    println!("wrote {}", repo.target().join("release/waybill").display());
    Ok(())
}
