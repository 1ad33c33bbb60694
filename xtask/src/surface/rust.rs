//! A crate's public items, from rustdoc.

use anyhow::Result;

use crate::build;
use crate::command::Run;
use crate::repo::Repo;

/// Lists the public items of a package's library, one per line.
pub(super) fn list(repo: &Repo, package: &str) -> Result<String> {
    let lister = build::program(repo, "rust-surface")?;
    let target = repo.work("rustdoc");
    let sisters = build::CORE.map(|name| format!("waybill-{name}"));
    let packages = sisters.iter().map(String::as_str).chain(["waybill-core", "waybill-mock"]);
    let chosen: Vec<&str> = packages.flat_map(|package| ["--package", package]).collect();
    // rustdoc's JSON is unstable, so this allows unstable features. Build scripts notice that, so it has a separate target
    // folder.
    Run::cargo(repo, "rustdoc", &["doc", "--quiet", "--locked", "--lib", "--no-deps", "--all-features"])
        .args(&chosen)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTDOCFLAGS", "-Zunstable-options --output-format json")
        .run()?;
    let json = |package: &str| target.join("doc").join(format!("{}.json", package.replace('-', "_")));
    let listing = Run::new(repo, &format!("surface-{package}"), lister).arg(json(package)).arg(json("waybill-core"));
    sisters.iter().fold(listing, |listing, sister| listing.arg(json(sister))).run()
}
