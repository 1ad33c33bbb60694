//! What JavaScript sees of releases; the same tests run in Node and in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use wasm_bindgen_test::wasm_bindgen_test;
use waybill_wasm_releases::{
    crashed, find_previous_tag, keep_hand_written, read_tag, remove_operations, required_bump,
};

fn member(thrown: &JsValue, name: &str) -> String {
    Reflect::get(thrown, &name.into()).unwrap().as_string().unwrap()
}

#[wasm_bindgen_test]
fn functions_return_json() {
    assert_eq!(read_tag(r#"{"text": "1.4.0"}"#).unwrap(), r#""v1.4.0""#);
    assert_eq!(find_previous_tag(r#"{"tag": "1.4.0", "names": []}"#).unwrap(), "null");
    let kept = keep_hand_written(r#"{"previous": "", "generated": "a\n"}"#).unwrap();
    assert_eq!(kept, r#""a\n""#);
    assert_eq!(remove_operations(b"{}").unwrap(), r#""{\"paths\":{}}""#);
}

#[wasm_bindgen_test]
fn a_refusal_is_a_plain_object_with_a_code() {
    for (thrown, code) in [
        (read_tag(r#"{"text": "latest"}"#), "tag.invalid"),
        (read_tag("{}"), "options.invalid"),
        (required_bump("<html>"), "report.unreadable"),
        (remove_operations(b"{"), "description.syntax"),
    ] {
        let thrown = thrown.unwrap_err();
        assert_eq!(member(&thrown, "code"), code);
        assert!(!member(&thrown, "message").is_empty());
    }
}

#[wasm_bindgen_test]
fn crash_error_exists_before_a_crash() {
    assert_eq!(member(&crashed().unwrap(), "code"), "releases.crashed");
}
