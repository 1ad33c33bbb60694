//! The choice of the two releases of a changelog: both as named, or the named one and its predecessor.

use waybill_core::release::{Version, is_pre_release};

use crate::failure::Failure;
use crate::git::{Release, Repository};

/// The selection made on the command line.
pub(super) enum Choice {
    /// Two releases, for a changelog of the changes between them.
    Between([Release; 2]),
    /// The first release, which has no changelog.
    First(Version),
    /// A pre-release, which has no changelog.
    PreRelease(String),
}

/// Returns the releases that one or two arguments name.
pub(super) fn choose(repository: &Repository, releases: &[String]) -> Result<Choice, Failure> {
    match releases {
        [previous, current] => Ok(Choice::Between([repository.release(previous)?, repository.release(current)?])),
        [current] if is_pre_release(current.strip_prefix('v').unwrap_or(current)) => {
            Ok(Choice::PreRelease(current.clone()))
        }
        [current] => {
            let current = repository.release(current)?;
            Ok(match repository.release_before(current.tag)? {
                Some(previous) => Choice::Between([previous, current]),
                None => Choice::First(current.tag.version),
            })
        }
        _ => Err(Failure::new("no release was given").help("pass one or two, such as 1.5.0 or 1.4.0 1.5.0")),
    }
}

/// Returns the two files that `--files` compares.
pub(super) fn name_files(names: &[String]) -> Result<[&str; 2], Failure> {
    let [previous, current] = names else {
        return Err(Failure::new("--files needs two description files, but only one was given")
            .help("name the previous file first, then the current one"));
    };
    Ok([previous, current])
}
