//! What JavaScript sees of an engine; the same tests run in Node and in a browser.

use js_sys::{Array, JSON, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use waybill_wasm_client::Engine;

const CONFIG: &str = r#"{"environments": [{"name": "sandbox", "kind": "sandbox", "baseUrl": "https://a.example/api/v1"}],
    "environment": "sandbox", "credentials": [{"environment": "sandbox", "apiKey": "canary-key"}], "seed": 7}"#;
const CALL: &str = r#"{"route": {"type": "platform"}, "method": "GET", "template": "/connections/{connectionId}/health",
    "parameters": [["connectionId", "c-1"]], "query": [], "headers": [], "body": {"type": "empty"}}"#;

fn value(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

fn get(object: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(object.clone(), |object, name| Reflect::get(&object, &name.into()).unwrap())
}

#[wasm_bindgen_test]
fn a_call_becomes_a_request_with_its_credential() {
    let mut engine = Engine::new(value(CONFIG)).unwrap();
    let begun = engine.begin(value(CALL), 0.0).unwrap();
    assert_eq!(get(&begun, "call"), JsValue::from(1));
    let send = get(&begun, "step.actions.0");
    assert_eq!(get(&send, "type"), JsValue::from("send"));
    assert_eq!(get(&send, "url"), JsValue::from("https://a.example/api/v1/connections/c-1/health"));
    assert_eq!(get(&send, "body.type"), JsValue::from("empty"));
    let lines = Array::from(&get(&send, "headers"));
    assert!(lines.iter().any(|line| get(&line, "0") == JsValue::from("authorization")));
}

#[wasm_bindgen_test]
fn an_api_error_arrives_with_its_body_as_bytes() {
    let mut engine = Engine::new(value(CONFIG)).unwrap();
    engine.begin(value(CALL), 0.0).unwrap();
    let step = engine.on_head(1.0, 403, value("[]"), 1.0).unwrap();
    assert_eq!(get(&step, "actions.0.type"), JsValue::from("read"));
    let step = engine.on_body(1.0, b"{}", true, 2.0).unwrap();
    let actions = Array::from(&get(&step, "actions"));
    let done = actions.iter().find(|action| get(action, "type") == JsValue::from("done")).unwrap();
    assert_eq!(get(&done, "outcome.error.status"), JsValue::from(403));
    assert!(get(&done, "outcome.error.response.body").is_instance_of::<Uint8Array>());
}

#[wasm_bindgen_test]
fn a_configuration_of_another_type_is_refused_without_repeating_it() {
    let thrown =
        Engine::new(value(r#"{"environments": [], "environment": "x", "credentials": "canary-key", "seed": 1}"#))
            .err()
            .unwrap();
    assert_eq!(get(&thrown, "code"), JsValue::from("boundary.shape"));
    let text = String::from(JSON::stringify(&thrown).unwrap());
    assert!(!text.contains("canary"), "{text}");
}

#[wasm_bindgen_test]
fn an_exchange_that_was_never_named_is_a_misuse() {
    let mut engine = Engine::new(value(CONFIG)).unwrap();
    let thrown = engine.on_body(9.0, b"", true, 0.0).unwrap_err();
    assert_eq!(get(&thrown, "code"), JsValue::from("misuse"));
}
