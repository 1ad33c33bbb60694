//! What answers are sent as, where the description has ranges of media types or types that are neither JSON nor text.

use waybill_mock::service::{MockService, Settings};

use crate::support::{get, send, upload, upload_to};

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
  /yaml: {get: {responses: {"200": {description: d, content: {application/yaml: {schema: {type: array, items: {type: integer}}}}}}}}
"#;

#[test]
fn media_range_is_answered_with_a_concrete_type() {
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("files.yaml", FILES.as_bytes())]);
    for (path, content_type, body) in [
        ("text", "text/plain", "text"),
        ("image", "image/png", "text"),
        ("any", "application/json", "\"text\""),
        ("pdf", "application/pdf", "text"),
        ("both", "application/json", "1"),
        ("xml", "application/xml", ""),
        ("yaml", "application/yaml", "[1]"),
    ] {
        let answer = get(&mock, &format!("/rest/Files/1/{path}"));
        assert_eq!((answer.status(), answer.header("content-type")), (200, Some(content_type)), "{path}");
        assert_eq!(answer.text(), body, "{path}");
    }
}

#[test]
fn operation_without_responses_gets_an_empty_marked_response() {
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("files.yaml", FILES.as_bytes())]);
    let answer = get(&mock, "/rest/Files/1/nothing");
    assert_eq!((answer.status(), answer.text()), (200, ""));
    assert_eq!(answer.header("x-waybill-lenient"), Some("undescribed-answer"));
}

#[test]
fn redirection_is_preferred_over_the_default() {
    let mock = MockService::new(Settings::default());
    let text = "openapi: 3.0.0\ninfo: {title: D, version: \"1\"}\npaths:\n  /d:\n    get:\n      responses:\n        default: {description: trouble}\n        \"302\": {description: there, headers: {Location: {schema: {type: string}}}}\n";
    assert_eq!(upload(&mock, &[("d.yaml", text.as_bytes())]).status(), 201);
    let answer = get(&mock, "/rest/D/1/d");
    assert_eq!((answer.status(), answer.header("location")), (302, Some("./d/1")));
}

const TEXTS: &str = r#"openapi: 3.0.0
info: {title: Texts, version: "1"}
paths:
  /xml: {get: {responses: {"200": {description: d, content: {application/xml: {schema: {type: object, properties: {id: {type: integer}}}, example: "<parcel id=\"1\"/>"}}}}}}
  /one-of: {get: {responses: {"200": {description: d, content: {text/xml: {schema: {oneOf: [{type: object}, {type: array}]}, example: <parcels/>}}}}}}
  /csv: {get: {responses: {"200": {description: d, content: {text/csv: {schema: {type: array, items: {type: object}}, examples: {two: {value: "id\n1\n2\n"}}}}}}}}
  /number: {get: {responses: {"200": {description: d, content: {text/plain: {schema: {type: integer}, example: "007"}}}}}}
  /words: {get: {responses: {"200": {description: d, content: {text/plain: {schema: {type: string, enum: [yes, no]}, examples: {a: {value: perhaps}, b: {value: no}}}}}}}}
  /too-long: {get: {responses: {"200": {description: d, content: {text/plain: {schema: {type: string, maxLength: 2}, example: perhaps}}}}}}
"#;

#[test]
fn string_example_of_a_non_json_type_is_sent_unchanged() {
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("texts.yaml", TEXTS.as_bytes())]);
    for (path, body) in [
        ("xml", "<parcel id=\"1\"/>"),
        ("one-of", "<parcels/>"),
        ("csv", "id\n1\n2\n"),
        ("number", "007"),
        ("words", "no"),
        ("too-long", "xt"),
    ] {
        let answer = get(&mock, &format!("/rest/Texts/1/{path}"));
        assert_eq!((answer.status(), answer.text()), (200, body), "{path}");
    }
}

#[test]
fn import_notes_examples_that_are_not_checked() {
    let mock = MockService::new(Settings::default());
    let accept = [("accept", "application/json")];
    let answer = upload_to(&mock, "/api/artifact/upload", &accept, &[("texts.yaml", TEXTS.as_bytes())]);
    let notes: Vec<String> = serde_json::from_value(answer.json()[0]["notes"].clone()).unwrap();
    let said = |operation: &str, range: &str| {
        format!(
            "{operation}: the example of the response 200 as {range} is a string, which its schema does not describe; it is sent unchanged and unchecked"
        )
    };
    assert_eq!(
        notes,
        [
            said("GET /xml", "application/xml"),
            said("GET /one-of", "text/xml"),
            said("GET /csv", "text/csv"),
            said("GET /number", "text/plain")
        ]
    );
}

#[test]
fn an_object_is_not_written_as_xml_or_csv() {
    let mock = MockService::new(Settings::default());
    let media = "{schema: {type: object}, example: {id: 1}}";
    let text = format!(
        "openapi: 3.0.0\ninfo: {{title: O, version: \"1\"}}\npaths:\n  /o: {{get: {{responses: {{\"200\": {{description: d, content: {{application/xml: {media}, text/csv: {media}, text/plain: {media}}}}}}}}}}}\n"
    );
    assert_eq!(upload(&mock, &[("o.yaml", text.as_bytes())]).status(), 201);
    for (accept, body, mark) in [
        ("application/xml", "", Some("unwritten-body")),
        ("text/csv", "", Some("unwritten-body")),
        ("text/plain", "{\"id\":1}", None),
        ("*/*", "{\"id\":1}", None),
    ] {
        let request = http::Request::get("/rest/O/1/o").header("accept", accept).body(Vec::new()).unwrap();
        let answer = send(&mock, &request);
        assert_eq!((answer.text(), answer.header("x-waybill-lenient")), (body, mark), "{accept}");
    }
    let notes = get(&mock, "/api/services").json()[0]["notes"].to_string();
    for range in ["application/xml", "text/csv"] {
        let note = format!(
            "GET /o: the response 200 has no body as {range}: only a string can be written as this type; add a string as the example"
        );
        assert!(notes.contains(&note), "{notes}");
    }
}

#[test]
fn unwritable_preferred_example_is_rejected_and_csv_has_numbers() {
    let mock = MockService::new(Settings::default());
    let text = "openapi: 3.0.0\ninfo: {title: N, version: \"1\"}\npaths:\n  /n: {get: {responses: {\"200\": {description: d, content: {text/csv: {schema: {type: integer}, examples: {a: {value: 5}, b: {value: [5]}}}, application/xml: {schema: {type: integer}, examples: {c: {value: 5}}}}}}}}\n  /m: {get: {responses: {\"200\": {description: d, content: {application/xml: {schema: {type: object}}}}}}}\n";
    assert_eq!(upload(&mock, &[("n.yaml", text.as_bytes())]).status(), 201);
    let ask = |accept: &str, preference: &str| {
        let request = http::Request::get("/rest/N/1/n").header("accept", accept).header("prefer", preference);
        send(&mock, &request.body(Vec::new()).unwrap())
    };
    assert_eq!(ask("text/csv", "").text(), "5");
    assert_eq!(ask("application/xml", "").text(), "");
    for (accept, name) in [("text/csv", "b"), ("application/xml", "c")] {
        let answer = ask(accept, &format!("example={name}"));
        let detail = format!(
            "the request prefers the example {name}; it is not a string, and only strings can be written as {accept}"
        );
        assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(detail.as_str())));
    }
    let notes = get(&mock, "/api/services").json()[0]["notes"].to_string();
    assert!(
        notes.contains("GET /n: the response 200 has no body as application/xml, and so has one other: "),
        "{notes}"
    );
}

#[test]
fn preferred_example_may_have_commas_but_needs_a_value() {
    let mock = MockService::new(Settings::default());
    let text = "openapi: 3.0.0\ninfo: {title: P, version: \"1\"}\npaths:\n  /p: {get: {responses: {default: {description: d, content: {application/json: {examples: {\"a, b\": {value: 1}, c: {value: 2}}}}}}}}\n";
    assert_eq!(upload(&mock, &[("p.yaml", text.as_bytes())]).status(), 201);
    let prefer = |preference: &str| {
        let request = http::Request::get("/rest/P/1/p").header("prefer", preference).body(Vec::new()).unwrap();
        send(&mock, &request)
    };
    assert_eq!(prefer("example=\"a, b\"").text(), "1");
    assert_eq!(prefer("code=404; example=c").status(), 404);
    for (preference, detail) in [
        ("code=", "`Prefer: code` has no value; the operation describes default"),
        ("code", "`Prefer: code` has no value; the operation describes default"),
        ("code=\"\"", "`Prefer: code` has no value; the operation describes default"),
        ("example=", "`Prefer: example` has no value; the response as application/json has a, b, c"),
    ] {
        let answer = prefer(preference);
        assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(detail)), "{preference}");
    }
}

#[test]
fn a_range_is_sent_as_the_type_of_it_that_the_request_accepts() {
    let mock = MockService::new(Settings::default());
    let content = |range: &str| {
        format!(
            "{{get: {{responses: {{\"200\": {{description: d, content: {{\"{range}\": {{schema: {{type: string}}}}}}}}}}}}}}"
        )
    };
    let (any, image, text, star) = (content("*/*"), content("image/*"), content("text/*"), content("*"));
    let description = format!(
        "openapi: 3.0.0\ninfo: {{title: R, version: \"1\"}}\npaths:\n  /any: {any}\n  /image: {image}\n  /text: {text}\n  /star: {star}\n"
    );
    assert_eq!(upload(&mock, &[("r.yaml", description.as_bytes())]).status(), 201);
    for (path, accept, content_type, body) in [
        ("any", "application/json", "application/json", "\"text\""),
        ("any", "text/html, */*;q=0.1", "application/json", "\"text\""),
        ("any", "text/plain", "text/plain", "text"),
        ("any", "text/*", "text/plain", "text"),
        ("any", "text/plain;q=0.5, text/html", "text/html", "text"),
        ("image", "image/png", "image/png", "text"),
        ("image", "image/gif, text/*", "image/gif", "text"),
        ("text", "text/*", "text/plain", "text"),
        ("star", "*/*", "application/octet-stream", "text"),
    ] {
        let request = http::Request::get(format!("/rest/R/1/{path}")).header("accept", accept).body(Vec::new());
        let answer = send(&mock, &request.unwrap());
        assert_eq!((answer.status(), answer.header("content-type")), (200, Some(content_type)), "{path} {accept}");
        assert_eq!(answer.text(), body, "{path} {accept}");
    }
    let request = http::Request::get("/rest/R/1/image").header("accept", "text/plain, image/png;q=0").body(Vec::new());
    assert_eq!(send(&mock, &request.unwrap()).status(), 406);
}

const CODES: &str = r#"openapi: 3.0.0
info: {title: Codes, version: "1"}
paths:
  /range: {get: {responses: {"200": {description: d}, "5XX": {description: d}, "500": {description: d}}}}
  /default: {get: {responses: {"200": {description: d}, "500": {description: d}, "default": {description: d}}}}
  /only: {get: {responses: {default: {description: d}}}}
  /single: {get: {responses: {"2XX": {description: d}, "200": {description: d}, "503": {description: d}}}}
"#;

#[test]
fn prefer_code_selects_a_status_a_range_or_the_default() {
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("c.yaml", CODES.as_bytes())]).status(), 201);
    let prefer = |path: &str, code: &str| {
        let request = http::Request::get(format!("/rest/Codes/1/{path}")).header("prefer", format!("code={code}"));
        send(&mock, &request.body(Vec::new()).unwrap())
    };
    for (path, code, status) in [
        ("range", "500", 500),
        ("range", "503", 503),
        ("range", "5XX", 501),
        ("range", "5xx", 501),
        ("default", "404", 404),
        ("default", "default", 501),
        ("default", "4XX", 400),
        ("only", "default", 200),
        ("only", "500", 500),
        ("single", "5XX", 503),
        ("single", "2XX", 201),
    ] {
        assert_eq!(prefer(path, code).status(), status, "{path} {code}");
    }
    assert_eq!(get(&mock, "/rest/Codes/1/single").status(), 200, "before the range that stands before it");
    for (path, code, detail) in [
        ("single", "4XX", "the request prefers a reply 4XX; the operation describes 2XX, 200, 503"),
        ("single", "default", "the request prefers a reply default; the operation describes 2XX, 200, 503"),
        ("single", "404", "the request prefers a reply 404; the operation describes 2XX, 200, 503"),
        (
            "only",
            "600",
            "the request prefers a reply 600, which is not a status from 200 to 599; the operation describes default",
        ),
        (
            "only",
            "1XX",
            "the request prefers a reply 1XX, which is not a status from 200 to 599; the operation describes default",
        ),
        (
            "only",
            "gone",
            "the request prefers a reply gone, which is not a status from 200 to 599; the operation describes default",
        ),
    ] {
        let answer = prefer(path, code);
        assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(detail)), "{path} {code}");
    }
}

#[test]
fn operation_with_only_errors_is_answered_with_the_first() {
    let mock = MockService::new(Settings::default());
    let text = "openapi: 3.0.0\ninfo: {title: E, version: \"1\"}\npaths:\n  /e: {get: {responses: {\"405\": {description: d}, \"400\": {description: d}}}}\n  /f: {get: {responses: {\"4XX\": {description: d}}}}\n";
    assert_eq!(upload(&mock, &[("e.yaml", text.as_bytes())]).status(), 201);
    let answer = get(&mock, "/rest/E/1/e");
    assert_eq!((answer.status(), answer.header("x-waybill-lenient")), (405, Some("no-success-described")));
    let request = http::Request::get("/rest/E/1/e").header("prefer", "code=400").body(Vec::new()).unwrap();
    assert_eq!(send(&mock, &request).header("x-waybill-lenient"), None);
    let note = "GET /e: a valid request gets the response 405, and so has one other: only errors are described; describe a success response, or `default`";
    assert_eq!(get(&mock, "/api/services").json()[0]["notes"], serde_json::json!([note]));
}
