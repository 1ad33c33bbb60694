//! The two wasm files of the npm package, with the glue that loads them.
//!
//! The glue is wrapped by the package's own build, so that an instance that trapped can be replaced by a fresh one.
//! One file each for the client and for comparing, so that a page that only compares never loads the client.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;

use super::Kind;
use crate::command::Run;
use crate::repo::Repo;

/// Crate, file stem of its wasm, folder of the glue.
const PARTS: [(&str, &str, &str); 2] = [
    ("waybill-wasm-client", "waybill_wasm_client", "bindings/npm/src/wasm/client"),
    ("waybill-wasm-diff", "waybill_wasm_diff", "bindings/npm/src/wasm/diff"),
];

/// Builds both, and writes their glue into `bindings/npm/src/wasm/`.
pub(super) fn build(repo: &Repo, kind: Kind) -> Result<()> {
    let glue = super::program(repo, "wasm-glue")?;
    for (package, stem, folder) in PARTS {
        let mut cargo = Run::cargo(repo, &format!("build-{package}"), &["build", "--quiet", "--locked"]).args(&[
            "--package",
            package,
            "--target",
            "wasm32-unknown-unknown",
            "--profile",
            "wasm",
        ]);
        cargo = cargo.env("CARGO_ENCODED_RUSTFLAGS", flags());
        if kind == Kind::Test {
            cargo = cargo.args(&["--features", "planted-panic"]);
        }
        cargo.run()?;
        Run::new(repo, &format!("glue-{package}"), &glue)
            .args(&["--target", "no-modules", "--remove-name-section", "--out-dir", folder])
            .arg(repo.target().join("wasm32-unknown-unknown/wasm").join(format!("{stem}.wasm")))
            .run()?;
    }
    Ok(())
}

/// Instructions for 16 bytes at once: every Node that the package supports has them, and browsers since 2023 (Safari 16.4).
const SIMD: &str = "-Ctarget-feature=+simd128";

/// Every instruction counts twelve times when functions are weighed for copying into their callers, and the limits are
/// twelve times as high, but for the one of functions with a single caller: they stay apart where they are large. Engines
/// optimise whole functions, so that of large ones they optimise much that is seldom run. Functions that ask to be copied
/// are up to half of the usual size, which takes a fortieth off the file and nothing measurable of the speed.
const APART: &str = "-Cllvm-args=-inline-threshold=600 -inline-instr-cost=60 -inlinehint-threshold=2000";

/// What the compiler is told, one after another.
fn flags() -> OsString {
    let mut flags = OsString::from(SIMD);
    flags.push("\u{1f}");
    flags.push(APART);
    if let Some(flag) = unnamed_machine() {
        flags.push("\u{1f}");
        flags.push(flag);
    }
    flags
}

/// Panic messages name the source files of dependencies: by crate, and not by where this machine keeps them.
fn unnamed_machine() -> Option<OsString> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")))?;
    let mut flag = OsString::from("--remap-path-prefix=");
    flag.push(home);
    flag.push("=/cargo");
    Some(flag)
}
