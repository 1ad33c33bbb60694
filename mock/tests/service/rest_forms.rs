//! Forms and queries whose names have brackets, and texts that look like something else than their schema says.

use serde_json::{Value, json};
use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, send, upload};

const CHARGES: &str = r#"openapi: 3.0.0
info: {title: Charges, version: "1"}
paths:
  /charges/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string, maxLength: 40}}]
    get:
      parameters:
        - {name: expand, in: query, style: deepObject, schema: {type: array, items: {type: string, maxLength: 10}}}
        - name: created
          in: query
          style: deepObject
          schema: {anyOf: [{type: object, properties: {gt: {type: integer}}}, {type: integer}]}
        - name: lines
          in: query
          style: deepObject
          schema:
            type: array
            items:
              type: object
              required: [amount]
              properties: {amount: {type: integer}, name: {type: string}, tags: {anyOf: [{type: array, items: {type: string}}, {enum: [""]}]}}
      responses: {"200": {description: one}}
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {lines: {type: array, items: {properties: {amount: {type: integer}}, required: [amount]}}}}
          application/x-www-form-urlencoded:
            encoding:
              expand: {style: deepObject, explode: true}
              metadata: {style: deepObject, explode: true}
              lines: {style: deepObject, explode: true}
              codes: {style: pipeDelimited, explode: false}
            schema:
              type: object
              additionalProperties: false
              properties:
                expand: {type: array, items: {type: string, maxLength: 10}}
                metadata: {anyOf: [{type: object, additionalProperties: {type: string}}, {enum: [""], type: string}]}
                lines:
                  type: array
                  items: {type: object, required: [amount], properties: {amount: {type: integer}, name: {type: string, maxLength: 5}}}
                codes: {type: array, items: {type: integer}}
                taxes: {anyOf: [{type: array, items: {type: string}}, {enum: [""], type: string}]}
                kind: {type: string, enum: ["1", "true"]}
                owner: {type: object, properties: {age: {type: integer}}, additionalProperties: false}
                "odd[name]": {type: string}
      responses: {"200": {description: one}}
"#;

fn mock() -> MockService {
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("charges.yaml", CHARGES.as_bytes())]).text(), "Charges:1\n");
    mock
}

fn get(mock: &MockService, path: &str) -> Answer {
    let request = http::Request::builder().uri(format!("/rest/Charges/1/charges/{path}"));
    send(mock, &request.body(Vec::new()).unwrap())
}

fn post(mock: &MockService, form: &str) -> Answer {
    let request = http::Request::builder().method("POST").uri("/rest/Charges/1/charges/c1");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    send(mock, &request.body(form.as_bytes().to_vec()).unwrap())
}

/// Where each violation of a refused request is.
fn places(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status(), 400, "{}", answer.text());
    let errors = answer.json()["errors"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    errors.iter().map(|error| format!("{}{}", text(&error["name"]), text(&error["path"]))).collect()
}

#[test]
fn names_with_brackets_are_objects_and_lists() {
    let mock = mock();
    for form in [
        "expand[0]=customer&expand[1]=1234",
        "expand[]=customer&expand[]=null",
        "metadata[order]=7&metadata[true]=true",
        "metadata=",
        "lines[0][amount]=5&lines[0][name]=12&lines[1][amount]=6",
        "lines[][amount]=5&lines[][name]=a&lines[][amount]=6",
        "codes=1%7C2%7C3",
        "owner=%7B%22age%22%3A3%7D",
        "owner[age]=3",
        "odd[name]=x",
        "kind=1",
        "taxes=7",
        "kind=true",
        "expand=%7B%22a%22:1%7D",
    ] {
        assert_eq!(post(&mock, form).status(), 200, "{form} {}", post(&mock, form).text());
    }
    for path in [
        "c?expand[0]=customer&expand[1]=12",
        "c?expand%5B%5D=customer",
        "c?created[gt]=5",
        "c?created=5",
        "c?lines[0][amount]=5&lines[0][name]=true&lines[0][tags][0]=7",
        "c?lines[0][amount]=5&lines[0][tags]=",
    ] {
        assert_eq!(get(&mock, path).status(), 200, "{path} {}", get(&mock, path).text());
    }
}

#[test]
fn a_part_that_is_json_may_be_the_one_element_of_a_list() {
    let mock = mock();
    let send_part = |content: &str| {
        let head = "Content-Disposition: form-data; name=\"lines\"\r\nContent-Type: application/json";
        let body = format!("--b\r\n{head}\r\n\r\n{content}\r\n--b--\r\n");
        let request = http::Request::builder().method("POST").uri("/rest/Charges/1/charges/c1");
        let request = request.header("content-type", "multipart/form-data; boundary=b");
        send(&mock, &request.body(body.into_bytes()).unwrap())
    };
    assert_eq!(send_part(r#"[{"amount":1}]"#).status(), 200);
    assert_eq!(send_part(r#"{"amount":1}"#).status(), 200);
    assert_eq!(places(&send_part("{}")), ["/lines/0"]);
    assert_eq!(places(&send_part(r#"{"amount":"x"}"#)), ["/lines/0/amount"]);
}

#[test]
fn form_violations_are_reported_only_at_their_location() {
    let mock = mock();
    for (form, place) in [
        ("expand[0]=12&expand[1]=customer-of-it", "/expand/1"),
        ("lines[0][amount]=many&lines[0][name]=12", "/lines/0/amount"),
        ("lines[0][amount]=5&lines[0][name]=much-too-long", "/lines/0/name"),
        ("lines[0][name]=12", "/lines/0"),
        ("codes=1%7Cx", "/codes/1"),
        ("owner=%7B%22age%22%3A%22x%22%7D", "/owner/age"),
        ("expand[0]=12&unknown=1", "/unknown"),
    ] {
        assert_eq!(places(&post(&mock, form)), [place], "{form}");
    }
    assert_eq!(places(&get(&mock, "c?expand[0]=12&expand[1]=customer-of-it")), ["expand/1"]);
    assert_eq!(places(&get(&mock, "c?lines[0][amount]=x&lines[0][name]=true")), ["lines/0/amount"]);
    assert_eq!(places(&get(&mock, "c?created[gt]=x")), ["created"]);
}

#[test]
fn string_parameter_accepts_any_text() {
    let mock = mock();
    for id in ["true", "null", "12", "1e5", "3fa85f64-5717-4562-b3fc-2c963f66afa6", "%7B%7D", "a,b", "-"] {
        assert_eq!(get(&mock, id).status(), 200, "{id} {}", get(&mock, id).text());
    }
    assert_eq!(json!(places(&get(&mock, &"1".repeat(41)))), json!(["id"]));
}

#[test]
fn a_form_of_more_fields_than_are_looked_through_is_refused() {
    let fields = |count: usize| (0..count).map(|n| format!("metadata[m{n}]=1")).collect::<Vec<_>>().join("&");
    assert!(!post(&mock(), &fields(4_096)).text().contains("more than"));
    let refused = post(&mock(), &fields(1_000_000));
    assert_eq!(refused.status(), 400);
    assert!(refused.text().contains("the form has more than 4096 fields"), "{}", refused.text());
}

#[test]
fn a_text_of_more_elements_than_are_taken_apart_is_no_list() {
    assert_eq!(post(&mock(), &format!("codes={}", "1|".repeat(1_000_000))).status(), 400);
}

#[test]
fn swagger_2_forms_follow_collection_format_and_allow_empty() {
    let mock = MockService::new(Settings::default());
    let list = |name, more| format!("{{name: {name}, in: formData, type: array, items: {{type: integer}}{more}}}");
    let text = format!(
        "swagger: \"2.0\"\ninfo: {{title: Old, version: \"1\"}}\npaths:\n  /old:\n    post:\n      parameters: [{}, {}, {}, {}, {}, {}]\n      responses: {{\"200\": {{description: d}}}}\n",
        list("t", ", collectionFormat: tsv"),
        list("m", ", collectionFormat: multi, allowEmptyValue: true"),
        "{name: deep, in: formData, type: array, collectionFormat: ssv, items: {type: array, collectionFormat: tsv, items: {type: integer}}}",
        "{name: flag, in: formData, type: integer, allowEmptyValue: true}",
        "{name: n, in: formData, type: integer}",
        "{name: X-Codes, in: header, type: array, items: {type: integer}, collectionFormat: pipes}",
    );
    assert_eq!(upload(&mock, &[("old.yaml", text.as_bytes())]).status(), 201);
    let send_old = |form: &str, codes: &str| {
        let request = http::Request::post("/rest/Old/1/old").header("x-codes", codes);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        send(&mock, &request.body(form.as_bytes().to_vec()).unwrap())
    };
    for form in ["t=1%092", "m=1&m=2", "m=&m=2", "m=", "deep=1%092+3", "flag=", "flag=1"] {
        let answer = send_old(form, "1|2");
        assert_eq!(answer.status(), 200, "{form} {}", answer.text());
    }
    for (form, place) in [
        ("t=1%09x", "/t/1"),
        ("m=&m=x", "/m/1"),
        ("deep=1%092+x", "/deep/1/0"),
        ("deep=1%09x+3", "/deep/0/1"),
        ("flag=x", "/flag"),
        ("n=", "/n"),
    ] {
        assert_eq!(places(&send_old(form, "1|2")), [place], "{form}");
    }
    assert_eq!(places(&send_old("n=1", "1|x")), ["X-Codes/1"]);
}

#[test]
fn form_without_boundary_is_rejected_with_fitting_advice() {
    let mock = mock();
    let answer =
        crate::support::post(&mock, "/rest/Charges/1/charges/a", &[("content-type", "multipart/form-data")], b"a");
    let detail = "the Content-Type is not multipart/form-data with a boundary; let the HTTP client set that header, so that it adds one";
    assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(detail)));
    let answer = crate::support::post(&mock, "/api/artifact/upload", &[("content-type", "text/xml")], b"<a/>");
    let detail = "the Content-Type is not multipart/form-data with a boundary; with curl: -F file=@NAME.wsdl";
    assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(detail)));
}
