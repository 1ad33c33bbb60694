//! The wasm files of the npm package, with the glue that loads them.
//!
//! The package's own build wraps the glue, so that an instance that trapped can be replaced by a new one.
//!
//! There are separate files for the client, comparing, examples of breaking changes, release texts and the mock service. Users
//! load only what they use. The mock service also has a file without SOAP. Comparing also has a smaller file, with the same
//! glue: it reads only OpenAPI 3 in JSON and omits the texts of rules, which are in a separate file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::Kind;
use crate::command::{Run, on_each};
use crate::repo::Repo;
use crate::setup;

/// A WebAssembly file of the package.
struct Part {
    /// Package name of the crate.
    package: &'static str,
    /// Name of the file that cargo writes, without extension.
    stem: &'static str,
    /// Arguments of cargo that select the crate's features.
    features: &'static [&'static str],
    /// True if another part of the same crate has more features.
    has_fewer_features: bool,
    /// Folder of the glue.
    folder: &'static str,
    /// Cargo profile, which is also the name of its output folder.
    profile: &'static str,
    /// Compiler flags for inlining.
    inlining: &'static str,
    /// True if Binaryen shrinks the file.
    shrunk: bool,
}

impl Part {
    /// Returns the name of a log. It contains the folder because two parts can be of the same crate.
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

/// Folder of all files written for the npm package.
const FOLDER: &str = "bindings/npm/src/wasm";

const TARGET: &str = "wasm32-unknown-unknown";

/// The packages of all parts with the features of the test build. `cargo build` and `cargo test` get the same arguments, so
/// that the tests of the exported API compile no crate twice.
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

/// Builds all parts. Writes their glue, the error codes for TypeScript, and the texts of rules into [`FOLDER`].
pub(super) fn build(repo: &Repo, kind: Kind) -> Result<()> {
    let glue = super::program(repo, "wasm-glue")?;
    match kind {
        Kind::Test => build_for_tests(repo, &glue)?,
        // Linking uses one core, and cargo locks one folder at a time. Each profile has its own folder.
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
    // All parts together, except those with fewer features. Those follow one by one and reuse what does not depend on features.
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

/// Builds only the client, for the demo. Its tools must be built already.
pub(super) fn client(repo: &Repo) -> Result<()> {
    let [client, ..] = PARTS;
    for_tests(repo, "build-wasm-client", "build").args(&["--package", client.package]).run()?;
    write_glue(repo, &super::built(repo, "wasm-glue"), &client, "debug")?;
    write_error_kinds(repo)
}

/// Writes the glue of a part from the file in cargo's output folder `built`.
fn write_glue(repo: &Repo, program: &Path, part: &Part, built: &str) -> Result<()> {
    let file = repo.target().join(TARGET).join(built).join(format!("{}.wasm", part.stem));
    Run::new(repo, &part.log("glue"), program).arg(file).arg(part.folder).run().map(drop)
}

fn write_error_kinds(repo: &Repo) -> Result<()> {
    write_printed(repo, "error-kinds", &super::built(repo, "error-kinds"), "error-kinds.ts")
}

/// Writes the output of a program to a file in [`FOLDER`].
fn write_printed(repo: &Repo, log: &str, program: &Path, name: &str) -> Result<()> {
    let printed = Run::new(repo, log, program).run()?;
    let file = repo.path(FOLDER).join(name);
    std::fs::write(&file, printed).with_context(|| format!("cannot write {}", file.display()))
}

/// Creates a cargo command for tests in WebAssembly. It uses the profile of native builds, so that macros and build scripts are
/// compiled only once for both.
pub(crate) fn for_tests(repo: &Repo, log: &str, command: &str) -> Run {
    let run = Run::cargo(repo, log, &[command, "--locked", "--target", TARGET]);
    // Each file is compiled as a whole.
    run.env("CARGO_INCREMENTAL", "0")
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

/// Flag for 128-bit SIMD. Every Node that the package supports has it, and browsers since 2023 (Safari 16.4).
const SIMD: &str = "-Ctarget-feature=+simd128";

/// Inlining flags that keep large functions separate, even those with a single caller. Instruction costs and limits are twelve
/// times the usual ones, except for the limit of functions with a single caller. Engines optimise whole functions, and much
/// code of large functions seldom runs. Functions with an inline hint are inlined up to half of the usual size. That makes the
/// file a fortieth smaller, with no measurable loss of speed.
const APART: &str = "-Cllvm-args=-inline-threshold=600 -inline-instr-cost=60 -inlinehint-threshold=2000";

/// The same flags with half the limits. The mock service's file becomes a tenth smaller, and responds as fast.
const FEWER: &str = "-Cllvm-args=-inline-threshold=300 -inline-instr-cost=60 -inlinehint-threshold=1200";

/// Flag from `.cargo/config.toml`, which these flags override.
const SEEDS: &str = "--cfg\u{1f}getrandom_backend=\"custom\"";

/// WebAssembly features that Binaryen may use: exactly those that the compiler uses.
const PROPOSALS: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Options that disable inlining in Binaryen. The compiler has already inlined, and engines would optimise more at the first
/// call.
const NO_INLINING: [&str; 3] = [
    "--always-inline-max-function-size",
    "--flexible-inline-max-function-size",
    "--one-caller-inline-max-function-size",
];

/// Replaces a file by a smaller equivalent. Binaryen comes from npm, like the programs that build the package.
fn shrink(repo: &Repo, file: &str) -> Result<()> {
    setup::node::ready(repo)?;
    let mut run = Run::new(repo, "wasm-opt", "node").arg("bindings/npm/node_modules/binaryen/bin/wasm-opt");
    run = run.args(&PROPOSALS).arg("-Oz");
    for limit in NO_INLINING {
        run = run.args(&[limit, "0"]);
    }
    run.args(&[file, "-o", file]).run().map(drop)
}

/// Returns the compiler's flags, with separators.
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

/// Returns the folder with sources on this machine. Panic messages contain paths of dependencies, and of the standard library if
/// its sources are installed. They must not reveal this folder.
fn home_of(variable: &str, folder: &str) -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(folder));
    std::env::var_os(variable).map(PathBuf::from).or_else(home)
}
