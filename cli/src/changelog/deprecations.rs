//! The releases in which removed endpoints were deprecated, as found in committed and cached descriptions. Nothing is
//! built.

use std::path::Path;

use waybill_core::Report;
use waybill_core::openapi::{Limits, Loader};
use waybill_core::release::{Tag, Version};
use waybill_core::report::{OperationDetails, Section};

use crate::git::Repository;
use crate::produce::{self, Request};
use crate::settings;

/// Maximum number of earlier releases that are read.
const MAX_RELEASES: usize = 20;

/// Maximum total size of the earlier descriptions, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Records the release that deprecated each endpoint removed after `previous`.
pub(super) fn find_deprecations(
    repository: &Repository,
    config: Option<&Path>,
    name: Option<&str>,
    previous: Version,
    report: &mut Report,
) {
    let removed = report.changes.iter_mut().filter(|change| change.section == Section::Removed);
    let mut open: Vec<(String, &mut OperationDetails)> = removed
        .filter_map(|change| {
            let operation = change.operations.first()?;
            let details = change.operation.as_mut().filter(|details| details.is_deprecated)?;
            Some((format!("{} {}", operation.method, operation.path), details))
        })
        .collect();
    let (mut tag, mut since, mut bytes) = (Tag { version: previous }, previous, 0);
    for _ in 0..MAX_RELEASES {
        if open.is_empty() || bytes > MAX_BYTES {
            break;
        }
        let Ok(Some(release)) = repository.release_before(tag) else { break };
        tag = release.tag;
        let Some(description) = read_earlier(repository, config, name, &release.commit) else { break };
        bytes += description.len();
        let Some(deprecated) = deprecated_operations(&description) else { break };
        open.retain_mut(|(operation, details)| {
            let is_deprecated = deprecated.contains(operation);
            if !is_deprecated {
                details.deprecated_since = Some(since.to_string());
            }
            is_deprecated
        });
        since = tag.version;
    }
    // The rest were deprecated in every release that was read.
    if since != previous {
        for (_, details) in open {
            details.deprecated_since = Some(since.to_string());
        }
    }
}

fn read_earlier(
    repository: &Repository,
    config: Option<&Path>,
    name: Option<&str>,
    commit: &crate::git::Commit,
) -> Option<Vec<u8>> {
    let (settings, origin) = settings::find(repository, commit, config).ok()?;
    let request = Request { commit: commit.clone(), settings, origin };
    produce::find_kept(repository, "releases", &request, name)
}

/// Returns method and path of each deprecated operation, or `None` if the bytes are not a description.
fn deprecated_operations(bytes: &[u8]) -> Option<Vec<String>> {
    let description = Loader::new("earlier", bytes, &Limits::default()).ok()?.finish();
    let deprecated = description.operations().into_iter().filter(|operation| operation.is_deprecated);
    Some(deprecated.map(|operation| format!("{} {}", operation.method, operation.path)).collect())
}
