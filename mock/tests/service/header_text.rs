//! Header fields of requests that hold more than ASCII: in UTF-8, or in ISO 8859-1 where they are no UTF-8.

use http::{HeaderValue, Request};
use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK_BODY, envelope, get, send, upload, with_track};

/// A text as clients send it: in UTF-8, and a byte for each character.
fn both(text: &str) -> [HeaderValue; 2] {
    let latin: Vec<u8> = text.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    [text.as_bytes(), &latin].map(|bytes| HeaderValue::from_bytes(bytes).unwrap())
}

fn get_with(mock: &MockService, name: &str, value: &HeaderValue) -> Answer {
    send(mock, &Request::get("/rest/N/1/n").header(name, value).body(Vec::new()).unwrap())
}

const NAMES: &str = r#"openapi: 3.0.0
info: {title: N, version: "1"}
paths:
  /n:
    get:
      parameters:
        - {name: X-City, in: header, schema: {enum: [Köln]}}
        - {name: city, in: cookie, schema: {enum: [Köln]}}
      responses: {"200": {description: d, content: {application/json: {examples: {groß: {value: 2}, klein: {value: 1}}}}}}
"#;

#[test]
fn preferences_parameters_and_cookies_are_read() {
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("n.yaml", NAMES.as_bytes())]).status(), 201);
    for value in both("example=groß") {
        assert_eq!(get_with(&mock, "prefer", &value).text(), "2");
    }
    for value in both("code=fünf") {
        let detail =
            "the request prefers a reply fünf, which is not a status from 200 to 599; the operation describes 200";
        assert_eq!(get_with(&mock, "prefer", &value).json()["detail"], detail);
    }
    for (name, right, wrong) in [("x-city", "Köln", "Münster"), ("cookie", "city=Köln", "city=Münster")] {
        for value in both(right) {
            assert_eq!(get_with(&mock, name, &value).status(), 200, "{name} {value:?}");
        }
        for value in both(wrong) {
            assert_eq!(get_with(&mock, name, &value).status(), 400, "{name} {value:?}");
        }
    }
    let log = get(&mock, "/api/invocations/N/1?size=100");
    assert!(log.text().contains("Münster") && !log.text().contains('\u{fffd}'), "{}", log.text());
}

#[test]
fn unknown_soap_action_is_quoted_in_the_fault() {
    let mock = with_track(Settings::default());
    for value in both("\"Größe\"") {
        let body = envelope("http://schemas.xmlsoap.org/soap/envelope/", TRACK_BODY);
        let request = Request::post("/soap/TrackService/1.0").header("content-type", "text/xml");
        let answer = send(&mock, &request.header("soapaction", value).body(body.into_bytes()).unwrap());
        assert!(answer.sentence().starts_with("the SOAPAction `Größe` matches no operation"), "{}", answer.sentence());
    }
}

#[test]
fn a_media_type_that_none_is_described_for_is_quoted() {
    let mock = MockService::new(Settings::default());
    let text = "openapi: 3.0.0\ninfo: {title: N, version: \"1\"}\npaths:\n  /n: {post: {requestBody: {content: {application/json: {}}}, responses: {\"200\": {description: d}}}}\n";
    assert_eq!(upload(&mock, &[("n.yaml", text.as_bytes())]).status(), 201);
    for value in both("text/größe") {
        let request = Request::post("/rest/N/1/n").header("content-type", value).body(b"a".to_vec()).unwrap();
        let answer = send(&mock, &request);
        let detail = "the body is sent as text/größe, but the description allows application/json";
        assert_eq!((answer.status(), answer.json()["detail"].as_str()), (415, Some(detail)));
    }
}
