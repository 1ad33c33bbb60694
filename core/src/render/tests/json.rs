//! A JSON report that is read again, perhaps one that somebody else wrote.

use serde_json::{Value, json};

use crate::render::ReadReportError;
use crate::report::{Report, compare};

/// The report of two releases with a break, and its JSON as a value that can be changed.
fn report() -> (Report, Value) {
    let described = |version: &str, required: bool| {
        let parameter = json!({"name": "n", "in": "query", "required": required, "schema": {"type": "string"}});
        let operation = json!({"summary": "List", "tags": ["a"], "parameters": [parameter], "responses": {}});
        let paths = if required {
            json!({"/a": {"get": operation}})
        } else {
            json!({"/a": {"get": operation, "post": {"responses": {}}}})
        };
        json!({"openapi": "3.1.0", "info": {"title": "t", "version": version}, "paths": paths}).to_string()
    };
    let (old, new) = (described("1.4.0", false), described("1.5.0", true));
    let report = compare(old.as_bytes(), new.as_bytes(), &crate::report::CompareOptions::default()).unwrap();
    let value = serde_json::from_slice(&report.json()).unwrap();
    (report, value)
}

fn read(value: &Value) -> Result<Report, ReadReportError> {
    Report::from_json(value.to_string().as_bytes())
}

#[test]
fn what_is_written_is_read_again() {
    let (report, _) = report();
    assert_eq!(report.counts.breaking, 2);
    assert_eq!(Report::from_json(&report.json()).unwrap(), report);
}

#[test]
fn whoever_writes_a_report_chooses_no_verdict_no_level_and_no_advice() {
    let (report, mut value) = report();
    value["verdict"] =
        json!({"required_bump": null, "declared_bump": null, "honoured": true, "sentence": "all is well"});
    value["counts"]["breaking"] = json!(0);
    value["changes"][0]["level"] = json!("docs");
    value["changes"][0]["why"] = json!("@everybody");
    assert_eq!(read(&value).unwrap(), report);
}

#[test]
fn what_no_report_of_this_version_has_is_refused() {
    let (_, value) = report();
    for (member, other, said) in [
        ("id", json!("x"), "`id` of a change is \"x\""),
        ("rule", json!("<b>"), "names the rule `<b>`"),
        ("section", json!("other"), "`section` of a change"),
        ("direction", json!("up"), "`direction` of a change"),
        ("operations", json!(1), "cannot be read"),
    ] {
        let mut changed = value.clone();
        changed["changes"][0][member] = other;
        let error = read(&changed).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    let mut changed = value;
    changed["report_version"] = json!(2);
    assert!(read(&changed).unwrap_err().to_string().contains("version 2"));
    assert!(Report::from_json(b"[]").is_err() && Report::from_json(b"").is_err());
}
