//! The changelog of a release, for clients of the API. It has front matter for a documentation site.

mod breaking;
mod endpoint_lists;
mod endpoints;
mod entries;
mod examples;
mod modified;
mod places;

use std::cmp::Ordering;

use waybill_base::date::Date;
use waybill_base::error::{Error, code};
use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_diff::release::Version;

use self::breaking::{read_breaking, write_breaking, write_breaking_links};
use self::endpoint_lists::EndpointLists;
use self::endpoints::{shortened, write_new, write_removed};
use self::modified::write_modified;
use super::escape::{capitalised, prose, quoted};
use super::groups::{Heading, heading};
use super::{Document, problems};
use crate::render::levels::custom_levels;
use crate::render::text::count;
use crate::rewrite::CheckedWording;
use crate::{Change, Level, Report, Section};

/// The versions and the date of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// Version of the release.
    pub version: Version,
    /// Previous version.
    pub previous: Version,
    /// Release date. If `None`, the changelog does not contain it.
    pub date: Option<Date>,
}

/// The error for a release that does not follow the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReleaseOrderError {
    /// Both versions are equal.
    #[error("both releases have the version {0}: pass an earlier version as the previous one")]
    Same(Version),
    /// The previous version is the later one.
    #[error("{previous} is a later version than {version}: pass the earlier one as the previous one")]
    Later {
        /// Version that was passed as the previous one.
        previous: Version,
        /// Version of the release.
        version: Version,
    },
}

impl From<ReleaseOrderError> for Error {
    fn from(error: ReleaseOrderError) -> Error {
        Error::new(code::RELEASE_ORDER, error.to_string())
    }
}

impl Release {
    /// Creates the release of `version`, which follows `previous`.
    ///
    /// # Errors
    /// A [`ReleaseOrderError`] if `version` is not later than `previous`.
    pub fn after(previous: Version, version: Version, date: Option<Date>) -> Result<Release, ReleaseOrderError> {
        match previous.cmp(&version) {
            Ordering::Less => Ok(Release { version, previous, date }),
            Ordering::Equal => Err(ReleaseOrderError::Same(version)),
            Ordering::Greater => Err(ReleaseOrderError::Later { previous, version }),
        }
    }
}

/// The level of detail of a changelog.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detail {
    /// Every endpoint and every breaking change. Long lists of additions are only counted.
    #[default]
    Short,
    /// All changes in full.
    All,
}

/// The format of the front matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FrontMatter {
    /// `title`, `description` and `sidebar_position`, for Docusaurus.
    #[default]
    Docusaurus,
    /// `title`, `description` and `sidebar.order`, for Starlight.
    Starlight,
    /// No front matter: the title is a heading.
    None,
}

/// Maximum length of a title from a description, in characters.
const MAX_TITLE_CHARS: usize = 80;

/// Options of a changelog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangelogOptions {
    /// Name of the API in the title. Defaults to `info.title`, or `API` if it is missing.
    pub name: Option<String>,
    /// Level of detail.
    pub detail: Detail,
    /// Front matter for the target site.
    pub front_matter: FrontMatter,
}

/// Renders the changelog as a document that ends with one line end.
pub(in crate::render) fn changelog(report: &Report, release: &Release, options: &ChangelogOptions) -> String {
    let title = options.title(report, release);
    let position = sidebar_position(release.version).to_string();
    let mut document = Document::default();
    document.block([front_matter(report, release, (&title, &position), options.front_matter).as_str()]);
    write_body(&mut document, report, release, options.detail, None);
    document.finish()
}

impl ChangelogOptions {
    /// Returns the title: the name of the API and the version.
    pub(super) fn title(&self, report: &Report, release: &Release) -> String {
        let title = report.current.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
        let title = title.map(|title| shortened(title, MAX_TITLE_CHARS));
        format!("{} {}", self.name.as_deref().or(title.as_deref()).unwrap_or("API"), release.version)
    }
}

/// Writes everything below the front matter. If `wording` contains a wording for a change, it replaces the rule's
/// standard text. The paragraph next to it identifies the model.
pub(super) fn write_body(
    document: &mut Document,
    report: &Report,
    release: &Release,
    detail: Detail,
    wording: Option<(&CheckedWording, &str)>,
) {
    let Release { version, previous, date } = release;
    document.paragraph(&match date {
        Some(date) => format!("Released on {date}. The previous version is {previous}."),
        None => format!("The previous version is {previous}."),
    });
    if !report.changes.is_empty() {
        document.quote(&notice(report, *version));
    }
    if let Some(levels) = custom_levels(report) {
        document.paragraph(&format!("{}.", capitalised(&prose(&levels))));
    }
    if let Some((_, authorship)) = wording {
        document.paragraph(authorship);
    }
    problems(document, report);
    // Lists of endpoints come before the breaking changes, which link to them.
    let mut lists = EndpointLists::default();
    let worded = wording.map(|(wording, _)| wording);
    let broken = read_breaking(report, &mut lists, worded);
    write_breaking_links(document, &broken);
    write_new(document, report, detail);
    write_modified(document, report, &mut lists, detail);
    write_removed(document, report, *previous);
    write_breaking(document, &broken, detail, worded);
}

/// Returns the front matter with the given title and position.
pub(super) fn front_matter(
    report: &Report,
    release: &Release,
    (title, position): (&str, &str),
    site: FrontMatter,
) -> String {
    if site == FrontMatter::None {
        return format!("# {}", prose(title));
    }
    let (title, summary) = (quoted(title), quoted(&summary(report, release)));
    let position = match site {
        FrontMatter::Docusaurus | FrontMatter::None => format!("sidebar_position: {position}"),
        FrontMatter::Starlight => format!("sidebar:\n  order: {position}"),
    };
    format!("---\ntitle: {title}\ndescription: {summary}\n{position}\n---")
}

/// Returns a sentence with the counts of changes.
pub(in crate::render) fn summary(report: &Report, release: &Release) -> String {
    let Release { version: _, previous, date: _ } = release;
    let counted = counted(report);
    if report.changes.is_empty() {
        format!("Nothing changed since {previous}.")
    } else if counted.is_empty() {
        format!("No endpoint changed since {previous}.")
    } else {
        format!("{} since {previous}.", counted.join(", "))
    }
}

/// Returns the number of breaking changes, and of added, modified and removed endpoints.
fn counted(report: &Report) -> Vec<String> {
    let of = |section| report.changes.iter().filter(move |change| change.section == section);
    // A setting of the description, such as its server, modifies no single endpoint.
    let is_inside = |change: &&Change| change.level != Level::Docs && !matches!(heading(change), Heading::Whole(_));
    let inside = of(Section::Modified).filter(is_inside);
    let modified = order::sorted_unique(inside.flat_map(|change| &*change.operations));
    let (breaking, new, removed) = (report.counts.breaking, of(Section::New).count(), of(Section::Removed).count());
    let all = [
        (breaking, count(breaking, "breaking change")),
        (new, count(new, "new endpoint")),
        (modified.len(), format!("{} modified", modified.len())),
        (removed, format!("{removed} removed")),
    ];
    all.into_iter().filter_map(|(number, words)| (number > 0).then_some(words)).list()
}

/// Returns a number that decreases with later versions, so that a site lists the newest release first.
///
/// Minor and patch numbers above 999 share a position. The site then sorts by file name.
pub(super) fn sidebar_position(version: Version) -> i64 {
    let Version { major, minor, patch } = version;
    let part = |number: u64, largest: u64| i64::try_from(number.min(largest)).unwrap_or(i64::MAX);
    // The limits keep the sum below 2^53, the largest integer that JavaScript represents exactly.
    -(part(major, 9_000_000_000) * 1_000_000 + part(minor, 999) * 1_000 + part(patch, 999))
}

/// Returns the verdict. It is a warning if the release's version is too low for its changes.
fn notice(report: &Report, version: Version) -> String {
    let sentence = prose(&report.verdict.sentence);
    let link = if report.counts.breaking > 0 { " [Breaking changes](#breaking-changes):" } else { "" };
    if report.verdict.honoured != Some(false) {
        return format!("{}.{link}", capitalised(&sentence));
    }
    let declared = match report.verdict.declared_bump {
        Some(bump) => format!("{version} is a {bump} release."),
        None => format!("{version} is not a new version."),
    };
    format!("**Warning: {sentence}.** {declared}{link}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_follows_an_earlier_one() {
        let after = |previous: &str, version: &str| {
            Release::after(previous.parse().unwrap(), version.parse().unwrap(), None).map_err(|error| error.to_string())
        };
        assert_eq!(after("1.4.0", "1.5.0").unwrap().version.to_string(), "1.5.0");
        assert!(after("1.5.0", "1.5.0").unwrap_err().contains("both releases have the version 1.5.0"));
        assert!(after("2.0.0", "1.5.0").unwrap_err().contains("2.0.0 is a later version than 1.5.0"));
    }

    #[test]
    fn the_newest_release_has_the_smallest_position() {
        let position = |text: &str| sidebar_position(text.parse().unwrap());
        assert_eq!(position("1.5.0"), -1_005_000);
        assert!(position("2.0.0") < position("1.10.0") && position("1.10.0") < position("1.9.9"));
        assert!(position("18446744073709551615.9999.9999") > -9_007_199_254_740_992);
    }
}
