//! The Rust side: style, licences, documentation, tests and mutants.

use anyhow::{Result, bail};

use super::steps::Steps;
use super::{count, instructions, mutants, path_with};
use crate::build::FEATURES;
use crate::command::Run;
use crate::measure::Program;
use crate::repo::Repo;
use crate::setup;
use crate::surface::{self, Surface};

const HOST: &str = "rust";
/// By how much the engine may grow in a million calls.
const MOST_GROWN_KIB: u64 = 1_024;
/// By how much the mock service may in a hundred thousand requests, after the log is full: schemas are compiled anew now and
/// then, and the old ones leave gaps.
const MOST_GROWN_KIB_OF_MOCK: u64 = 8_192;

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let cargo = |log: &str, words: &[&str]| Run::cargo(repo, log, words);
    let tools = steps.check(HOST, "set-up: cargo tools", || {
        cargo("fetch", &["fetch", "--locked"]).run()?;
        let folder = setup::tools::ready(repo)?;
        path_with(folder.as_os_str())
    });
    let corpus = steps.check(HOST, "set-up: public descriptions", || setup::corpus::whole(repo));
    let suite = steps.check(HOST, "set-up: schema suite", || setup::schema_suite::ready(repo));
    steps.check(HOST, "set-up: Redis", || setup::redis::ready(repo));
    steps.check(HOST, "formatting", || cargo("fmt", &["fmt", "--all", "--check"]).run());
    steps.check(HOST, "clippy", || {
        let words = ["clippy", "--locked", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
        cargo("clippy", &words).run()?;
        let words = ["clippy", "--locked", "--package", "waybill-wasm-diff", "--no-default-features", "--quiet"];
        cargo("clippy-json", &words).args(&["--", "-D", "warnings"]).run()
    });
    steps.check(HOST, "fuzz targets: formatting, clippy", || fuzz_targets(repo));
    steps.check(HOST, "documentation", || {
        // Libraries alone: a program's comments are its help text, which rustdoc would take for HTML.
        let words = ["doc", "--locked", "--workspace", "--lib", "--no-deps", "--quiet", "--features", FEATURES];
        cargo("doc", &words).env("RUSTDOCFLAGS", "-Dwarnings").run()
    });
    steps.check(HOST, "public items of core", || surface::check(repo, Surface::Core));
    steps.check(HOST, "public items of mock", || surface::check(repo, Surface::Mock));
    let Some(path) = tools else { return };
    steps.check(HOST, "licences, bans, sources", || {
        let words = ["deny", "--offline", "--log-level", "error", "check", "licenses", "bans", "sources"];
        cargo("deny", &words).env("PATH", &path).run()
    });
    steps.check(HOST, "programs", || super::build_programs(repo));
    let evidence = steps.evidence.folder();
    let (corpus, suite) = (corpus.unwrap_or_default(), suite.unwrap_or_default());
    steps.tests(HOST, "tests", count::nextest, || {
        let words = ["nextest", "run", "--locked", "--workspace", "--no-fail-fast", "--status-level", "fail"];
        let run = cargo("nextest", &words).args(&["--final-status-level", "fail", "--cargo-quiet"]);
        let run = run.env("PATH", &path).env("WAYBILL_EVIDENCE", evidence);
        run.env("WAYBILL_CORPUS", &corpus).env("WAYBILL_SCHEMA_SUITE", &suite).run_either_way()
    });
    // There may be none; those there are must hold.
    steps.check(HOST, "examples in documentation", || {
        cargo("doctest", &["test", "--locked", "--workspace", "--doc", "--quiet"]).run()
    });
    steps.check(HOST, "instructions of reading and comparing", || instructions::check(repo));
    steps.check(HOST, "memory of many calls and requests", || memory(repo));
    mutants::run(steps, &[]);
}

/// What calls use goes with them: the engine of a busy process lives for months.
fn memory(repo: &Repo) -> Result<()> {
    let program = Program::build(repo)?;
    let grown = program.calls("1000000")?;
    if grown.grown_kib >= MOST_GROWN_KIB {
        bail!("the engine took {grown}");
    }
    let grown = program.requests("100000")?;
    if grown.grown_kib < MOST_GROWN_KIB_OF_MOCK { Ok(()) } else { bail!("the mock service took {grown}") }
}

/// The targets are a workspace of their own, which no other step compiles, and `cargo xtask fuzz` runs them too seldom.
fn fuzz_targets(repo: &Repo) -> Result<String> {
    let cargo = |log: &str, words: &[&str]| Run::cargo(repo, log, words).args(&["--manifest-path", "fuzz/Cargo.toml"]);
    cargo("fuzz-fmt", &["fmt"]).arg("--check").run()?;
    cargo("fuzz-clippy", &["clippy", "--locked", "--all-targets", "--quiet"])
        .arg("--target-dir")
        .arg(repo.target())
        // Nothing is linked, so the fuzzer's own C++ need not be compiled.
        .env("CUSTOM_LIBFUZZER_PATH", "/dev/null")
        .args(&["--", "-D", "warnings"])
        .run()
}
