//! A crate's public items, as rustdoc knows them.

use anyhow::Result;

use crate::build;
use crate::command::Run;
use crate::repo::Repo;

/// The crates whose items `waybill-core` exports.
const SISTERS: [&str; 6] =
    ["waybill-access", "waybill-base", "waybill-diff", "waybill-forward", "waybill-openapi", "waybill-report"];

/// Lists the public items of a package's library, one a line.
pub(super) fn list(repo: &Repo, package: &str) -> Result<String> {
    let lister = build::program(repo, "rust-surface")?;
    let target = repo.work("rustdoc");
    let mut packages = vec!["waybill-core", "waybill-mock"];
    packages.extend(SISTERS);
    let chosen: Vec<&str> = packages.iter().flat_map(|package| ["--package", package]).collect();
    // The JSON is not stable, which the compiler is told to overlook. Build scripts notice that: the folder is its own.
    Run::cargo(repo, "rustdoc", &["doc", "--quiet", "--locked", "--lib", "--no-deps", "--all-features"])
        .args(&chosen)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTDOCFLAGS", "-Zunstable-options --output-format json")
        .run()?;
    let json = |package: &str| target.join("doc").join(format!("{}.json", package.replace('-', "_")));
    let listing = Run::new(repo, &format!("surface-{package}"), lister).arg(json(package)).arg(json("waybill-core"));
    SISTERS.iter().fold(listing, |listing, sister| listing.arg(json(sister))).run()
}
