//! `cargo xtask bench`: what comparing two large published descriptions costs, beside merely reading both as JSON.
//!
//! Each measurement is a process of its own, so that the peak of its memory is its own.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// What is measured, and how the table calls it.
const MODES: [(&str, &str); 3] =
    [("value", "both read into serde_json::Value"), ("read", "both read by Waybill"), ("compare", "waybill diff")];

/// What `waybill-measure` prints. Times are the best of several, memory is the process's.
#[derive(Deserialize)]
struct Measured {
    milliseconds: f64,
    bytes: u64,
    base_kib: u64,
    peak_kib: u64,
    found: u64,
}

/// Builds the measuring program with optimisation and prints one table.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    let corpus = setup::corpus::ready(repo)?;
    let words = ["build", "--quiet", "--locked", "--release", "--package", "waybill-tests", "--bin", "waybill-measure"];
    Run::cargo(repo, "build-measure", &words).run()?;
    let program = repo.target().join("release/waybill-measure");
    for (mode, name) in MODES {
        let output = Run::new(repo, &format!("bench-{mode}"), &program)
            .arg(mode)
            .arg(&corpus.old.file)
            .arg(&corpus.new.file)
            .run()?;
        let measured: Measured =
            serde_json::from_str(output.trim()).context("waybill-measure printed something else")?;
        let Measured { milliseconds, bytes, base_kib, peak_kib, found } = measured;
        if mode == "value" {
            println!("GitHub's REST description {} -> {}, {bytes} bytes", corpus.old.version, corpus.new.version);
            println!("{:<34} {:>10} {:>12} {:>12} {:>9}", "", "time", "peak memory", "of it files", "found");
        }
        let (peak, base) = (peak_kib / 1024, base_kib / 1024);
        println!("{name:<34} {milliseconds:>7.0} ms {peak:>8} MiB {base:>8} MiB {found:>9}");
    }
    Ok(())
}
