//! What the benchmark of the mock service needs: a load generator, other mock servers, and WSDL files of a carrier.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::package::Package;
use super::{jvm, node, system};
use crate::command::{Run, ask};
use crate::repo::Repo;

/// The last release of `WireMock` that is no preview.
const WIREMOCK: &str = "3.13.2";

/// The last release of `Specmatic` when this was written. Maven Central has its libraries and no archive that runs
/// (`io.specmatic:specmatic-executable` is not found there); the package for Node carries one.
const SPECMATIC: &str = "2.55.1";

/// A client of Python's package index, whose source holds ten WSDL files of `FedEx`. They are read and not kept with ours.
const FEDEX: &str = "fedex==2.4.1";

/// Goal of the Maven plugin that copies an artifact; the version is pinned as no project pins it here.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/// Makes `wrk` ready.
pub(crate) fn load_generator(repo: &Repo) -> Result<()> {
    if ask("sh", &["-c", "command -v wrk"]).is_some() {
        return Ok(());
    }
    system::install(repo, "wrk", &["wrk"])
}

/// `WireMock`'s archive with everything it needs.
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

/// The folder of a program over the `soap` package.
pub(crate) fn soap(repo: &Repo) -> Result<PathBuf> {
    node::packages(repo, "tests/peers/soap")?;
    Ok(repo.path("tests/peers/soap"))
}

/// The folder of `Prism`: the last release that runs on the Node that the npm package is tested with.
pub(crate) fn prism(repo: &Repo) -> Result<PathBuf> {
    node::packages(repo, "tests/peers/prism")?;
    Ok(repo.path("tests/peers/prism"))
}

/// `Specmatic`'s archive with everything it needs.
pub(crate) fn specmatic(repo: &Repo) -> Result<PathBuf> {
    const ARCHIVE: &str = "specmatic.jar";
    jvm::ready(repo)?;
    let files = BTreeMap::from([(ARCHIVE.to_owned(), ARCHIVE.to_owned())]);
    let package = Package { name: "specmatic".to_owned(), version: SPECMATIC.to_owned(), files };
    Ok(package.fetch(repo, "specmatic")?.join(ARCHIVE))
}

/// The folder with the WSDL files of `FedEx`.
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
