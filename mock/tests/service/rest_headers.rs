//! The header fields of answers: every one that is described, as its example or its schema says.

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, get, post, upload, upload_to};

/// What an operation answers whose answer of this status has these headers.
fn answer_with(status: u16, headers: &str) -> Answer {
    let mock = MockService::new(Settings::default());
    let text = description_with(status, headers);
    assert_eq!(upload(&mock, &[("h.yaml", text.as_bytes())]).status(), 201);
    post(&mock, "/rest/H/1/parcels", &[], b"")
}

fn description_with(status: u16, headers: &str) -> String {
    format!(
        "openapi: 3.0.0\ninfo: {{title: H, version: \"1\"}}\npaths:\n  /parcels:\n    post:\n      responses:\n        \"{status}\":\n          description: d\n          headers: {headers}\n          content: {{application/json: {{schema: {{type: integer}}}}}}\n"
    )
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
fn well_known_headers_get_valid_values_by_default() {
    let known = [
        ("location", "./parcels/1"),
        ("retry-after", "120"),
        ("set-cookie", "session=1; Path=/"),
        ("etag", "\"1\""),
        ("link", "<./parcels>; rel=\"self\""),
        ("vary", "Accept"),
        ("cache-control", "no-cache"),
        ("www-authenticate", "Bearer realm=\"mock\""),
        ("last-modified", "Sun, 01 Mar 2026 00:00:00 GMT"),
        ("expires", "Sun, 01 Mar 2026 00:00:00 GMT"),
        ("allow", "GET"),
        ("content-disposition", "attachment; filename=\"file\""),
    ];
    let declared: Vec<String> = known.iter().map(|(name, _)| format!("{name}: {{schema: {{type: string}}}}")).collect();
    let answer = answer_with(201, &format!("{{{}}}", declared.join(", ")));
    for (name, value) in known {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    let answer = answer_with(
        302,
        "{Location: {schema: {type: string, format: uri}}, ETag: {schema: {enum: [W/a]}}, Link: {schema: {type: string, default: <a>}},
           Retry-After: {schema: {type: integer, minimum: 7}}, Vary: {schema: {type: array, items: {type: string}}}, Allow: {description: d}}",
    );
    for (name, value) in [
        ("location", "https://example.com/"),
        ("etag", "W/a"),
        ("link", "<a>"),
        ("retry-after", "7"),
        ("vary", "Accept"),
        ("allow", "GET"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
}

#[test]
fn headers_are_written_as_their_content_or_their_style_says() {
    let answer = answer_with(
        200,
        r#"{X-Json: {content: {application/json: {schema: {type: object, properties: {w: {type: integer}}}}}},
            X-Shown: {content: {application/json: {schema: {type: array}, examples: {a: {value: [1, "b"]}}}}},
            X-Text: {content: {text/plain: {schema: {enum: [a b]}}}},
            X-Members: {explode: true, schema: {type: object, properties: {w: {type: integer}, h: {enum: [7]}}}},
            X-Elements: {explode: true, schema: {type: array, items: {enum: [box, letter]}, minItems: 2, uniqueItems: true}}}"#,
    );
    for (name, value) in [
        ("x-json", "{\"w\":1}"),
        ("x-shown", "[1,\"b\"]"),
        ("x-text", "a b"),
        ("x-members", "h=7,w=1"),
        ("x-elements", "box,letter"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
}

#[test]
fn invalid_header_example_is_replaced_by_a_sample_and_noted() {
    let mock = MockService::new(Settings::default());
    let text = description_with(
        200,
        r#"{X-Left: {schema: {type: integer, minimum: 3}, example: many}, X-Text: {schema: {type: integer}, example: "5"},
            X-Pair: {schema: {type: object, properties: {w: {type: integer}}}, example: "w,2"},
            X-Second: {schema: {type: integer}, examples: {a: {value: b}, c: {value: 4}}},
            X-Never: {schema: {not: {}}}, X-Nothing: {description: d}, X-Ünfit: {schema: {type: integer}}}"#,
    );
    let accept = [("accept", "application/json")];
    let imported = upload_to(&mock, "/api/artifact/upload", &accept, &[("h.yaml", text.as_bytes())]);
    let notes: Vec<String> = serde_json::from_value(imported.json()[0]["notes"].clone()).unwrap();
    let place = "#/paths/~1parcels/post/responses/200/headers";
    assert_eq!(
        notes,
        [
            "POST /parcels: no example of the header `X-Left` of the response 200 matches its schema and is valid in a header; a sample is sent"
                .to_owned(),
            format!("POST /parcels: the header `X-Never` of the response 200 has no sample: no value was found that matches the schema; the schema is {place}/X-Never/schema; it is omitted"),
            "POST /parcels: the header `X-Nothing` of the response 200 has neither a schema nor an example that is valid in a header; it is omitted".to_owned(),
            "POST /parcels: the header `X-Ünfit` of the response 200 has a name that is not allowed for a header; it is omitted".to_owned(),
        ]
    );
    let answer = post(&mock, "/rest/H/1/parcels", &[], b"");
    for (name, value) in [
        ("x-left", Some("3")),
        ("x-text", Some("5")),
        ("x-pair", Some("w,2")),
        ("x-second", Some("4")),
        ("x-never", None),
        ("x-nothing", None),
    ] {
        assert_eq!(answer.header(name), value, "{name}");
    }
}

#[test]
fn description_does_not_override_transport_headers() {
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
fn invalid_header_is_not_sent() {
    let answer = answer_with(
        200,
        r#"{X-Lines: {example: "a\r\nX-Evil: b"}, "X Y": {example: a}, X-Never: {schema: {not: {}}}}"#,
    );
    assert_eq!((answer.status(), answer.header("x-lines"), answer.header("x-never")), (200, None, None));
    assert_eq!(answer.header("x-evil"), None);
}

#[test]
fn preferred_example_of_a_bodiless_response_is_rejected() {
    let text = "openapi: 3.1.0\ninfo: {title: E, version: \"1\"}\npaths:\n  /gone: {get: {responses: {\"204\": {description: d}}}}\n  /any: {get: {}}\n";
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("e.yaml", text.as_bytes())]);
    for (path, found) in [("gone", "the response 204 has no body"), ("any", "the operation has no body")] {
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

#[test]
fn each_cookie_has_a_field_of_its_own() {
    for (cookies, fields) in [
        (
            "{schema: {type: array, items: {type: string}, example: [a=1; Path=/, \"b=2; Expires=Wed, 01 Mar 2028 00:00:00 GMT\"]}}",
            &["a=1; Path=/", "b=2; Expires=Wed, 01 Mar 2028 00:00:00 GMT"] as &[_],
        ),
        ("{schema: {type: array, items: {type: string}}}", &["session=1; Path=/"]),
        ("{schema: {type: array, items: {enum: [a=1, b=2]}, minItems: 2, uniqueItems: true}}", &["a=1", "b=2"]),
        ("{schema: {type: string}, example: \"a=1\"}", &["a=1"]),
    ] {
        let answer = answer_with(200, &format!("{{Set-Cookie: {cookies}}}"));
        let found: Vec<&str> =
            answer.0.headers().get_all("set-cookie").iter().map(|field| field.to_str().unwrap()).collect();
        assert_eq!(found, fields, "{cookies}");
    }
}

#[test]
fn the_import_names_every_header_that_is_left_out() {
    let mock = MockService::new(Settings::default());
    let text = description_with(
        200,
        r#"{X-City: {schema: {enum: [Köln]}}, X-Lines: {schema: {enum: ["a\nb"]}}, Access-Control-Allow-Origin: {schema: {type: string}}, Content-Type: {schema: {type: string}},
            X-Xml: {content: {application/xml: {schema: {type: object}}}}, X-Text: {content: {text/plain: {schema: {enum: [a]}}}}}"#,
    );
    let accept = [("accept", "application/json")];
    let imported = upload_to(&mock, "/api/artifact/upload", &accept, &[("h.yaml", text.as_bytes())]);
    let notes: Vec<String> = serde_json::from_value(imported.json()[0]["notes"].clone()).unwrap();
    let left_out = |name: &str| format!("POST /parcels: the header `{name}` of the response 200");
    assert_eq!(
        notes,
        [
            format!("{} has no sample that is valid in a header; it is omitted", left_out("X-Lines")),
            format!("{} has no sample that is valid in a header; it is omitted", left_out("X-Xml")),
            format!(
                "{} is omitted: the body, the connection or the settings determine it",
                left_out("Access-Control-Allow-Origin")
            ),
        ]
    );
    let answer = post(&mock, "/rest/H/1/parcels", &[], b"");
    assert_eq!((answer.header("x-lines"), answer.header("x-xml"), answer.header("x-text")), (None, None, Some("a")));
    assert_eq!(answer.0.headers()["x-city"].as_bytes(), "Köln".as_bytes());
}
