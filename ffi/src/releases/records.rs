//! What Kotlin and Swift hand in about releases, and its conversions to the types of core.

use waybill_base::date::Date;
use waybill_base::http::ResponseHead;
use waybill_base::time::Timestamp;
use waybill_diff::release;
use waybill_diff::release::Version;
use waybill_report::render::comment;
use waybill_report::{render, rewrite};

use crate::error::WaybillError;

/// Which of a version's numbers moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Bump {
    /// A bug fix.
    Patch,
    /// An addition.
    Minor,
    /// A change that breaks.
    Major,
}

/// A release as a changelog names it.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Release {
    /// Its version, such as `1.5.0`.
    pub version: String,
    /// The version before it.
    pub previous: String,
    /// The day it came out, `YYYY-MM-DD`.
    pub date: Option<String>,
}

/// How much a changelog tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum ChangelogDetail {
    /// What callers need.
    Short,
    /// Every change in full.
    All,
}

/// The site whose front matter a changelog begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum FrontMatter {
    /// With `sidebar_position`.
    Docusaurus,
    /// With `sidebar.order`.
    Starlight,
    /// None: the title is a heading.
    None,
}

/// How a changelog is written.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ChangelogOptions {
    /// What the API is called in the title; `API` where not given.
    pub name: Option<String>,
    /// How much it tells.
    pub detail: ChangelogDetail,
    /// The site it is for.
    pub front_matter: FrontMatter,
}

/// The addresses of two descriptions, to which `#L12` is added.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct SourceLinks {
    /// The description of the base.
    pub base: String,
    /// The description of the head.
    pub head: String,
}

/// What the comment on a pull request says besides the report.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct CommentOptions {
    /// What the description is called.
    pub description: String,
    /// The commit that the pull request is compared with.
    pub base: String,
    /// The last commit of the pull request.
    pub head: String,
    /// Where the two descriptions can be looked at.
    pub links: Option<SourceLinks>,
    /// The text of the comment that is there.
    pub last: Option<String>,
    /// The last day on which a break counts as accepted whose lines are pasted from the comment.
    pub expires: Option<String>,
    /// The most characters it may have.
    pub max_chars: Option<u32>,
}

/// The protocol that a model's service speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum ModelProvider {
    /// Anthropic's Messages API.
    Anthropic,
    /// Chat completions as `OpenAI` has them.
    OpenAi,
}

/// A model that is asked, and how much one request holds.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelOptions {
    /// The protocol it speaks.
    pub provider: ModelProvider,
    /// The model.
    pub model: Option<String>,
    /// Where it is.
    pub base_url: Option<String>,
    /// Bytes of facts in one request.
    pub max_bytes: Option<u32>,
    /// Changes in one request.
    pub max_changes: Option<u32>,
}

/// A header of a request or a response.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelHeader {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A response of a model's service, with its whole body.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelResponse {
    /// Its status.
    pub status: u16,
    /// Its headers.
    pub headers: Vec<ModelHeader>,
    /// Its body.
    pub body: Vec<u8>,
}

/// Which attempt at a request is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct ModelAttempt {
    /// How many have failed before it.
    pub failed: u32,
    /// Attempts in all.
    pub max_attempts: Option<u32>,
    /// The longest wait before another one.
    pub longest_wait_ms: Option<i64>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// What came of one request.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelAnswer {
    /// The ids that the request asked about.
    pub changes: Vec<String>,
    /// The answer's text, or why there is none.
    pub text: ModelText,
}

/// An answer's text, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ModelText {
    /// The text.
    Answered {
        /// As it came.
        text: String,
    },
    /// There is none.
    Failed {
        /// Why.
        reason: String,
    },
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
    type Error = WaybillError;

    fn try_from(release: Release) -> Result<Self, WaybillError> {
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
    /// The options, and the text of the comment that is there.
    pub(super) fn into_parts(self) -> Result<(comment::CommentOptions, Option<String>), WaybillError> {
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
    /// The model, and the limits.
    pub(super) fn into_parts(self) -> Result<(rewrite::ModelEndpoint, rewrite::BatchLimits), WaybillError> {
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
    /// Its head and its body.
    pub(super) fn into_parts(self) -> Result<(ResponseHead, Vec<u8>), WaybillError> {
        let ModelResponse { status, headers, body } = self;
        let lines = headers.iter().map(|ModelHeader { name, value }| (name.as_str(), value.as_bytes()));
        Ok((ResponseHead::new(status, lines)?, body))
    }
}

impl ModelAttempt {
    /// The attempts so far, and the time.
    pub(super) fn into_parts(self) -> (rewrite::RequestAttempts, Timestamp) {
        let ModelAttempt { failed, max_attempts, longest_wait_ms, now_ms } = self;
        let rewrite::AttemptLimits { attempts, longest_wait } = rewrite::AttemptLimits::default();
        let limits = rewrite::AttemptLimits {
            attempts: max_attempts.unwrap_or(attempts),
            longest_wait: longest_wait_ms.unwrap_or(longest_wait),
        };
        (rewrite::RequestAttempts::resume(limits, failed), Timestamp::from_millis(now_ms))
    }
}

impl From<ModelAnswer> for rewrite::ModelAnswer {
    fn from(answer: ModelAnswer) -> Self {
        let ModelAnswer { changes, text } = answer;
        let text = match text {
            ModelText::Answered { text } => Ok(text),
            ModelText::Failed { reason } => Err(reason),
        };
        Self { changes, text }
    }
}

pub(super) fn parse_version(text: &str) -> Result<Version, WaybillError> {
    Ok(text.parse::<Version>()?)
}

fn parse_date(text: &str) -> Result<Date, WaybillError> {
    Ok(text.parse::<Date>()?)
}

fn to_size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
