//! The header fields of answers: every one that is described, as its example or its schema says.

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, get, post, upload};

/// What an operation answers whose answer of this status has these headers.
fn answer_with(status: u16, headers: &str) -> Answer {
    let mock = MockService::new(Settings::default());
    let text = format!(
        "openapi: 3.0.0\ninfo: {{title: H, version: \"1\"}}\npaths:\n  /parcels:\n    post:\n      responses:\n        \"{status}\":\n          description: d\n          headers: {headers}\n          content: {{application/json: {{schema: {{type: integer}}}}}}\n"
    );
    assert_eq!(upload(&mock, &[("h.yaml", text.as_bytes())]).status(), 201);
    post(&mock, "/rest/H/1/parcels", &[], b"")
}

#[test]
fn headers_that_are_not_required_are_sent_as_well() {
    let answer = answer_with(
        429,
        "{Retry-After: {schema: {type: integer, minimum: 30}}, X-RateLimit-Remaining: {schema: {type: integer, maximum: 0}},
           X-Next: {schema: {type: string}, example: /parcels?page=2}, X-Tracking-Number: {schema: {type: string}},
           X-Kinds: {schema: {type: array, items: {enum: [box, letter]}, minItems: 2, uniqueItems: true}},
           X-Box: {schema: {type: object, properties: {w: {type: integer}, h: {enum: [7]}}}}}",
    );
    assert_eq!(answer.status(), 429);
    for (name, value) in [
        ("retry-after", "30"),
        ("x-ratelimit-remaining", "0"),
        ("x-next", "/parcels?page=2"),
        ("x-tracking-number", "1Z12345E0205271688"),
        ("x-kinds", "box,letter"),
        ("x-box", "h,7,w,1"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
}

#[test]
fn headers_with_rules_of_their_own_follow_them_where_the_schema_leaves_that_open() {
    let answer = answer_with(
        201,
        "{Location: {schema: {type: string}}, Retry-After: {schema: {type: string}}, Set-Cookie: {schema: {type: string}}, ETag: {schema: {type: string}}}",
    );
    for (name, value) in
        [("location", "./parcels/1"), ("retry-after", "120"), ("set-cookie", "session=1; Path=/"), ("etag", "\"1\"")]
    {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    let answer = answer_with(302, "{Location: {schema: {type: string, format: uri}}, ETag: {schema: {enum: [W/a]}}}");
    assert_eq!((answer.header("location"), answer.header("etag")), (Some("https://example.com/"), Some("W/a")));
}

#[test]
fn headers_of_the_body_the_connection_and_the_settings_are_not_the_descriptions() {
    let text = "{schema: {type: string}, example: zip}";
    let names = [
        "Content-Length",
        "Content-Type",
        "Content-Encoding",
        "Transfer-Encoding",
        "Connection",
        "Date",
        "Access-Control-Allow-Origin",
    ];
    let headers: Vec<String> = names.iter().map(|name| format!("{name}: {text}")).collect();
    let answer = answer_with(200, &format!("{{{}}}", headers.join(", ")));
    for name in names {
        assert!(answer.header(name) != Some("zip"), "{name}");
    }
    assert_eq!((answer.header("content-type"), answer.text()), (Some("application/json"), "1"));
}

#[test]
fn what_cannot_be_a_header_is_not_sent() {
    let answer = answer_with(
        200,
        r#"{X-Lines: {example: "a\r\nX-Evil: b"}, "X Y": {example: a}, X-Never: {schema: {not: {}}}}"#,
    );
    assert_eq!((answer.status(), answer.header("x-lines"), answer.header("x-never")), (200, None, None));
    assert_eq!(answer.header("x-evil"), None);
}

#[test]
fn an_example_that_an_answer_without_a_body_cannot_have_is_refused() {
    let text = "openapi: 3.1.0\ninfo: {title: E, version: \"1\"}\npaths:\n  /gone: {get: {responses: {\"204\": {description: d}}}}\n  /any: {get: {}}\n";
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("e.yaml", text.as_bytes())]);
    for (path, found) in [("gone", "the answer 204 has no body"), ("any", "the operation has no body")] {
        let answer = crate::support::send(
            &mock,
            &http::Request::get(format!("/rest/E/1/{path}"))
                .header("prefer", "example=heavy")
                .body(Vec::new())
                .unwrap(),
        );
        let expected = format!("the request prefers the example heavy; {found}");
        assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(expected.as_str())));
    }
    assert!(get(&mock, "/api/invocations/E/1").text().contains("the request prefers the example heavy"));
}
