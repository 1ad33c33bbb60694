//! The wasm files of the npm package, with the glue that loads them.
//!
//! The glue is wrapped by the package's own build, so that an instance that trapped can be replaced by a fresh one.
//! One file each for the client, for comparing, for examples of what breaks, for what is written about releases and for the mock
//! service, of which there is one without SOAP as well, so that nobody loads what is not used. Of the comparison's there are
//! two as well, which the same glue loads: the other one reads OpenAPI 3 in JSON alone, and has no texts of rules, which stand
//! in a file of their own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::Kind;
use crate::command::{Run, on_each};
use crate::repo::Repo;
use crate::setup;

/// A WebAssembly file of the package.
struct Part {
    /// Its crate.
    package: &'static str,
    /// The name of the file that cargo writes, without its extension.
    stem: &'static str,
    /// What cargo is told of the features of the crate that it has.
    features: &'static [&'static str],
    /// True if another part of the same crate has more features.
    has_fewer_features: bool,
    /// The folder of the glue.
    folder: &'static str,
    /// How it is compiled; cargo calls its output folder so as well.
    profile: &'static str,
    /// What is copied into its callers.
    inlining: &'static str,
    /// Whether Binaryen makes it smaller once more.
    shrunk: bool,
}

impl Part {
    /// The name of a log. The folder is in it because two parts can be of one crate.
    fn log(&self, of: &str) -> String {
        format!("{of}-wasm-{}", self.folder.rsplit('/').next().unwrap_or(self.folder))
    }
}

const PARTS: [Part; 7] = [
    Part {
        package: "waybill-wasm-client",
        stem: "waybill_wasm_client",
        features: &[],
        has_fewer_features: false,
        folder: "bindings/npm/src/wasm/client",
        profile: "wasm",
        inlining: APART,
        shrunk: false,
    },
    Part {
        package: "waybill-wasm-diff",
        stem: "waybill_wasm_diff",
        features: &[],
        has_fewer_features: false,
        folder: "bindings/npm/src/wasm/diff",
        profile: "wasm",
        inlining: APART,
        shrunk: false,
    },
    Part {
        package: "waybill-wasm-diff",
        stem: "waybill_wasm_diff",
        features: &["--no-default-features"],
        has_fewer_features: true,
        folder: "bindings/npm/src/wasm/diff-json",
        profile: "wasm-small",
        inlining: APART,
        shrunk: true,
    },
    Part {
        package: "waybill-wasm-examples",
        stem: "waybill_wasm_examples",
        features: &[],
        has_fewer_features: false,
        folder: "bindings/npm/src/wasm/examples",
        profile: "wasm-small",
        inlining: FEWER,
        shrunk: false,
    },
    Part {
        package: "waybill-wasm-releases",
        stem: "waybill_wasm_releases",
        features: &[],
        has_fewer_features: false,
        folder: "bindings/npm/src/wasm/releases",
        profile: "wasm-small",
        inlining: FEWER,
        shrunk: false,
    },
    Part {
        package: "waybill-wasm-mock",
        stem: "waybill_wasm_mock",
        features: &["--features", "soap"],
        has_fewer_features: false,
        folder: "bindings/npm/src/wasm/mock",
        profile: "wasm-small",
        inlining: FEWER,
        shrunk: false,
    },
    Part {
        package: "waybill-wasm-mock",
        stem: "waybill_wasm_mock",
        features: &[],
        has_fewer_features: true,
        folder: "bindings/npm/src/wasm/mock-rest",
        profile: "wasm-small",
        inlining: FEWER,
        shrunk: false,
    },
];

/// Where everything goes that is written for the npm package.
const FOLDER: &str = "bindings/npm/src/wasm";

const TARGET: &str = "wasm32-unknown-unknown";

/// The packages of all parts with the features of the test build, as `cargo build` and `cargo test` take them alike, so that
/// the tests of the exported surface compile nothing twice.
pub(crate) const TEST_PACKAGES: [&str; 12] = [
    "--package",
    "waybill-wasm-client",
    "--package",
    "waybill-wasm-diff",
    "--package",
    "waybill-wasm-examples",
    "--package",
    "waybill-wasm-releases",
    "--package",
    "waybill-wasm-mock",
    "--features",
    "waybill-wasm-client/planted-panic,waybill-wasm-diff/planted-panic,waybill-wasm-examples/planted-panic,\
     waybill-wasm-releases/planted-panic,waybill-wasm-mock/planted-panic,waybill-wasm-mock/soap",
];

/// Builds all, and writes their glue, the error codes for TypeScript, and the texts of rules, into [`FOLDER`].
pub(super) fn build(repo: &Repo, kind: Kind) -> Result<()> {
    let glue = super::program(repo, "wasm-glue")?;
    match kind {
        Kind::Test => build_for_tests(repo, &glue)?,
        // Linking takes one core, and one folder of cargo at a time. Each profile has a folder.
        Kind::Shipped => on_each(vec!["wasm", "wasm-small"], |profile| {
            PARTS.iter().filter(|part| part.profile == profile).try_for_each(|part| ship(repo, &glue, part))
        })
        .into_iter()
        .collect::<Result<()>>()?,
    }
    super::program(repo, "error-kinds")?;
    write_error_kinds(repo)?;
    let rules = super::program(repo, "rule-texts")?;
    write_printed(repo, "rule-texts", &rules, "rules.json")
}

fn build_for_tests(repo: &Repo, glue: &Path) -> Result<()> {
    // All parts at once but those with fewer features, which follow one by one and share what does not depend on them.
    for_tests(repo, "build-wasm-test", "build").args(&TEST_PACKAGES).run()?;
    for_tests(repo, "build-wasm-surface", "test")
        .args(&TEST_PACKAGES)
        .args(&["--test", "surface", "--no-run"])
        .run()?;
    for part in &PARTS {
        if part.has_fewer_features {
            let features = ["--no-default-features", "--features", "planted-panic"];
            let build = for_tests(repo, &part.log("build"), "build");
            build.args(&["--package", part.package]).args(&features).run()?;
        }
        write_glue(repo, glue, part, "debug")?;
    }
    Ok(())
}

/// Builds the client alone for the demo, with programs that were built before.
pub(super) fn client(repo: &Repo) -> Result<()> {
    let [client, ..] = PARTS;
    for_tests(repo, "build-wasm-client", "build").args(&["--package", client.package]).run()?;
    write_glue(repo, &super::built(repo, "wasm-glue"), &client, "debug")?;
    write_error_kinds(repo)
}

/// Writes the glue of a part that cargo has built into this folder of its target.
fn write_glue(repo: &Repo, program: &Path, part: &Part, built: &str) -> Result<()> {
    let file = repo.target().join(TARGET).join(built).join(format!("{}.wasm", part.stem));
    Run::new(repo, &part.log("glue"), program).arg(file).arg(part.folder).run().map(drop)
}

fn write_error_kinds(repo: &Repo) -> Result<()> {
    write_printed(repo, "error-kinds", &super::built(repo, "error-kinds"), "error-kinds.ts")
}

/// Writes what a program prints into a file of [`FOLDER`].
fn write_printed(repo: &Repo, log: &str, program: &Path, name: &str) -> Result<()> {
    let printed = Run::new(repo, log, program).run()?;
    let file = repo.path(FOLDER).join(name);
    std::fs::write(&file, printed).with_context(|| format!("cannot write {}", file.display()))
}

/// A cargo command for tests in WebAssembly. It uses the profile of everything native: then the macros and build scripts that
/// run while compiling are compiled once for both.
pub(crate) fn for_tests(repo: &Repo, log: &str, command: &str) -> Run {
    let run = Run::cargo(repo, log, &[command, "--locked", "--target", TARGET]);
    // Without what nobody reads: the glue drops debug information, and a file of it is compiled as a whole.
    run.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0")
}

/// Builds a part as users get it.
fn ship(repo: &Repo, glue: &Path, part: &Part) -> Result<()> {
    let words = ["build", "--quiet", "--locked", "--target", TARGET, "--profile", part.profile];
    Run::cargo(repo, &part.log("build"), &words)
        .args(&["--package", part.package])
        .args(part.features)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(part.inlining))
        .run()?;
    write_glue(repo, glue, part, part.profile)?;
    if part.shrunk { shrink(repo, &format!("{}/{}_bg.wasm", part.folder, part.stem)) } else { Ok(()) }
}

/// Instructions for 16 bytes at once: every Node that the package supports has them, and browsers since 2023 (Safari 16.4).
const SIMD: &str = "-Ctarget-feature=+simd128";

/// Every instruction counts twelve times when functions are weighed for copying into their callers, and the limits are
/// twelve times as high, but for the one of functions with a single caller: they stay apart where they are large. Engines
/// optimise whole functions, so that of large ones they optimise much that is seldom run. Functions that ask to be copied
/// are up to half of the usual size, which takes a fortieth off the file and nothing measurable of the speed.
const APART: &str = "-Cllvm-args=-inline-threshold=600 -inline-instr-cost=60 -inlinehint-threshold=2000";

/// The same with half the limits: the file of the mock service is a tenth smaller for it, and answers as fast.
const FEWER: &str = "-Cllvm-args=-inline-threshold=300 -inline-instr-cost=60 -inlinehint-threshold=1200";

/// What `.cargo/config.toml` says, which these flags take the place of.
const SEEDS: &str = "--cfg\u{1f}getrandom_backend=\"custom\"";

/// What Binaryen may take for granted: what the compiler uses of WebAssembly, and nothing beyond.
const PROPOSALS: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Copies nothing into its callers, which is decided by then: engines would optimise more at the first call.
const NO_INLINING: [&str; 3] = [
    "--always-inline-max-function-size",
    "--flexible-inline-max-function-size",
    "--one-caller-inline-max-function-size",
];

/// Writes a smaller file of the same meaning in place of a file. Binaryen comes from npm, as the programs that build the package.
fn shrink(repo: &Repo, file: &str) -> Result<()> {
    setup::node::ready(repo)?;
    let mut run = Run::new(repo, "wasm-opt", "node").arg("bindings/npm/node_modules/binaryen/bin/wasm-opt");
    run = run.args(&PROPOSALS).arg("-Oz");
    for limit in NO_INLINING {
        run = run.args(&[limit, "0"]);
    }
    run.args(&[file, "-o", file]).run().map(drop)
}

/// What the compiler is told, one after another.
fn flags(inlining: &str) -> OsString {
    let mut flags = OsString::from(SIMD);
    for flag in [inlining, SEEDS] {
        flags.push("\u{1f}");
        flags.push(flag);
    }
    for (variable, folder, name) in [("CARGO_HOME", ".cargo", "/cargo"), ("RUSTUP_HOME", ".rustup", "/rustup")] {
        if let Some(home) = home_of(variable, folder) {
            flags.push("\u{1f}--remap-path-prefix=");
            flags.push(home);
            flags.push("=");
            flags.push(name);
        }
    }
    flags
}

/// Where this machine keeps sources: panic messages name those of dependencies, and those of the standard library where
/// they are installed, and must not say where.
fn home_of(variable: &str, folder: &str) -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(folder));
    std::env::var_os(variable).map(PathBuf::from).or_else(home)
}
