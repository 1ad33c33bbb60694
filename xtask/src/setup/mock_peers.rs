//! Requirements of the mock service's benchmark: a load generator, other mock servers, and a carrier's WSDL files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::package::Package;
use super::{jvm, node, system};
use crate::command::{Run, ask};
use crate::repo::Repo;

/// Latest release of `WireMock` that is no preview.
const WIREMOCK: &str = "3.13.2";

/// Release of `Specmatic`. Maven Central has its libraries but no executable archive (`io.specmatic:specmatic-executable` does
/// not exist there). Its npm package contains one.
const SPECMATIC: &str = "2.55.1";

/// Python package whose source contains ten WSDL files of `FedEx`. They are read there and not committed.
const FEDEX: &str = "fedex==2.4.1";

/// Maven goal that copies an artifact. The plugin's version is pinned here because no project pins it.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/// Installs `wrk`, if it is missing.
pub(crate) fn load_generator(repo: &Repo) -> Result<()> {
    if ask("sh", &["-c", "command -v wrk"]).is_some() {
        return Ok(());
    }
    system::install(repo, "wrk", &["wrk"])
}

/// Returns `WireMock`'s archive with all its dependencies.
pub(crate) fn wiremock(repo: &Repo) -> Result<PathBuf> {
    let folder = repo.cache("wiremock");
    let archive = folder.join(format!("wiremock-standalone-{WIREMOCK}.jar"));
    if !archive.is_file() {
        jvm::ready(repo)?;
        Run::new(repo, "wiremock-fetch", "mvn")
            .args(&["-B", "-ntp", COPY])
            .arg(format!("-Dartifact=org.wiremock:wiremock-standalone:{WIREMOCK}"))
            .arg(format!("-DoutputDirectory={}", folder.display()))
            .run()?;
    }
    Ok(archive)
}

/// Returns the folder of a program that uses the `soap` package.
pub(crate) fn soap(repo: &Repo) -> Result<PathBuf> {
    node::packages(repo, "tests/peers/soap")?;
    Ok(repo.path("tests/peers/soap"))
}

/// Returns the folder of `Prism`, in the last release that supports the Node version of the npm package's tests.
pub(crate) fn prism(repo: &Repo) -> Result<PathBuf> {
    node::packages(repo, "tests/peers/prism")?;
    Ok(repo.path("tests/peers/prism"))
}

/// Returns `Specmatic`'s archive with all its dependencies.
pub(crate) fn specmatic(repo: &Repo) -> Result<PathBuf> {
    const ARCHIVE: &str = "specmatic.jar";
    jvm::ready(repo)?;
    let files = BTreeMap::from([(ARCHIVE.to_owned(), ARCHIVE.to_owned())]);
    let package = Package { name: "specmatic".to_owned(), version: SPECMATIC.to_owned(), files };
    Ok(package.fetch(repo, "specmatic")?.join(ARCHIVE))
}

/// Returns the folder with the WSDL files of `FedEx`.
pub(crate) fn fedex(repo: &Repo) -> Result<PathBuf> {
    let cache = repo.cache("fedex-2.4.1");
    let folder = cache.join("fedex-2.4.1/fedex/wsdl");
    if !folder.join("ShipService_v23.wsdl").is_file() {
        std::fs::create_dir_all(&cache).with_context(|| format!("cannot create {}", cache.display()))?;
        Run::new(repo, "fedex-fetch", "python3")
            .args(&["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"])
            .args(&["--disable-pip-version-check", FEDEX, "--dest"])
            .arg(&cache)
            .run()?;
        Run::new(repo, "fedex-unpack", "tar").args(&["-xzf", "fedex-2.4.1.tar.gz"]).current_dir(&cache).run()?;
    }
    Ok(folder)
}
