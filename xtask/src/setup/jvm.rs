//! A Java development kit of version 17 or later, and Maven.

use anyhow::{Result, bail};

use super::system::{install, major, obstacle};
use crate::command::ask;
use crate::repo::Repo;

const OLDEST_JAVA: u32 = 17;
const JDK: &str = "a JDK 17 or later";
const JDK_PACKAGES: [&str; 1] = ["openjdk-17-jdk-headless"];
const MAVEN_PACKAGES: [&str; 1] = ["maven"];

/// Finds the JDK and Maven, or installs what is missing.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    if java().is_none_or(|version| version < OLDEST_JAVA) {
        install(repo, JDK, &JDK_PACKAGES)?;
    }
    match java() {
        Some(version) if version >= OLDEST_JAVA => {}
        found => bail!("a JDK 17 or later is needed, `javac` on PATH is {}", found.unwrap_or_default()),
    }
    if ask("mvn", &["--version"]).is_none() {
        install(repo, "Maven", &MAVEN_PACKAGES)?;
    }
    Ok(())
}

/// Returns an error line with the command to run, if the JDK or Maven is missing and cannot be installed from here.
pub(super) fn missing() -> Option<String> {
    if java().is_none_or(|version| version < OLDEST_JAVA) {
        return obstacle(JDK, &JDK_PACKAGES);
    }
    if ask("mvn", &["--version"]).is_none() { obstacle("Maven", &MAVEN_PACKAGES) } else { None }
}

/// Returns the compiler's version. A Java runtime without a compiler is not enough.
fn java() -> Option<u32> {
    major(&ask("javac", &["-version"])?)
}
