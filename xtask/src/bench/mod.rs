//! `cargo xtask bench`: the cost of serving many calls and of comparing, relative to a minimum and to WebAssembly.
//!
//! Each measurement runs in a separate process, and the best of several counts, because other load only adds time.

pub(crate) mod access;
pub(crate) mod memory;
pub(crate) mod mock;
mod package;
pub(crate) mod peer;
pub(crate) mod providers;
pub(crate) mod proxy;
pub(crate) mod sharing;
pub(crate) mod viewer;
mod waiters;
mod wasm;

use anyhow::Result;

use crate::measure::{Measured, Pair, Program};
use crate::repo::Repo;

/// Prints the tables of `bench diff`.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    let program = Program::build(repo)?;
    let package = package::build(repo)?;
    waiters::measure(repo, &program, &package)?;
    let releases = program.releases()?;
    let native = ratios(&program, &releases)?;
    wasm::ratios(repo, &package, &releases, native)
}

/// Measures reading and comparing relative to merely parsing JSON. Returns the time of a comparison.
fn ratios(program: &Program<'_>, pair: &Pair) -> Result<f64> {
    let value = program.run("value", pair)?;
    let read = program.run("read", pair)?;
    let compare = program.run("compare", pair)?;
    println!("{}: {} bytes", pair.name, value.bytes);
    println!("{:<44} {:>9} {:>9}   ratio (goal)", "", "best time", "peak");
    row("both read into serde_json::Value", &value, "");
    row("both read by Waybill", &read, &goal(read.milliseconds / value.milliseconds, "of the time above", 0.5));
    let text = goal(compare.milliseconds / read.milliseconds, "of the time above", 3.0);
    row("compared, with the text of the report", &compare, &text);
    let memory = bytes(compare.peak_kib) / count(compare.bytes);
    println!("{:<64}   {}\n", "", goal(memory, "of the two files in memory", 4.0));
    Ok(compare.milliseconds)
}

fn row(name: &str, measured: &Measured, ratio: &str) {
    println!("{name:<44} {:>6.0} ms {:>5} MiB   {ratio}", measured.milliseconds, measured.peak_kib / 1024);
}

/// Formats a ratio with its maximum.
fn goal(ratio: f64, of: &str, most: f64) -> String {
    let held = if ratio <= most { "" } else { ": MISSED" };
    format!("{ratio:.2} {of} ({most}{held})")
}

fn bytes(kib: u64) -> f64 {
    count(kib * 1024)
}

/// Converts to a float, exactly up to 4 GiB.
fn count(bytes: u64) -> f64 {
    u32::try_from(bytes).map_or(f64::INFINITY, f64::from)
}
