//! Every format shows the day on which a deprecated operation or parameter ends.

use serde_json::{Value, json};

use crate::render::{ChangelogOptions, Release, ReportFormat};
use crate::{CompareOptions, Report, compare};

const DAY: &str = "2027-01-31";

fn report(old: &Value, new: &Value) -> Report {
    let of = |paths: &Value| {
        json!({"openapi": "3.1.0", "info": {"title": "t", "version": "1.0.0"}, "paths": paths}).to_string()
    };
    compare(of(old).as_bytes(), of(new).as_bytes(), &CompareOptions::default()).unwrap()
}

fn operation(operation: &Value, parameter: &Value) -> Value {
    let mut parameter = parameter.clone();
    parameter["name"] = json!("q");
    parameter["in"] = json!("query");
    parameter["schema"] = json!({"type": "string"});
    let mut operation = operation.clone();
    operation["responses"] = json!({"204": {"description": "done"}});
    operation["parameters"] = json!([parameter]);
    json!({"get": operation})
}

fn assert_all_formats_name_the_day(report: &Report) {
    let formats = [ReportFormat::Terminal, ReportFormat::Json, ReportFormat::Markdown];
    let release = Release::after("1.0.0".parse().unwrap(), "2.0.0".parse().unwrap(), None).unwrap();
    let changelog = report.changelog(&release, &ChangelogOptions::default());
    for text in formats.map(|format| report.render(format)).into_iter().chain([changelog]) {
        assert!(text.contains(DAY), "{text}");
    }
}

#[test]
fn deprecation_names_its_day_in_every_format() {
    let (kept, ending) = (json!({}), json!({"deprecated": true, "x-sunset": DAY}));
    let known = json!({"x-sunset": DAY});
    for (old, new) in [
        (operation(&kept, &kept), operation(&ending, &kept)),
        (operation(&kept, &kept), operation(&kept, &ending)),
        (operation(&known, &kept), operation(&ending, &kept)),
    ] {
        let report = report(&json!({"/a": old}), &json!({"/a": new}));
        let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
        assert_eq!(rules, ["deprecation-added"]);
        assert_all_formats_name_the_day(&report);
    }
}

#[test]
fn added_or_removed_deprecated_operation_names_its_day_in_every_format() {
    let ending = operation(&json!({"deprecated": true, "x-sunset": DAY}), &json!({}));
    let (without, with) = (json!({}), json!({"/a": ending}));
    for report in [report(&without, &with), report(&with, &without)] {
        assert_eq!(report.changes.len(), 1);
        assert_all_formats_name_the_day(&report);
    }
}

#[test]
fn text_that_is_no_date_is_not_shown_as_one() {
    let odd = |day: &str| operation(&json!({"deprecated": true, "x-sunset": day}), &json!({}));
    for day in ["soon", "`*](x)2027-01-31", "<b>2027-01-31</b>"] {
        let report = report(&json!({"/a": odd(day)}), &json!({}));
        assert_eq!(report.changes[0].message, "`GET /a` was removed after it was deprecated", "{day}");
    }
}
