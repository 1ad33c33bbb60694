//! `cargo xtask test`: runs the checks in every host, and reports where each ran.
//!
//! A failed step does not stop the others, so one run shows all problems. A step that did not run has not passed.

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
mod recursion;
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

use anyhow::{Result, anyhow, bail};

use crate::repo::Repo;
use evidence::Evidence;
use passes::Passes;
use progress::Progress;
use selection::Selection;
use step::{Session, Step};

pub(crate) use mutants::run as run_mutants;

/// Words in the summary lines of the mock service's tests. These lines are always shown.
const FIGURES: [&str; 2] = ["operations served", "altered requests"];

/// Returns all steps, in the order in which they start if several can. The parts whose steps take longest one after another come
/// first.
fn steps() -> Vec<Step> {
    let parts = [
        set_up::steps(),
        rust::steps(),
        set_up::shipped_builds(),
        viewer::steps(),
        npm::steps(),
        kotlin::steps(),
        swift::steps(),
        keycloak::steps(),
        wasm::steps(),
        sites::steps(),
        workflows::steps(),
        soap::steps(),
        openapi::steps(),
    ];
    parts.into_iter().flatten().collect()
}

/// Runs the steps that the command line selects.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    let all = steps();
    let selection = Selection::read(words)?;
    let wanted = selection.wanted(&all)?;
    let needed = selection::with_needs(&all, &wanted)?;
    selection::reject_conflicting_builds(&needed)?;
    look_for_tools(repo, &needed)?;
    let passes = Passes::read(repo, &needed);
    let mut steps = needed;
    if selection.only_changed {
        let passes = passes.as_ref().map_err(|error| anyhow!("--changed cannot tell what changed: {error:#}"))?;
        let skipped = selection::skipped(&all, &wanted, |step| passes.holds(step))?;
        for id in &skipped {
            println!("skipped {id}: it passed with the same inputs");
        }
        let wanted: Vec<&Step> = wanted.into_iter().filter(|step| !skipped.contains(step.id.as_str())).collect();
        if wanted.is_empty() {
            println!("nothing changed since these passed");
            return Ok(());
        }
        steps = selection::with_needs(&all, &wanted)?;
    }
    let evidence = Evidence::start(repo)?;
    let session = Session { repo, evidence: evidence.folder().to_owned() };
    let ended = schedule::run(&steps, &session, &mut Progress::new());
    table::write_times(repo, &ended)?;
    let all_passed = table::close(&ended, &evidence)?;
    // Without git, no step can be skipped later.
    if let Ok(passes) = passes {
        passes.keep(repo, &steps, &ended, all_passed);
    }
    if all_passed { Ok(()) } else { bail!("not everything passed; whole logs are in {}", repo.work("logs").display()) }
}

/// Fails with a line for each tool that is missing and that this command cannot install. Runs before anything is compiled.
fn look_for_tools(repo: &Repo, steps: &[&Step]) -> Result<()> {
    let mut tools: Vec<_> = steps.iter().flat_map(|step| step.tools).copied().collect();
    tools.sort_unstable();
    tools.dedup();
    let missing: Vec<String> = tools.into_iter().filter_map(|tool| tool.missing(repo)).collect();
    if missing.is_empty() { Ok(()) } else { bail!("{}", missing.join("\n")) }
}
