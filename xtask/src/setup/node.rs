//! Node, and the packages for building and testing the npm package.

use anyhow::{Context as _, Result, bail};

use super::system::version;
use crate::command::{Run, ask};
use crate::repo::Repo;

/// Supported versions, as in `engines` of the npm package: those in which `require()` of an ES module works. These are 20.19
/// and later, except for Node 22 before 22.12.
const NEEDED: &str = "Node 20.19 or later (of Node 22: 22.12 or later)";

/// Checks Node and installs the packages of the npm package.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    packages(repo, "bindings/npm")
}

/// Checks Node and installs the packages of a folder's lock file, unless they are installed already.
pub(crate) fn packages(repo: &Repo, folder: &str) -> Result<()> {
    if let Some(line) = missing() {
        bail!("{line}");
    }
    let package = repo.path(folder);
    let wanted = std::fs::read_to_string(package.join("package-lock.json")).context("cannot read package-lock.json")?;
    let stamp = package.join("node_modules/.waybill-lock");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    Run::new(repo, &format!("npm-ci-{}", folder.replace('/', "-")), "npm")
        .args(&["ci", "--no-audit", "--no-fund"])
        .current_dir(&package)
        .run()?;
    std::fs::write(&stamp, wanted).context("cannot note which packages are installed")
}

/// Returns an error line with the remedy, if there is no suitable Node.
pub(super) fn missing() -> Option<String> {
    let by_hand = "install it from nodejs.org or with your package manager, and put `node` and `npm` on PATH";
    match ask("node", &["--version"]) {
        None => Some(format!("{NEEDED} is missing: {by_hand}")),
        Some(found) if !serves(&found) => Some(format!("{NEEDED} is needed, `node` on PATH is {found}: {by_hand}")),
        Some(_) if ask("npm", &["--version"]).is_none() => Some(format!("npm is missing: {by_hand}")),
        Some(_) => None,
    }
}

/// Installs this checkout's npm package for the programs of `examples/node`.
pub(crate) fn example(repo: &Repo) -> Result<()> {
    let folder = repo.path("examples/node");
    if ["redis", "waybill"].iter().all(|package| folder.join("node_modules").join(package).exists()) {
        return Ok(());
    }
    let install = ["install", "--no-audit", "--no-fund", "--no-package-lock"];
    Run::new(repo, "npm-example", "npm").args(&install).current_dir(folder).run()?;
    Ok(())
}

/// True if this version of Node runs the npm package, with `import` and with `require`.
fn serves(found: &str) -> bool {
    match version(found) {
        Some((20, minor)) => minor >= 19,
        Some((22, minor)) => minor >= 12,
        Some((major, _)) => major > 22,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::serves;

    #[test]
    fn a_node_serves_from_the_version_on_that_the_npm_package_names() {
        for good in ["v20.19.0", "v20.20.2", "v22.12.0", "v23.0.0", "v24.1.0", "v100.0.0"] {
            assert!(serves(good), "{good}");
        }
        for bad in ["v18.20.4", "v20.0.0", "v20.18.3", "v21.7.3", "v22.11.0", "v8", "no version"] {
            assert!(!serves(bad), "{bad}");
        }
        let package = include_str!("../../../bindings/npm/package.json");
        assert!(package.contains(r#""node": "^20.19.0 || >=22.12.0""#), "the package says what this checks");
    }
}
