//! Which two releases a changelog is about: the two that are named, or the one that is and the one before it.

use waybill_core::release::{Version, is_pre_release};

use crate::failure::Failure;
use crate::git::{Release, Repository};

/// What the command line asks for.
pub(super) enum Choice {
    /// A changelog of what changed between two releases.
    Between([Release; 2]),
    /// None, for the first release there is: nothing came before it.
    First(Version),
    /// None, as pre-releases have none.
    PreRelease(String),
}

/// The releases that one or two arguments name.
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
        _ => Err(Failure::new("no release is named").help("name one or two, such as 1.5.0 or 1.4.0 1.5.0")),
    }
}

/// The two files that `--files` is about.
pub(super) fn name_files(names: &[String]) -> Result<[&str; 2], Failure> {
    let [previous, current] = names else {
        return Err(Failure::new("--files compares two description files, and one is named")
            .help("name the previous one first, and then the current one"));
    };
    Ok([previous, current])
}
