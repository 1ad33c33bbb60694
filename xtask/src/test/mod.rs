//! `cargo xtask test`: runs every check in every host, and reports what ran where.
//!
//! A failed step does not stop the others, so one run shows everything that is wrong. A step that did not run has not passed.

mod count;
mod evidence;
mod example;
mod instructions;
mod keycloak;
mod kotlin;
mod mutants;
mod npm;
mod openapi;
mod passes;
mod progress;
mod proxy;
mod redis_server;
mod rust;
mod schedule;
mod secrets;
mod selection;
mod set_up;
mod shipped;
mod sites;
mod soap;
mod step;
mod swift;
mod table;
mod viewer;
mod wasm;
mod workflows;

use std::fs::File;

use anyhow::{Context as _, Result, bail};

use crate::repo::Repo;
use evidence::Evidence;
use passes::Passes;
use progress::Progress;
use selection::Selection;
use step::{Session, Step};

pub(crate) use mutants::run as run_mutants;

/// Words of the lines in which judges of the mock service sum up: these lines are always shown.
const FIGURES: [&str; 2] = ["operations served", "altered requests"];

/// All steps, in the order in which they start where several could.
fn steps() -> Vec<Step> {
    let parts = [
        set_up::steps(),
        npm::steps(),
        kotlin::steps(),
        swift::steps(),
        keycloak::steps(),
        rust::steps(),
        wasm::steps(),
        viewer::steps(),
        sites::steps(),
        workflows::steps(),
        soap::steps(),
        openapi::steps(),
    ];
    parts.into_iter().flatten().collect()
}

/// Runs the steps that the words of the command line select.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    let all = steps();
    let selection = Selection::read(words)?;
    let mut wanted = selection.wanted(&all)?;
    let passes = Passes::read(repo, &all)?;
    if selection.only_changed {
        wanted.retain(|step| {
            let is_same = passes.holds(step);
            if is_same {
                println!("same    {}", step.id);
            }
            !is_same
        });
    }
    let steps = selection::with_needs(&all, &wanted)?;
    look_for_tools(repo, &steps)?;
    let _only_run = wait_for_other_runs(repo)?;
    let evidence = Evidence::start(repo)?;
    let session = Session { repo, evidence: evidence.folder().to_owned() };
    let ended = schedule::run(&steps, &session, &mut Progress::new(), &|ended| passes.note(ended));
    table::write_times(repo, &ended)?;
    if table::close(&ended, &evidence)? {
        return Ok(());
    }
    bail!("not everything passed; whole logs are in {}", repo.work("logs").display())
}

/// Waits until no other run uses this checkout: both would build into the same folders. Others wait while the result is kept.
fn wait_for_other_runs(repo: &Repo) -> Result<File> {
    let path = repo.work("test.lock");
    std::fs::create_dir_all(repo.work("")).context("cannot create the folder of results")?;
    let file = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    if file.try_lock().is_err() {
        println!("waiting for another `cargo xtask test` in this checkout");
        file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
    }
    Ok(file)
}

/// Fails with a line for each tool that is missing and that this machine cannot install, before anything is compiled.
fn look_for_tools(repo: &Repo, steps: &[&Step]) -> Result<()> {
    let mut tools: Vec<_> = steps.iter().flat_map(|step| step.tools).copied().collect();
    tools.sort_unstable();
    tools.dedup();
    let missing: Vec<String> = tools.into_iter().filter_map(|tool| tool.missing(repo)).collect();
    if missing.is_empty() { Ok(()) } else { bail!("{}", missing.join("\n")) }
}
