//! A Java development kit of version 17 or later, and Maven.

use anyhow::{Result, bail};

use super::system::{install, major};
use crate::command::ask;
use crate::repo::Repo;

const OLDEST_JAVA: u32 = 17;

/// Finds both, or installs what is missing.
pub(crate) fn ready(repo: &Repo) -> Result<()> {
    if java().is_none_or(|version| version < OLDEST_JAVA) {
        install(repo, "a JDK 17 or later", &["openjdk-17-jdk-headless"])?;
    }
    match java() {
        Some(version) if version >= OLDEST_JAVA => {}
        found => bail!("a JDK 17 or later is needed, `javac` on PATH is {}", found.unwrap_or_default()),
    }
    if ask("mvn", &["--version"]).is_none() {
        install(repo, "Maven", &["maven"])?;
    }
    Ok(())
}

/// The compiler's version: a mere runtime is not enough.
fn java() -> Option<u32> {
    major(&ask("javac", &["-version"])?)
}
