//! Each vector names a patch that it catches: the patch is applied to a copy of the workspace, and the vector must fail.
//!
//! A patch that does not apply, does not compile or is caught by nothing fails the run, so that no vector only seems to test.

mod copy;
mod program;
mod rows;
mod seed;

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::evidence::{list, read, vector_files};
use super::steps::Steps;
use crate::repo::Repo;
use copy::Copy;
use program::Program;

/// A copy takes half a gigabyte on disk, and as much memory while it compiles.
const MOST_COPIES: usize = 4;

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

/// Runs every mutant, or those that `only` names.
pub(super) fn run(steps: &mut Steps<'_>, only: &[&str]) {
    let repo = steps.repo;
    let Some(mutants) = steps.check("rust", "mutants: one for each vector", || named(mutants(repo)?, only)) else {
        return;
    };
    let side_by_side = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_COPIES).min(mutants.len());
    let programs: BTreeSet<Program> = mutants.iter().map(|mutant| Program::of(&mutant.vector).whole()).collect();
    let copies = steps.check("rust", "mutants: unchanged copies pass", || {
        on_each((1..=side_by_side).collect(), |number| Copy::make(repo, number, &programs))
            .into_iter()
            .collect::<Result<Vec<_>>>()
    });
    let Some(copies) = copies.filter(|copies| !copies.is_empty()) else { return };
    if let [first, ..] = copies.as_slice()
        && mutants.iter().any(|mutant| !mutant.rows.is_empty())
    {
        steps.check("rust", "mutants: vectors pass their rows", || first.hold_rows(&mutants));
    }
    let patches = if mutants.len() == 1 { "patch" } else { "patches" };
    steps.check("rust", &format!("mutants: {} {patches}", mutants.len()), || {
        let next = AtomicUsize::new(0);
        let survivors = on_each(copies, |copy| {
            let taken = std::iter::from_fn(|| mutants.get(next.fetch_add(1, Ordering::Relaxed)));
            taken.filter_map(|mutant| Some(format!("{}: {:#}", mutant.vector, copy.try_one(mutant).err()?))).collect()
        });
        let survivors: Vec<String> = survivors.into_iter().flat_map(|of_copy: Vec<_>| of_copy).collect();
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
        one_hunk(&patch, Program::of(&format!("{prefix}/{name}")))?;
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

/// Those that `only` calls by their vector or by their patch's file name; all where it is empty.
fn named(mutants: Vec<Mutant>, only: &[&str]) -> Result<Vec<Mutant>> {
    let calls = |name: &str, mutant: &Mutant| {
        mutant.vector == name || mutant.patch.file_stem().is_some_and(|stem| stem == name)
    };
    if let Some(name) = only.iter().find(|name| !mutants.iter().any(|mutant| calls(name, mutant))) {
        bail!("{name} is no vector, such as compare/links, and no patch in tests/mutants");
    }
    Ok(mutants.into_iter().filter(|mutant| only.is_empty() || only.iter().any(|name| calls(name, mutant))).collect())
}

/// Does something with each item at the same time, and gives the results in the items' order.
fn on_each<T: Send, U: Send>(items: Vec<T>, act: impl Fn(T) -> U + Sync) -> Vec<U> {
    let act = &act;
    std::thread::scope(|scope| {
        let started: Vec<_> = items.into_iter().map(|item| scope.spawn(move || act(item))).collect();
        started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// One hunk, in the sources of what the program runs: a bigger patch may be caught for the wrong reason.
fn one_hunk(patch: &Path, program: Program) -> Result<()> {
    let text = std::fs::read_to_string(patch).with_context(|| format!("cannot read {}", patch.display()))?;
    let hunks = text.lines().filter(|line| line.starts_with("@@ ")).count();
    let sources = program.sources();
    if hunks != 1 || !text.contains(&format!("\n+++ b/{sources}/")) {
        bail!("{} has {hunks} hunks; it must have one, in {sources}", patch.display());
    }
    Ok(())
}
