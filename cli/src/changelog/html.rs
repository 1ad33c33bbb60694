//! `--html FILE`: the changes of a release as a page for browsers, with everything in one file.

use std::path::Path;

use super::Changelog;
use super::pair::ReleasePair;
use super::site::SiteFile;
use crate::failure::Failure;
use crate::viewer::{ShownReport, write_report_page};

/// The page at `path`, which shows the changes of every description.
pub(super) fn write_page(
    path: &Path,
    template: &str,
    pairs: &[ReleasePair<'_>],
    changelogs: &[Changelog],
) -> Result<SiteFile, Failure> {
    let shown = pairs.iter().zip(changelogs).map(|(ReleasePair { pair, .. }, Changelog { compared, .. })| {
        ShownReport { name: pair.name.as_deref(), data: pair.viewer_data(&compared.report) }
    });
    let text = write_report_page(template, &title(changelogs), shown.collect())?;
    Ok(SiteFile { path: path.to_owned(), bytes: text.into_bytes() })
}

/// The later release, and the one it is compared with: the same for all descriptions of a repository.
fn title(changelogs: &[Changelog]) -> String {
    changelogs.first().map_or_else(String::new, |changelog| {
        let release = &changelog.compared.release;
        format!("Changes in {}, since {}", release.version, release.previous)
    })
}
