//! What JavaScript sees of a comparison; the same tests run in Node and in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};

use wasm_bindgen_test::wasm_bindgen_test;
use waybill_wasm_diff::{Files, Report};

const OLD: &[u8] = br#"{"openapi": "3.0.3", "info": {"title": "t", "version": "1.0.0"}, "paths": {}}"#;
const NEW: &[u8] = br#"{"openapi": "3.0.3", "info": {"title": "t", "version": "1.1.0"}, "paths": {"/flows": {"get": {"responses": {"200": {"description": "ok"}}}}}}"#;

fn compare(old: &[u8], new: &[u8], options: JsValue) -> Result<Report, JsValue> {
    waybill_wasm_diff::compare(old, new, options, &Files::new(), &Files::new(), None)
}

/// Compares with a watcher of this body.
fn watched(body: &str) -> Result<Report, JsValue> {
    let watch = Function::new_with_args("phase, done, total", body);
    waybill_wasm_diff::compare(OLD, NEW, JsValue::UNDEFINED, &Files::new(), &Files::new(), Some(watch.unchecked_into()))
}

#[wasm_bindgen_test]
fn progress_callback_gets_phase_done_and_total() {
    let report = watched(
        "if (phase !== 'definitions' || done !== 0 || !(total > 0)) throw new Error(`${phase} ${done} ${total}`)",
    );
    assert!(report.is_ok());
}

#[wasm_bindgen_test]
fn error_thrown_by_the_callback_ends_the_comparison() {
    assert_eq!(watched("throw 'enough'").unwrap_err(), JsValue::from("enough"));
}

#[wasm_bindgen_test]
fn an_added_operation_is_in_the_report() {
    let report = compare(OLD, NEW, JsValue::UNDEFINED).unwrap();
    let json = String::from_utf8(report.json().unwrap()).unwrap();
    assert!(json.contains("operation-added") && json.contains("/flows"), "{json}");
    assert!(report.render("markdown").unwrap().contains("/flows"));
}

#[wasm_bindgen_test]
fn a_refusal_is_a_plain_object_with_a_code() {
    let thrown = compare(b"{", NEW, JsValue::UNDEFINED).unwrap_err();
    let code = Reflect::get(&thrown, &"code".into()).unwrap().as_string().unwrap();
    assert!(code.starts_with("description."), "{code}");
    assert!(Reflect::get(&thrown, &"message".into()).unwrap().is_string());
}

#[wasm_bindgen_test]
fn an_unknown_format_is_refused_by_name() {
    let thrown = compare(OLD, NEW, JsValue::UNDEFINED).unwrap().render("pdf").unwrap_err();
    assert_eq!(Reflect::get(&thrown, &"code".into()).unwrap(), JsValue::from("format.unknown"));
}

#[wasm_bindgen_test]
fn options_of_another_type_are_refused_without_repeating_them() {
    let options = Object::new();
    Reflect::set(&options, &"previousName".into(), &JsValue::from(7)).unwrap();
    let thrown = compare(OLD, NEW, options.into()).unwrap_err();
    assert_eq!(Reflect::get(&thrown, &"code".into()).unwrap(), JsValue::from("options.invalid"));
}

#[wasm_bindgen_test]
fn names_may_be_absent_and_options_may_not_be_another_thing() {
    assert!(compare(OLD, NEW, Object::new().into()).is_ok());
    for other in [JsValue::NULL, JsValue::from(7), JsValue::from("name")] {
        let thrown = compare(OLD, NEW, other).unwrap_err();
        assert_eq!(Reflect::get(&thrown, &"code".into()).unwrap(), JsValue::from("options.invalid"));
    }
}
