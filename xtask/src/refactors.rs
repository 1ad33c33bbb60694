//! `cargo xtask refactors`: applies each kind of equal edit to all published descriptions, and prints the false alarms.
//!
//! `tests/refactors/README.md` describes the kinds. The tests of every change run them on a small sample.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Options of `waybill-refactors` that users may give.
const OPTIONS: [&str; 2] = ["--kind", "--bytes"];

/// Maximum size of a description that the converters get, in bytes. Some of them take minutes for larger ones.
const CONVERTED: u64 = 700_000;

/// Builds and runs `waybill-refactors`.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    for option in words.chunks(2) {
        ensure!(
            option.len() == 2 && option.first().is_some_and(|name| OPTIONS.contains(name)),
            "cargo xtask refactors takes {} with a value",
            OPTIONS.join(" and ")
        );
    }
    let published = setup::corpus::whole(repo)?;
    let alarms = repo.work("refactors.txt");
    let output = Run::new(repo, "refactors", program(repo)?)
        .args(words)
        .arg("--alarms")
        .arg(&alarms)
        .arg(published)
        .arg(repo.path("tests/refactors/descriptions"))
        .run()?;
    print!("{output}");
    println!("each alarm is in {}", alarms.display());
    Ok(())
}

/// Converts the published descriptions with other people's converters, and compares the results.
pub(crate) fn run_converters(repo: &Repo) -> Result<()> {
    let modules = setup::refactors::packages(repo)?;
    let folder = repo.work("refactors/converted");
    let is_small = |file: &PathBuf| file.metadata().is_ok_and(|data| data.len() <= CONVERTED);
    let mut files = setup::corpus::descriptions(repo)?;
    files.retain(|file| is_small(file) && file.extension().is_some_and(|end| end == "json"));
    let script = repo.path("tests/refactors/converters.mjs");
    let convert = Run::new(repo, "converters", "node").arg(script).arg(modules).arg(&folder);
    files.iter().fold(convert, Run::arg).run()?;
    let alarms = repo.work("converters.txt");
    let output = Run::new(repo, "refactors-converted", program(repo)?)
        .arg("--alarms")
        .arg(&alarms)
        .arg("--converted")
        .arg(folder)
        .arg("--excused")
        .arg(repo.path("tests/refactors/converters.tsv"))
        .run()?;
    print!("{output}");
    println!("each alarm is in {}", alarms.display());
    Ok(())
}

/// Builds `waybill-refactors`.
fn program(repo: &Repo) -> Result<PathBuf> {
    let words = ["build", "--quiet", "--locked", "--release", "--package", "waybill-tests", "--bin"];
    Run::cargo(repo, "build-refactors", &words).arg("waybill-refactors").run()?;
    Ok(repo.target().join("release/waybill-refactors"))
}
