//! Functions for releases, for JavaScript: changelogs, comments, versions and a model's wording.
//!
//! The types are those of `waybill-wire-releases`. All values are passed as JSON, because the parser for reports is included
//! anyway. Every export returns a `Result`. A failure is thrown as the plain object of [`Failure`].
#![allow(
    clippy::missing_errors_doc,
    reason = "every export returns a `Result`; one without a section on errors cannot fail"
)]

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_base::error::Error;
use waybill_diff::release::{Tag, keep_hand_written as kept, next_version as version_after};
use waybill_openapi::{Limits, remove_operations as without_operations};
use waybill_report::render::Release;
use waybill_report::render::comment::{self, failed_comment};
use waybill_report::rewrite;
use waybill_report::{CompareError, Report};
use waybill_wire_releases::given::{Bump, CommentOptions, parse_version};
use waybill_wire_releases::javascript::{
    Changelog, Changelogs, FailedComment, Failure, ModelAnswer, NextVersion, Responded, Rewritten, Tags, Text,
    Unanswered,
};
use waybill_wire_releases::results::{CheckedAnswer, CommentState, ModelRequests, ModelStep, RewrittenChangelog};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Object)]
    type Thrown;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Thrown;

    #[wasm_bindgen(method, setter, structural)]
    fn set_code(this: &Thrown, code: &str);

    #[wasm_bindgen(method, setter, structural)]
    fn set_message(this: &Thrown, message: &str);
}

/// Parses a tag or a version, and returns the tag.
///
/// # Errors
/// Throws a [`Failure`] if it is neither a tag nor a version.
#[wasm_bindgen(js_name = readTag)]
pub fn read_tag(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Text { text } = read(arguments)?;
        Ok(Tag::named_by(&text)?.to_string())
    })
}

/// Returns the highest release tag that is lower than the given one, or `null` for the first release.
///
/// # Errors
/// Throws a [`Failure`] if the tag is not valid.
#[wasm_bindgen(js_name = findPreviousTag)]
pub fn find_previous_tag(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Tags { tag, names } = read(arguments)?;
        let previous = Tag::named_by(&tag)?.find_previous(names.iter().map(String::as_str));
        Ok(previous.map(|tag| tag.to_string()))
    })
}

/// Returns the version after a release that satisfies the required bumps of all descriptions.
///
/// # Errors
/// Throws a [`Failure`] if the previous version is not valid.
#[wasm_bindgen(js_name = nextVersion)]
pub fn next_version(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let NextVersion { previous, bumps } = read(arguments)?;
        let bumps = bumps.into_iter().map(|bump| bump.map(Into::into));
        Ok(version_after(parse_version(&previous)?, bumps).to_string())
    })
}

/// Returns the version bump that a report requires; `null` if nothing changed.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read.
#[wasm_bindgen(js_name = requiredBump)]
pub fn required_bump(report: &str) -> Result<String, JsValue> {
    give(|| Ok(Report::from_json(report.as_bytes())?.verdict.required_bump.map(Bump::from)))
}

/// Returns the generated changelog with the hand-written parts of the previous one.
///
/// # Errors
/// Throws a [`Failure`] if the markers of the previous one do not match.
#[wasm_bindgen(js_name = keepHandWritten)]
pub fn keep_hand_written(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Changelogs { previous, generated } = read(arguments)?;
        Ok(kept(&previous, &generated)?)
    })
}

/// Returns a description without its operations.
///
/// # Errors
/// Throws a [`Failure`] if it cannot be read.
#[wasm_bindgen(js_name = removeOperations)]
pub fn remove_operations(description: &[u8]) -> Result<String, JsValue> {
    give(|| {
        let removed = without_operations("description", description, &Limits::default());
        let removed = removed.map_err(|error| {
            let CompareError { code, message } = error.into();
            Error::new(code, message)
        })?;
        // JSON that was just written is UTF-8.
        Ok(String::from_utf8(removed).unwrap_or_default())
    })
}

/// Returns the changelog of a release.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, or the release is not valid.
#[wasm_bindgen(js_name = writeChangelog)]
pub fn write_changelog(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Changelog { release, options } = read(arguments)?;
        let release = Release::try_from(release)?;
        let report = Report::from_json(report.as_bytes())?.released_as(release.previous, release.version);
        Ok(report.changelog(&release, &options.into()))
    })
}

/// Returns the comment on a pull request.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, or an option is not valid.
#[wasm_bindgen(js_name = writeComment)]
pub fn write_comment(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let (options, _) = read::<CommentOptions>(arguments)?.into_parts()?;
        Ok(Report::from_json(report.as_bytes())?.comment(&options))
    })
}

/// Returns the comment on a pull request whose descriptions could not be compared.
///
/// # Errors
/// Throws a [`Failure`] if an option is not valid.
#[wasm_bindgen(js_name = writeFailedComment)]
pub fn write_failed_comment(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let FailedComment { reason, options } = read(arguments)?;
        let (options, last) = options.into_parts()?;
        Ok(failed_comment(last.as_deref(), &options, &reason))
    })
}

/// Returns the state stored in a comment; `null` if Waybill did not write the comment.
///
/// # Errors
/// Throws a [`Failure`] if the argument is not a string.
#[wasm_bindgen(js_name = readCommentState)]
pub fn read_comment_state(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Text { text } = read(arguments)?;
        Ok(comment::CommentState::read(&text).ok().map(CommentState::from))
    })
}

/// Returns the requests in which a language model words the breaking changes.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, or the model cannot be used.
#[wasm_bindgen(js_name = writeModelRequests)]
pub fn write_model_requests(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let options = read(arguments)?;
        Ok(ModelRequests::new(&Report::from_json(report.as_bytes())?, options)?)
    })
}

/// Returns the next step after a response of a model's service.
///
/// # Errors
/// Throws a [`Failure`] if the response is not valid in HTTP.
#[wasm_bindgen(js_name = readModelResponse)]
pub fn read_model_response(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Responded { provider, response, attempt } = read(arguments)?;
        Ok(ModelStep::after_response(provider, response, attempt)?)
    })
}

/// Returns the next step if no response arrived.
///
/// # Errors
/// Throws a [`Failure`] if an argument is not valid.
#[wasm_bindgen(js_name = readModelFailure)]
pub fn read_model_failure(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Unanswered { reason, attempt } = read(arguments)?;
        Ok(ModelStep::after_failure(reason, attempt))
    })
}

/// Checks the answer of a model.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, or lacks a change that the answer is about.
#[wasm_bindgen(js_name = checkModelAnswer)]
pub fn check_model_answer(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let answer = rewrite::ModelAnswer::try_from(read::<ModelAnswer>(arguments)?)?;
        Ok(CheckedAnswer::from(&answer.check(&Report::from_json(report.as_bytes())?)?))
    })
}

/// Returns the changelog of a release with the accepted wording of a model.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, the release is not valid, or an answer is about another report.
#[wasm_bindgen(js_name = writeRewrittenChangelog)]
pub fn write_rewritten_changelog(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let Rewritten { release, options, model, answers } = read(arguments)?;
        let report = Report::from_json(report.as_bytes())?;
        let answers = answers.into_iter().map(rewrite::ModelAnswer::try_from).collect::<Result<Vec<_>, _>>()?;
        Ok(RewrittenChangelog::new(report, release, &model, &answers, options)?)
    })
}

/// Returns the [`Failure`] to report after a crash. Call it before other functions: a crashed instance does not respond.
#[wasm_bindgen]
pub fn crashed() -> Result<JsValue, JsValue> {
    Ok(thrown(&Error::releases_crashed().into()))
}

/// Panics with a message that contains `secret`, so that tests can check the effect of a trap on a host. Not in any shipped
/// file.
///
/// # Errors
/// Never: it panics.
#[cfg(feature = "planted-panic")]
#[wasm_bindgen(js_name = plantedPanic)]
#[allow(clippy::panic, reason = "the panic is what this export is for")]
pub fn planted_panic(secret: &str) -> Result<(), JsValue> {
    panic!("planted panic: {secret}")
}

/// Converts the result of a function into JSON.
fn give<T: Serialize>(work: impl FnOnce() -> Result<T, Failure>) -> Result<String, JsValue> {
    // Writing strings, numbers and lists to memory does not fail.
    work().map(|given| serde_json::to_string(&given).unwrap_or_default()).map_err(|failure| thrown(&failure))
}

/// Converts a failure into the plain object that is thrown.
fn thrown(failure: &Failure) -> JsValue {
    let thrown = Thrown::new();
    thrown.set_code(failure.code);
    thrown.set_message(&failure.message);
    thrown.into()
}

/// Parses the arguments of a function. The failure names the member that is missing, of another type, or unknown.
fn read<'a, T: Deserialize<'a>>(arguments: &'a str) -> Result<T, Failure> {
    serde_json::from_str(arguments).map_err(|error| {
        // The line and column are removed, because callers do not see the JSON.
        let said = error.to_string();
        Failure::options(said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_argument_is_named_without_a_line_and_column() {
        for (given, said) in [
            (r#"{"text": 5}"#, "invalid type: integer `5`, expected a string"),
            (r#"{"text": "", "more": 1}"#, "unknown field `more`, expected `text`"),
            ("{}", "missing field `text`"),
        ] {
            let failure = read::<Text>(given).unwrap_err();
            assert_eq!(failure.code, "options.invalid");
            assert!(failure.message.ends_with(said), "{}", failure.message);
        }
    }
}
