//! A crate's public items, as rustdoc knows them.

use anyhow::Result;

use crate::build;
use crate::command::Run;
use crate::repo::Repo;

/// Lists the public items of a package's library, one a line.
pub(super) fn list(repo: &Repo, package: &str) -> Result<String> {
    let lister = build::program(repo, "rust-surface")?;
    let target = repo.work("rustdoc");
    // The JSON is not stable, which the compiler is told to overlook. Build scripts notice that: the folder is its own.
    Run::cargo(repo, &format!("rustdoc-{package}"), &["rustdoc", "--quiet", "--locked", "--lib", "--all-features"])
        .args(&["--package", package])
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(&["--", "-Zunstable-options", "--output-format", "json"])
        .run()?;
    let json = target.join("doc").join(format!("{}.json", package.replace('-', "_")));
    Run::new(repo, &format!("surface-{package}"), lister).arg(json).run()
}
