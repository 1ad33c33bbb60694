//! `cargo xtask bench viewer`: the viewer's speed with a large pair in Chromium, relative to the native comparison.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::{goal, package};
use crate::command::Run;
use crate::measure::Program;
use crate::repo::Repo;
use crate::{build, setup};

/// Number of measurements of the page. The best time counts, and the worst of all other values.
const RUNS: usize = 3;

/// The output of `viewer/scripts/measure.mjs`. Times are in milliseconds; for tasks, the longest of the page's main thread.
#[derive(Deserialize)]
struct Page {
    changes: u64,
    verdict: f64,
    listed: f64,
    comparing: f64,
    scrolling: f64,
    filtering: f64,
    peak_mib: f64,
}

/// Prints the page's times as ratios, and its longest tasks and memory with their goals.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    setup::chromium::ready(repo)?;
    let program = Program::build(repo)?;
    package::build(repo)?;
    build::viewer::build(repo)?;
    let pair = program.releases()?;
    let native = program.run("compare", &pair)?.milliseconds;
    let pages = (0..RUNS).map(|_| {
        let printed = Run::new(repo, "measure-viewer", "node").arg("scripts/measure.mjs").arg(&pair.old).arg(&pair.new);
        let printed = printed.current_dir(repo.path("viewer")).run()?;
        serde_json::from_str(printed.trim()).context("measure.mjs printed something else")
    });
    let pages = pages.collect::<Result<Vec<Page>>>()?;
    let least = |of: fn(&Page) -> f64| pages.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Page) -> f64| pages.iter().map(of).fold(0.0, f64::max);
    let changes = pages.first().map_or(0, |page| page.changes);
    println!("{}: {changes} changes, {native:.0} ms native", pair.name);
    let beyond_a_second = (least(|page| page.listed) - 1000.0).max(0.0) / native;
    println!("verdict on the page          {:>6.0} ms", least(|page| page.verdict));
    println!(
        "all changes on the page      {:>6.0} ms   a second and {}",
        least(|page| page.listed),
        goal(beyond_a_second, "of the native time", 2.5)
    );
    for (name, longest) in [
        ("longest task, comparing", most(|page| page.comparing)),
        ("longest task, scrolling", most(|page| page.scrolling)),
        ("longest task, filtering", most(|page| page.filtering)),
    ] {
        // Browsers do not report tasks shorter than the goal.
        let held =
            if longest > 50.0 { format!("{longest:.0} ms (50: MISSED)") } else { "at most 50 ms (50)".to_owned() };
        println!("{name:<28} {held}");
    }
    println!("{}", goal(most(|page| page.peak_mib) * 1.048_576, "MB more than an empty page at the peak", 250.0));
    Ok(())
}
