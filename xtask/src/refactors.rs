//! `cargo xtask refactors`: applies each kind of equal edit to all published descriptions, and prints the false alarms.
//!
//! `tests/refactors/README.md` describes the kinds. The tests of every change run them on a small sample.

use anyhow::Result;

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Options of `waybill-refactors` that users may give.
const OPTIONS: [&str; 2] = ["--kind", "--bytes"];

/// Builds and runs `waybill-refactors`.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    for option in words.chunks(2) {
        anyhow::ensure!(
            option.len() == 2 && option.first().is_some_and(|name| OPTIONS.contains(name)),
            "cargo xtask refactors takes {} with a value",
            OPTIONS.join(" and ")
        );
    }
    let published = setup::corpus::whole(repo)?;
    let build =
        ["build", "--quiet", "--locked", "--release", "--package", "waybill-tests", "--bin", "waybill-refactors"];
    Run::cargo(repo, "build-refactors", &build).run()?;
    let alarms = repo.work("refactors.txt");
    let output = Run::new(repo, "refactors", repo.target().join("release/waybill-refactors"))
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
