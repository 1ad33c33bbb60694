//! The same comparison in WebAssembly, in Node: the package as it is shipped.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::goal;
use crate::command::Run;
use crate::measure::Pair;
use crate::repo::Repo;

#[derive(Deserialize)]
struct Measured {
    /// Milliseconds of the first comparison, compiling and instantiating the module included.
    first: f64,
    /// Milliseconds of the best one.
    best: f64,
    /// Size of the module.
    bytes: u64,
    brotli: u64,
}

/// Prints what it takes against the `native` milliseconds.
pub(super) fn ratios(repo: &Repo, package: &Path, pair: &Pair, native: f64) -> Result<()> {
    let run = Run::new(repo, "measure-wasm", "node").arg("scripts/measure.mjs").arg(&pair.old).arg(&pair.new);
    let printed = run.current_dir(package).run()?;
    let measured: Measured = serde_json::from_str(printed.trim()).context("measure.mjs printed something else")?;
    let line = |name: &str, time: f64, most| {
        println!("{name:<44} {time:>6.0} ms {:>9}   {}", "", goal(time / native, "of the native time", most));
    };
    line("in WebAssembly, the first time", measured.first, 4.0);
    line("in WebAssembly, again", measured.best, 2.5);
    let (raw, brotli) = (measured.bytes / 1000, measured.brotli / 1000);
    println!("the module has {raw} KB, {brotli} KB after brotli (350, 130)");
    Ok(())
}
