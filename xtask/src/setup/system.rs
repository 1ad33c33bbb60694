//! Debian packages, installed if this program has the rights.

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail};

use crate::command::{Run, ask};
use crate::repo::Repo;

/// Lock for the installation of packages, because apt rejects a second run.
static APT: Mutex<()> = Mutex::new(());

/// Installs packages. If that is not possible, the error is a line with the command to run.
pub(super) fn install(repo: &Repo, what: &str, packages: &[&str]) -> Result<()> {
    if let Some(line) = obstacle(what, packages) {
        bail!("{line}");
    }
    let _one_at_a_time = APT.lock();
    let apt = |words: &[&str]| {
        Run::new(repo, "apt-get", "apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(words).run()
    };
    // The Swift root's script may run apt at the same time.
    let patient = "-oDPkg::Lock::Timeout=300";
    apt(&["update", "-q", patient])?;
    apt(&[&["install", "-y", "-q", "--no-install-recommends", patient], packages].concat())?;
    Ok(())
}

/// Returns an error line with the command to run, if packages cannot be installed from here.
pub(super) fn obstacle(what: &str, packages: &[&str]) -> Option<String> {
    let by_hand = format!("apt-get install -y --no-install-recommends {}", packages.join(" "));
    if ask("apt-get", &["--version"]).is_none() {
        return Some(format!(
            "{what} is missing, and can only be installed here on Debian or Ubuntu (there: {by_hand}, as root)"
        ));
    }
    (ask("id", &["-u"]).as_deref() != Some("0"))
        .then(|| format!("{what} is missing: run as root `apt-get update && {by_hand}`"))
}

/// Returns the first program on `PATH` with one of these names. The order of folders takes precedence over that of names.
pub(super) fn find_on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    places.find(|place| place.is_file())
}

/// Returns the first number in a version text such as `v20.20.2` or `openjdk version "17.0.15"`.
pub(super) fn major(version: &str) -> Option<u32> {
    numbers(version).next()
}

/// Returns the first two numbers, such as 20 and 20 of `v20.20.2`. A missing minor version is 0.
pub(super) fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = numbers(text);
    Some((numbers.next()?, numbers.next().unwrap_or(0)))
}

fn numbers(text: &str) -> impl Iterator<Item = u32> {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.split(|c: char| !c.is_ascii_digit()).map_while(|number| number.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::{major, version};

    #[test]
    fn major_version_is_read_from_program_output() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("openjdk version \"17.0.15\" 2025-04-15"), Some(17));
        assert_eq!(major("no version at all"), None);
        assert_eq!(version("v20.20.2"), Some((20, 20)));
        assert_eq!(version("v21"), Some((21, 0)));
    }
}
