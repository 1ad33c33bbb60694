//! Preflight requests of browsers to mocked services (Fetch standard, CORS-preflight fetch).

use http::Request;
use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK, send, upload};

const PAGE: &str = "https://app.example";

const PARCELS: &str = r#"openapi: 3.1.0
info: {title: Parcels, version: "1"}
paths:
  /parcels:
    get: {responses: {"200": {description: all}}}
    post: {responses: {"204": {description: stored}}}
  /parcels/{id}:
    delete: {responses: {"204": {description: gone}}}
    options: {responses: {"200": {description: methods, content: {application/json: {example: described}}}}}
  /parcels/latest:
    get: {responses: {"200": {description: one}}}
"#;

fn mock() -> MockService {
    let mock = MockService::new(Settings { cors_origins: vec![PAGE.to_owned()], ..Settings::default() });
    let imported = upload(&mock, &[("parcels.yaml", PARCELS.as_bytes()), ("track.wsdl", TRACK.as_bytes())]);
    assert_eq!(imported.status(), 201, "{}", imported.text());
    mock
}

fn options(mock: &MockService, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::options(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(mock, &request.body(Vec::new()).unwrap())
}

fn preflight(mock: &MockService, path: &str, origin: &str) -> Answer {
    let headers = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type,x-trace"),
    ];
    options(mock, path, &headers)
}

#[test]
fn preflight_names_the_methods_of_the_path() {
    let mock = mock();
    for (path, methods) in [
        ("/rest/Parcels/1/parcels", "GET, POST"),
        ("/rest/Parcels/1/parcels/p-1", "DELETE, OPTIONS"),
        ("/rest/Parcels/1/parcels/latest", "GET"),
        ("/soap/TrackService/1.0", "POST"),
        ("/soap/TrackService/1.0?wsdl", "GET, HEAD, POST"),
    ] {
        let response = preflight(&mock, path, PAGE);
        assert_eq!((response.status(), response.text()), (204, ""), "{path}");
        for (header, value) in [
            ("access-control-allow-origin", PAGE),
            ("access-control-allow-methods", methods),
            ("access-control-allow-headers", "content-type,x-trace"),
            ("access-control-max-age", "3600"),
        ] {
            assert_eq!(response.header(header), Some(value), "{path}: {header}");
        }
    }
}

#[test]
fn preflight_to_a_path_that_is_not_mocked_is_404() {
    let mock = mock();
    for path in ["/rest/Parcels/1/other", "/rest/Other/1/parcels", "/soap/Other/1.0"] {
        let response = preflight(&mock, path, PAGE);
        assert_eq!((response.status(), response.header("access-control-allow-methods")), (404, None), "{path}");
    }
}

#[test]
fn options_request_that_is_no_preflight_calls_the_operation() {
    let mock = mock();
    let described = "/rest/Parcels/1/parcels/p-1";
    let from_page = options(&mock, described, &[("origin", PAGE)]);
    assert_eq!((from_page.status(), from_page.text()), (200, "\"described\""));
    assert_eq!(from_page.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(options(&mock, described, &[]).text(), "\"described\"");
    let other_page = preflight(&mock, described, "https://other.example");
    assert_eq!((other_page.text(), other_page.header("access-control-allow-origin")), ("\"described\"", None));
    assert_eq!(options(&mock, "/rest/Parcels/1/parcels", &[]).status(), 405);
}
