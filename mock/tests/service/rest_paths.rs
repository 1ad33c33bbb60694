//! Paths that published descriptions have and OpenAPI does not foresee, methods that answer without being described, and
//! names that look like something else.

use serde_json::{Value, json};
use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, get, send, upload, upload_to};

const JOBS: &str = r#"openapi: 3.0.0
info: {title: Jobs, version: "1"}
paths:
  /#X-Amz-Target=Glue.GetJob:
    post:
      parameters: [{name: X-Amz-Target, in: header, required: true, schema: {type: string, enum: [Glue.GetJob]}}]
      responses: {"200": {description: one, content: {application/json: {example: job}}}}
  /#X-Amz-Target=Glue.StopJob:
    post:
      responses: {"200": {description: one, content: {application/json: {example: stopped}}}}
  /certificates/{id}#newStatus:
    put:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: newStatus, in: query, required: true, schema: {enum: [ACTIVE]}}
      responses: {"200": {description: one, content: {application/json: {example: updated}}}}
  /certificates/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: one, content: {application/json: {example: read}}}}
  /search?query={query}:
    get:
      parameters: [{name: query, in: path, required: true, schema: {type: string, minLength: 3}}]
      responses: {"200": {description: one, content: {application/json: {example: found}}}}
  /#/users:
    get:
      responses: {"200": {description: one, content: {application/json: {example: users}}}}
  /search#by-name:
    get:
      responses: {"200": {description: one, content: {application/json: {example: labelled}}}}
  /v1/{name}:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: one, content: {application/json: {example: resource}}}}
  /v1/{name}:wait:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: one, content: {application/json: {example: waited}}}}
"#;

const ROOT: &str = "/rest/Jobs/1";

fn mock() -> MockService {
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("jobs.yaml", JOBS.as_bytes())]).text(), "Jobs:1\n");
    mock
}

fn request(mock: &MockService, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = http::Request::builder().method(method).uri(format!("{ROOT}{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(mock, &request.body(Vec::new()).unwrap())
}

#[test]
fn header_or_parameter_after_the_path_selects_the_operation() {
    let mock = mock();
    let target = |value| request(&mock, "POST", "/", &[("X-Amz-Target", value)]);
    assert_eq!(target("Glue.GetJob").text(), r#""job""#);
    assert_eq!(target("Glue.StopJob").text(), r#""stopped""#);
    assert_eq!(request(&mock, "PUT", "/certificates/7?newStatus=ACTIVE", &[]).text(), r#""updated""#);
    assert_eq!(request(&mock, "GET", "/certificates/7", &[]).text(), r#""read""#);
    assert_eq!(request(&mock, "GET", "/search?query=a+b", &[]).text(), r#""found""#);
}

#[test]
fn unmatched_request_lists_the_required_parameters() {
    let mock = mock();
    for (method, path, headers, place) in [
        ("POST", "/", vec![], json!(["header", "X-Amz-Target", "Glue.GetJob, Glue.StopJob", ""])),
        (
            "POST",
            "/",
            vec![("x-amz-target", "Glue.X")],
            json!(["header", "X-Amz-Target", "Glue.GetJob, Glue.StopJob", "Glue.X"]),
        ),
        ("PUT", "/certificates/7", vec![], json!(["query", "newStatus", "any value", ""])),
        ("GET", "/search", vec![], json!(["query", "query", "any value", ""])),
    ] {
        let answer = request(&mock, method, path, &headers);
        let problem = answer.json();
        let error = &problem["errors"][0];
        let found = json!([error["in"], error["name"], error["expected"], error["value"]]);
        assert_eq!((answer.status(), found), (400, place), "{method} {path} {problem}");
    }
    let short = request(&mock, "GET", "/search?query=a", &[]);
    assert_eq!((short.status(), &short.json()["errors"][0]["in"]), (400, &json!("path")));
}

#[test]
fn unreachable_operation_is_listed_with_the_reason() {
    let mock = mock();
    let services = get(&mock, "/api/services").json();
    let operations = services[0]["operations"].as_array().unwrap();
    let of = |name: &str| operations.iter().find(|operation| operation["name"] == name).unwrap();
    assert_eq!(of("GET /#/users")["resourcePaths"], json!([]));
    for name in ["GET /#/users", "GET /search#by-name"] {
        assert!(of(name)["unserved"].as_str().unwrap().contains("fragment"), "{name}");
    }
    assert_eq!(of("POST /#X-Amz-Target=Glue.GetJob")["resourcePaths"], json!([format!("{ROOT}/")]));
    assert_eq!(of("POST /#X-Amz-Target=Glue.GetJob").get("unserved"), None::<&Value>);
}

#[test]
fn head_is_answered_like_get_without_a_body() {
    let mock = mock();
    let [get, head] = ["GET", "HEAD"].map(|method| request(&mock, method, "/certificates/7", &[]));
    assert_eq!((get.status(), head.status()), (200, 200));
    assert_eq!(head.header("content-type"), get.header("content-type"));
    assert_eq!((get.text(), head.text()), (r#""read""#, ""));
    assert_eq!(request(&mock, "HEAD", "/", &[]).status(), 405);
}

#[test]
fn of_two_paths_that_match_the_one_that_says_more_is_meant() {
    let mock = mock();
    assert_eq!(request(&mock, "GET", "/v1/job:wait", &[]).text(), r#""waited""#);
    assert_eq!(request(&mock, "GET", "/v1/job:other", &[]).text(), r#""resource""#);
}

#[test]
fn unknown_path_names_the_closest_one_unless_all_are_far() {
    let mock = MockService::new(Settings::default());
    let text = "openapi: 3.0.0\ninfo: {title: C, version: \"1\"}\npaths:\n  /tsp: {get: {responses: {\"200\": {description: d}}}}\n  /users: {get: {responses: {\"200\": {description: d}}}}\n  /users/{userId}: {get: {responses: {\"200\": {description: d}}}}\n";
    assert_eq!(upload(&mock, &[("c.yaml", text.as_bytes())]).status(), 201);
    for (path, detail) in [
        ("/user/me", "the description has no path /user/me; the closest is /users/{userId}"),
        ("/v2/users", "the description has no path /v2/users; the closest is /users"),
        ("/", "the description has no path /; /api/services lists its 3 operations"),
        ("/parcels", "the description has no path /parcels; /api/services lists its 3 operations"),
    ] {
        assert_eq!(get(&mock, &format!("/rest/C/1{path}")).json()["detail"], detail);
    }
}

#[test]
fn a_description_of_which_nothing_can_be_called_says_so() {
    let mock = MockService::new(Settings::default());
    let headers = [("accept", "application/json")];
    let files: [(&str, &[u8]); 1] = [("a.yaml", b"openapi: 3.1.0\ninfo: {title: A, version: \"1\"}\nwebhooks: {}\n")];
    let answer = upload_to(&mock, "/api/artifact/upload", &headers, &files);
    let reason = "its description has no operation";
    assert_eq!(answer.json()[0]["unserved"], reason);
    assert_eq!(get(&mock, "/api/services").json()[0]["unserved"], reason);
}
