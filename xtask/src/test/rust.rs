//! Tests the Rust side: style, licences, documentation, tests and mutants.

use std::ffi::{OsStr, OsString};

use anyhow::{Context as _, Result, bail};

use super::step::{Load, RunnerOutput, Session, Step};
use super::{count, instructions, mutants, recursion};
use crate::build::{CORE, FEATURES};
use crate::command::Run;
use crate::measure::Program;
use crate::repo::Repo;
use crate::setup;
use crate::surface::{self, Surface};

const HOST: &str = "rust";
/// Maximum growth of the engine over a million calls.
const MOST_GROWN_KIB: u64 = 1_024;
/// Maximum growth of the mock service over a hundred thousand requests, once its log is full. It compiles schemas again at times,
/// and the old ones leave gaps.
const MOST_GROWN_KIB_OF_MOCK: u64 = 8_192;

/// Packages with the features to check them with. Each feature is off once.
const FEWER_FEATURES: [(&str, &str); 8] = [
    ("waybill-openapi", ""),
    ("waybill-openapi", "swagger"),
    ("waybill-openapi", "yaml,openapiv3"),
    ("waybill-diff", ""),
    ("waybill-report", ""),
    ("waybill-forward", ""),
    ("waybill-core", ""),
    ("waybill-wasm-diff", ""),
];

pub(super) fn steps() -> Vec<Step> {
    let all_cores = |step: Step| step.load(Load::AllCores);
    let mut steps = vec![
        Step::check(HOST, "rust/formatting", |session| {
            let check = ["--check", "--", "--color", "never"];
            Run::cargo(session.repo, "fmt", &["fmt", "--all"]).args(&check).run()?;
            fuzz(session.repo, "fuzz-fmt", &["fmt"]).args(&check).run()
        }),
        Step::check(HOST, "rust/recursion", |session| recursion::check(session.repo)),
        all_cores(Step::check(HOST, "rust/clippy", |session| {
            let features = features_with_deep_tests();
            let words = ["clippy", "--locked", "--workspace", "--all-targets", "--features", &features, "--quiet"];
            let run = GENERATORS
                .iter()
                .fold(Run::cargo(session.repo, "clippy", &words), |run, generator| run.args(&["--exclude", generator]));
            run.args(&["--", "-D", "warnings"]).run()
        }))
        // Cargo locks the folder, and more steps wait for these builds.
        .after(&["build/npm", "build/rust-tests"]),
        all_cores(Step::tests(HOST, "rust/tests", count::nextest, |session| {
            let words = ["--no-fail-fast", "--status-level", "slow", "--final-status-level", "slow"];
            // The tests spend a third of their time waiting for processes.
            let threads = std::thread::available_parallelism().map_or(1, usize::from) + 1;
            let run = nextest(session)?.args(&words).args(&["--test-threads", &threads.to_string()]);
            run.env("WAYBILL_EVIDENCE", &session.evidence).run_either_way()
        }))
        .needs(&["build/rust-tests", "set-up/redis"])
        .runs_vectors(),
        all_cores(Step::check(HOST, "rust/documentation", |session| {
            // Libraries only: the comments of a program are its help, which rustdoc would read as HTML.
            let words = ["doc", "--locked", "--workspace", "--lib", "--no-deps", "--quiet", "--features", FEATURES];
            Run::cargo(session.repo, "doc", &words).env("RUSTDOCFLAGS", "-Dwarnings").run()
        })),
        // Doc examples are optional, but those that exist must pass.
        all_cores(Step::check(HOST, "rust/doc-examples", |session| {
            let words = ["test", "--locked", "--workspace", "--features", FEATURES, "--doc", "--quiet"];
            Run::cargo(session.repo, "doctest", &words).run()
        }))
        .needs(&["build/programs"]),
        Step::check(HOST, "rust/licences", |session| {
            let words = ["deny", "--offline", "--log-level", "error", "check", "licenses", "bans", "sources"];
            Run::cargo(session.repo, "deny", &words).env("PATH", tools_first(session.repo)?).run()
        })
        .needs(&["set-up/cargo-tools"]),
    ];
    steps.extend(mutants::steps());
    steps.extend(deep_steps());
    steps
}

fn deep_steps() -> Vec<Step> {
    let step = |step: Step| step.load(Load::AllCores).deep();
    vec![
        step(Step::tests(HOST, "rust/long-tests", count::nextest, long_tests)).needs(&[
            "set-up/cargo-tools",
            "set-up/descriptions",
            "set-up/schema-suite",
        ]),
        step(Step::check(HOST, "rust/without-features", |session| {
            // One by one, because together each crate is compiled with the features of all.
            FEWER_FEATURES.iter().try_for_each(|(package, features)| {
                let words = ["clippy", "--locked", "--quiet", "--package", package, "--no-default-features"];
                Run::cargo(session.repo, "clippy-features", &words)
                    .args(&["--features", features, "--", "-D", "warnings"])
                    .run()
                    .map(drop)
                    .with_context(|| format!("{package} with the features `{features}` alone"))
            })?;
            let words = ["test", "--locked", "--quiet", "--package", "waybill-openapi", "--no-default-features"];
            let output =
                Run::cargo(session.repo, "test-features", &words).args(&["--lib", "without_its_feature"]).run()?;
            if !output.contains("2 passed") {
                bail!("expected the tests of two features that are off:\n{output}");
            }
            Ok(())
        })),
        step(Step::check(HOST, "rust/clippy-generators", |session| {
            let run = GENERATORS
                .iter()
                .fold(Run::cargo(session.repo, "clippy-tools", &["clippy", "--locked"]), |run, generator| {
                    run.args(&["--package", generator])
                });
            run.args(&["--all-targets", "--quiet", "--", "-D", "warnings"]).run()
        })),
        step(Step::check(HOST, "rust/fuzz-clippy", |session| {
            // No other step compiles the fuzz targets, which are a separate workspace.
            fuzz(session.repo, "fuzz-clippy", &["clippy", "--locked", "--all-targets", "--quiet"])
                .arg("--target-dir")
                .arg(session.repo.target())
                // Linking is not needed, so the fuzzer's own C++ is not compiled.
                .env("CUSTOM_LIBFUZZER_PATH", "/dev/null")
                .args(&["--", "-D", "warnings"])
                .run()
        })),
        step(Step::check(HOST, "rust/public-items-core", |session| surface::check(session.repo, Surface::Core))),
        step(Step::check(HOST, "rust/public-items-mock", |session| surface::check(session.repo, Surface::Mock))),
        step(Step::check(HOST, "rust/instructions", |session| instructions::check(session.repo)))
            .needs(&["set-up/valgrind", "set-up/descriptions"]),
        step(Step::check(HOST, "rust/memory", |session| memory(session.repo))),
    ]
}

/// Small programs that wrap third-party generators. Their dependencies took a third of clippy's time, so only a deep step checks
/// them.
const GENERATORS: [&str; 3] = ["uniffi-bindgen", "wasm-glue", "wasm-runner"];

/// Runs the tests of `--deep`: all short histories of a token, many random histories, published descriptions, comparisons with
/// other validators, and all mutations and pairs of which a short run takes a sample.
fn long_tests(session: &Session<'_>) -> Result<RunnerOutput> {
    let features = features_with_deep_tests();
    let mut run =
        Run::cargo(session.repo, "nextest-long", &["nextest", "run", "--locked", "--workspace", "--cargo-quiet"]).args(
            &["--features", &features, "--no-fail-fast", "--status-level", "slow", "--final-status-level", "slow"],
        );
    for name in ["corpus", "hard", "mutations", "schema", "small", "store_walks", "token_walks"] {
        run = run.args(&["--test", name]);
    }
    // A minute of compiling saves several minutes of running.
    for name in CORE.into_iter().chain(["tests"]) {
        run = run.args(&["--config", &format!("profile.dev.package.waybill-{name}.opt-level=1")]);
    }
    run.env("PATH", tools_first(session.repo)?)
        .env("WAYBILL_CORPUS", setup::corpus::whole(session.repo)?)
        .env("WAYBILL_SCHEMA_SUITE", setup::schema_suite::ready(session.repo)?)
        .run_either_way()
}

fn features_with_deep_tests() -> String {
    format!("{FEATURES},waybill-tests/deep")
}

/// Creates a run of the tests of the whole workspace.
pub(super) fn nextest(session: &Session<'_>) -> Result<Run> {
    let words = ["nextest", "run", "--locked", "--workspace", "--features", FEATURES, "--cargo-quiet"];
    Ok(Run::cargo(session.repo, "nextest", &words).env("PATH", tools_first(session.repo)?))
}

fn fuzz(repo: &Repo, log: &str, words: &[&str]) -> Run {
    Run::cargo(repo, log, words).args(&["--manifest-path", "fuzz/Cargo.toml"])
}

/// Checks that calls free the memory that they use: the engine of a busy process lives for months.
fn memory(repo: &Repo) -> Result<()> {
    let program = Program::build(repo)?;
    let grown = program.calls("1000000")?;
    if grown.grown_kib >= MOST_GROWN_KIB {
        bail!("the engine took {grown}");
    }
    let grown = program.requests("100000")?;
    if grown.grown_kib < MOST_GROWN_KIB_OF_MOCK { Ok(()) } else { bail!("the mock service took {grown}") }
}

/// Returns `PATH` with the folder of cargo's tools first.
fn tools_first(repo: &Repo) -> Result<OsString> {
    let folder = setup::tools::ready(repo)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths::<OsStr>(&path));
    std::env::join_paths(folders).context("PATH holds a folder with a colon in its name")
}
