//! `cargo xtask fuzz`: builds the targets of `fuzz/` with the installed compiler, and runs each for some minutes.
//!
//! `cargo fuzz` needs a nightly compiler for coverage counters, but these are also available through stable options. Core and
//! mock have no unsafe code, so no memory sanitizer is used. Overflows and debug assertions panic.

mod seeds;

use std::fs;
use std::num::NonZeroUsize;

use anyhow::{Context as _, Result, bail};

use crate::command::Run;
use crate::repo::Repo;

/// The targets with their kinds of input.
const TARGETS: [(&str, Input); 18] = [
    ("read", Input::Description),
    ("resolve", Input::Edits),
    ("compare", Input::Edits),
    ("compare_bytes", Input::Pair),
    ("render", Input::Edits),
    ("token_answer", Input::Answer),
    ("jwt", Input::Answer),
    ("api_answer", Input::Answer),
    ("snapshot", Input::Answer),
    ("forward", Input::Answer),
    ("keys", Input::Answer),
    ("mock_answer", Input::Answer),
    ("schema", Input::Schema),
    ("mock_wsdl", Input::Mock),
    ("mock_schema", Input::Mock),
    ("mock_envelope", Input::Mock),
    ("mock_form", Input::Mock),
    ("mock_request", Input::Mock),
];

/// Flags for libFuzzer's counters, and for checks that release builds omit.
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

/// Time limit of one input, in seconds.
const SECONDS: usize = 10;

#[derive(Clone, Copy)]
enum Input {
    /// One description.
    Description,
    /// Two descriptions, separated by a zero byte.
    Pair,
    /// Edits of the target's own descriptions, six bytes each.
    Edits,
    /// A server's response, in parts separated by zero bytes, or data that a host kept.
    Answer,
    /// A schema and a value, separated by a zero byte.
    Schema,
    /// A client's request to the mock service.
    Mock,
}

impl Input {
    /// Returns the maximum length in bytes.
    const fn longest(self) -> usize {
        match self {
            Self::Description | Self::Pair => 1_000_000,
            Self::Edits => 300,
            Self::Answer => 10_000,
            Self::Schema => 5_000,
            Self::Mock => 20_000,
        }
    }

    /// Returns the folder of seeds and the dictionary, for inputs that are text.
    const fn origin(self, target: &'static str) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Description => Some(("text", "fuzz/openapi.dict")),
            Self::Pair => Some(("pair", "fuzz/openapi.dict")),
            Self::Answer => Some((target, "fuzz/access.dict")),
            Self::Schema => Some((target, "fuzz/openapi.dict")),
            Self::Mock => Some((target, "fuzz/mock.dict")),
            Self::Edits => None,
        }
    }
}

/// Runs all targets, or those in `only`, for `minutes` each. Stops when one finds a problem.
pub(crate) fn run(repo: &Repo, minutes: &str, only: &[&str]) -> Result<()> {
    let names = TARGETS.map(|(target, _)| target);
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        bail!("there is no fuzz target {unknown}; there are {}", names.join(", "));
    }
    // libFuzzer treats a time of zero as no limit.
    let minutes: NonZeroUsize =
        minutes.parse().context("the minutes that each target runs are no number above zero")?;
    let host = crate::command::ask("rustc", &["--print", "host-tuple"]).context("rustc does not name its host")?;
    let folder = repo.path("target/fuzz");
    println!("building the targets");
    // With an explicit target, the flags do not apply to build scripts.
    Run::cargo(repo, "fuzz-build", &["build", "--locked", "--release", "--target", &host, "--quiet"])
        .args(&["--manifest-path", "fuzz/Cargo.toml", "--target-dir"])
        .arg(&folder)
        .env("RUSTFLAGS", FLAGS.join(" "))
        .run()?;
    seeds::write(repo, &folder.join("seeds"))?;
    for (target, input) in TARGETS.into_iter().filter(|(target, _)| only.is_empty() || only.contains(target)) {
        println!("{target}: {minutes} minutes");
        let program = folder.join(&host).join("release").join(target);
        let findings = folder.join("findings").join(target);
        let corpus = folder.join("corpus").join(target);
        for made in [&findings, &corpus] {
            fs::create_dir_all(made).with_context(|| format!("cannot create {}", made.display()))?;
        }
        let mut fuzz = Run::new(repo, &format!("fuzz-{target}"), program)
            .arg(&corpus)
            .arg(format!("-max_total_time={}", minutes.get() * 60))
            .arg(format!("-max_len={}", input.longest()))
            .arg(format!("-timeout={SECONDS}"))
            .arg(format!("-artifact_prefix={}/", findings.display()));
        if let Some((seeds, words)) = input.origin(target) {
            fuzz = fuzz.arg(folder.join("seeds").join(seeds)).arg(format!("-dict={}", repo.path(words).display()));
        }
        let (output, held) = fuzz.run_either_way()?;
        if !held {
            bail!("{target} found something, kept in {}:\n{}", findings.display(), crate::command::tail(&output));
        }
        println!("  {}", output.lines().last().unwrap_or_default());
    }
    Ok(())
}
