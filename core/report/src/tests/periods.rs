//! Deprecation periods: what is removed too early, and sunset dates that are too close.

use serde_json::{Value, json};

use super::super::{CompareOptions, DeprecationPeriods, Report, compare};

const PERIODS: DeprecationPeriods =
    DeprecationPeriods { draft: 0, experimental: 0, alpha: 0, beta: 10, stable: 90, date: None };

fn compared(old: &Value, new: &Value, periods: DeprecationPeriods) -> Report {
    let description = |paths: &Value| {
        json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1.0.0"}, "paths": paths}).to_string()
    };
    let options = CompareOptions { periods, ..CompareOptions::default() };
    compare(description(old).as_bytes(), description(new).as_bytes(), &options).unwrap()
}

/// Returns the periods of the changes from `old` to `new`, which is released on 2026-06-30.
fn periods(old: &Value, new: &Value) -> Vec<Option<String>> {
    let report = compared(old, new, DeprecationPeriods { date: "2026-06-30".parse().ok(), ..PERIODS });
    report.changes.into_iter().map(|change| change.period).collect()
}

/// Returns an operation with additional members, and with a parameter.
fn operation(members: &Value, parameters: &[Value]) -> Value {
    let mut operation = json!({"responses": {}, "parameters": parameters});
    operation.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    json!({"/a": {"get": operation}})
}

#[test]
fn removal_names_a_period_that_is_too_short() {
    let stable = " and `stable` requires 90 days of deprecation";
    for (members, expected) in [
        (json!({}), Some("it was not deprecated,")),
        (json!({"deprecated": false, "x-sunset": "2020-01-01"}), Some("it was not deprecated,")),
        (json!({"deprecated": true}), Some("no date says since when it was deprecated,")),
        (json!({"deprecated": true, "x-deprecated-at": "2026-06-20"}), Some("it was deprecated 10 days before,")),
        (
            json!({"deprecated": true, "x-deprecated-at": "2026-06-29T12:00:00Z"}),
            Some("it was deprecated 1 day before,"),
        ),
        (json!({"deprecated": true, "x-deprecated-at": "2026-04-01"}), None),
        (json!({"deprecated": true, "x-sunset": "2026-06-30"}), None),
        (json!({"deprecated": true, "x-deprecated-at": "2026-06-20", "x-stability": "beta"}), None),
        (json!({"x-stability-level": "alpha"}), None),
    ] {
        let expected = expected.map(|expected| expected.to_owned() + stable);
        assert_eq!(periods(&operation(&members, &[]), &json!({})), std::slice::from_ref(&expected), "{members}");
        let mut parameter = json!({"name": "q", "in": "query", "schema": {}});
        parameter.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        let (old, new) = (operation(&json!({}), &[parameter]), operation(&json!({}), &[]));
        assert_eq!(periods(&old, &new), [expected], "{members}");
    }
    let early = json!({"deprecated": true, "x-deprecated-at": "2025-01-01", "x-sunset": "2026-07-10"});
    assert_eq!(periods(&operation(&early, &[]), &json!({})), [Some("its sunset is 10 days later".to_owned())]);
}

#[test]
fn parameter_has_the_stability_of_its_operation() {
    let parameter = json!({"name": "q", "in": "query", "schema": {}});
    let beta = json!({"x-stability-level": "beta"});
    let (old, new) = (operation(&beta, &[parameter]), operation(&beta, &[]));
    let expected = "it was not deprecated, and `beta` requires 10 days of deprecation";
    assert_eq!(periods(&old, &new), [Some(expected.to_owned())]);
}

#[test]
fn sunset_that_is_too_close_is_named() {
    let deprecated = |sunset: &str| operation(&json!({"deprecated": true, "x-sunset": sunset}), &[]);
    let close = Some("that is 31 days from this release, and `stable` requires 90 days until the sunset".to_owned());
    let old = operation(&json!({}), &[]);
    assert_eq!(periods(&old, &deprecated("2026-07-31")), std::slice::from_ref(&close));
    assert_eq!(periods(&old, &deprecated("2026-09-28")), [None]);
    assert_eq!(periods(&deprecated("2027-01-01"), &deprecated("2026-07-31")), [close]);
}

#[test]
fn period_is_part_of_the_message_and_changes_no_level() {
    let (old, new) = (operation(&json!({}), &[]), json!({}));
    let checked = compared(&old, &new, DeprecationPeriods { date: "2026-06-30".parse().ok(), ..PERIODS });
    let unchecked = compared(&old, &new, PERIODS);
    let message = "`GET /a` was removed: it was not deprecated, and `stable` requires 90 days of deprecation";
    assert_eq!(checked.changes[0].message, message);
    assert_eq!(unchecked.changes[0].message, "`GET /a` was removed");
    assert_eq!(checked.changes[0].id, unchecked.changes[0].id);
    assert_eq!(checked.verdict, unchecked.verdict);
    assert_eq!(Report::from_json(&checked.json()).unwrap().changes[0].period, checked.changes[0].period);
}
