//! The arguments of JavaScript's functions, each an object, and the failures that they throw.

use serde::Deserialize;
use waybill_base::error::{Error, code};
use waybill_report::rewrite;

use crate::given::{Bump, ChangelogOptions, CommentOptions, ModelAttempt, ModelProvider, ModelResponse, Release};

/// Arguments of a function that takes a string.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// A version or a tag, or the text of a comment.
    pub text: String,
}

/// Arguments of `findPreviousTag`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Tags {
    /// The version of the release, or its tag.
    pub tag: String,
    /// Names of tags. Tags that are not releases are ignored.
    pub names: Vec<String>,
}

/// Arguments of `nextVersion`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NextVersion {
    /// The previous version.
    pub previous: String,
    /// The bump that each description requires.
    pub bumps: Vec<Option<Bump>>,
}

/// Arguments of `keepHandWritten`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Changelogs {
    /// The existing changelog, with parts written by hand.
    pub previous: String,
    /// The generated changelog.
    pub generated: String,
}

/// Arguments of `writeChangelog`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Changelog {
    /// The release.
    pub release: Release,
    /// The options.
    pub options: ChangelogOptions,
}

/// Arguments of `writeRewrittenChangelog`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rewritten {
    /// The release.
    pub release: Release,
    /// The options.
    pub options: ChangelogOptions,
    /// The name of the model.
    pub model: String,
    /// The result of each request.
    pub answers: Vec<ModelAnswer>,
}

/// The result of a request to a model.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ModelAnswer {
    changes: Vec<String>,
    text: Option<String>,
    failure: Option<String>,
}

impl TryFrom<ModelAnswer> for rewrite::ModelAnswer {
    type Error = Failure;

    fn try_from(answer: ModelAnswer) -> Result<Self, Failure> {
        let ModelAnswer { changes, text, failure } = answer;
        let text = match (text, failure) {
            (Some(text), None) => Ok(text),
            (None, Some(failure)) => Err(failure),
            _ => {
                return Err(Failure::options("an answer has either `text` or `failure`"));
            }
        };
        Ok(Self { changes, text })
    }
}

/// Arguments of `writeFailedComment`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FailedComment {
    /// The reason why the descriptions could not be compared.
    pub reason: String,
    /// The options.
    pub options: CommentOptions,
}

/// Arguments of `readModelResponse`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Responded {
    /// The protocol of the model.
    pub provider: ModelProvider,
    /// The response.
    pub response: ModelResponse,
    /// The attempt that it ends.
    pub attempt: ModelAttempt,
}

/// Arguments of `readModelFailure`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Unanswered {
    /// The reason why no response came.
    pub reason: String,
    /// The attempt that it ends.
    pub attempt: ModelAttempt,
}

/// A failure, as JavaScript sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    /// Stable identifier, such as `report.unreadable`.
    pub code: &'static str,
    /// A message that tells the cause, the location, and the next step.
    pub message: String,
}

impl Failure {
    /// Returns the failure for arguments that are not of their documented type.
    #[must_use]
    pub fn options(what: &str) -> Failure {
        let message = format!("what was given does not have its documented type: {what}");
        Failure { code: code::OPTIONS_INVALID.as_str(), message }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        let Error { code, message, .. } = error.into();
        Failure { code: code.as_str(), message }
    }
}
