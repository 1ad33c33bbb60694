//! Texts about releases, for JavaScript: takes a report and arguments as JSON, and returns texts.
//!
//! This crate contains conversions and no behaviour. The plain types of [`inward`] and [`outward`] build natively, so that
//! ordinary tests cover them. Only the exported functions below use JavaScript values. Everything crosses as JSON, because
//! the parser for reports is included anyway and a serialiser for JavaScript's objects would be larger than it saves. Every
//! export returns a `Result`: a failure is thrown as the plain object of [`outward::Failure`].

pub mod inward;
pub mod outward;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_base::error::Error;
use waybill_diff::release::{Tag, keep_hand_written as kept, next_version as version_after};
use waybill_openapi::{Limits, remove_operations as without_operations};
use waybill_report::render::Release;
use waybill_report::render::comment::{CommentState, failed_comment};
use waybill_report::rewrite::{ModelAnswer, check_answers, facts_to_word, split_into_batches};
use waybill_report::{CompareError, Report};

use inward::{
    AnswerIn, ChangelogIn, CommentOptionsIn, FailedCommentIn, KeepIn, ModelIn, NextVersionIn, NoResponseIn, ResponseIn,
    RewrittenIn, TagsIn, TextIn, read,
};
use outward::{CheckedOut, CommentStateOut, Failure, ModelRequestOut, ModelRequestsOut, NextStepOut, RewrittenOut};

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

/// Returns the tag that a version or a tag names.
///
/// # Errors
/// Throws a [`Failure`] if it names none.
#[wasm_bindgen(js_name = readTag)]
pub fn read_tag(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let TextIn { text } = read(arguments)?;
        Ok(Tag::named_by(&text)?.to_string())
    })
}

/// Returns the tag of the release before another one, or `null` for the first release.
///
/// # Errors
/// Throws a [`Failure`] if the tag is not valid.
#[wasm_bindgen(js_name = findPreviousTag)]
pub fn find_previous_tag(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let TagsIn { tag, names } = read(arguments)?;
        let previous = Tag::named_by(&tag)?.find_previous(names.iter().map(String::as_str));
        Ok(previous.map(|tag| tag.to_string()))
    })
}

/// Returns the version that follows a release, for the version bumps that later changes require.
///
/// # Errors
/// Throws a [`Failure`] if the previous version is not valid.
#[wasm_bindgen(js_name = nextVersion)]
pub fn next_version(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let (previous, bumps) = read::<NextVersionIn>(arguments)?.into_parts()?;
        Ok(version_after(previous, bumps).to_string())
    })
}

/// Returns the version bump that a report requires; `null` if nothing changed.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read.
#[wasm_bindgen(js_name = requiredBump)]
pub fn required_bump(report: &str) -> Result<String, JsValue> {
    give(|| Ok(outward::bump(Report::from_json(report.as_bytes())?.verdict.required_bump)))
}

/// Returns a changelog with the hand-written text of the one that it replaces.
///
/// # Errors
/// Throws a [`Failure`] if the markers of the previous one do not match.
#[wasm_bindgen(js_name = keepHandWritten)]
pub fn keep_hand_written(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let KeepIn { previous, generated } = read(arguments)?;
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
        let ChangelogIn { release, options } = read(arguments)?;
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
        let (options, _) = read::<CommentOptionsIn>(arguments)?.into_parts()?;
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
        let FailedCommentIn { reason, options } = read(arguments)?;
        let (options, last) = options.into_parts()?;
        Ok(failed_comment(last.as_deref(), &options, &reason))
    })
}

/// Returns the state stored in a comment; `null` if the comment is not one of ours.
///
/// # Errors
/// Throws a [`Failure`] if the argument is not a string.
#[wasm_bindgen(js_name = readCommentState)]
pub fn read_comment_state(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let TextIn { text } = read(arguments)?;
        Ok(CommentState::read(&text).ok().map(CommentStateOut::from))
    })
}

/// Returns the requests in which a language model words the breaking changes.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, or the model cannot be used.
#[wasm_bindgen(js_name = writeModelRequests)]
pub fn write_model_requests(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let (endpoint, limits) = read::<ModelIn>(arguments)?.into_parts()?;
        let facts = facts_to_word(&Report::from_json(report.as_bytes())?);
        let (batches, too_large) = split_into_batches(facts, limits);
        Ok(ModelRequestsOut {
            model: endpoint.model().to_owned(),
            requests: batches.iter().map(|batch| ModelRequestOut::new(&endpoint, batch)).collect(),
            too_large: too_large.into_iter().map(|fact| fact.id).collect(),
        })
    })
}

/// Returns the next step after a response of a model's service.
///
/// # Errors
/// Throws a [`Failure`] if the response is not valid in HTTP.
#[wasm_bindgen(js_name = readModelResponse)]
pub fn read_model_response(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let ResponseIn { provider, response, attempt } = read(arguments)?;
        let ((head, body), (mut attempts, now)) = (response.into_parts()?, attempt.into_parts());
        let step = attempts.on_response(provider.into(), &head, body.as_bytes(), now);
        Ok(NextStepOut::new(step, &attempts, now))
    })
}

/// Returns the next step if no response arrived.
///
/// # Errors
/// Throws a [`Failure`] if an argument is not valid.
#[wasm_bindgen(js_name = readModelFailure)]
pub fn read_model_failure(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let (failure, attempt) = read::<NoResponseIn>(arguments)?.into_parts();
        let (mut attempts, now) = attempt.into_parts();
        let step = attempts.on_failure(&failure, now);
        Ok(NextStepOut::new(step, &attempts, now))
    })
}

/// Checks the answer of a model.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, or lacks a change that the answer is about.
#[wasm_bindgen(js_name = checkModelAnswer)]
pub fn check_model_answer(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let answer = ModelAnswer::try_from(read::<AnswerIn>(arguments)?)?;
        Ok(CheckedOut::from(&answer.check(&Report::from_json(report.as_bytes())?)?))
    })
}

/// Returns the changelog of a release with the accepted wording of a model.
///
/// # Errors
/// Throws a [`Failure`] if the report cannot be read, the release is not valid, or an answer is about another report.
#[wasm_bindgen(js_name = writeRewrittenChangelog)]
pub fn write_rewritten_changelog(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let RewrittenIn { release, options, model, answers } = read(arguments)?;
        let release = Release::try_from(release)?;
        let report = Report::from_json(report.as_bytes())?.released_as(release.previous, release.version);
        let answers = answers.into_iter().map(ModelAnswer::try_from).collect::<Result<Vec<_>, _>>()?;
        let wording = check_answers(&report, &answers)?;
        Ok(RewrittenOut {
            text: report.rewritten_changelog(&release, &wording, &model, &options.into()),
            worded: wording.count(),
            refusals: outward::refusals(&wording),
        })
    })
}

/// Returns the [`Failure`] that hosts report if one of these functions panics. They request it in advance.
///
/// # Errors
/// Never at present. Every export returns a `Result`.
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
    // Only strings, numbers and lists: writing them into memory does not fail.
    work().map(|given| serde_json::to_string(&given).unwrap_or_default()).map_err(|failure| thrown(&failure))
}

/// Converts a failure into the plain object that is thrown.
fn thrown(failure: &Failure) -> JsValue {
    let thrown = Thrown::new();
    thrown.set_code(failure.code);
    thrown.set_message(&failure.message);
    thrown.into()
}

#[cfg(test)]
mod tests {
    use waybill_wire_types::Declarations;

    use super::*;

    #[test]
    fn what_crosses_is_what_typescript_is_held_to() {
        Declarations::default()
            .with::<Failure>()
            .with::<TextIn>()
            .with::<TagsIn>()
            .with::<NextVersionIn>()
            .with::<KeepIn>()
            .with::<ChangelogIn>()
            .with::<RewrittenIn>()
            .with::<FailedCommentIn>()
            .with::<ModelIn>()
            .with::<ResponseIn>()
            .with::<NoResponseIn>()
            .with::<CommentStateOut>()
            .with::<ModelRequestsOut>()
            .with::<NextStepOut>()
            .with::<CheckedOut>()
            .with::<RewrittenOut>()
            .hold("releases.d.ts");
    }

    #[test]
    fn what_is_not_of_its_type_is_named_without_a_place_that_nobody_sees() {
        for (given, said) in [
            (r#"{"text": 5}"#, "invalid type: integer `5`, expected a string"),
            (r#"{"text": "", "more": 1}"#, "unknown field `more`, expected `text`"),
            ("{}", "missing field `text`"),
        ] {
            let failure = read::<TextIn>(given).unwrap_err();
            assert_eq!(failure.code, "options.invalid");
            assert!(failure.message.ends_with(said), "{}", failure.message);
        }
        let neither = read::<AnswerIn>(r#"{"changes": []}"#).unwrap();
        assert_eq!(ModelAnswer::try_from(neither).unwrap_err().code, "options.invalid");
    }
}
