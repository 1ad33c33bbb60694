//! The public API of each host, kept as text in `tests/surfaces/`, so that reviewers see every change of it.

mod kotlin;
mod npm;
mod rust;
mod swift;

use anyhow::{Context as _, Result, bail};

use crate::build::{self, Kind};
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Folder of the texts.
const FOLDER: &str = "tests/surfaces";

/// A public API that is listed in its own file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surface {
    Core,
    Mock,
    Npm,
    Kotlin,
    Swift,
}

impl Surface {
    /// Returns the name of its file in [`FOLDER`].
    const fn file(self) -> &'static str {
        match self {
            Self::Core => "core.txt",
            Self::Mock => "mock.txt",
            Self::Npm => "npm.d.ts",
            Self::Kotlin => "kotlin.api",
            Self::Swift => "swift.txt",
        }
    }

    /// Lists the API. It must have been built by the host's part of `cargo xtask test`, or by [`write`].
    fn list(self, repo: &Repo) -> Result<String> {
        match self {
            Self::Core => rust::list(repo, "waybill-core"),
            Self::Mock => rust::list(repo, "waybill-mock"),
            Self::Npm => npm::list(repo),
            Self::Kotlin => kotlin::list(repo),
            Self::Swift => swift::list(repo),
        }
    }
}

/// Checks that an API is the kept one. The error shows the differences.
pub(crate) fn check(repo: &Repo, surface: Surface) -> Result<()> {
    let found = repo.work("surfaces").join(surface.file());
    let listed = surface.list(repo)?;
    std::fs::create_dir_all(repo.work("surfaces")).context("cannot create the folder of surfaces")?;
    std::fs::write(&found, &listed).with_context(|| format!("cannot write {}", found.display()))?;
    let kept = repo.path(FOLDER).join(surface.file());
    if std::fs::read_to_string(&kept).is_ok_and(|kept| kept == listed) {
        return Ok(());
    }
    let difference =
        Run::new(repo, "surface-difference", "git").args(&["diff", "--no-index", "--no-color", "--unified=1"]);
    let (difference, _) = difference.arg(&kept).arg(&found).run_either_way()?;
    let lines: String = difference
        .lines()
        .filter(|line| line.starts_with(['+', '-']))
        .fold(String::new(), |all, line| all + line + "\n");
    bail!("{lines}what users see has changed; `cargo xtask surfaces` keeps it so, for the review")
}

/// Builds all hosts, or the one with this name, and writes their APIs.
pub(crate) fn write(repo: &Repo, only: Option<&str>) -> Result<()> {
    let hosts = ["rust", "npm", "kotlin", "swift"];
    if let Some(only) = only.filter(|only| !hosts.contains(only)) {
        bail!("no such host: {only}; there are {}", hosts.join(", "));
    }
    for host in hosts.into_iter().filter(|host| only.is_none_or(|only| only == *host)) {
        for surface in build(repo, host)? {
            let file = repo.path(FOLDER).join(surface.file());
            std::fs::write(&file, surface.list(repo)?).with_context(|| format!("cannot write {}", file.display()))?;
            println!("{}", file.display());
        }
    }
    Ok(())
}

fn build(repo: &Repo, host: &str) -> Result<Vec<Surface>> {
    Ok(match host {
        "npm" => {
            build::npm(repo, Kind::Test)?;
            vec![Surface::Npm]
        }
        "kotlin" => {
            setup::jvm::ready(repo)?;
            build::host(repo, "kotlin", Kind::Test)?;
            // Maven keeps the classes of deleted sources.
            let maven = Run::maven(repo, "maven-compile").args(&["clean", "compile"]);
            maven.current_dir(repo.path("bindings/kotlin")).run()?;
            vec![Surface::Kotlin]
        }
        "swift" => {
            setup::swift::ready(repo)?;
            build::host(repo, "swift", Kind::Test)?;
            vec![Surface::Swift]
        }
        _ => vec![Surface::Core, Surface::Mock],
    })
}
