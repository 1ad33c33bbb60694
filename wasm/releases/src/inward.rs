//! Input from JavaScript: camelCase objects as JSON, and their conversions to the types of core.
//!
//! The conversions name every member, so that a new one in core does not compile here until it is converted.

use serde::Deserialize;
use waybill_base::date::Date;
use waybill_base::http::{FailureKind, ResponseHead, TransportFailure};
use waybill_base::time::Timestamp;
use waybill_diff::release::{Bump, Version};
use waybill_report::render::comment::{CommentOptions, CommentState, MAX_COMMENT_CHARS, SourceLinks};
use waybill_report::render::{ChangelogOptions, Detail, FrontMatter, Release};
use waybill_report::rewrite::{AttemptLimits, BatchLimits, ModelAnswer, ModelEndpoint, ModelProvider, RequestAttempts};

use crate::outward::Failure;

/// Parses the arguments of a function.
///
/// # Errors
/// A [`Failure`] that names the member that is missing, of another type, or unknown.
pub fn read<'a, T: Deserialize<'a>>(arguments: &'a str) -> Result<T, Failure> {
    serde_json::from_str(arguments).map_err(|error| {
        // Line and column are removed, because callers never see the JSON text.
        let said = error.to_string();
        Failure::options(said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said))
    })
}

/// The string that a function takes.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TextIn {
    /// A version or a tag, or the text of a comment.
    pub text: String,
}

/// A release, and the tags in which its predecessor is searched.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TagsIn {
    /// Version of the release, or its tag.
    pub tag: String,
    /// Names of tags, including those that are not of a release.
    pub names: Vec<String>,
}

/// A release, and the version bumps that later changes require.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NextVersionIn {
    previous: String,
    bumps: Vec<Option<BumpIn>>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum BumpIn {
    Major,
    Minor,
    Patch,
}

impl NextVersionIn {
    /// Returns the previous version, and the bumps.
    ///
    /// # Errors
    /// A [`Failure`] if the version is not valid.
    pub fn into_parts(self) -> Result<(Version, Vec<Option<Bump>>), Failure> {
        let NextVersionIn { previous, bumps } = self;
        let bump = |bump| match bump {
            BumpIn::Major => Bump::Major,
            BumpIn::Minor => Bump::Minor,
            BumpIn::Patch => Bump::Patch,
        };
        Ok((parse_version(&previous)?, bumps.into_iter().map(|given| given.map(bump)).collect()))
    }
}

/// Two changelogs of one release: the existing one with hand-written text, and the newly generated one.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct KeepIn {
    /// The existing changelog.
    pub previous: String,
    /// The changelog that replaces it.
    pub generated: String,
}

/// A release as a changelog names it.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReleaseIn {
    version: String,
    previous: String,
    date: Option<String>,
}

impl TryFrom<ReleaseIn> for Release {
    type Error = Failure;

    fn try_from(release: ReleaseIn) -> Result<Release, Failure> {
        let ReleaseIn { version, previous, date } = release;
        let date = date.as_deref().map(parse_date).transpose()?;
        Ok(Release::after(parse_version(&previous)?, parse_version(&version)?, date)?)
    }
}

/// Options of a changelog.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangelogOptionsIn {
    name: Option<String>,
    detail: Option<DetailIn>,
    front_matter: Option<FrontMatterIn>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum DetailIn {
    Short,
    All,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum FrontMatterIn {
    Docusaurus,
    Starlight,
    None,
}

impl From<ChangelogOptionsIn> for ChangelogOptions {
    fn from(options: ChangelogOptionsIn) -> ChangelogOptions {
        let ChangelogOptionsIn { name, detail, front_matter } = options;
        let detail = detail.map_or_else(Detail::default, |detail| match detail {
            DetailIn::Short => Detail::Short,
            DetailIn::All => Detail::All,
        });
        let front_matter = front_matter.map_or_else(FrontMatter::default, |site| match site {
            FrontMatterIn::Docusaurus => FrontMatter::Docusaurus,
            FrontMatterIn::Starlight => FrontMatter::Starlight,
            FrontMatterIn::None => FrontMatter::None,
        });
        ChangelogOptions { name, detail, front_matter }
    }
}

/// A changelog to write.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChangelogIn {
    /// The release that it is about.
    pub release: ReleaseIn,
    /// Options of the changelog.
    pub options: ChangelogOptionsIn,
}

/// A changelog to write with a model's wording.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RewrittenIn {
    /// The release that it is about.
    pub release: ReleaseIn,
    /// Options of the changelog.
    pub options: ChangelogOptionsIn,
    /// Name of the model.
    pub model: String,
    /// Results of the requests.
    pub answers: Vec<AnswerIn>,
}

/// The result of one request to a model.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnswerIn {
    changes: Vec<String>,
    text: Option<String>,
    failure: Option<String>,
}

impl TryFrom<AnswerIn> for ModelAnswer {
    type Error = Failure;

    fn try_from(answer: AnswerIn) -> Result<ModelAnswer, Failure> {
        let AnswerIn { changes, text, failure } = answer;
        let text = match (text, failure) {
            (Some(text), None) => Ok(text),
            (None, Some(failure)) => Err(failure),
            _ => {
                return Err(Failure::options("an answer must have either `text` or `failure`"));
            }
        };
        Ok(ModelAnswer { changes, text })
    }
}

/// Options of a comment, in addition to the report.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommentOptionsIn {
    description: String,
    base: String,
    head: String,
    links: Option<LinksIn>,
    last: Option<String>,
    expires: Option<String>,
    max_chars: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct LinksIn {
    base: String,
    head: String,
}

impl CommentOptionsIn {
    /// Returns the options, and the text of the existing comment.
    ///
    /// # Errors
    /// A [`Failure`] if a commit, an address or a date is not valid.
    pub fn into_parts(self) -> Result<(CommentOptions, Option<String>), Failure> {
        let CommentOptionsIn { description, base, head, links, last, expires, max_chars } = self;
        let links = links.map(|LinksIn { base, head }| SourceLinks { base, head });
        let previous = last.as_deref().and_then(|last| CommentState::read(last).ok());
        let expires = expires.as_deref().map(parse_date).transpose()?;
        let max_chars = max_chars.unwrap_or(MAX_COMMENT_CHARS);
        let options = CommentOptions { description, base, head, links, previous, expires, max_chars };
        options.check()?;
        Ok((options, last))
    }
}

/// A comment on a pull request whose descriptions could not be compared.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FailedCommentIn {
    /// The reason why they could not be compared.
    pub reason: String,
    /// Options of the comment.
    pub options: CommentOptionsIn,
}

/// A model, and the limits of one request.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelIn {
    provider: ProviderIn,
    model: Option<String>,
    base_url: Option<String>,
    max_bytes: Option<usize>,
    max_changes: Option<usize>,
}

/// The protocol of a model's service.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ProviderIn {
    /// Anthropic's Messages API.
    Anthropic,
    /// OpenAI's chat completions API.
    OpenAi,
}

impl From<ProviderIn> for ModelProvider {
    fn from(provider: ProviderIn) -> ModelProvider {
        match provider {
            ProviderIn::Anthropic => ModelProvider::Anthropic,
            ProviderIn::OpenAi => ModelProvider::OpenAi,
        }
    }
}

impl ModelIn {
    /// Returns the model, and the limits.
    ///
    /// # Errors
    /// A [`Failure`] if its address or its name cannot be used.
    pub fn into_parts(self) -> Result<(ModelEndpoint, BatchLimits), Failure> {
        let ModelIn { provider, model, base_url, max_bytes, max_changes } = self;
        let provider = ModelProvider::from(provider);
        let base_url = base_url.as_deref().unwrap_or(provider.base_url());
        let endpoint = ModelEndpoint::new(provider, base_url, model.as_deref().unwrap_or(provider.model()))?;
        let BatchLimits { bytes, changes } = BatchLimits::default();
        Ok((endpoint, BatchLimits { bytes: max_bytes.unwrap_or(bytes), changes: max_changes.unwrap_or(changes) }))
    }
}

/// A response of a model's service, and the attempt that it ends.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ResponseIn {
    /// Protocol of the response.
    pub provider: ProviderIn,
    /// The response.
    pub response: ModelResponseIn,
    /// The attempt.
    pub attempt: AttemptIn,
}

/// A response with its whole body.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ModelResponseIn {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl ModelResponseIn {
    /// Returns the head and the body.
    ///
    /// # Errors
    /// A [`Failure`] if its status or a header is not valid in HTTP.
    pub fn into_parts(self) -> Result<(ResponseHead, String), Failure> {
        let ModelResponseIn { status, headers, body } = self;
        let head = ResponseHead::new(status, headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes())))?;
        Ok((head, body))
    }
}

/// The reason why no response arrived, and the attempt that this ends.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NoResponseIn {
    reason: String,
    /// The attempt.
    attempt: AttemptIn,
}

impl NoResponseIn {
    /// Returns the failure, and the attempt.
    #[must_use]
    pub fn into_parts(self) -> (TransportFailure, AttemptIn) {
        let NoResponseIn { reason, attempt } = self;
        (TransportFailure { kind: FailureKind::Unknown, detail: reason }, attempt)
    }
}

/// One attempt at a request.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttemptIn {
    failed: u32,
    max_attempts: Option<u32>,
    longest_wait_ms: Option<u32>,
    now: i64,
}

impl AttemptIn {
    /// Returns the attempts so far, and the time.
    #[must_use]
    pub fn into_parts(self) -> (RequestAttempts, Timestamp) {
        let AttemptIn { failed, max_attempts, longest_wait_ms, now } = self;
        let AttemptLimits { attempts, longest_wait } = AttemptLimits::default();
        let limits = AttemptLimits {
            attempts: max_attempts.unwrap_or(attempts),
            longest_wait: longest_wait_ms.map_or(longest_wait, i64::from),
        };
        (RequestAttempts::resume(limits, failed), Timestamp::from_millis(now))
    }
}

fn parse_version(text: &str) -> Result<Version, Failure> {
    Ok(text.parse::<Version>()?)
}

fn parse_date(text: &str) -> Result<Date, Failure> {
    Ok(text.parse::<Date>()?)
}
