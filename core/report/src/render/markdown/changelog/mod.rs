//! The changelog of one release, for the people who call the API, under front matter that a documentation site reads.

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

use self::breaking::{read_breaking, write_breaking};
use self::endpoint_lists::EndpointLists;
use self::endpoints::{write_new, write_removed};
use self::modified::write_modified;
use super::escape::{capitalised, prose, quoted};
use super::{Document, problems};
use crate::render::text::count;
use crate::rewrite::CheckedWording;
use crate::{Level, Report, Section};

/// What a changelog says about its release besides the changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// The version the changelog is for.
    pub version: Version,
    /// The version before it.
    pub previous: Version,
    /// The day it came out; without one the line leaves it out.
    pub date: Option<Date>,
}

/// Why a release does not follow another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReleaseOrderError {
    /// Both are the same version.
    #[error("both releases are of version {0}: name the version before it as the previous one")]
    Same(Version),
    /// The previous one is the later version.
    #[error("{previous} is a later version than {version}: name the earlier one as the previous one")]
    Later {
        /// What should be the version before.
        previous: Version,
        /// The version the changelog is for.
        version: Version,
    },
}

impl From<ReleaseOrderError> for Error {
    fn from(error: ReleaseOrderError) -> Error {
        Error::new(code::RELEASE_ORDER, error.to_string())
    }
}

impl Release {
    /// The release of `version`, which follows `previous`.
    ///
    /// # Errors
    /// A [`ReleaseOrderError`] where it does not follow it.
    pub fn after(previous: Version, version: Version, date: Option<Date>) -> Result<Release, ReleaseOrderError> {
        match previous.cmp(&version) {
            Ordering::Less => Ok(Release { version, previous, date }),
            Ordering::Equal => Err(ReleaseOrderError::Same(version)),
            Ordering::Greater => Err(ReleaseOrderError::Later { previous, version }),
        }
    }
}

/// How much of a report a changelog tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detail {
    /// What callers need: every endpoint and every breaking change; what only adds is counted where it is much.
    #[default]
    Short,
    /// Every change in full.
    All,
}

/// Whose fields the front matter has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FrontMatter {
    /// `title`, `description` and `sidebar_position`, as Docusaurus reads them.
    #[default]
    Docusaurus,
    /// `title`, `description` and `sidebar.order`, as Starlight reads them.
    Starlight,
    /// None: the title is a heading.
    None,
}

/// How a changelog is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangelogOptions {
    /// What the API is called in the title; `API` where not given.
    pub name: Option<String>,
    /// How much it tells.
    pub detail: Detail,
    /// The site it is for.
    pub front_matter: FrontMatter,
}

/// The changelog as a document, ended by one line end.
pub(in crate::render) fn changelog(report: &Report, release: &Release, options: &ChangelogOptions) -> String {
    let title = options.title(release);
    let position = sidebar_position(release.version).to_string();
    let mut document = Document::default();
    document.block([front_matter(report, release, (&title, &position), options.front_matter).as_str()]);
    write_body(&mut document, report, release, options.detail, None);
    document.finish()
}

impl ChangelogOptions {
    /// What is released, in the words of the title.
    pub(super) fn title(&self, release: &Release) -> String {
        format!("{} {}", self.name.as_deref().unwrap_or("API"), release.version)
    }
}

/// Everything below the front matter. Where `wording` has one for a change, it stands in place of the rule's own words; the
/// paragraph beside it says whose it is.
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
    if let Some((_, authorship)) = wording {
        document.paragraph(authorship);
    }
    problems(document, report);
    // Lists of endpoints stand in front of what breaks, which refers to them too.
    let mut lists = EndpointLists::default();
    let worded = wording.map(|(wording, _)| wording);
    let broken = read_breaking(report, &mut lists, worded);
    write_new(document, report, detail);
    write_modified(document, report, &mut lists, detail);
    write_removed(document, report, *previous);
    write_breaking(document, &broken, detail, worded);
}

/// The front matter, with the title and the position of one of a release's documents.
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

/// Counts of changes in a sentence.
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

/// What breaks, and how many endpoints were added, changed and removed.
fn counted(report: &Report) -> Vec<String> {
    let of = |section| report.changes.iter().filter(move |change| change.section == section);
    let inside = of(Section::Modified).filter(|change| change.level != Level::Docs);
    let modified = order::sorted_unique(inside.flat_map(|change| &change.operations));
    let (breaking, new, removed) = (report.counts.breaking, of(Section::New).count(), of(Section::Removed).count());
    let all = [
        (breaking, count(breaking, "breaking change")),
        (new, count(new, "new endpoint")),
        (modified.len(), format!("{} modified", modified.len())),
        (removed, format!("{removed} removed")),
    ];
    all.into_iter().filter_map(|(number, words)| (number > 0).then_some(words)).list()
}

/// A number that is smaller the later the version is, so that a site lists the newest first without knowing the others.
///
/// Minor and patch numbers from 1000 on share a place; the site then orders by file name.
pub(super) fn sidebar_position(version: Version) -> i64 {
    let Version { major, minor, patch } = version;
    let part = |number: u64, largest: u64| i64::try_from(number.min(largest)).unwrap_or(i64::MAX);
    // The limits keep the sum below 2^53, the largest whole number that JavaScript keeps exactly.
    -(part(major, 9_000_000_000) * 1_000_000 + part(minor, 999) * 1_000 + part(patch, 999))
}

/// The verdict, as a warning where the release's version does not say what its changes do.
fn notice(report: &Report, version: Version) -> String {
    let sentence = prose(&report.verdict.sentence);
    let link = if report.counts.breaking > 0 { " See [Breaking changes](#breaking-changes)." } else { "" };
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
        assert!(after("1.5.0", "1.5.0").unwrap_err().contains("both releases are of version 1.5.0"));
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
