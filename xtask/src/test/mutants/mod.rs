//! Each vector names a patch that it catches: the patch is applied to a copy of the workspace, and the vector must fail.
//!
//! A patch that does not apply, does not compile or is caught by nothing fails the run, so that no vector only seems to test.

mod copy;
mod rows;
mod seed;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::evidence::{list, read, vector_files};
use super::steps::Steps;
use crate::repo::Repo;
use copy::Copy;

/// A vector and the patch it catches.
#[derive(Debug)]
struct Mutant {
    vector: String,
    patch: PathBuf,
    /// Rows of the token machine's table that it names.
    rows: Vec<String>,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    mutant: String,
    #[serde(default)]
    rows: Vec<String>,
}

/// Runs every mutant as one check each.
pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let Some(mutants) = steps.check("rust", "mutants: one for each vector", || mutants(repo)) else { return };
    let Some(copy) = steps.check("rust", "mutants: unchanged copy passes", || Copy::make(repo)) else { return };
    steps.check("rust", "mutants: vectors pass their rows", || copy.hold_rows(&mutants));
    let mut survivors = Vec::new();
    steps.check("rust", &format!("mutants: {} patches", mutants.len()), || {
        for mutant in &mutants {
            if let Err(error) = copy.try_one(mutant) {
                survivors.push(format!("{}: {error:#}", mutant.vector));
            }
        }
        if survivors.is_empty() { Ok(()) } else { bail!("{}", survivors.join("\n")) }
    });
}

/// Every vector's mutant; an error where one names none, a missing one, or where a patch belongs to no vector.
fn mutants(repo: &Repo) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    for (prefix, file) in vector_files(repo)? {
        let Vector { name, mutant, rows } = read(&file)?;
        let patch = repo.path(&mutant);
        if !patch.is_file() {
            bail!("{prefix}/{name} names {mutant}, which does not exist");
        }
        one_hunk(&patch)?;
        mutants.push(Mutant { vector: format!("{prefix}/{name}"), patch, rows });
    }
    for patch in list(&repo.path("tests/mutants"))? {
        let is_patch = patch.extension().is_some_and(|extension| extension == "patch");
        if is_patch && !mutants.iter().any(|mutant| mutant.patch == patch) {
            bail!("{} is named by no vector", patch.display());
        }
    }
    if mutants.is_empty() {
        bail!("there are no vectors in tests/vectors");
    }
    Ok(mutants)
}

/// One hunk, in core: a bigger patch may be caught for the wrong reason.
fn one_hunk(patch: &Path) -> Result<()> {
    let text = std::fs::read_to_string(patch).with_context(|| format!("cannot read {}", patch.display()))?;
    let hunks = text.lines().filter(|line| line.starts_with("@@ ")).count();
    if hunks != 1 || !text.contains("\n+++ b/core/src/") {
        bail!("{} has {hunks} hunks; it must have one, in core/src", patch.display());
    }
    Ok(())
}
