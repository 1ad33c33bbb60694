//! Requirements of the tests in `tests/soap` for the SOAP half of the mock: third-party clients, and the WSDLs to test with.
//!
//! Versions and checksums are pinned in the format of each registry's client. None of the files is committed.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{jvm, node, python};
use crate::command::{CLASS_PATH, Run};
use crate::repo::Repo;

const PYTHON: &str = "tests/soap/python";
const NODE: &str = "tests/soap/node";
const JAVA: &str = "tests/soap/java";

/// List of source distributions that contain WSDLs, with checksums.
const SOURCES: &str = "tests/soap/wsdls.txt";

/// Artifact of Apache CXF that contains WSDLs.
const CXF: &str = "cxf-testutils-3.6.4";
const CXF_ARTIFACT: &str = "org.apache.cxf:cxf-testutils:3.6.4:jar";
const CXF_SHA256: &str = "68fde29831c704ec24d924852d0a7d0ed31e9edf8b840c78809d04df13a5976c";

/// Maven goal that copies an artifact. The plugin's version is pinned here because no project pins it.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/// Installs zeep, and returns the folder for `PYTHONPATH`. Also installs Java, for a second validator.
pub(crate) fn zeep(repo: &Repo) -> Result<PathBuf> {
    jvm::ready(repo)?;
    python::packages(repo, &repo.path(PYTHON).join("requirements.txt"), "zeep")
}

/// Installs the npm package `soap`.
pub(crate) fn npm_soap(repo: &Repo) -> Result<()> {
    node::packages(repo, NODE)
}

/// Installs Apache CXF and compiles our program that uses it. Returns its class path.
pub(crate) fn cxf(repo: &Repo) -> Result<String> {
    jvm::ready(repo)?;
    let package = repo.path(JAVA);
    let list = package.join("target/class-path.txt");
    Run::maven(repo, "soap-maven")
        .args(&["compile", CLASS_PATH])
        .arg(format!("-Dmdep.outputFile={}", list.display()))
        .current_dir(&package)
        .run()?;
    let dependencies = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    Ok(format!("{}:{}", package.join("target/classes").display(), dependencies.trim()))
}

/// Fetches the public WSDLs. Returns the folder that contains a folder for each package.
pub(crate) fn wsdls(repo: &Repo) -> Result<PathBuf> {
    let list = repo.path(SOURCES);
    let wanted = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let (wanted, cache) = (format!("{wanted}{CXF_SHA256}"), repo.cache("soap-wsdls"));
    let stamp = cache.join("ready.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|ready| ready == wanted) {
        return Ok(cache);
    }
    if cache.exists() {
        std::fs::remove_dir_all(&cache).with_context(|| format!("cannot empty {}", cache.display()))?;
    }
    let download = cache.join("download");
    std::fs::create_dir_all(&download).with_context(|| format!("cannot create {}", download.display()))?;
    fetch_sources(repo, &list, &download, &cache)?;
    fetch_cxf(repo, &download, &cache.join(CXF))?;
    std::fs::remove_dir_all(&download).with_context(|| format!("cannot remove {}", download.display()))?;
    std::fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(cache)
}

/// Fetches and unpacks source distributions from Python's package index.
fn fetch_sources(repo: &Repo, list: &Path, download: &Path, to: &Path) -> Result<()> {
    python::ready(repo)?;
    Run::new(repo, "soap-sources", "python3")
        .args(&["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes"])
        .args(&["--disable-pip-version-check", "--dest"])
        .arg(download)
        .arg("-r")
        .arg(list)
        .run()?;
    let archives = std::fs::read_dir(download).with_context(|| format!("cannot read {}", download.display()))?;
    for archive in archives {
        Run::new(repo, "soap-unpack", "tar").arg("-xzf").arg(archive?.path()).arg("-C").arg(to).run()?;
    }
    Ok(())
}

/// Fetches the WSDLs in an artifact of Maven Central. Checks the checksum itself, because Maven has no pinned one.
fn fetch_cxf(repo: &Repo, download: &Path, to: &Path) -> Result<()> {
    jvm::ready(repo)?;
    Run::maven(repo, "soap-fetch")
        .args(&[COPY, "-Dmdep.useBaseVersion=true"])
        .arg(format!("-Dartifact={CXF_ARTIFACT}"))
        .arg(format!("-DoutputDirectory={}", download.display()))
        .run()?;
    let jar = download.join(format!("{CXF}.jar"));
    let sum = Run::new(repo, "soap-checksum", "sha256sum").arg(&jar).run()?;
    if !sum.starts_with(CXF_SHA256) {
        bail!("{} is not the file that was pinned; its checksum is {sum}", jar.display());
    }
    std::fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    Run::new(repo, "soap-unpack-jar", "jar").arg("xf").arg(&jar).arg("wsdl").current_dir(to).run().map(drop)
}
