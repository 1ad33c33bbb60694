//! What Kotlin and Swift get about releases: the values of core.

use waybill_base::time::Timestamp;
use waybill_diff::release;
use waybill_report::render::comment;
use waybill_report::rewrite;

use super::records::{Bump, ModelHeader};

/// What a comment remembers in the marker that it begins with.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct CommentState {
    /// The description it is about.
    pub description: String,
    /// The last commit that it saw.
    pub head: String,
    /// The ids of the breaking changes it named.
    pub breaking: Vec<String>,
}

/// The header that carries the key.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct KeyHeader {
    /// Its name.
    pub name: String,
    /// What stands before the key in its value.
    pub prefix: String,
}

/// A request to a model, without the key.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelRequest {
    /// The ids of the changes it asks about.
    pub changes: Vec<String>,
    /// The method.
    pub method: String,
    /// The absolute URL.
    pub url: String,
    /// The headers, without the one of the key.
    pub headers: Vec<ModelHeader>,
    /// The header that has to be added.
    pub key_header: KeyHeader,
    /// The body, JSON.
    pub body: Vec<u8>,
    /// A name for its answer in a cache.
    pub cache_key: String,
}

/// The requests about a report.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelRequests {
    /// The model they are to.
    pub model: String,
    /// One after another.
    pub requests: Vec<ModelRequest>,
    /// The ids of changes that fit into no request.
    pub too_large: Vec<String>,
}

/// What to do after an attempt at a request.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ModelStep {
    /// The model answered.
    Answered {
        /// Its text.
        text: String,
    },
    /// Send the same request again, after a while.
    Retry {
        /// Milliseconds to wait.
        after_ms: i64,
        /// Attempts that have failed so far.
        failed: u32,
    },
    /// Leave it.
    GaveUp {
        /// What happened.
        reason: String,
        /// Whether other requests would fare the same.
        is_final: bool,
    },
}

/// Why a change matters and what to do, in a model's words.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Wording {
    /// The change's id.
    pub id: String,
    /// Why the change matters.
    pub reason: String,
    /// What to do in the caller's code.
    pub action: String,
}

/// A wording that was refused.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Refusal {
    /// The id in the answer.
    pub id: String,
    /// The reason.
    pub reason: String,
}

/// The result of checking an answer.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct CheckedAnswer {
    /// The wording that is used.
    pub wording: Vec<Wording>,
    /// The refusals.
    pub refusals: Vec<Refusal>,
}

/// A changelog in a model's words.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct RewrittenChangelog {
    /// The changelog.
    pub text: String,
    /// How many changes the model worded.
    pub worded: u32,
    /// What was refused; those changes have the standard text.
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

impl ModelRequest {
    pub(super) fn new(endpoint: &rewrite::ModelEndpoint, batch: &rewrite::RewriteBatch) -> Self {
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
    pub(super) fn new(step: rewrite::NextStep, attempts: &rewrite::RequestAttempts, now: Timestamp) -> Self {
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

pub(super) fn refusals(checked: &rewrite::CheckedWording) -> Vec<Refusal> {
    let refusal =
        |rewrite::Refusal { id, reason }: &rewrite::Refusal| Refusal { id: id.clone(), reason: reason.to_string() };
    checked.refusals().iter().map(refusal).collect()
}
