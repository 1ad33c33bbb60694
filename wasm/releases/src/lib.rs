//! What is written about releases, for JavaScript: a report and what is asked go in as JSON, texts come out.
//!
//! This crate holds conversions and no behaviour. The plain types of [`inward`] and [`outward`] build natively, so ordinary
//! tests reach them; only the exported functions below touch JavaScript values. Everything crosses as JSON, as the reader of
//! reports is here anyway: a serialiser for JavaScript's objects would weigh more than it saves. Every export returns a
//! `Result`: a failure is thrown as the plain object of [`outward::Failure`].

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

/// The tag that a version or a tag means.
///
/// # Errors
/// Throws a [`Failure`] where it means none.
#[wasm_bindgen(js_name = readTag)]
pub fn read_tag(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let TextIn { text } = read(arguments)?;
        Ok(Tag::named_by(&text)?.to_string())
    })
}

/// The tag of the release before another one; `null` where there is none.
///
/// # Errors
/// Throws a [`Failure`] where the tag is none.
#[wasm_bindgen(js_name = findPreviousTag)]
pub fn find_previous_tag(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let TagsIn { tag, names } = read(arguments)?;
        let previous = Tag::named_by(&tag)?.find_previous(names.iter().map(String::as_str));
        Ok(previous.map(|tag| tag.to_string()))
    })
}

/// The version that follows from another one and what came after it.
///
/// # Errors
/// Throws a [`Failure`] where it is no version.
#[wasm_bindgen(js_name = nextVersion)]
pub fn next_version(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let (previous, bumps) = read::<NextVersionIn>(arguments)?.into_parts()?;
        Ok(version_after(previous, bumps).to_string())
    })
}

/// The step of versions that a report asks for; `null` where nothing changed.
///
/// # Errors
/// Throws a [`Failure`] where the report cannot be read.
#[wasm_bindgen(js_name = requiredBump)]
pub fn required_bump(report: &str) -> Result<String, JsValue> {
    give(|| Ok(outward::bump(Report::from_json(report.as_bytes())?.verdict.required_bump)))
}

/// A changelog with the hand-written parts of the one before it.
///
/// # Errors
/// Throws a [`Failure`] where the markers of the previous one do not match.
#[wasm_bindgen(js_name = keepHandWritten)]
pub fn keep_hand_written(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let KeepIn { previous, generated } = read(arguments)?;
        Ok(kept(&previous, &generated)?)
    })
}

/// A description without its operations.
///
/// # Errors
/// Throws a [`Failure`] where it cannot be read.
#[wasm_bindgen(js_name = removeOperations)]
pub fn remove_operations(description: &[u8]) -> Result<String, JsValue> {
    give(|| {
        let removed = without_operations("description", description, &Limits::default());
        let removed = removed.map_err(|error| {
            let CompareError { code, message } = error.into();
            Error::new(code, message)
        })?;
        // JSON that was written a moment ago is UTF-8.
        Ok(String::from_utf8(removed).unwrap_or_default())
    })
}

/// The changelog of a release.
///
/// # Errors
/// Throws a [`Failure`] where the report cannot be read, or the release is none.
#[wasm_bindgen(js_name = writeChangelog)]
pub fn write_changelog(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let ChangelogIn { release, options } = read(arguments)?;
        let release = Release::try_from(release)?;
        let report = Report::from_json(report.as_bytes())?.released_as(release.previous, release.version);
        Ok(report.changelog(&release, &options.into()))
    })
}

/// The comment on a pull request.
///
/// # Errors
/// Throws a [`Failure`] where the report cannot be read, or an option is not what it should be.
#[wasm_bindgen(js_name = writeComment)]
pub fn write_comment(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let (options, _) = read::<CommentOptionsIn>(arguments)?.into_parts()?;
        Ok(Report::from_json(report.as_bytes())?.comment(&options))
    })
}

/// The comment on a pull request whose descriptions could not be compared.
///
/// # Errors
/// Throws a [`Failure`] where an option is not what it should be.
#[wasm_bindgen(js_name = writeFailedComment)]
pub fn write_failed_comment(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let FailedCommentIn { reason, options } = read(arguments)?;
        let (options, last) = options.into_parts()?;
        Ok(failed_comment(last.as_deref(), &options, &reason))
    })
}

/// What a comment remembers; `null` where it is none of ours.
///
/// # Errors
/// Throws a [`Failure`] where the text is none.
#[wasm_bindgen(js_name = readCommentState)]
pub fn read_comment_state(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let TextIn { text } = read(arguments)?;
        Ok(CommentState::read(&text).ok().map(CommentStateOut::from))
    })
}

/// The requests that have a language model word what breaks.
///
/// # Errors
/// Throws a [`Failure`] where the report cannot be read, or the model cannot be asked.
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

/// What to do after a response of a model's service.
///
/// # Errors
/// Throws a [`Failure`] where it is no response of HTTP.
#[wasm_bindgen(js_name = readModelResponse)]
pub fn read_model_response(arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let ResponseIn { provider, response, attempt } = read(arguments)?;
        let ((head, body), (mut attempts, now)) = (response.into_parts()?, attempt.into_parts());
        let step = attempts.on_response(provider.into(), &head, body.as_bytes(), now);
        Ok(NextStepOut::new(step, &attempts, now))
    })
}

/// What to do where no response came.
///
/// # Errors
/// Throws a [`Failure`] where an argument is not what it should be.
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
/// Throws a [`Failure`] where the report cannot be read, or does not have a change that the answer is about.
#[wasm_bindgen(js_name = checkModelAnswer)]
pub fn check_model_answer(report: &str, arguments: &str) -> Result<String, JsValue> {
    give(|| {
        let answer = ModelAnswer::try_from(read::<AnswerIn>(arguments)?)?;
        Ok(CheckedOut::from(&answer.check(&Report::from_json(report.as_bytes())?)?))
    })
}

/// The changelog of a release in a model's words, as far as they are taken.
///
/// # Errors
/// Throws a [`Failure`] where the report cannot be read, the release is none, or an answer is about another report.
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

/// What is reported where one of these functions stopped at a defect: a [`Failure`], asked for before there is one.
///
/// # Errors
/// Never today; every export returns a `Result`.
#[wasm_bindgen]
pub fn crashed() -> Result<JsValue, JsValue> {
    Ok(thrown(&Error::releases_crashed().into()))
}

/// Panics with a text that holds `secret`, so that tests can see what a trap does to a host. No shipped file has it.
///
/// # Errors
/// Never: it panics.
#[cfg(feature = "planted-panic")]
#[wasm_bindgen(js_name = plantedPanic)]
#[allow(clippy::panic, reason = "the panic is what this export is for")]
pub fn planted_panic(secret: &str) -> Result<(), JsValue> {
    panic!("planted panic: {secret}")
}

/// What a function gives, as JSON.
fn give<T: Serialize>(work: impl FnOnce() -> Result<T, Failure>) -> Result<String, JsValue> {
    // Texts, numbers and lists: writing them into memory does not fail.
    work().map(|given| serde_json::to_string(&given).unwrap_or_default()).map_err(|failure| thrown(&failure))
}

/// A failure as the plain object that is thrown.
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
