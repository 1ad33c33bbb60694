//! Tests of the JSON that JavaScript passes and gets.

use waybill_report::rewrite;
use waybill_wire_types::Declarations;

use crate::given::{ChangelogDetail, ChangelogOptions, FrontMatter, ModelAttempt, ModelOptions};
use crate::javascript::{
    Changelog, Changelogs, FailedComment, Failure, ModelAnswer, NextVersion, Responded, Rewritten, Tags, Text,
    Unanswered,
};
use crate::results::{CheckedAnswer, CommentState, ModelRequests, ModelStep, RewrittenChangelog};

#[test]
fn declarations_are_those_that_typescript_is_compared_with() {
    Declarations::default()
        .with::<Failure>()
        .with::<Text>()
        .with::<Tags>()
        .with::<NextVersion>()
        .with::<Changelogs>()
        .with::<Changelog>()
        .with::<Rewritten>()
        .with::<FailedComment>()
        .with::<ModelOptions>()
        .with::<Responded>()
        .with::<Unanswered>()
        .with::<CommentState>()
        .with::<ModelRequests>()
        .with::<ModelStep>()
        .with::<CheckedAnswer>()
        .with::<RewrittenChangelog>()
        .hold("releases.d.ts");
}

#[test]
fn options_that_are_null_or_left_out_are_the_defaults() {
    for given in ["{}", r#"{"name": null, "detail": null, "frontMatter": null}"#] {
        let ChangelogOptions { name, detail, front_matter } = serde_json::from_str(given).unwrap();
        assert_eq!((name, detail, front_matter), (None, ChangelogDetail::Short, FrontMatter::Docusaurus));
    }
}

#[test]
fn negative_wait_is_an_error() {
    let attempt = |wait: &str| {
        serde_json::from_str::<ModelAttempt>(&format!(r#"{{"failed": 0, "longestWaitMs": {wait}, "now": 5}}"#))
    };
    assert_eq!(attempt("7").unwrap().longest_wait_ms, Some(7));
    assert_eq!(attempt("null").unwrap().longest_wait_ms, None);
    assert!(attempt("-7").is_err());
}

#[test]
fn answer_without_text_and_failure_is_an_error() {
    let neither: ModelAnswer = serde_json::from_str(r#"{"changes": []}"#).unwrap();
    assert_eq!(rewrite::ModelAnswer::try_from(neither).unwrap_err().code, "options.invalid");
}
