//! Keycloak, the identity provider for tests of the token machine. It is fetched from Maven Central and built once in the cache.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use super::jvm;
use crate::command::Run;
use crate::repo::Repo;

const VERSION: &str = "26.4.5";
const SHA256: &str = "72f73642a2c36de797d51b4b2b342d4a49f6e5832af10aa470cd123627bd80b3";

/// Maven goal that copies an artifact. The plugin's version is pinned here because no project pins it.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/// Fetches and builds the distribution, and returns its folder.
pub(crate) fn ready(repo: &Repo) -> Result<PathBuf> {
    let cache = repo.cache(&format!("keycloak-{VERSION}"));
    let (home, stamp) = (cache.join(format!("keycloak-{VERSION}")), cache.join("ready.txt"));
    if std::fs::read_to_string(&stamp).is_ok_and(|checksum| checksum == SHA256) {
        return Ok(home);
    }
    jvm::ready(repo)?;
    if cache.exists() {
        std::fs::remove_dir_all(&cache).with_context(|| format!("cannot empty {}", cache.display()))?;
    }
    std::fs::create_dir_all(&cache).with_context(|| format!("cannot create {}", cache.display()))?;
    Run::maven(repo, "keycloak-fetch")
        .args(&[COPY, "-Dmdep.useBaseVersion=true"])
        .arg(format!("-Dartifact=org.keycloak:keycloak-quarkus-dist:{VERSION}:zip"))
        .arg(format!("-DoutputDirectory={}", cache.display()))
        .run()?;
    let zip = cache.join(format!("keycloak-quarkus-dist-{VERSION}.zip"));
    let sum = Run::new(repo, "keycloak-checksum", "sha256sum").arg(&zip).run()?;
    if !sum.starts_with(SHA256) {
        bail!("{} is not the file that was pinned; its checksum is {sum}", zip.display());
    }
    // Unpacked with the JDK's own tool, so that no other program is needed.
    Run::new(repo, "keycloak-unpack", "jar").arg("xf").arg(&zip).current_dir(&cache).run()?;
    std::fs::remove_file(&zip).with_context(|| format!("cannot remove {}", zip.display()))?;
    // Without this step, Keycloak would repeat the build at every start.
    Run::new(repo, "keycloak-build", "sh").arg(home.join("bin/kc.sh")).args(&["build", "--db=dev-mem"]).run()?;
    std::fs::write(&stamp, SHA256).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(home)
}
