//! `cargo xtask fuzz`: builds the targets of `fuzz/` with the compiler that is there and runs each for some minutes.
//!
//! What `cargo fuzz` asks of a nightly compiler are coverage counters, and those are stable options. There is no unsafe
//! code in core and mock, so no sanitizer watches memory; overflows and debug assertions panic.

mod seeds;

use std::fs;
use std::num::NonZeroUsize;

use anyhow::{Context as _, Result, bail};

use crate::command::Run;
use crate::repo::Repo;

/// The targets, and what their input is.
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

/// The seconds that an input may take.
const SECONDS: usize = 10;

#[derive(Clone, Copy)]
enum Input {
    /// One description.
    Description,
    /// Two, with a zero byte between them.
    Pair,
    /// Six bytes for each edit of one of the target's own descriptions.
    Edits,
    /// What a server answered, in parts with a zero byte between them, or what a host kept.
    Answer,
    /// A schema and a value, with a zero byte between them.
    Schema,
    /// What a client sends to the mock service.
    Mock,
}

impl Input {
    /// In bytes.
    const fn longest(self) -> usize {
        match self {
            Self::Description | Self::Pair => 1_000_000,
            Self::Edits => 300,
            Self::Answer => 10_000,
            Self::Schema => 5_000,
            Self::Mock => 20_000,
        }
    }

    /// The folder of seeds and the words that inputs are made of, where they are text.
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

/// Runs every target for `minutes`, or those that `only` names, or until one finds something.
pub(crate) fn run(repo: &Repo, minutes: &str, only: &[&str]) -> Result<()> {
    let names = TARGETS.map(|(target, _)| target);
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        bail!("there is no fuzz target {unknown}; there are {}", names.join(", "));
    }
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
