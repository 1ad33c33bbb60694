//! `releases.json`: which releases a site has, with their changelogs and descriptions, newest first.

use serde::{Deserialize, Serialize};
use waybill_base::date::Date;
use waybill_base::internal::order;
use waybill_diff::release::{Bump, Version};

use super::page::page_path;
use super::uuid;
use crate::Report;
use crate::render::markdown::{FrontMatter, Release, summary};

/// The version of the file that is written and read.
const INDEX_VERSION: u64 = 1;

/// The releases of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseIndex {
    /// What the feed is called for ever (RFC 4287 section 4.2.6): made when the site is, and kept.
    pub(super) id: String,
    /// What the feed is called.
    pub(super) title: Option<String>,
    /// Where the site is published, ended by a slash.
    pub(super) address: Option<String>,
    pub(super) descriptions: Vec<PublishedDescription>,
    pub(super) releases: Vec<PublishedRelease>,
}

/// A description that the site keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PublishedDescription {
    /// What the description is called where there are several.
    pub name: Option<String>,
    /// The release it is of, such as `1.5.0`.
    pub version: String,
    /// The path of its root document, from the folder of `releases.json`.
    pub path: String,
    /// The paths of the files that it refers to.
    pub files: Vec<String>,
}

/// A release that the site has the changelog of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PublishedRelease {
    /// What the description is called where there are several.
    pub name: Option<String>,
    /// Its version, such as `1.5.0`.
    pub version: String,
    /// The version before it.
    pub previous: String,
    /// The day it came out, `YYYY-MM-DD`.
    pub date: String,
    /// The path of its changelog, from the folder of `releases.json`.
    pub changelog: String,
    /// The path that the site shows the changelog at, where that is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Counts of changes, as the changelog's front matter has them.
    pub summary: String,
    /// The step that its changes ask of the version: `major`, `minor` or `patch`; `None` where nothing changed.
    pub required_bump: Option<String>,
    /// How many changes break callers.
    pub breaking: usize,
}

/// Why a text is no index of this version.
#[derive(Debug, thiserror::Error)]
pub enum ReadIndexError {
    /// It is no JSON, or a member is missing, unknown or of another type.
    #[error("it cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It has another version.
    #[error("it has version {0}, and this version of waybill reads version 1")]
    Version(u64),
}

/// The file's own members.
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
    /// What a site says of a release: `date` is the day it came out, `changelog` a path from its `releases.json`, and
    /// `front_matter` that of the changelog, which tells what builds the site.
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
    /// An index without releases. `seed` is what the site is about, such as the API's name and its first release: of the same
    /// seed the feed has the same id.
    #[must_use]
    pub fn new(seed: &str) -> ReleaseIndex {
        let id = uuid::urn(&["waybill feed", seed]);
        ReleaseIndex { id, title: None, address: None, descriptions: Vec::new(), releases: Vec::new() }
    }

    /// Says what the feed is called from now on.
    pub fn set_title(&mut self, title: String) {
        self.title = Some(title);
    }

    /// Says where the site is published from now on, ended by a slash: the feed's links are relative to it.
    pub fn set_address(&mut self, address: String) {
        self.address = Some(address);
    }

    /// Reads what [`ReleaseIndex::json`] wrote.
    ///
    /// # Errors
    /// [`ReadIndexError`] where it is no index of version 1.
    pub fn from_json(json: &[u8]) -> Result<ReleaseIndex, ReadIndexError> {
        let IndexText { index_version, id, title, address, descriptions, releases } = serde_json::from_slice(json)?;
        if index_version != INDEX_VERSION {
            return Err(ReadIndexError::Version(index_version));
        }
        Ok(ReleaseIndex { id, title, address, descriptions, releases })
    }

    /// Adds a description, in place of one of the same name and release.
    pub fn add_description(&mut self, added: PublishedDescription) {
        self.descriptions.retain(|known| (&known.name, &known.version) != (&added.name, &added.version));
        self.descriptions.push(added);
        order::sort_by(&mut self.descriptions, |one, other| {
            newest_first((&one.version, &one.name), (&other.version, &other.name))
        });
    }

    /// Adds a release, in place of one of the same name and version.
    pub fn add_release(&mut self, added: PublishedRelease) {
        self.releases.retain(|known| (&known.name, &known.version) != (&added.name, &added.version));
        self.releases.push(added);
        order::sort_by(&mut self.releases, |one, other| {
            newest_first((&one.version, &one.name), (&other.version, &other.name))
        });
    }

    /// The file `releases.json`, ended by one line end.
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
