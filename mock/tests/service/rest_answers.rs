//! What answers are sent as, where the description has ranges of media types or types that are neither JSON nor text.

use waybill_mock::service::{MockService, Settings};

use crate::support::{get, upload};

const FILES: &str = r#"openapi: 3.0.0
info: {title: Files, version: "1"}
paths:
  /text: {get: {responses: {"200": {description: d, content: {"text/*": {schema: {type: string}}}}}}}
  /image: {get: {responses: {"200": {description: d, content: {"image/*": {schema: {type: string, format: binary}}}}}}}
  /any: {get: {responses: {"200": {description: d, content: {"*/*": {schema: {type: string}}}}}}}
  /pdf: {get: {responses: {"200": {description: d, content: {application/pdf: {schema: {type: string, format: binary}}}}}}}
  /both: {get: {responses: {"200": {description: d, content: {"*/*": {}, application/json: {schema: {type: integer}}}}}}}
  /nothing: {get: {description: "describes no answer, as OpenAPI 3.1 allows"}}
  /xml: {get: {responses: {"200": {description: d, content: {application/xml: {schema: {type: object}}}}}}}
"#;

#[test]
fn a_range_is_answered_with_a_type_of_it_and_a_text_of_any_type_with_the_text() {
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("files.yaml", FILES.as_bytes())]);
    for (path, content_type, body) in [
        ("text", "text/plain", "text"),
        ("image", "image/png", "text"),
        ("any", "application/json", "\"text\""),
        ("pdf", "application/pdf", "text"),
        ("both", "application/json", "1"),
        ("xml", "application/xml", ""),
    ] {
        let answer = get(&mock, &format!("/rest/Files/1/{path}"));
        assert_eq!((answer.status(), answer.header("content-type")), (200, Some(content_type)), "{path}");
        assert_eq!(answer.text(), body, "{path}");
    }
}

#[test]
fn an_operation_that_describes_no_answer_is_answered_with_nothing_and_that_is_said() {
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("files.yaml", FILES.as_bytes())]);
    let answer = get(&mock, "/rest/Files/1/nothing");
    assert_eq!((answer.status(), answer.text()), (200, ""));
    assert_eq!(answer.header("x-waybill-lenient"), Some("undescribed-answer"));
}

#[test]
fn a_redirection_comes_before_what_is_answered_else() {
    let mock = MockService::new(Settings::default());
    let text = "openapi: 3.0.0\ninfo: {title: D, version: \"1\"}\npaths:\n  /d:\n    get:\n      responses:\n        default: {description: trouble}\n        \"302\": {description: there, headers: {Location: {schema: {type: string}}}}\n";
    assert_eq!(upload(&mock, &[("d.yaml", text.as_bytes())]).status(), 201);
    let answer = get(&mock, "/rest/D/1/d");
    assert_eq!((answer.status(), answer.header("location")), (302, Some("./d/1")));
}
