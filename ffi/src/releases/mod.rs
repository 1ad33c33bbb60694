//! Functions for releases: tags and versions, changelogs, comments, and a model's wording.
//!
//! A report comes from a comparison, or is parsed from its JSON. The JSON may come from another language.

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

/// Parses a tag or a version, and returns the tag: `v1.4.0` for both `1.4.0` and `v1.4.0`.
///
/// # Errors
/// A failure with the code `tag.invalid` if it is neither.
#[uniffi::export]
pub fn read_tag(text: &str) -> Result<String, WaybillError> {
    panics::withhold_texts();
    Ok(Tag::named_by(text)?.to_string())
}

/// Returns the highest release tag among `names` that is lower than `tag`, or none for the first release.
///
/// # Errors
/// A failure with the code `tag.invalid` if `tag` is neither a tag nor a version.
#[uniffi::export]
pub fn find_previous_tag(tag: &str, names: &[String]) -> Result<Option<String>, WaybillError> {
    panics::withhold_texts();
    Ok(Tag::named_by(tag)?.find_previous(names.iter().map(String::as_str)).map(|tag| tag.to_string()))
}

/// Returns the version after `previous` that satisfies the required bumps of all descriptions. If nothing changed, the patch
/// number is incremented.
///
/// # Errors
/// A failure with the code `version.invalid` if `previous` is not a version.
#[uniffi::export]
pub fn next_version(previous: &str, bumps: Vec<Option<Bump>>) -> Result<String, WaybillError> {
    panics::withhold_texts();
    let bumps = bumps.into_iter().map(|bump| bump.map(Into::into));
    Ok(version_after(parse_version(previous)?, bumps).to_string())
}

/// Returns the generated changelog with the hand-written parts of the previous one.
///
/// # Errors
/// A failure with the code `changelog.markers` if the markers of the previous one do not match.
#[uniffi::export]
pub fn keep_hand_written(previous: &str, generated: &str) -> Result<String, WaybillError> {
    panics::withhold_texts();
    Ok(kept(previous, generated)?)
}

/// Returns a description without its operations, as JSON.
///
/// # Errors
/// A failure of kind `comparison` if it cannot be read.
#[uniffi::export]
pub fn remove_operations(description: &[u8]) -> Result<Vec<u8>, WaybillError> {
    panics::withhold_texts();
    Ok(without_operations("description", description, &Limits::default()).map_err(CompareError::from)?)
}

/// Parses the JSON report of a comparison. The JSON may be untrusted.
///
/// # Errors
/// A failure whose code begins with `report.` if it is not a report of this version.
#[uniffi::export]
pub fn read_report(json: &[u8]) -> Result<Arc<Report>, WaybillError> {
    panics::withhold_texts();
    Ok(Arc::new(Report { inner: CoreReport::from_json(json)? }))
}

/// Renders the comment on a pull request whose descriptions could not be compared.
///
/// # Errors
/// A failure with the code `options.invalid` if an option is invalid.
#[uniffi::export]
pub fn write_failed_comment(reason: &str, options: CommentOptions) -> Result<String, WaybillError> {
    panics::withhold_texts();
    let (options, last) = options.into_parts()?;
    Ok(comments::failed_comment(last.as_deref(), &options, reason))
}

/// Returns the state stored in a comment, or none if Waybill did not write the comment.
#[uniffi::export]
pub fn read_comment_state(text: &str) -> Result<Option<CommentState>, WaybillError> {
    panics::withhold_texts();
    Ok(comments::CommentState::read(text).ok().map(CommentState::from))
}

/// Returns the next step after a response of a model's service.
///
/// # Errors
/// A failure if the response is not valid in HTTP.
#[uniffi::export]
pub fn read_model_response(
    provider: ModelProvider,
    response: ModelResponse,
    attempt: ModelAttempt,
) -> Result<ModelStep, WaybillError> {
    panics::withhold_texts();
    Ok(ModelStep::after_response(provider, response, attempt)?)
}

/// Returns the next step if a model's service sent no response.
#[uniffi::export]
pub fn read_model_failure(reason: String, attempt: ModelAttempt) -> Result<ModelStep, WaybillError> {
    panics::withhold_texts();
    Ok(ModelStep::after_failure(reason, attempt))
}

#[uniffi::export]
impl Report {
    /// Returns the version bump that the changes require, or none if nothing changed.
    pub fn required_bump(&self) -> Result<Option<Bump>, WaybillError> {
        Ok(self.inner.verdict.required_bump.map(Bump::from))
    }

    /// Renders the changelog of a release as Markdown.
    ///
    /// # Errors
    /// A failure if the release is invalid.
    pub fn write_changelog(&self, release: Release, options: ChangelogOptions) -> Result<String, WaybillError> {
        let release = render::Release::try_from(release)?;
        let report = self.inner.clone().released_as(release.previous, release.version);
        Ok(report.changelog(&release, &options.into()))
    }

    /// Renders the comment on a pull request as Markdown.
    ///
    /// # Errors
    /// A failure with the code `options.invalid` if an option is invalid.
    pub fn write_comment(&self, options: CommentOptions) -> Result<String, WaybillError> {
        let (options, _) = options.into_parts()?;
        Ok(self.inner.comment(&options))
    }

    /// Returns the requests in which a language model words the breaking changes.
    ///
    /// # Errors
    /// A failure of kind `configuration` if the model's address or name cannot be used.
    pub fn write_model_requests(&self, options: ModelOptions) -> Result<ModelRequests, WaybillError> {
        Ok(ModelRequests::new(&self.inner, options)?)
    }

    /// Checks the answer of a model.
    ///
    /// # Errors
    /// A failure with the code `change.unknown` if the answer is about a change that the report does not contain.
    pub fn check_model_answer(&self, answer: ModelAnswer) -> Result<CheckedAnswer, WaybillError> {
        Ok((&rewrite::ModelAnswer::from(answer).check(&self.inner)?).into())
    }

    /// Renders the changelog of a release with the accepted wording of a model.
    ///
    /// # Errors
    /// A failure if the release is invalid, or an answer is about another report.
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
