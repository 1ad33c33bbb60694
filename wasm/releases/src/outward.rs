//! What JavaScript gets, as JSON: the values of core as camelCase objects.
//!
//! Conversions take values apart completely (no `..`, no `_`), so that a new member does not compile here until it is
//! converted.

use serde::Serialize;
use waybill_base::error::{Error, code};
use waybill_base::time::Timestamp;
use waybill_diff::release::Bump;
use waybill_report::render::comment::CommentState;
use waybill_report::rewrite::{
    CheckedWording, KeyHeader, ModelEndpoint, ModelRequest, NextStep, Refusal, RequestAttempts, RewriteBatch, Wording,
};

/// A refusal, as JavaScript sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    /// Stable identifier, such as `report.unreadable`.
    pub code: &'static str,
    /// What was wrong, where, and what to do.
    pub message: String,
}

impl Failure {
    /// The refusal of what is not of its documented type.
    #[must_use]
    pub fn options(what: &str) -> Failure {
        let message = format!("what was given is not of its documented type: {what}");
        Failure { code: code::OPTIONS_INVALID.as_str(), message }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        let Error { code, message, .. } = error.into();
        Failure { code: code.as_str(), message }
    }
}

/// The name of a step of versions.
#[must_use]
pub fn bump(bump: Option<Bump>) -> Option<&'static str> {
    bump.map(Bump::name)
}

/// What a comment said.
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

/// The requests about a report, and the changes that fit into none.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ModelRequestsOut {
    /// The model they are to.
    pub model: String,
    /// One after another.
    pub requests: Vec<ModelRequestOut>,
    /// Ids of changes.
    pub too_large: Vec<String>,
}

/// A request to send, without the key.
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
    /// The request that asks a model about a batch of changes.
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
            // JSON that was written a moment ago is UTF-8.
            body: String::from_utf8(body).unwrap_or_default(),
            cache_key: batch.cache_key(endpoint.model()),
        }
    }
}

/// What to do after an attempt at a request.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", tag = "type")]
pub enum NextStepOut {
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

impl NextStepOut {
    /// What follows from a step of these attempts.
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

/// The wording that is used, and the refusals.
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

/// A wording that was refused.
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

/// A changelog in a model's words.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RewrittenOut {
    /// The changelog.
    pub text: String,
    /// How many changes the model worded.
    pub worded: usize,
    /// The refusals; those changes keep the standard text.
    pub refusals: Vec<RefusalOut>,
}

/// The refusals, for JavaScript.
#[must_use]
pub fn refusals(checked: &CheckedWording) -> Vec<RefusalOut> {
    let refusal = |Refusal { id, reason }: &Refusal| RefusalOut { id: id.clone(), reason: reason.to_string() };
    checked.refusals().iter().map(refusal).collect()
}
