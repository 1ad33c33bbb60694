//! Examples of breaking changes, for each kind of change.

use super::*;
use crate::{ExampleRequest, Witness};

/// Returns the examples of a change, with the current description's reason.
fn examples(previous: &str, current: &str) -> String {
    let described = |operation: &str| {
        let text = format!(
            r#"{{"openapi": "3.1.0", "info": {{"title": "Parcels", "version": "1"}}, "paths": {{"/parcels/{{id}}": {{
            "parameters": [{{"name": "id", "in": "path", "required": true, "schema": {{"type": "integer"}}}}],
            "post": {{"responses": {{"200": {{"description": "done"}}}}, {operation}}}}}}}}}"#
        );
        text.into_bytes()
    };
    let (previous, current) = (described(previous), described(current));
    let nothing = |_, wanted: &WantedFile| wanted.find_among(&[]);
    let report = compare_with_witnesses(&previous, &current, &CompareOptions::default(), nothing, |_, _, _| {
        ControlFlow::Continue(())
    })
    .unwrap();
    let breaking = report.changes.iter().filter(|change| change.level == Level::Breaking);
    let shown = breaking.map(|change| match change.witness.as_deref() {
        None => format!("{}: {}", change.rule, change.no_witness),
        Some(Witness { before, after, refusal }) => {
            let refusal = refusal.as_deref().unwrap_or("no refusal");
            format!("{}: {refusal}\n- {}\n+ {}", change.rule, line(before), line(after))
        }
    });
    shown.collect::<Vec<_>>().join("\n")
}

fn assert_shown(shown: &str, expected: &[&str]) {
    assert_eq!(shown, expected.join("\n"));
}

fn line(request: &ExampleRequest) -> String {
    let ExampleRequest { method: _, url, headers, body } = request;
    let headers: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let url = url.strip_prefix("https://api.example.com/").unwrap();
    [url.to_owned(), headers.join(" "), body.clone().unwrap_or_default()].join(" ").trim_end().to_owned()
}

/// Returns the JSON request body of an operation, with this schema.
fn body(schema: &str) -> String {
    format!(r#""requestBody": {{"required": true, "content": {{"application/json": {{"schema": {schema}}}}}}}"#)
}

fn parameters(list: &str) -> String {
    format!(r#""parameters": [{list}]"#)
}

#[test]
fn newly_required_property_appears_only_in_the_new_request() {
    let object = |required: &str| {
        body(&format!(
            r#"{{"type": "object", "required": [{required}], "properties":
                {{"weight": {{"type": "number"}}, "city": {{"type": "string"}}, "note": {{"type": "string"}}}}}}"#
        ))
    };
    assert_shown(
        &examples(&object(r#""weight""#), &object(r#""weight", "city""#)),
        &[
            "request-property-became-required: in the body, expected the property `city`, found none",
            r#"- parcels/1001 Content-Type: application/json {"weight":2.5}"#,
            r#"+ parcels/1001 Content-Type: application/json {"city":"Berlin","weight":2.5}"#,
        ],
    );
}

#[test]
fn removed_value_is_shown_in_the_smallest_request() {
    let object = |service: &str| {
        body(&format!(
            r#"{{"type": "object", "properties": {{"note": {{"type": "string"}}, "services": {{"type": "array", "items":
                {{"type": "object", "required": ["kind"], "properties": {{"kind": {service}, "until": {{"type": "string"}}}}}}}}}}}}"#
        ))
    };
    let (before, after) = (object(r#"{"enum": ["road", "rail", "air"]}"#), object(r#"{"enum": ["road", "rail"]}"#));
    assert_shown(
        &examples(&before, &after),
        &[
            r#"request-enum-value-removed: in the body, `/services/0/kind`: expected one of "road" and "rail", found "air""#,
            r#"- parcels/1001 Content-Type: application/json {"services":[{"kind":"air"}]}"#,
            r#"+ parcels/1001 Content-Type: application/json {"services":[{"kind":"road"}]}"#,
        ],
    );
}

#[test]
fn removed_parameter_is_omitted_and_moved_one_keeps_its_value() {
    let query = r#"{"name": "express", "in": "query", "schema": {"type": "boolean"}}"#;
    assert_shown(
        &examples(&parameters(query), &parameters("")),
        &["parameter-removed: no refusal", "- parcels/1001?express=true", "+ parcels/1001"],
    );
    let header = r#"{"name": "express", "in": "header", "schema": {"type": "boolean"}}"#;
    assert_shown(
        &examples(&parameters(query), &parameters(header)),
        &["parameter-location-changed: no refusal", "- parcels/1001?express=true", "+ parcels/1001 express: true"],
    );
}

#[test]
fn values_beside_a_bound_are_found() {
    let count =
        |bounds: &str| body(&format!(r#"{{"type": "object", "properties": {{"n": {{"type": "integer"{bounds}}}}}}}"#));
    assert_shown(
        &examples(&count(""), &count(r#", "minimum": -3"#)),
        &[
            "request-range-narrowed: in the body, `/n`: expected a number ≥ -3, found -4",
            r#"- parcels/1001 Content-Type: application/json {"n":-4}"#,
            r#"+ parcels/1001 Content-Type: application/json {"n":1}"#,
        ],
    );
    let text =
        |bounds: &str| body(&format!(r#"{{"type": "object", "properties": {{"t": {{"type": "string"{bounds}}}}}}}"#));
    assert_shown(
        &examples(&text(""), &text(r#", "maxLength": 2"#)),
        &[
            r#"request-length-narrowed: in the body, `/t`: expected at most 2 characters, found 3 characters in "ttt""#,
            r#"- parcels/1001 Content-Type: application/json {"t":"ttt"}"#,
            r#"+ parcels/1001 Content-Type: application/json {"t":"t"}"#,
        ],
    );
}

#[test]
fn each_newly_required_property_has_its_own_example() {
    let object = |required: &str| {
        body(&format!(
            r#"{{"type": "object", "required": [{required}],
                "properties": {{"a": {{"type": "string"}}, "b": {{"type": "string"}}}}}}"#
        ))
    };
    let shown = examples(&object(""), &object(r#""a", "b""#));
    assert!(shown.contains("the property `a`") && shown.contains("the property `b`"), "{shown}");
}

#[test]
fn nothing_is_shown_that_cannot_be_checked() {
    // Patterns with look-around are not supported, so no value is known to be rejected.
    let text = |pattern: &str| {
        body(&format!(
            r#"{{"type": "object", "required": ["t"], "properties": {{"t": {{"type": "string", "pattern": "{pattern}"}}}}}}"#
        ))
    };
    let shown = examples(&text("^(?=a)b"), &text("^(?=a)bc"));
    assert!(!shown.contains("\n- "), "{shown}");
}

#[test]
fn hostile_names_stay_in_their_place() {
    let object = |required: &str| {
        body(&format!(
            r#"{{"type": "object", "required": [{required}], "properties": {{"a/b~c": {{"type": "string", "const": "x\u202ey"}}}}}}"#
        ))
    };
    assert_shown(
        &examples(&object(""), &object(r#""a/b~c""#)),
        &[
            "request-property-became-required: in the body, expected the property `a/b~c`, found none",
            "- parcels/1001 Content-Type: application/json {}",
            r#"+ parcels/1001 Content-Type: application/json {"a/b~c":"x\u202ey"}"#,
        ],
    );
}

#[test]
fn string_that_both_descriptions_accept_is_no_refusal() {
    // `5` is a string and an integer, so a request with it is not rejected.
    let query = |schema: &str| parameters(&format!(r#"{{"name": "n", "in": "query", "schema": {schema}}}"#));
    let texts = r#"{"type": "string", "enum": ["5", "x"]}"#;
    let shown = examples(&query(texts), &query(r#"{"type": "integer"}"#));
    assert!(shown.contains("?n=x") && !shown.contains("- parcels/1001?n=5"), "{shown}");
    let form = |schema: &str| {
        format!(
            r#""requestBody": {{"content": {{"application/x-www-form-urlencoded": {{"schema": {{"type": "object",
            "properties": {{"n": {schema}}}}}}}}}}}"#
        )
    };
    let shown = examples(&form(r#"{"const": "5"}"#), &form(r#"{"type": "integer"}"#));
    assert!(!shown.contains("\n- "), "{shown}");
}

#[test]
fn ambiguous_serialization_has_no_example() {
    let query =
        |schema: &str, more: &str| parameters(&format!(r#"{{"name": "n", "in": "query"{more}, "schema": {schema}}}"#));
    let list = |least: usize| format!(r#"{{"type": "array", "minItems": {least}, "items": {{"type": "string"}}}}"#);
    let shown = examples(&query(&list(0), r#", "required": true"#), &query(&list(1), r#", "required": true"#));
    assert!(!shown.contains("\n- "), "an empty list is not sent at all: {shown}");
    let spaced = r#", "style": "spaceDelimited", "explode": false"#;
    let of = |values: &str| format!(r#"{{"type": "array", "items": {{"enum": [{values}]}}}}"#);
    let shown = examples(&query(&of(r#""x y", "z""#), spaced), &query(&of(r#""z""#), spaced));
    assert!(!shown.contains("\n- "), "a space stands between elements: {shown}");
}

#[test]
fn multipart_text_and_not_examples_are_shown() {
    let media = |media_type: &str, schema: &str| {
        format!(r#""requestBody": {{"required": true, "content": {{"{media_type}": {{"schema": {schema}}}}}}}"#)
    };
    let upload = |required: &str| {
        let schema = format!(
            r#"{{"type": "object", "required": [{required}], "properties": {{
                "label": {{"type": "string", "format": "binary"}}, "kind": {{"enum": ["pdf", "zpl"]}}}}}}"#
        );
        media("multipart/form-data", &schema)
    };
    let part = |head: &str, value: &str| {
        format!("--boundary\r\nContent-Disposition: form-data; name={head}\r\n\r\n{value}\r\n")
    };
    let label = part("\"label\"; filename=\"label.bin\"\r\nContent-Type: application/octet-stream", "label");
    let kind = part("\"kind\"", "pdf");
    assert_shown(
        &examples(&upload(r#""label""#), &upload(r#""label", "kind""#)),
        &[
            "request-property-became-required: in the body, expected the property `kind`, found none",
            &format!("- parcels/1001 Content-Type: multipart/form-data; boundary=boundary {label}--boundary--"),
            &format!("+ parcels/1001 Content-Type: multipart/form-data; boundary=boundary {kind}{label}--boundary--"),
        ],
    );
    let text = |length: u8| media("text/plain", &format!(r#"{{"type": "string", "maxLength": {length}}}"#));
    assert_shown(
        &examples(&text(8), &text(2)),
        &[
            r#"request-length-narrowed: in the body, expected at most 2 characters, found 4 characters in "text""#,
            "- parcels/1001 Content-Type: text/plain text",
            "+ parcels/1001 Content-Type: text/plain xt",
        ],
    );
    let code = |refused: &str| {
        body(&format!(r#"{{"type": "object", "properties": {{"code": {{"type": "string", "not": {refused}}}}}}}"#))
    };
    assert_shown(
        &examples(&code(r#"{"enum": ["a"]}"#), &code(r#"{"enum": ["a", "b"]}"#)),
        &[
            r#"request-condition-narrowed: in the body, `/code`: expected any value except one of "a" and "b", found "b""#,
            r#"- parcels/1001 Content-Type: application/json {"code":"b"}"#,
            r#"+ parcels/1001 Content-Type: application/json {"code":"code"}"#,
        ],
    );
}
