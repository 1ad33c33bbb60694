//! What JavaScript sees of an engine; the same tests run in Node and in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::JsValue;

use wasm_bindgen_test::wasm_bindgen_test;
use waybill_wasm_client::Engine;

const CONFIG: &str = r#"{"environments": [{"name": "sandbox", "kind": "sandbox", "baseUrl": "https://a.example/api/v1"}],
    "environment": "sandbox", "credentials": [{"environment": "sandbox", "apiKey": "canary-key"}], "seed": 7}"#;
const WITH_LOGIN: &str = r#"{"environments": [{"name": "sandbox", "kind": "sandbox", "commerceUrl": "https://c.example/api",
    "authUrl": "https://id.example"}], "environment": "sandbox", "seed": 7, "credentials": [{"environment": "sandbox",
    "apiKey": "canary-key", "login": {"realm": "r", "username": "u", "password": "canary-password",
    "refreshToken": "canary-held"}}]}"#;
const COMMERCE: &str = r#"{"route": {"type": "commerce", "tenant": "acme"}, "method": "GET", "template": "/orders",
    "parameters": [], "query": [], "headers": [], "body": {"type": "empty"}}"#;
const TOKENS: &str = r#"{"access_token": "canary-access", "refresh_token": "canary-refresh", "expires_in": 300}"#;
const CALL: &str = r#"{"route": {"type": "platform"}, "method": "GET", "template": "/connections/{connectionId}/health",
    "parameters": [["connectionId", "c-1"]], "query": [], "headers": [], "body": {"type": "empty"}}"#;

/// The object of what crossed: a text, or an array of the text and bytes.
fn value(crossed: &JsValue) -> JsValue {
    let text = crossed.as_string().or_else(|| Array::from(crossed).get(0).as_string());
    JSON::parse(&text.unwrap()).unwrap()
}

fn get(object: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(object.clone(), |object, name| Reflect::get(&object, &name.into()).unwrap())
}

#[wasm_bindgen_test]
fn a_call_becomes_a_request_with_its_credential() {
    let mut engine = Engine::new(CONFIG).unwrap();
    let begun = value(&engine.begin(CALL, None, 0.0).unwrap());
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
    let mut engine = Engine::new(CONFIG).unwrap();
    engine.begin(CALL, None, 0.0).unwrap();
    let step = value(&engine.on_head(1.0, 403, "[]", 1.0).unwrap());
    assert_eq!(get(&step, "actions.0.type"), JsValue::from("read"));
    let crossed = engine.on_body(1.0, b"{}", true, 2.0).unwrap();
    let actions = Array::from(&get(&value(&crossed), "actions"));
    let done = actions.iter().find(|action| get(action, "type") == JsValue::from("done")).unwrap();
    assert_eq!(get(&done, "outcome.error.status"), JsValue::from(403));
    assert_eq!(get(&done, "outcome.error.response.body.$bytes"), JsValue::from(0));
    assert_eq!(js_sys::Uint8Array::new(&get(&crossed, "1")).to_vec(), b"{}");
}

#[wasm_bindgen_test]
fn invalid_configuration_is_rejected_without_its_value() {
    let thrown = Engine::new(r#"{"environments": [], "environment": "x", "credentials": "canary-key", "seed": 1}"#)
        .err()
        .unwrap();
    assert_eq!(get(&value(&thrown), "code"), JsValue::from("boundary.shape"));
    let text = thrown.as_string().unwrap();
    assert!(!text.contains("canary"), "{text}");
}

/// What may be logged of the actions of a step: of what is sent the URL alone, since headers and bodies carry secrets.
fn logged(step: &JsValue) -> String {
    let actions = Array::from(&get(step, "actions")).into_iter().map(|action| match get(&action, "type").as_string() {
        Some(kind) if kind == "send" => get(&action, "url").as_string().unwrap(),
        _ => String::from(JSON::stringify(&action).unwrap()),
    });
    actions.collect::<Vec<_>>().join("\n")
}

#[wasm_bindgen_test]
fn no_error_note_or_url_shows_a_key_a_password_or_a_token() {
    let mut engine = Engine::new(WITH_LOGIN).unwrap();
    let heads = r#"[["content-type", "application/json"]]"#;
    let (denied, lost) =
        (br#"{"error": "invalid_grant", "error_description": "canary-description"}"#, "connection reset");
    let mut log = logged(&get(&value(&engine.begin(COMMERCE, None, 0.0).unwrap()), "step"));
    assert!(log.contains("/realms/r/protocol/openid-connect/token"), "{log}");
    let steps = [
        // The refresh token held is refused, the password accepted, and the call sent with the token issued.
        engine.on_head(1.0, 400, heads, 1.0),
        engine.on_body(1.0, denied, true, 1.0),
        engine.on_head(2.0, 200, heads, 2.0),
        engine.on_body(2.0, TOKENS.as_bytes(), true, 2.0),
        // The call is refused, the tokens issued are refused, and so is the password: the call fails.
        engine.on_head(3.0, 401, heads, 3.0),
        engine.on_body(3.0, b"{}", true, 3.0),
        engine.on_head(4.0, 400, heads, 4.0),
        engine.on_body(4.0, denied, true, 4.0),
        engine.on_head(5.0, 401, heads, 5.0),
        engine.on_body(5.0, denied, true, 5.0),
        engine.on_failure(99.0, &format!(r#"{{"kind": "unknown", "detail": "{lost}"}}"#), 6.0),
        engine.set_credentials(r#"{"environment": "sandbox", "apiKey": "canary-key\\n"}"#, 7.0),
        engine.set_credentials(r#"{"environment": "sandbox", "apiKey": ["canary-key"]}"#, 8.0),
        engine.set_credentials(r#"{"environment": "canary-elsewhere", "apiKey": "canary-key"}"#, 9.0),
    ];
    for step in steps {
        let text = step.map_or_else(|thrown| thrown.as_string().unwrap(), |step| logged(&value(&step)));
        log.push('\n');
        log.push_str(&text);
    }
    assert!(log.contains("https://c.example/api/orders"), "{log}");
    for canary in ["canary-key", "canary-password", "canary-held", "canary-access", "canary-refresh"] {
        assert!(!log.contains(canary), "{canary} shows: {log}");
    }
}

#[wasm_bindgen_test]
fn an_exchange_that_was_never_named_is_a_misuse() {
    let mut engine = Engine::new(CONFIG).unwrap();
    let thrown = engine.on_body(9.0, b"", true, 0.0).unwrap_err();
    assert_eq!(get(&value(&thrown), "code"), JsValue::from("client.misuse"));
    assert_eq!(get(&value(&thrown), "kind"), JsValue::from("misuse"));
}
