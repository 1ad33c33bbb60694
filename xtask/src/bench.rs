//! `cargo xtask bench`: what comparing two large published descriptions costs, beside merely reading both as JSON.
//!
//! Each measurement is a process of its own, so that the peak of its memory is its own.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// What is measured, how the table calls it, and what it finds.
const MODES: [(&str, &str, &str); 3] = [
    ("value", "both read into serde_json::Value", "members of the two objects"),
    ("read", "both read by Waybill", "operations"),
    ("compare", "waybill diff --format json", "changes"),
];

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
    let corpus = setup::corpus::shown(repo)?;
    let words = ["build", "--quiet", "--locked", "--release", "--package", "waybill-tests", "--bin", "waybill-measure"];
    Run::cargo(repo, "build-measure", &words).run()?;
    let program = repo.target().join("release/waybill-measure");
    for (mode, name, what) in MODES {
        let output = Run::new(repo, &format!("bench-{mode}"), &program)
            .arg(mode)
            .arg(&corpus.old.file)
            .arg(&corpus.new.file)
            .run()?;
        let measured: Measured =
            serde_json::from_str(output.trim()).context("waybill-measure printed something else")?;
        let Measured { milliseconds, bytes, base_kib, peak_kib, found } = measured;
        if mode == "value" {
            println!("GitHub's REST description {} and {}", corpus.old.version, corpus.new.version);
            println!("{bytes} bytes; of each peak, {} MiB are the two files and the program\n", base_kib / 1024);
            println!("{:<34} {:>10} {:>12}   finds", "", "best time", "peak memory");
        }
        println!("{name:<34} {milliseconds:>7.0} ms {:>8} MiB   {found} {what}", peak_kib / 1024);
    }
    Ok(())
}
