//! What JavaScript sees of a mock service; the same tests run in Node and in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::{JSON, Reflect, Uint8Array};
use wasm_bindgen::JsValue;

use wasm_bindgen_test::wasm_bindgen_test;
use waybill_wasm_mock::{Files, Mock, Reply};

const WSDL: &str = include_str!("../../../tests/mock/carriers/bergli/Barcode_v2_4.wsdl");
const SCHEMA: &str = include_str!("../../../tests/mock/carriers/bergli/barcode_v2_4.xsd");
const REQUEST: &str = include_str!("../../../tests/mock/carriers/bergli/requests/ReadServiceGroups.xml");
const SETTINGS: &str = r#"{"soapAction": "declared", "declaredNamespaces": true, "validate": true, "sampleSeed": 0,
    "services": {"TrackService:1.0": {"soapAction": "any"}}, "log": {"entries": 10, "bytes": 100000, "body": 1000}}"#;

fn mock() -> Mock {
    let mock = Mock::new(JSON::parse(SETTINGS).unwrap()).unwrap();
    let mut files = Files::new();
    files.add("Barcode_v2_4.wsdl", WSDL.as_bytes()).unwrap();
    files.add("barcode_v2_4.xsd", SCHEMA.as_bytes()).unwrap();
    assert_eq!(mock.import(files, None).unwrap(), ["BarcodeService:1.0"]);
    mock
}

fn call(mock: &Mock, body: &str) -> Reply {
    let head = r#"{"method": "POST", "url": "http://carrier.example/soap/BarcodeService/1.0",
        "headers": [["content-type", "text/xml"], ["soapaction", "ReadServiceGroups"]]}"#;
    mock.handle(JSON::parse(head).unwrap(), &body.as_bytes().into(), 1_772_323_200_000.0).unwrap()
}

fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

fn text(reply: &Reply) -> String {
    String::from_utf8(reply.body().unwrap().to_vec()).unwrap()
}

#[wasm_bindgen_test]
fn a_request_is_answered_with_a_sample() {
    let mock = mock();
    let reply = call(&mock, REQUEST);
    let head = reply.head().unwrap();
    assert_eq!((member(&head, "status"), member(&head, "afterMs")), (200.into(), 0.into()));
    assert!(text(&reply).contains("ReadServiceGroupsResponse"), "{}", text(&reply));
    mock.finished(reply, 1.5).unwrap();
}

#[wasm_bindgen_test]
fn request_that_violates_its_schema_gets_a_fault_response() {
    let reply = call(&mock(), &REQUEST.replace(">it<", ">rm<"));
    assert_eq!(member(&reply.head().unwrap(), "status"), 500);
    assert!(text(&reply).contains("path=\"/ReadServiceGroups/Language\""), "{}", text(&reply));
}

#[wasm_bindgen_test]
fn services_are_listed() {
    let listed = JSON::stringify(&mock().services().unwrap()).unwrap();
    let expected = r#"[{"id":"BarcodeService:1.0","path":"/soap/BarcodeService/1.0","operations":2}]"#;
    assert_eq!(String::from(listed), expected);
}

#[wasm_bindgen_test]
fn failed_import_throws_a_plain_object() {
    let mock = Mock::new(JSON::parse(SETTINGS).unwrap()).unwrap();
    let mut files = Files::new();
    files.add("Barcode_v2_4.wsdl", WSDL.as_bytes()).unwrap();
    let thrown = mock.import(files, None).unwrap_err();
    assert_eq!(member(&thrown, "code"), "import.refused");
    assert!(member(&thrown, "message").as_string().unwrap().contains("barcode_v2_4.xsd"));
}

#[wasm_bindgen_test]
fn values_of_another_type_are_refused() {
    assert_eq!(member(&Mock::new(JsValue::NULL).unwrap_err(), "code"), "boundary.shape");
    let thrown = mock().handle(JsValue::from("GET /"), &Uint8Array::default(), 0.0).unwrap_err();
    assert_eq!(member(&thrown, "code"), "boundary.shape");
}
