//! What JavaScript sees of a comparison; the same tests run in Node and in a browser.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use waybill_wasm_diff::compare;

const OLD: &[u8] = br#"{"openapi": "3.0.3", "info": {"title": "t", "version": "1.0.0"}, "paths": {}}"#;
const NEW: &[u8] = br#"{"openapi": "3.0.3", "info": {"title": "t", "version": "1.1.0"}, "paths": {"/flows": {"get": {"responses": {"200": {"description": "ok"}}}}}}"#;

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
