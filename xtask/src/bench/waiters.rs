//! Calls that wait for one token. Twice as many calls should take little more than twice as long.

use std::path::Path;

use anyhow::{Context as _, Result};

use super::goal;
use crate::command::Run;
use crate::measure::Program;
use crate::repo::Repo;

/// Number of measurements of the package; the best time counts.
const RUNS: usize = 3;

/// Prints the times of 10,000 and 20,000 calls, in the engine alone and in Node.
pub(super) fn measure(repo: &Repo, program: &Program<'_>, package: &Path) -> Result<()> {
    line("the engine alone", program.waiters("10000")?, program.waiters("20000")?, 1.0);
    line("Node, over a fetch in its process", node(repo, package, "10000")?, node(repo, package, "20000")?, 3.0);
    Ok(())
}

fn line(name: &str, half: f64, all: f64, most_seconds: f64) {
    println!("10,000 and 20,000 calls that wait for one token, {name}: {half:.0} ms, {all:.0} ms");
    println!("{:<64}   {}", "", goal(all / 1_000.0, "s for 20,000", most_seconds));
    println!("{:<64}   {}\n", "", goal(all / half, "times as long as 10,000", 2.5));
}

fn node(repo: &Repo, package: &Path, count: &str) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let run = Run::new(repo, "measure-waiters", "node").arg("scripts/measure-waiters.mjs").arg(count);
        let printed = run.current_dir(package).run()?;
        best = best.min(printed.trim().parse().context("measure-waiters.mjs printed something else")?);
    }
    Ok(best)
}
