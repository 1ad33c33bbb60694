//! The same comparison in WebAssembly, with the Node package as users get it.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::goal;
use crate::command::Run;
use crate::measure::Pair;
use crate::repo::Repo;

#[derive(Deserialize)]
struct Measured {
    /// Milliseconds of the first comparison, including compiling and instantiating the module.
    first: f64,
    /// Milliseconds of the best comparison.
    best: f64,
    /// Size of the module.
    bytes: u64,
    brotli: u64,
}

/// Modules that compare: file, description, and maximum size in kilobytes, before and after brotli.
const MODULES: [(&str, &str, u64, u64); 2] =
    [("diff.wasm", "in WebAssembly", 350, 130), ("diff-json.wasm", "by the file for JSON alone", 830, 230)];

/// Prints the times of each module relative to the `native` milliseconds.
pub(super) fn ratios(repo: &Repo, package: &Path, pair: &Pair, native: f64) -> Result<()> {
    MODULES.iter().try_for_each(|module| ratio(repo, package, module, pair, native))
}

fn ratio(
    repo: &Repo,
    package: &Path,
    &(module, name, most, most_brotli): &(&str, &str, u64, u64),
    pair: &Pair,
    native: f64,
) -> Result<()> {
    let run = Run::new(repo, "measure-wasm", "node").arg("scripts/measure.mjs").arg(module);
    let run = run.arg(&pair.old).arg(&pair.new);
    let printed = run.current_dir(package).run()?;
    let measured: Measured = serde_json::from_str(printed.trim()).context("measure.mjs printed something else")?;
    let line = |name: &str, time: f64, most| {
        println!("{name:<44} {time:>6.0} ms {:>9}   {}", "", goal(time / native, "of the native time", most));
    };
    line(&format!("{name}, the first time"), measured.first, 4.0);
    line(&format!("{name}, again"), measured.best, 2.5);
    let (raw, brotli) = (measured.bytes / 1000, measured.brotli / 1000);
    println!("{module} has {raw} KB, {brotli} KB after brotli ({most}, {most_brotli})");
    Ok(())
}
