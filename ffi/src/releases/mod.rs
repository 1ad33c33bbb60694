//! What is written about releases, across the boundary: tags and versions, changelogs, comments, and a model's wording.
//!
//! A report comes from a comparison, or is read from the JSON that one of any host wrote.

pub mod records;
/// The types of `waybill-wire-releases`, compiled here so that UniFFI generates them into the package of this crate.
#[path = "../../../wire/releases/src/lib.rs"]
pub mod wire;

use std::sync::Arc;

use waybill_diff::release::{Tag, keep_hand_written as kept, next_version as version_after};
use waybill_openapi::{Limits, remove_operations as without_operations};
use waybill_report::render::comment as comments;
use waybill_report::{CompareError, Report as CoreReport, render, rewrite};

use crate::compare::Report;
use crate::error::WaybillError;
use crate::panics;
use records::ModelAnswer;
use wire::given::{
    Bump, ChangelogOptions, CommentOptions, ModelAttempt, ModelOptions, ModelProvider, ModelResponse, Release,
    parse_version,
};
use wire::results::{CheckedAnswer, CommentState, ModelRequests, ModelStep, RewrittenChangelog};

/// The tag that a version or a tag means: `1.4.0` and `v1.4.0` both mean `v1.4.0`.
///
/// # Errors
/// A failure of code `tag.invalid` where it means none.
#[uniffi::export]
pub fn read_tag(text: &str) -> Result<String, WaybillError> {
    panics::withhold_texts();
    Ok(Tag::named_by(text)?.to_string())
}

/// The highest release tag among `names` that is lower than `tag`; none where it is the first release.
///
/// # Errors
/// A failure of code `tag.invalid` where `tag` is none.
#[uniffi::export]
pub fn find_previous_tag(tag: &str, names: &[String]) -> Result<Option<String>, WaybillError> {
    panics::withhold_texts();
    Ok(Tag::named_by(tag)?.find_previous(names.iter().map(String::as_str)).map(|tag| tag.to_string()))
}

/// The version after `previous`, by the largest of the steps that its descriptions ask for.
///
/// # Errors
/// A failure of code `version.invalid` where it is no version.
#[uniffi::export]
pub fn next_version(previous: &str, bumps: Vec<Option<Bump>>) -> Result<String, WaybillError> {
    panics::withhold_texts();
    let bumps = bumps.into_iter().map(|bump| bump.map(Into::into));
    Ok(version_after(parse_version(previous)?, bumps).to_string())
}

/// The generated changelog with the hand-written parts of the previous one.
///
/// # Errors
/// A failure of code `changelog.markers` where the markers of the previous one do not match.
#[uniffi::export]
pub fn keep_hand_written(previous: &str, generated: &str) -> Result<String, WaybillError> {
    panics::withhold_texts();
    Ok(kept(previous, generated)?)
}

/// A description without its operations, as JSON.
///
/// # Errors
/// A failure of kind `comparison` where it cannot be read.
#[uniffi::export]
pub fn remove_operations(description: &[u8]) -> Result<Vec<u8>, WaybillError> {
    panics::withhold_texts();
    Ok(without_operations("description", description, &Limits::default()).map_err(CompareError::from)?)
}

/// Reads the JSON report of a comparison, perhaps one that somebody else wrote.
///
/// # Errors
/// A failure whose code begins with `report.`, where it is none of this version.
#[uniffi::export]
pub fn read_report(json: &[u8]) -> Result<Arc<Report>, WaybillError> {
    panics::withhold_texts();
    Ok(Arc::new(Report { inner: CoreReport::from_json(json)? }))
}

/// The comment of a pull request whose descriptions could not be compared.
///
/// # Errors
/// A failure of code `options.invalid` where an option is not what it should be.
#[uniffi::export]
pub fn write_failed_comment(reason: &str, options: CommentOptions) -> Result<String, WaybillError> {
    panics::withhold_texts();
    let (options, last) = options.into_parts()?;
    Ok(comments::failed_comment(last.as_deref(), &options, reason))
}

/// What a comment remembers; none where it is none of ours.
#[uniffi::export]
pub fn read_comment_state(text: &str) -> Result<Option<CommentState>, WaybillError> {
    panics::withhold_texts();
    Ok(comments::CommentState::read(text).ok().map(CommentState::from))
}

/// What to do after a response of a model's service.
///
/// # Errors
/// A failure where it is no response of HTTP.
#[uniffi::export]
pub fn read_model_response(
    provider: ModelProvider,
    response: ModelResponse,
    attempt: ModelAttempt,
) -> Result<ModelStep, WaybillError> {
    panics::withhold_texts();
    Ok(ModelStep::after_response(provider, response, attempt)?)
}

/// What to do where no response of a model's service came.
#[uniffi::export]
pub fn read_model_failure(reason: String, attempt: ModelAttempt) -> Result<ModelStep, WaybillError> {
    panics::withhold_texts();
    Ok(ModelStep::after_failure(reason, attempt))
}

#[uniffi::export]
impl Report {
    /// The step of versions that the changes ask for; none where nothing changed.
    pub fn required_bump(&self) -> Result<Option<Bump>, WaybillError> {
        Ok(self.inner.verdict.required_bump.map(Bump::from))
    }

    /// The changelog of a release.
    ///
    /// # Errors
    /// A failure where the release is none.
    pub fn write_changelog(&self, release: Release, options: ChangelogOptions) -> Result<String, WaybillError> {
        let release = render::Release::try_from(release)?;
        let report = self.inner.clone().released_as(release.previous, release.version);
        Ok(report.changelog(&release, &options.into()))
    }

    /// The comment on a pull request.
    ///
    /// # Errors
    /// A failure of code `options.invalid` where an option is not what it should be.
    pub fn write_comment(&self, options: CommentOptions) -> Result<String, WaybillError> {
        let (options, _) = options.into_parts()?;
        Ok(self.inner.comment(&options))
    }

    /// The requests that have a language model word what breaks.
    ///
    /// # Errors
    /// A failure of kind `configuration` where the model cannot be asked.
    pub fn write_model_requests(&self, options: ModelOptions) -> Result<ModelRequests, WaybillError> {
        Ok(ModelRequests::new(&self.inner, options)?)
    }

    /// Checks the answer of a model.
    ///
    /// # Errors
    /// A failure of code `change.unknown` where the answer is about a change that the report does not have.
    pub fn check_model_answer(&self, answer: ModelAnswer) -> Result<CheckedAnswer, WaybillError> {
        Ok((&rewrite::ModelAnswer::from(answer).check(&self.inner)?).into())
    }

    /// The changelog of a release in a model's words, as far as they are taken.
    ///
    /// # Errors
    /// A failure where the release is none, or an answer is about another report.
    pub fn write_rewritten_changelog(
        &self,
        release: Release,
        model: &str,
        answers: Vec<ModelAnswer>,
        options: ChangelogOptions,
    ) -> Result<RewrittenChangelog, WaybillError> {
        let answers: Vec<rewrite::ModelAnswer> = answers.into_iter().map(Into::into).collect();
        Ok(RewrittenChangelog::new(self.inner.clone(), release, model, &answers, options)?)
    }
}
