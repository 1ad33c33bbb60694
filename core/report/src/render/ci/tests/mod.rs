//! Snapshots of the three formats for a report with every kind of entry, and for a malicious name.

use serde_json::Value;

use super::*;
use crate::render::tests::{hostile, sample};

fn outcome(report: &Report) -> DescriptionOutcome<'_> {
    DescriptionOutcome {
        name: "openapi.json",
        outcome: Ok(report),
        previous_path: Some("api/openapi.json"),
        current_path: Some("api/openapi.json"),
        failing: None,
    }
}

#[test]
fn sarif_has_a_rule_and_a_result_for_each_change() {
    insta::assert_snapshot!(write_sarif(&[outcome(&sample())]));
}

#[test]
fn junit_has_a_test_case_for_each_noticeable_change() {
    insta::assert_snapshot!(write_junit(&[outcome(&sample())]));
}

#[test]
fn workflow_commands_annotate_failures_first() {
    insta::assert_snapshot!(write_workflow_commands(&[outcome(&sample())]));
}

#[test]
fn check_decides_failures_and_a_missing_side_is_an_error() {
    let report = sample();
    let accepted = DescriptionOutcome { failing: Some(&[]), ..outcome(&report) };
    let lacking = DescriptionOutcome { name: "B", outcome: Err("`npm ci` ended with status 1"), ..accepted };
    let commands = write_workflow_commands(&[accepted, lacking]);
    assert!(!commands.lines().any(|line| line.starts_with("::error file")), "{commands}");
    assert!(commands.contains("::error title=B could not be compared::`npm ci` ended with status 1\n"), "{commands}");
    let junit = write_junit(&[accepted, lacking]);
    assert!(
        junit.contains("failures=\"0\" errors=\"0\"") && junit.contains("tests=\"1\" failures=\"0\" errors=\"1\""),
        "{junit}"
    );
    let sarif: Value = serde_json::from_str(&write_sarif(&[accepted, lacking])).unwrap();
    assert_eq!(sarif["runs"][1]["invocations"][0]["executionSuccessful"], false);
    let levels = sarif["runs"][0]["results"].as_array().unwrap().iter().map(|result| result["level"].as_str().unwrap());
    assert!(levels.clone().all(|level| level != "error") && levels.into_iter().any(|level| level == "warning"));
}

#[test]
fn no_name_leaves_its_place_in_any_format() {
    let report = hostile();
    let described = DescriptionOutcome {
        name: "a\"\n::error::]]><x>",
        previous_path: None,
        current_path: None,
        ..outcome(&report)
    };
    for line in write_workflow_commands(&[described]).lines() {
        let commands = ["::error ", "::warning ", "::notice "];
        assert!(commands.iter().any(|command| line.starts_with(command)), "{line}");
    }
    let junit = write_junit(&[described]);
    let allowed = |char: char| matches!(char, '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(!junit.contains("]]>") && junit.chars().all(allowed), "{junit}");
    let sarif: Value = serde_json::from_str(&write_sarif(&[described])).unwrap();
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.parse::<http::Uri>().is_ok() || uri.is_ascii(), "{uri}");
    }
}
