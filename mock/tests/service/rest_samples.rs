//! Answers for which no sample is found: the import names them, and so does the operation.

use std::fmt::Write as _;

use http::Request;
use serde_json::{Value, json};
use waybill_base::time::Timestamp;
use waybill_mock::service::{MockService, Settings};

use crate::support::{NOW, get, post, upload, upload_to};

/// An operation whose answer 200 and request body have these schemas.
fn operation(path: &str, answer: &str, rest: &str) -> String {
    format!(
        "  {path}:\n    post:\n      responses:\n        \"200\": {{description: d, content: {{application/json: {answer}}}}}\n{rest}"
    )
}

fn description(operations: &str) -> String {
    format!("openapi: 3.1.0\ninfo: {{title: Gaps, version: \"1\"}}\npaths:\n{operations}")
}

fn import(text: &str) -> (MockService, Vec<String>) {
    let mock = MockService::new(Settings::default());
    let accept = [("accept", "application/json")];
    let answer = upload_to(&mock, "/api/artifact/upload", &accept, &[("gaps.yaml", text.as_bytes())]);
    assert_eq!(answer.status(), 201, "{}", answer.text());
    let notes = serde_json::from_value(answer.json()[0]["notes"].clone()).unwrap();
    (mock, notes)
}

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

const AHEAD: &str = "{schema: {type: object, required: [a], properties: {a: {type: string, pattern: '^(?=a)'}}}}";

#[test]
fn response_without_sample_is_noted_and_fails_the_call() {
    let (mock, notes) = import(&description(&operation("/ahead", AHEAD, "")));
    let expected = "POST /ahead: the response 200 as application/json has no sample: at `/a` the pattern is not supported; \
                    the schema is #/paths/~1ahead/post/responses/200/content/application~1json/schema/properties/a/pattern";
    assert_eq!(notes, [expected]);
    let operation = &get(&mock, "/api/services").json()[0]["operations"][0];
    assert_eq!(operation["unanswered"], json!(expected));
    let answer = post(&mock, "/rest/Gaps/1/ahead", &[], b"");
    assert_eq!((answer.status(), answer.json()["detail"].clone()), (500, json!(expected)));
}

#[test]
fn an_answer_that_has_an_example_or_no_body_needs_no_sample() {
    let with_example = AHEAD.replace("{schema:", "{example: {a: ab}, schema:");
    let no_body = format!("        \"204\": {{description: d, content: {{application/json: {AHEAD}}}}}\n");
    let (mock, notes) = import(&description(&operation("/example", &with_example, &no_body)));
    assert_eq!(notes, Vec::<String>::new());
    assert_eq!(get(&mock, "/api/services").json()[0]["operations"][0]["unanswered"], Value::Null);
    assert_eq!(post(&mock, "/rest/Gaps/1/example", &[], b"").json(), json!({"a": "ab"}));
}

#[test]
fn error_response_without_sample_is_only_noted() {
    let failure = "        \"400\": {description: d, content: {application/json: {schema: {type: string, minLength: 5, maxLength: 4}}}}\n";
    let (mock, notes) = import(&description(&operation("/both", "{schema: {type: integer}}", failure)));
    assert!(notes.len() == 1 && notes[0].contains("the response 400"), "{notes:?}");
    assert_eq!(get(&mock, "/api/services").json()[0]["operations"][0]["unanswered"], Value::Null);
    assert_eq!(post(&mock, "/rest/Gaps/1/both", &[], b"").status(), 200);
}

#[test]
fn required_parts_without_a_sample_are_noted() {
    let body = "      requestBody: {required: true, content: {application/json: {schema: {type: integer, minimum: 2, maximum: 1}}}}\n";
    let parameters = "      parameters: [{name: q, in: query, required: true, schema: false}, {name: r, in: query, schema: false}]\n";
    let rest = [body, parameters].concat();
    let (_, notes) = import(&description(&operation("/never", "{}", &rest)));
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].starts_with("POST /never: the required body has no sample: no value was found"), "{notes:?}");
    assert!(
        notes[1].starts_with("POST /never: the required parameter `q` has no sample: no value is allowed"),
        "{notes:?}"
    );
}

#[test]
fn of_many_gaps_the_first_are_named_and_the_others_counted() {
    let mut operations = String::new();
    for at in 0..120 {
        write!(operations, "{}", operation(&format!("/o{at}"), AHEAD, "")).unwrap();
    }
    let (_, notes) = import(&description(&operations));
    assert_eq!((notes.len(), notes.last().map(String::as_str)), (101, Some("20 more notes are omitted")));
}

#[test]
fn looking_for_samples_ends_where_it_would_take_long() {
    let mut properties = String::new();
    for at in 0..40 {
        write!(
            properties,
            "{}p{at}: {{oneOf: [{{minLength: {at}}}, {{pattern: x}}, {{type: string}}]}}",
            if at > 0 { ", " } else { "" }
        )
        .unwrap();
    }
    let hard = |at| {
        format!(
            "{{schema: {{title: t{at}, type: object, minProperties: 40, properties: {{{properties}}}, not: {{}}}}}}"
        )
    };
    let mut operations = String::new();
    for at in 0..200 {
        write!(operations, "{}", operation(&format!("/o{at}"), &hard(at), "")).unwrap();
    }
    let (_, notes) = import(&description(&operations));
    let last = notes.last().unwrap();
    assert!(last.starts_with("not every response was checked"), "{last}");
}

#[test]
fn a_description_whose_answers_all_have_samples_has_no_notes() {
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("gaps.yaml", description(&operation("/fine", "{schema: {type: integer}}", "")).as_bytes())]);
    assert_eq!(get(&mock, "/api/services").json()[0]["notes"], json!([]));
}

#[test]
fn sample_dates_use_the_request_day_or_the_configured_day() {
    let schema = "{schema: {type: object, required: [on], properties: {on: {type: string, format: date}}}}";
    let header = "          headers: {X-Since: {schema: {type: string, format: date-time}}}\n";
    let text = description(&format!(
        "  /day:\n    get:\n      responses:\n        \"200\":\n          description: d\n{header}          content: {{application/json: {schema}}}\n"
    ));
    for (fixed, days) in
        [(None, ["2026-03-01", "2026-03-01", "2026-03-02", "2026-03-01"]), (Some(0), ["1970-01-01"; 4])]
    {
        let mock = MockService::new(Settings { day: fixed, ..Settings::default() });
        upload(&mock, &[("gaps.yaml", text.as_bytes())]);
        for (later, day) in [0, DAY - 1, DAY, 0].into_iter().zip(days) {
            let request = Request::get("/rest/Gaps/1/day").body(Vec::new()).unwrap();
            let answer = mock.handle(&request, Timestamp::from_millis(NOW.as_millis() + later)).response;
            assert_eq!(serde_json::from_slice::<Value>(answer.body()).unwrap(), json!({"on": day}));
            assert_eq!(answer.headers()["x-since"], format!("{day}T08:30:00Z"));
        }
    }
}
