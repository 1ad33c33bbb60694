//! OpenAPI services: requests held to their description, answers chosen as the request prefers.

use serde_json::{Value, json};
use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, get, post, send, upload};

const PARCELS: &str = include_str!("../../../tests/mock/parcels/parcels.yaml");

const ROOT: &str = "/rest/Parcel+API/2.0";

fn mock() -> MockService {
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("parcels.yaml", PARCELS.as_bytes())]).text(), "Parcel API:2.0\n");
    mock
}

fn request(mock: &MockService, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut request = http::Request::builder().method(method).uri(format!("{ROOT}{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(mock, &request.body(body.as_bytes().to_vec()).unwrap())
}

const TRACE: (&str, &str) = ("x-trace", "3f0d8a1e-6a1b-4f57-9c37-0a6d4f1d2b3c");

/// Where each violation of a refused request is.
fn places(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status(), 400, "{}", answer.text());
    let errors = answer.json()["errors"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    errors
        .iter()
        .map(|error| (text(&error["in"]), format!("{}{}", text(&error["name"]), text(&error["path"]))))
        .collect()
}

#[test]
fn a_request_that_matches_is_answered_with_a_sample() {
    let mock = mock();
    let answer = request(
        &mock,
        "GET",
        "/parcels?state=new&state=sent&limit=5&codes=ab,cd&box[w]=1.5&box[zip]=10115",
        &[TRACE],
        "",
    );
    assert_eq!((answer.status(), answer.header("content-type")), (200, Some("application/json")), "{}", answer.text());
    assert_eq!(answer.header("x-total"), Some("3"));
    let parcel = &answer.json()[0];
    assert!(parcel["id"].is_i64() && parcel["weight"].is_number(), "{}", answer.text());
}

#[test]
fn every_violation_is_listed_with_its_place() {
    let mock = mock();
    let answer = request(
        &mock,
        "GET",
        "/parcels?state=lost&limit=500&codes=a,bc&box[w]=wide",
        &[("cookie", "a=b; session=x")],
        "",
    );
    let expected = [
        ("query", "state/0"),
        ("query", "limit"),
        ("query", "codes/0"),
        ("query", "box/w"),
        ("header", ""),
        ("cookie", "session"),
    ];
    let found = places(&answer);
    for (place, name) in expected {
        let named = |(found_in, found_name): &(String, String)| {
            found_in == place && (found_name == name || place == "header" && found_name == "X-Trace")
        };
        assert!(found.iter().any(named), "{place} {name}: {found:?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:?}");
}

#[test]
fn a_body_is_held_to_its_schema_with_lines_and_columns() {
    let mock = mock();
    let headers = [("content-type", "application/json")];
    let answer = request(&mock, "POST", "/parcels", &headers, "{\n  \"number\": \"12\", \"id\": 4\n}");
    let found = places(&answer);
    assert!(found.contains(&("body".to_owned(), "/number".to_owned())), "{found:?}");
    assert!(found.contains(&("body".to_owned(), "/id".to_owned())), "what is read-only is not sent: {found:?}");
    let number =
        answer.json()["errors"].as_array().unwrap().iter().find(|error| error["path"] == "/number").cloned().unwrap();
    assert_eq!((number["line"].clone(), number["keyword"].clone()), (json!(2), json!("pattern")));
    assert_eq!(request(&mock, "POST", "/parcels", &headers, "{").status(), 400);
    assert_eq!(request(&mock, "POST", "/parcels", &[], "").status(), 400);
    assert_eq!(request(&mock, "POST", "/parcels", &[("content-type", "application/xml")], "<a/>").status(), 415);
}

#[test]
fn a_form_is_held_to_the_schema_as_texts() {
    let mock = mock();
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    assert_eq!(request(&mock, "POST", "/parcels", &headers, "number=AB1234&weight=2.5").status(), 201);
    assert_eq!(places(&request(&mock, "POST", "/parcels", &headers, "number=AB1234&weight=light")).len(), 1);
}

#[test]
fn the_example_is_the_one_whose_request_was_sent() {
    let mock = mock();
    let headers = [("content-type", "application/json")];
    let heavy = request(&mock, "POST", "/parcels", &headers, "{\"weight\": 31.5, \"number\": \"AB1234\"}");
    assert_eq!((heavy.status(), heavy.json()["id"].clone()), (201, json!(2)));
    let other = request(&mock, "POST", "/parcels", &headers, "{\"weight\": 3, \"number\": \"AB1234\"}");
    assert_eq!(other.json()["id"], json!(1), "the first one that the schema admits");
}

#[test]
fn prefer_chooses_the_answer_and_the_example() {
    let mock = mock();
    let body = "{\"weight\": 3, \"number\": \"AB1234\"}";
    let prefer =
        |value| request(&mock, "POST", "/parcels", &[("content-type", "application/json"), ("prefer", value)], body);
    assert_eq!((prefer("code=409").status(), prefer("code=409").text()), (409, "{\"title\":\"known\"}"));
    assert_eq!(prefer("example=heavy").json()["id"], json!(2));
    assert_eq!(prefer("code=404").status(), 400);
    assert!(prefer("example=nobody").text().contains("light, heavy"));
}

#[test]
fn accept_chooses_the_media_type() {
    let mock = mock();
    let accept = |value| request(&mock, "GET", "/parcels/latest", &[("accept", value)], "");
    assert_eq!(accept("text/plain").text(), "AB1234");
    assert_eq!(accept("application/json, text/plain;q=0.5").text(), "7");
    assert_eq!(accept("image/png").status(), 406);
}

#[test]
fn paths_in_words_come_before_parameters() {
    let mock = mock();
    assert_eq!(request(&mock, "GET", "/parcels/latest", &[], "").text(), "7");
    assert_eq!(request(&mock, "GET", "/parcels/12", &[], "").status(), 200);
    assert_eq!(places(&request(&mock, "GET", "/parcels/first", &[], "")), [("path".to_owned(), "id".to_owned())]);
}

#[test]
fn answers_without_a_body_have_none() {
    let mock = mock();
    let answer = request(&mock, "DELETE", "/parcels/12", &[], "");
    assert_eq!((answer.status(), answer.text(), answer.header("content-type")), (204, "", None));
}

#[test]
fn an_unknown_path_is_404_and_another_method_405() {
    let mock = mock();
    let answer = request(&mock, "GET", "/parcel", &[], "");
    assert_eq!((answer.status(), answer.header("content-type")), (404, Some("application/problem+json")));
    assert!(answer.text().contains("the closest is /parcels"), "{}", answer.text());
    let answer = request(&mock, "PUT", "/parcels/1", &[], "");
    assert_eq!((answer.status(), answer.header("allow")), (405, Some("GET, DELETE")));
}

#[test]
fn operations_are_listed_with_whole_paths_and_logged_by_name() {
    let mock = mock();
    let services = get(&mock, "/api/services").json();
    let operation = &services[0]["operations"][0];
    assert_eq!(
        (operation["name"].clone(), operation["resourcePaths"].clone()),
        (json!("GET /parcels"), json!(["/rest/Parcel%20API/2.0/parcels"]))
    );
    request(&mock, "DELETE", "/parcels/12", &[], "");
    let log = get(&mock, "/api/invocations/Parcel+API/2.0");
    assert_eq!(log.json()[0]["operation"], json!("DELETE /parcels/{id}"));
}

#[test]
fn description_in_several_files_is_imported_and_exported() {
    let mock = MockService::new(Settings::default());
    let main = PARCELS.replace("$ref: \"#/components/schemas/Parcel\"", "$ref: \"schemas.yaml#/Parcel\"");
    let schemas = "Parcel: {type: object, required: [number], properties: {number: {type: string}}}";
    let missing = upload(&mock, &[("parcels.yaml", main.as_bytes())]);
    assert_eq!(missing.status(), 400);
    assert!(missing.text().contains("schemas.yaml, which is not in the upload"), "{}", missing.text());
    let answer = upload(&mock, &[("parcels.yaml", main.as_bytes()), ("schemas.yaml", schemas.as_bytes())]);
    assert_eq!(answer.status(), 201, "{}", answer.text());
    assert_eq!(request(&mock, "GET", "/parcels/12", &[], "").status(), 200);
    let export = get(&mock, "/api/services/export");
    let other = MockService::new(Settings::default());
    upload(&other, &[("export.json", export.text().as_bytes())]);
    assert_eq!(get(&other, "/api/services/export").text(), export.text());
    assert_eq!(
        request(&other, "GET", "/parcels/12", &[], "").text(),
        request(&mock, "GET", "/parcels/12", &[], "").text()
    );
}

#[test]
fn a_description_without_a_name_or_version_is_refused() {
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("a.yaml", b"openapi: 3.0.0\ninfo: {title: A}\npaths: {}\n")]);
    assert!(answer.text().contains("a.yaml has no info.version"), "{}", answer.text());
    let path = post(&mock, "/rest/A/1/x", &[], b"");
    assert_eq!(path.status(), 404);
}

#[test]
fn values_named_like_credentials_are_never_echoed() {
    let description = r#"{"openapi": "3.1.0", "info": {"title": "Login", "version": "1"}, "paths": {"/login": {"post": {
        "parameters": [
            {"name": "apiKey", "in": "query", "schema": {"type": "string", "maxLength": 3}},
            {"name": "X-Api-Key", "in": "header", "schema": {"type": "string", "maxLength": 3}},
            {"name": "session", "in": "cookie", "schema": {"type": "string", "maxLength": 3}}],
        "requestBody": {"content": {"application/json": {"schema": {"properties": {
            "password": {"maxLength": 3},
            "auth": {"anyOf": [{"properties": {"token": {"maxLength": 3}}, "required": ["token"]}, {"type": "null"}]}}}}}},
        "responses": {"204": {"description": "in"}}}}}}"#;
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("login.json", description.as_bytes())]).status(), 201);
    let headers = [("content-type", "application/json"), ("x-api-key", "canary"), ("cookie", "session=canary")];
    let body = br#"{"password": "canary", "auth": {"token": "canary"}}"#;
    let answer = post(&mock, "/rest/Login/1/login?apiKey=canary", &headers, body);
    assert_eq!((answer.status(), answer.json()["errors"].as_array().unwrap().len()), (400, 5), "{}", answer.text());
    for text in [answer.text(), get(&mock, "/api/invocations/Login/1").text()] {
        assert!(!text.contains("canary"), "{text}");
    }
}

#[test]
fn empty_body_counts_as_missing() {
    let mock = mock();
    let missing = request(&mock, "POST", "/parcels", &[("content-type", "application/json")], "");
    assert_eq!(missing.status(), 400);
    assert!(missing.text().contains("the body is required but missing"), "{}", missing.text());
}

#[test]
fn unvalidated_response_is_marked() {
    let mock = MockService::new(Settings { validate: false, ..Settings::default() });
    assert_eq!(upload(&mock, &[("parcels.yaml", PARCELS.as_bytes())]).status(), 201);
    let answer = request(&mock, "GET", "/parcels/seven", &[], "");
    assert_eq!((answer.status(), answer.header("x-waybill-lenient")), (200, Some("unvalidated")));
}

#[test]
fn informational_status_cannot_be_preferred() {
    let answer = request(&mock(), "DELETE", "/parcels/7", &[("prefer", "code=101")], "");
    assert_eq!(answer.status(), 400, "{}", answer.text());
}

#[test]
fn duplicate_violations_of_allof_branches_are_listed_once() {
    let mock = MockService::new(Settings::default());
    let name = "{type: object, properties: {name: {type: string}}}";
    let text = format!(
        "openapi: 3.0.0\ninfo: {{title: T, version: \"1\"}}\npaths:\n  /t: {{post: {{requestBody: {{content: {{application/json: {{schema: {{allOf: [{name}, {name}]}}}}}}}}, responses: {{\"200\": {{description: d}}}}}}}}\n"
    );
    assert_eq!(upload(&mock, &[("t.yaml", text.as_bytes())]).status(), 201);
    let answer = post(&mock, "/rest/T/1/t", &[("content-type", "application/json")], b"{\"name\": 1}");
    assert_eq!(answer.json()["errors"].as_array().unwrap().len(), 1, "{}", answer.text());
    assert_eq!(answer.json()["detail"], "`/name`: expected a string, found 1");
}
