//! `cargo xtask fuzz`: builds the targets of `fuzz/` with the compiler that is there and runs each for some minutes.
//!
//! What `cargo fuzz` asks of a nightly compiler are coverage counters, and those are stable options. There is no unsafe
//! code in core, so no sanitizer watches memory; overflows and debug assertions panic.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::command::Run;
use crate::repo::Repo;

/// The targets, and whether their input is text of descriptions, or bytes that say how to edit one.
const TARGETS: [(&str, Input); 5] = [
    ("read", Input::Text),
    ("resolve", Input::Edits),
    ("compare", Input::Edits),
    ("compare_bytes", Input::Pair),
    ("render", Input::Edits),
];

/// libFuzzer's counters, and checks that release builds leave out.
const FLAGS: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
    "-Cdebug-assertions",
    "-Coverflow-checks",
    "-Ccodegen-units=1",
];

/// The longest input in bytes, and the seconds it may take.
const LONGEST: usize = 1_000_000;
const SECONDS: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    /// One description.
    Text,
    /// Two, with a zero byte between them.
    Pair,
    /// Six bytes for each edit of one of the target's own descriptions.
    Edits,
}

/// Runs every target for `minutes`, or until one finds something.
pub(crate) fn run(repo: &Repo, minutes: &str) -> Result<()> {
    // libFuzzer takes no time at all for no limit.
    let minutes: NonZeroUsize =
        minutes.parse().context("the minutes that each target runs are no number above zero")?;
    let host = crate::command::ask("rustc", &["--print", "host-tuple"]).context("rustc does not name its host")?;
    let folder = repo.path("target/fuzz");
    println!("building the targets");
    // A target named on the command line keeps the flags away from build scripts.
    Run::cargo(repo, "fuzz-build", &["build", "--locked", "--release", "--target", &host, "--quiet"])
        .args(&["--manifest-path", "fuzz/Cargo.toml", "--target-dir"])
        .arg(&folder)
        .env("RUSTFLAGS", FLAGS.join(" "))
        .run()?;
    seeds(repo, &folder)?;
    for (target, input) in TARGETS {
        println!("{target}: {minutes} minutes");
        let program = folder.join(&host).join("release").join(target);
        let findings = folder.join("findings").join(target);
        let corpus = folder.join("corpus").join(target);
        for made in [&findings, &corpus] {
            fs::create_dir_all(made).with_context(|| format!("cannot create {}", made.display()))?;
        }
        let longest = if input == Input::Edits { 300 } else { LONGEST };
        let mut fuzz = Run::new(repo, &format!("fuzz-{target}"), program)
            .arg(&corpus)
            .arg(format!("-max_total_time={}", minutes.get() * 60))
            .arg(format!("-max_len={longest}"))
            .arg(format!("-timeout={SECONDS}"))
            .arg(format!("-artifact_prefix={}/", findings.display()));
        if input != Input::Edits {
            let of = folder.join("seeds").join(if input == Input::Text { "text" } else { "pair" });
            fuzz = fuzz.arg(of).arg(format!("-dict={}", repo.path("fuzz/openapi.dict").display()));
        }
        let (output, held) = fuzz.run_either_way()?;
        if !held {
            bail!("{target} found something, kept in {}:\n{}", findings.display(), crate::command::tail(&output));
        }
        println!("  {}", output.lines().last().unwrap_or_default());
    }
    Ok(())
}

/// The descriptions of the vectors, alone and as pairs.
fn seeds(repo: &Repo, folder: &Path) -> Result<()> {
    let [text, pair] = ["text", "pair"].map(|kind| folder.join("seeds").join(kind));
    for made in [&text, &pair] {
        fs::create_dir_all(made).with_context(|| format!("cannot create {}", made.display()))?;
    }
    for vector in files(&repo.path("tests/vectors/compare"))? {
        let name = vector.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut sides = Vec::new();
        for side in ["old", "new"] {
            let of = files(&vector)?.into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == side));
            if let Some(file) = of.filter(|file| file.is_file()) {
                let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
                fs::write(text.join(format!("{name}-{side}")), &bytes).context("cannot write a seed")?;
                sides.push(bytes);
            }
        }
        fs::write(pair.join(name), sides.join(&0)).context("cannot write a seed")?;
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}
