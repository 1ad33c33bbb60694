//! The file `releases.json`: the releases of a site with their changelogs and descriptions, newest first.

use serde::{Deserialize, Serialize};
use waybill_base::date::Date;
use waybill_base::internal::order;
use waybill_diff::release::{Bump, Version};

use super::page::page_path;
use super::uuid;
use crate::Report;
use crate::render::markdown::{FrontMatter, Release, summary};

/// Version of the file format.
const INDEX_VERSION: u64 = 1;

/// The releases of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseIndex {
    /// Permanent id of the feed (RFC 4287 section 4.2.6), generated with the index.
    pub(super) id: String,
    /// Title of the feed.
    pub(super) title: Option<String>,
    /// Address of the published site, which ends with a slash.
    pub(super) address: Option<String>,
    pub(super) descriptions: Vec<PublishedDescription>,
    pub(super) releases: Vec<PublishedRelease>,
}

/// A published description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PublishedDescription {
    /// Name of the description, if there are several.
    pub name: Option<String>,
    /// Version of its release, such as `1.5.0`.
    pub version: String,
    /// Path of its root document, relative to the directory of `releases.json`.
    pub path: String,
    /// Paths of the files that it refers to.
    pub files: Vec<String>,
}

/// A release with a published changelog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PublishedRelease {
    /// Name of the description, if there are several.
    pub name: Option<String>,
    /// Version of the release, such as `1.5.0`.
    pub version: String,
    /// Previous version.
    pub previous: String,
    /// Release date, `YYYY-MM-DD`.
    pub date: String,
    /// Path of its changelog, relative to the directory of `releases.json`.
    pub changelog: String,
    /// Path of the changelog on the site, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Counts of changes, as in the changelog's front matter.
    pub summary: String,
    /// Required version step: `major`, `minor` or `patch`. `None` if nothing changed.
    pub required_bump: Option<String>,
    /// Number of breaking changes.
    pub breaking: usize,
}

/// The error for text that is not an index of this version.
#[derive(Debug, thiserror::Error)]
pub enum ReadIndexError {
    /// Invalid JSON, or a member that is missing, unknown or has another type.
    #[error("it cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Another version of the format.
    #[error("it has version {0}, and this version of waybill reads version 1")]
    Version(u64),
}

/// The members of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct IndexText {
    index_version: u64,
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    descriptions: Vec<PublishedDescription>,
    releases: Vec<PublishedRelease>,
}

impl PublishedRelease {
    /// Creates the entry of a release. `date` is the release date, and `changelog` a path relative to `releases.json`.
    /// `front_matter` is that of the changelog; it identifies the generator of the site.
    #[must_use]
    pub fn new(
        report: &Report,
        release: &Release,
        date: Date,
        name: Option<String>,
        changelog: String,
        front_matter: FrontMatter,
    ) -> PublishedRelease {
        let Release { version, previous, date: _ } = release;
        PublishedRelease {
            name,
            version: version.to_string(),
            previous: previous.to_string(),
            date: date.to_string(),
            page: page_path(&changelog, front_matter),
            changelog,
            summary: summary(report, release),
            required_bump: report.verdict.required_bump.map(Bump::name).map(str::to_owned),
            breaking: report.counts.breaking,
        }
    }
}

impl ReleaseIndex {
    /// Creates an index without releases. `seed` describes the site, such as the API's name and its first release. The
    /// same seed gives the same feed id.
    #[must_use]
    pub fn new(seed: &str) -> ReleaseIndex {
        let id = uuid::urn(&["waybill feed", seed]);
        ReleaseIndex { id, title: None, address: None, descriptions: Vec::new(), releases: Vec::new() }
    }

    /// Sets the title of the feed.
    pub fn set_title(&mut self, title: String) {
        self.title = Some(title);
    }

    /// Sets the address of the published site, which has to end with a slash. The feed's links are relative to it.
    pub fn set_address(&mut self, address: String) {
        self.address = Some(address);
    }

    /// Parses an index that [`ReleaseIndex::json`] wrote.
    ///
    /// # Errors
    /// [`ReadIndexError`] if it is not an index of version 1.
    pub fn from_json(json: &[u8]) -> Result<ReleaseIndex, ReadIndexError> {
        let IndexText { index_version, id, title, address, descriptions, releases } = serde_json::from_slice(json)?;
        if index_version != INDEX_VERSION {
            return Err(ReadIndexError::Version(index_version));
        }
        Ok(ReleaseIndex { id, title, address, descriptions, releases })
    }

    /// Adds a description. Replaces one with the same name and version.
    pub fn add_description(&mut self, added: PublishedDescription) {
        self.descriptions.retain(|known| (&known.name, &known.version) != (&added.name, &added.version));
        self.descriptions.push(added);
        order::sort_by(&mut self.descriptions, |one, other| {
            newest_first((&one.version, &one.name), (&other.version, &other.name))
        });
    }

    /// Adds a release. Replaces one with the same name and version.
    pub fn add_release(&mut self, added: PublishedRelease) {
        self.releases.retain(|known| (&known.name, &known.version) != (&added.name, &added.version));
        self.releases.push(added);
        order::sort_by(&mut self.releases, |one, other| {
            newest_first((&one.version, &one.name), (&other.version, &other.name))
        });
    }

    /// Returns the content of `releases.json`, which ends with one line end.
    #[must_use]
    pub fn json(&self) -> String {
        let ReleaseIndex { id, title, address, descriptions, releases } = self.clone();
        let text = IndexText { index_version: INDEX_VERSION, id, title, address, descriptions, releases };
        serde_json::to_string_pretty(&text).unwrap_or_default() + "\n"
    }
}

fn newest_first(one: (&str, &Option<String>), other: (&str, &Option<String>)) -> std::cmp::Ordering {
    let version = |text: &str| text.parse::<Version>().ok();
    version(other.0).cmp(&version(one.0)).then_with(|| one.1.cmp(other.1))
}
