//! Results, and their conversions from core's types.

use serde::Serialize;
use waybill_base::error::Error;
use waybill_base::http::{FailureKind, TransportFailure};
use waybill_base::time::Timestamp;
use waybill_diff::release;
use waybill_report::render::comment;
use waybill_report::{Report, render, rewrite};

use super::given::{
    Bump, ChangelogOptions, ModelAttempt, ModelHeader, ModelOptions, ModelProvider, ModelResponse, Release,
};
use super::json;

/// The state in the marker at the start of a comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CommentState {
    /// Name of the description.
    pub description: String,
    /// The last commit of the pull request when the comment was written.
    pub head: String,
    /// The ids of the breaking changes in the comment.
    pub breaking: Vec<String>,
}

/// The header that carries the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct KeyHeader {
    /// Its name.
    pub name: String,
    /// The text before the key in its value.
    pub prefix: String,
}

/// A request to a model, without the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ModelRequest {
    /// The ids of the changes in the request.
    pub changes: Vec<String>,
    /// The method.
    pub method: String,
    /// The absolute URL.
    pub url: String,
    /// The headers, without the key's header.
    pub headers: Vec<ModelHeader>,
    /// The key's header, for the host to add.
    pub key_header: KeyHeader,
    /// The body, JSON.
    #[serde(serialize_with = "json::write_bytes")]
    #[cfg_attr(test, ts(type = "string"))]
    pub body: Vec<u8>,
    /// Cache key of the response.
    pub cache_key: String,
}

/// The requests about a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ModelRequests {
    /// The model.
    pub model: String,
    /// The requests, in order.
    pub requests: Vec<ModelRequest>,
    /// The ids of changes that are too large for a request.
    pub too_large: Vec<String>,
}

/// The next step after an attempt at a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ModelStep {
    /// The model answered.
    Answered {
        /// Its text.
        text: String,
    },
    /// Send the same request again after a wait.
    Retry {
        /// Milliseconds to wait.
        after_ms: i64,
        /// Attempts that have failed so far.
        failed: u32,
    },
    /// Do not send the request again.
    GaveUp {
        /// The reason.
        reason: String,
        /// True if other requests would fail in the same way.
        is_final: bool,
    },
}

/// A model's wording of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Wording {
    /// The change's id.
    pub id: String,
    /// The reason why the change matters.
    pub reason: String,
    /// The next step for callers.
    pub action: String,
}

/// A rejected wording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Refusal {
    /// The change's id, as the model wrote it.
    pub id: String,
    /// The reason.
    pub reason: String,
}

/// The result of checking an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CheckedAnswer {
    /// The accepted wordings.
    pub wording: Vec<Wording>,
    /// The rejected wordings.
    pub refusals: Vec<Refusal>,
}

/// A changelog with a model's wording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct RewrittenChangelog {
    /// The changelog.
    pub text: String,
    /// Number of changes with the model's wording.
    pub worded: u32,
    /// The rejected wordings. Their changes have the standard text.
    pub refusals: Vec<Refusal>,
}

impl From<release::Bump> for Bump {
    fn from(bump: release::Bump) -> Self {
        match bump {
            release::Bump::Patch => Self::Patch,
            release::Bump::Minor => Self::Minor,
            release::Bump::Major => Self::Major,
        }
    }
}

impl From<comment::CommentState> for CommentState {
    fn from(state: comment::CommentState) -> Self {
        let comment::CommentState { description, head, breaking } = state;
        Self { description, head, breaking }
    }
}

impl ModelRequests {
    /// Returns the requests about the breaking changes of a report.
    ///
    /// # Errors
    /// A failure if the address or the name of the model cannot be used.
    pub fn new(report: &Report, options: ModelOptions) -> Result<Self, Error> {
        let (endpoint, limits) = options.into_parts()?;
        let (batches, too_large) = rewrite::split_into_batches(rewrite::facts_to_word(report), limits);
        Ok(Self {
            model: endpoint.model().to_owned(),
            requests: batches.iter().map(|batch| ModelRequest::new(&endpoint, batch)).collect(),
            too_large: too_large.into_iter().map(|fact| fact.id).collect(),
        })
    }
}

impl RewrittenChangelog {
    /// Writes the changelog of a release with the accepted wordings of a model.
    ///
    /// # Errors
    /// A failure if the release is invalid, or an answer is about another report.
    pub fn new(
        report: Report,
        release: Release,
        model: &str,
        answers: &[rewrite::ModelAnswer],
        options: ChangelogOptions,
    ) -> Result<Self, Error> {
        let release = render::Release::try_from(release)?;
        let report = report.released_as(release.previous, release.version);
        let wording = rewrite::check_answers(&report, answers)?;
        Ok(Self {
            text: report.rewritten_changelog(&release, &wording, model, &options.into()),
            worded: u32::try_from(wording.count()).unwrap_or(u32::MAX),
            refusals: refusals(&wording),
        })
    }
}

impl ModelRequest {
    fn new(endpoint: &rewrite::ModelEndpoint, batch: &rewrite::RewriteBatch) -> Self {
        let rewrite::ModelRequest { method, url, headers, key_header, body } = endpoint.request(&batch.prompt());
        let rewrite::KeyHeader { name, prefix } = key_header;
        let header = |(name, value): (&str, &str)| ModelHeader { name: name.to_owned(), value: value.to_owned() };
        Self {
            changes: batch.facts().iter().map(|fact| fact.id.clone()).collect(),
            method: method.to_owned(),
            url,
            headers: headers.into_iter().map(header).collect(),
            key_header: KeyHeader { name: name.to_owned(), prefix: prefix.to_owned() },
            body,
            cache_key: batch.cache_key(endpoint.model()),
        }
    }
}

impl ModelStep {
    /// Returns the step after a response of a model's service.
    ///
    /// # Errors
    /// A failure if the status or a header is not valid in HTTP.
    pub fn after_response(
        provider: ModelProvider,
        response: ModelResponse,
        attempt: ModelAttempt,
    ) -> Result<Self, Error> {
        let ((head, body), (mut attempts, now)) = (response.into_parts()?, attempt.into_parts());
        let step = attempts.on_response(provider.into(), &head, &body, now);
        Ok(Self::new(step, &attempts, now))
    }

    /// Returns the step after a request without a response.
    #[must_use]
    pub fn after_failure(reason: String, attempt: ModelAttempt) -> Self {
        let (mut attempts, now) = attempt.into_parts();
        let failure = TransportFailure { kind: FailureKind::Unknown, detail: reason };
        let step = attempts.on_failure(&failure, now);
        Self::new(step, &attempts, now)
    }

    fn new(step: rewrite::NextStep, attempts: &rewrite::RequestAttempts, now: Timestamp) -> Self {
        match step {
            rewrite::NextStep::Answered(text) => Self::Answered { text },
            rewrite::NextStep::SendAt(time) => {
                let after_ms = time.as_millis().saturating_sub(now.as_millis());
                Self::Retry { after_ms, failed: attempts.failed() }
            }
            rewrite::NextStep::GiveUp { reason, is_final } => Self::GaveUp { reason, is_final },
        }
    }
}

impl From<&rewrite::CheckedWording> for CheckedAnswer {
    fn from(checked: &rewrite::CheckedWording) -> Self {
        let wording = |(id, rewrite::Wording { reason, action, example: _ }): (&str, &rewrite::Wording)| Wording {
            id: id.to_owned(),
            reason: reason.clone(),
            action: action.clone(),
        };
        Self { wording: checked.used().map(wording).collect(), refusals: refusals(checked) }
    }
}

fn refusals(checked: &rewrite::CheckedWording) -> Vec<Refusal> {
    let refusal =
        |rewrite::Refusal { id, reason }: &rewrite::Refusal| Refusal { id: id.clone(), reason: reason.to_string() };
    checked.refusals().iter().map(refusal).collect()
}
