//! Values that hosts pass, and their conversions to core's types.

use serde::{Deserialize, Serialize};
use waybill_base::date::Date;
use waybill_base::error::Error;
use waybill_base::http::ResponseHead;
use waybill_base::time::Timestamp;
use waybill_diff::release;
use waybill_diff::release::Version;
use waybill_report::render::comment;
use waybill_report::{render, rewrite};

use super::json;

/// A version bump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Bump {
    /// The major number, for breaking changes.
    Major,
    /// The minor number, for additions.
    Minor,
    /// The patch number, for bug fixes.
    Patch,
}

/// A release as a changelog names it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Release {
    /// Its version, such as `1.5.0`.
    pub version: String,
    /// The previous version.
    pub previous: String,
    /// The release date, `YYYY-MM-DD`.
    pub date: Option<String>,
}

/// The level of detail of a changelog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ChangelogDetail {
    /// Every endpoint and every breaking change. Long lists of additions are only counted.
    #[default]
    Short,
    /// Every change in full.
    All,
}

/// The front matter at the start of a changelog, by the site that reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum FrontMatter {
    /// Front matter for Docusaurus, with `sidebar_position`.
    #[default]
    Docusaurus,
    /// Front matter for Starlight, with `sidebar.order`.
    Starlight,
    /// No front matter. The title is a heading.
    None,
}

/// Options of a changelog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ChangelogOptions {
    /// Name of the API in the title; `API` by default.
    pub name: Option<String>,
    /// The level of detail.
    #[serde(default, deserialize_with = "json::or_default")]
    #[cfg_attr(test, ts(as = "Option<ChangelogDetail>"))]
    pub detail: ChangelogDetail,
    /// The front matter.
    #[serde(default, deserialize_with = "json::or_default")]
    #[cfg_attr(test, ts(as = "Option<FrontMatter>"))]
    pub front_matter: FrontMatter,
}

/// URLs of the two descriptions, to which `#L12` is added.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SourceLinks {
    /// The description of the base.
    pub base: String,
    /// The description of the head.
    pub head: String,
}

/// Options of the comment on a pull request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CommentOptions {
    /// Name of the description.
    pub description: String,
    /// The commit that the pull request is compared with.
    pub base: String,
    /// The last commit of the pull request.
    pub head: String,
    /// URLs of the two descriptions.
    pub links: Option<SourceLinks>,
    /// The text of the existing comment.
    pub last: Option<String>,
    /// Expiry date of acceptances that are copied from the comment, `YYYY-MM-DD`.
    pub expires: Option<String>,
    /// Maximum length of the comment in characters.
    pub max_chars: Option<u32>,
}

/// The protocol of a model's service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ModelProvider {
    /// Anthropic's Messages API.
    Anthropic,
    /// `OpenAI`'s chat completions.
    OpenAi,
}

/// A model, and the limits of a request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ModelOptions {
    /// Its protocol.
    pub provider: ModelProvider,
    /// Name of the model; the provider's default if absent.
    pub model: Option<String>,
    /// Base URL of the service; the provider's default if absent.
    pub base_url: Option<String>,
    /// Maximum size of the facts about changes in a request, in bytes.
    pub max_bytes: Option<u32>,
    /// Maximum number of changes in a request.
    pub max_changes: Option<u32>,
}

/// A header of a request or a response.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "[string, string]"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ModelHeader {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A response of a model's service, with its whole body.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ModelResponse {
    /// Its status.
    pub status: u16,
    /// Its headers.
    pub headers: Vec<ModelHeader>,
    /// Its body; in JSON, a string.
    #[serde(deserialize_with = "json::read_bytes")]
    #[cfg_attr(test, ts(type = "string"))]
    pub body: Vec<u8>,
}

/// An attempt at a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ModelAttempt {
    /// Number of failed attempts before it.
    pub failed: u32,
    /// Maximum number of attempts.
    pub max_attempts: Option<u32>,
    /// Longest wait before the next attempt, in milliseconds.
    #[serde(default, deserialize_with = "json::read_wait")]
    pub longest_wait_ms: Option<i64>,
    /// The current time, in milliseconds since the Unix epoch.
    #[serde(rename = "now")]
    pub now_ms: i64,
}

impl From<Bump> for release::Bump {
    fn from(bump: Bump) -> Self {
        match bump {
            Bump::Patch => Self::Patch,
            Bump::Minor => Self::Minor,
            Bump::Major => Self::Major,
        }
    }
}

impl TryFrom<Release> for render::Release {
    type Error = Error;

    fn try_from(release: Release) -> Result<Self, Error> {
        let Release { version, previous, date } = release;
        let date = date.as_deref().map(parse_date).transpose()?;
        Ok(Self::after(parse_version(&previous)?, parse_version(&version)?, date)?)
    }
}

impl From<ChangelogOptions> for render::ChangelogOptions {
    fn from(options: ChangelogOptions) -> Self {
        let ChangelogOptions { name, detail, front_matter } = options;
        let detail = match detail {
            ChangelogDetail::Short => render::Detail::Short,
            ChangelogDetail::All => render::Detail::All,
        };
        let front_matter = match front_matter {
            FrontMatter::Docusaurus => render::FrontMatter::Docusaurus,
            FrontMatter::Starlight => render::FrontMatter::Starlight,
            FrontMatter::None => render::FrontMatter::None,
        };
        Self { name, detail, front_matter }
    }
}

impl CommentOptions {
    /// Returns the options, and the existing comment.
    ///
    /// # Errors
    /// A failure with the code `options.invalid` if a commit, a URL or a date is invalid.
    pub fn into_parts(self) -> Result<(comment::CommentOptions, Option<String>), Error> {
        let CommentOptions { description, base, head, links, last, expires, max_chars } = self;
        let links = links.map(|SourceLinks { base, head }| comment::SourceLinks { base, head });
        let previous = last.as_deref().and_then(|last| comment::CommentState::read(last).ok());
        let expires = expires.as_deref().map(parse_date).transpose()?;
        let max_chars = max_chars.map_or(comment::MAX_COMMENT_CHARS, to_size);
        let options = comment::CommentOptions { description, base, head, links, previous, expires, max_chars };
        options.check()?;
        Ok((options, last))
    }
}

impl From<ModelProvider> for rewrite::ModelProvider {
    fn from(provider: ModelProvider) -> Self {
        match provider {
            ModelProvider::Anthropic => Self::Anthropic,
            ModelProvider::OpenAi => Self::OpenAi,
        }
    }
}

impl ModelOptions {
    pub(crate) fn into_parts(self) -> Result<(rewrite::ModelEndpoint, rewrite::BatchLimits), Error> {
        let ModelOptions { provider, model, base_url, max_bytes, max_changes } = self;
        let provider = rewrite::ModelProvider::from(provider);
        let base_url = base_url.as_deref().unwrap_or(provider.base_url());
        let endpoint = rewrite::ModelEndpoint::new(provider, base_url, model.as_deref().unwrap_or(provider.model()))?;
        let rewrite::BatchLimits { bytes, changes } = rewrite::BatchLimits::default();
        let limits = rewrite::BatchLimits {
            bytes: max_bytes.map_or(bytes, to_size),
            changes: max_changes.map_or(changes, to_size),
        };
        Ok((endpoint, limits))
    }
}

impl ModelResponse {
    pub(crate) fn into_parts(self) -> Result<(ResponseHead, Vec<u8>), Error> {
        let ModelResponse { status, headers, body } = self;
        let lines = headers.iter().map(|ModelHeader { name, value }| (name.as_str(), value.as_bytes()));
        Ok((ResponseHead::new(status, lines)?, body))
    }
}

impl ModelAttempt {
    pub(crate) fn into_parts(self) -> (rewrite::RequestAttempts, Timestamp) {
        let ModelAttempt { failed, max_attempts, longest_wait_ms, now_ms } = self;
        let rewrite::AttemptLimits { attempts, longest_wait } = rewrite::AttemptLimits::default();
        let limits = rewrite::AttemptLimits {
            attempts: max_attempts.unwrap_or(attempts),
            longest_wait: longest_wait_ms.unwrap_or(longest_wait),
        };
        (rewrite::RequestAttempts::resume(limits, failed), Timestamp::from_millis(now_ms))
    }
}

/// Parses a version.
///
/// # Errors
/// A failure with the code `version.invalid` if it is not a version.
pub fn parse_version(text: &str) -> Result<Version, Error> {
    Ok(text.parse::<Version>()?)
}

fn parse_date(text: &str) -> Result<Date, Error> {
    Ok(text.parse::<Date>()?)
}

fn to_size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
