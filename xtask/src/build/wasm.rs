//! The two wasm files of the npm package, with the glue that loads them.
//!
//! The glue is wrapped by the package's own build, so that an instance that trapped can be replaced by a fresh one.
//! One file each for the client and for comparing, so that a page that only compares never loads the client.

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
