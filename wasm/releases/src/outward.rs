//! Output to JavaScript, as JSON: the values of core as camelCase objects.
//!
//! Conversions destructure values completely (no `..`, no `_`), so that a new member does not compile here until it is
//! converted.

use serde::Serialize;
use waybill_base::error::{Error, code};
use waybill_base::time::Timestamp;
use waybill_diff::release::Bump;
use waybill_report::render::comment::CommentState;
use waybill_report::rewrite::{
    CheckedWording, KeyHeader, ModelEndpoint, ModelRequest, NextStep, Refusal, RequestAttempts, RewriteBatch, Wording,
};

/// An error, as JavaScript sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    /// Stable identifier, such as `report.unreadable`.
    pub code: &'static str,
    /// A message that says what was wrong, where, and what to do.
    pub message: String,
}

impl Failure {
    /// Returns the error for arguments that are not of their documented type.
    #[must_use]
    pub fn options(what: &str) -> Failure {
        let message = format!("the input does not have its documented type: {what}");
        Failure { code: code::OPTIONS_INVALID.as_str(), message }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        let Error { code, message, .. } = error.into();
        Failure { code: code.as_str(), message }
    }
}

/// Returns the name of a version bump.
#[must_use]
pub fn bump(bump: Option<Bump>) -> Option<&'static str> {
    bump.map(Bump::name)
}

/// The state stored in a comment.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommentStateOut {
    description: String,
    head: String,
    breaking: Vec<String>,
}

impl From<CommentState> for CommentStateOut {
    fn from(state: CommentState) -> CommentStateOut {
        let CommentState { description, head, breaking } = state;
        CommentStateOut { description, head, breaking }
    }
}

/// The requests about a report, and the changes that are too large for a request.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ModelRequestsOut {
    /// Model that is asked.
    pub model: String,
    /// Requests, to be sent one after another.
    pub requests: Vec<ModelRequestOut>,
    /// Ids of the changes that are too large.
    pub too_large: Vec<String>,
}

/// A request to send. The key is added by the caller.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ModelRequestOut {
    changes: Vec<String>,
    method: &'static str,
    url: String,
    headers: Vec<(&'static str, &'static str)>,
    key_header: KeyHeaderOut,
    body: String,
    cache_key: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct KeyHeaderOut {
    name: &'static str,
    prefix: &'static str,
}

impl ModelRequestOut {
    /// Returns the request that asks a model about a batch of changes.
    #[must_use]
    pub fn new(endpoint: &ModelEndpoint, batch: &RewriteBatch) -> ModelRequestOut {
        let ModelRequest { method, url, headers, key_header: KeyHeader { name, prefix }, body } =
            endpoint.request(&batch.prompt());
        ModelRequestOut {
            changes: batch.facts().iter().map(|fact| fact.id.clone()).collect(),
            method,
            url,
            headers,
            key_header: KeyHeaderOut { name, prefix },
            // JSON that was just written is UTF-8.
            body: String::from_utf8(body).unwrap_or_default(),
            cache_key: batch.cache_key(endpoint.model()),
        }
    }
}

/// The next step after an attempt at a request.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", tag = "type")]
pub enum NextStepOut {
    /// The model answered.
    Answered {
        /// Text of the answer.
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

impl NextStepOut {
    /// Converts the next step of these attempts.
    #[must_use]
    pub fn new(step: NextStep, attempts: &RequestAttempts, now: Timestamp) -> NextStepOut {
        match step {
            NextStep::Answered(text) => NextStepOut::Answered { text },
            NextStep::SendAt(time) => {
                let after_ms = time.as_millis().saturating_sub(now.as_millis());
                NextStepOut::Retry { after_ms, failed: attempts.failed() }
            }
            NextStep::GiveUp { reason, is_final } => NextStepOut::GaveUp { reason, is_final },
        }
    }
}

/// The accepted wording, and the refusals.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedOut {
    wording: Vec<WordingOut>,
    refusals: Vec<RefusalOut>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct WordingOut {
    id: String,
    reason: String,
    action: String,
}

/// A wording that was rejected.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusalOut {
    id: String,
    reason: String,
}

impl From<&CheckedWording> for CheckedOut {
    fn from(checked: &CheckedWording) -> CheckedOut {
        let wording = |(id, Wording { reason, action, example: _ }): (&str, &Wording)| WordingOut {
            id: id.to_owned(),
            reason: reason.clone(),
            action: action.clone(),
        };
        CheckedOut { wording: checked.used().map(wording).collect(), refusals: refusals(checked) }
    }
}

/// A changelog with a model's wording.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RewrittenOut {
    /// The changelog.
    pub text: String,
    /// Number of changes that the model worded.
    pub worded: usize,
    /// Rejected wordings; their changes keep the standard text.
    pub refusals: Vec<RefusalOut>,
}

/// Converts the refusals for JavaScript.
#[must_use]
pub fn refusals(checked: &CheckedWording) -> Vec<RefusalOut> {
    let refusal = |Refusal { id, reason }: &Refusal| RefusalOut { id: id.clone(), reason: reason.to_string() };
    checked.refusals().iter().map(refusal).collect()
}
