//! Tests of parsing a JSON report, including an untrusted one.

use serde_json::{Value, json};

use crate::render::{ReadReportError, ReportFormat};
use crate::{CompareOptions, Report, SuppliedFile, compare, compare_files};

/// Returns the report of two releases with a breaking change, and its JSON as a value to edit.
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
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    let value = serde_json::from_slice(&report.json()).unwrap();
    (report, value)
}

fn read(value: &Value) -> Result<Report, ReadReportError> {
    Report::from_json(value.to_string().as_bytes())
}

#[test]
fn written_data_is_read_back_unchanged() {
    let (report, _) = report();
    assert_eq!(report.counts.breaking, 2);
    assert_eq!(Report::from_json(&report.json()).unwrap(), report);
}

#[test]
fn example_is_read_back_unless_it_is_unsafe_in_a_shell() {
    let (_, mut value) = report();
    let request =
        |method: &str, url: &str| json!({"method": method, "url": url, "headers": [["X-A", "b"]], "body": null});
    let plain = request("GET", "https://api.example.com/a?b=c");
    value["changes"][0]["witness"] = json!({"kind": "request", "before": plain, "after": plain, "refusal": null});
    let read_again = read(&value).unwrap();
    assert_eq!(read(&serde_json::from_slice(&read_again.json()).unwrap()).unwrap(), read_again);
    for hostile in
        [request("GET; touch x", "https://a"), request("GET", "https://a/`id`"), request("GET", "https://a b")]
    {
        value["changes"][0]["witness"]["after"] = hostile;
        assert!(read(&value).unwrap_err().to_string().contains("`witness` has the invalid value"));
    }
}

#[test]
fn verdict_level_and_advice_of_a_read_report_are_recomputed() {
    let (report, mut value) = report();
    value["verdict"] =
        json!({"required_bump": null, "declared_bump": null, "honoured": true, "sentence": "all is well"});
    value["counts"]["breaking"] = json!(0);
    value["changes"][0]["level"] = json!("docs");
    value["changes"][0]["why"] = json!("@everybody");
    assert_eq!(read(&value).unwrap(), report);
}

#[test]
fn unread_parts_keep_their_problem_code() {
    let description = |reference: &str| {
        let schema = format!(r#"{{"schema": {{"$ref": "{reference}"}}}}"#);
        let answer = format!(r#"{{"200": {{"description": "", "content": {{"a/b": {schema}}}}}}}"#);
        format!(r#"{{"openapi": "3.1.0", "paths": {{"/a": {{"get": {{"responses": {answer}}}}}}}}}"#)
    };
    for (reference, code) in [("#/nowhere", "reference.unresolved"), ("other.json", "reference.external")] {
        let text = description(reference);
        let report = compare(text.as_bytes(), text.as_bytes(), &CompareOptions::default()).unwrap();
        assert_eq!(report.problems[0].code, code);
        assert_eq!(Report::from_json(&report.json()).unwrap(), report);
        let invented = String::from_utf8(report.json()).unwrap().replace(code, "reference.invented");
        assert!(Report::from_json(invented.as_bytes()).unwrap_err().to_string().contains("`code`"));
    }
    let broken = |_, _: &_| Ok(SuppliedFile { bytes: b"{".to_vec(), found_at: None });
    let text = description("other.json");
    let report = compare_files(text.as_bytes(), text.as_bytes(), &CompareOptions::default(), broken).unwrap();
    assert_eq!(report.problems[0].code, "description.syntax");
    let read = Report::from_json(&report.json()).unwrap();
    assert_eq!(read.render(ReportFormat::Markdown), report.render(ReportFormat::Markdown));
}

#[test]
fn report_with_unknown_values_is_rejected() {
    let (_, value) = report();
    for (member, other, said) in [
        ("id", json!("x"), "`id` has the invalid value \"x\""),
        ("rule", json!("<b>"), "names the rule `<b>`"),
        ("section", json!("other"), "`section` has the invalid value"),
        ("direction", json!("up"), "`direction` has the invalid value"),
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
