//! `--html FILE`: writes the changes of a release as a self-contained HTML page.

use std::path::{Path, PathBuf};

use super::Changelog;
use super::pair::ReleasePair;
use super::site::SiteFile;
use crate::failure::Failure;
use crate::viewer::{ShownReport, write_report_page};

/// Builds the page for `path`, which shows the changes of every description.
pub(super) fn write_page(
    path: &Path,
    template: &str,
    pairs: &[ReleasePair<'_>],
    changelogs: &[Changelog],
) -> Result<SiteFile, Failure> {
    let shown = pairs.iter().zip(changelogs).map(|(ReleasePair { pair, .. }, Changelog { compared, .. })| {
        ShownReport::new(pair.name.as_deref(), &compared.report, pair.viewer_data(&compared.report))
    });
    let text = write_report_page(template, &title(changelogs), shown.collect())?;
    Ok(SiteFile { path: path.to_owned(), bytes: text.into_bytes() })
}

/// Rejects a page path that another output already uses.
pub(super) fn check_is_other(page: &Path, others: &[PathBuf]) -> Result<(), Failure> {
    let own = resolve(page);
    if others.iter().any(|other| resolve(other) == own) {
        let failure = Failure::new(format!(
            "`{}` is already the path of another output, so the page cannot be written there",
            page.display()
        ));
        return Err(failure.help("nothing was written; choose another path for --html, such as changes.html"));
    }
    Ok(())
}

/// Resolves links, so that paths can be compared. If the file does not exist, only its folder is resolved.
fn resolve(path: &Path) -> PathBuf {
    let of_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(of_folder).unwrap_or_else(|| path.to_owned())
}

/// Returns the title of the page: the release and its predecessor, which all descriptions share.
fn title(changelogs: &[Changelog]) -> String {
    changelogs.first().map_or_else(String::new, |changelog| {
        let release = &changelog.compared.release;
        format!("Changes in {}, since {}", release.version, release.previous)
    })
}
