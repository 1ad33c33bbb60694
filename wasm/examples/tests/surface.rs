//! What JavaScript sees of examples; the same tests run in Node and in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use waybill_report::CompareOptions;

use wasm_bindgen_test::wasm_bindgen_test;
use waybill_wasm_examples::{Files, add_examples, crashed};

fn member(thrown: &JsValue, name: &str) -> String {
    Reflect::get(thrown, &name.into()).unwrap().as_string().unwrap()
}

fn described(kind: &str) -> String {
    format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "Parcels", "version": "1.0.0"}}, "paths": {{"/parcels": {{"get": {{
        "parameters": [{{"name": "depot", "in": "query", "required": true, "schema": {{"type": "{kind}"}}}}],
        "responses": {{"200": {{"description": "all parcels"}}}}}}}}}}}}"#
    )
}

#[wasm_bindgen_test]
fn report_is_returned_with_example_requests_and_code() {
    let (previous, current) = (described("string"), described("integer"));
    let report =
        waybill_report::compare(previous.as_bytes(), current.as_bytes(), &CompareOptions::default()).unwrap().json();
    let files = Files::new();
    let found = add_examples(&report, previous.as_bytes(), current.as_bytes(), "{}", &files, &files).unwrap();
    assert!(found.starts_with(r#"{"report":{"#), "{found}");
    assert!(found.contains(r#""url":"https://api.example.com/parcels?depot="#), "{found}");
    assert!(found.contains(r##""sh":"# before\ncurl "##), "{found}");
}

#[wasm_bindgen_test]
fn a_refusal_is_a_plain_object_with_a_code() {
    let (description, files) = (described("string"), Files::new());
    let report = waybill_report::compare(description.as_bytes(), description.as_bytes(), &CompareOptions::default());
    let report = report.unwrap().json();
    let thrown = |report: &[u8], current: &str, options: &str| {
        add_examples(report, description.as_bytes(), current.as_bytes(), options, &files, &files).unwrap_err()
    };
    for (thrown, code) in [
        (thrown(b"<html>", &description, "{}"), "report.unreadable"),
        (thrown(&report, "{", "{}"), "description.syntax"),
        (thrown(&report, &description, "5"), "options.invalid"),
    ] {
        assert_eq!(member(&thrown, "code"), code);
        assert!(!member(&thrown, "message").is_empty());
    }
}

#[wasm_bindgen_test]
fn crash_error_exists_before_a_crash() {
    assert_eq!(member(&crashed().unwrap(), "code"), "examples.crashed");
}
