//! Tests of the mock client: its requests, and its results for responses.

mod any;
mod imports;
mod readiness;
mod reading;
mod soap;

use std::time::Duration;

use waybill_base::error::{Error, code};
use waybill_base::http::{NoAnswer, ResponseHead};
use waybill_base::time::Timestamp;

use super::*;
use crate::environment::{Environment, EnvironmentKind};

const URL: &str = "http://mock:8080";

fn client() -> MockClient {
    let environment =
        Environment { mock_url: Some(URL.to_owned()), ..Environment::new("local", EnvironmentKind::Development) };
    MockClient::new(&environment).unwrap()
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn answer(status: u16, content_type: &str, body: &str) -> MockAnswer {
    let head = ResponseHead::new(status, [("content-type", content_type)]).unwrap();
    MockAnswer { head, body: body.as_bytes().to_vec(), complete: true }
}

fn json(status: u16, body: &str) -> MockAnswer {
    answer(status, "application/json", body)
}

/// Carries out an operation with the given responses, and returns its requests and its result.
fn run(operation: MockOperation, answers: &[MockAnswer]) -> (Vec<MockRequest>, Result<MockResult, Error>) {
    let mut answers = answers.iter();
    let (mut now, mut sent) = (at(0), Vec::new());
    let (mut call, mut step) = client().begin(operation, now);
    loop {
        step = match step {
            MockStep::Send(request) => {
                sent.push(request);
                call.on_answer(answers.next().expect("no further request was expected"), now)
            }
            MockStep::Wait { until } => {
                now = until;
                call.on_time(now)
            }
            MockStep::Done(result) => {
                assert_eq!(answers.next(), None, "an answer was not asked for");
                return (sent, *result);
            }
        };
    }
}

fn paths(sent: &[MockRequest]) -> Vec<String> {
    sent.iter().map(|request| format!("{} {}", request.head.method, request.head.url.replace(URL, ""))).collect()
}

fn file(path: &str, content: &str) -> DefinitionFile {
    DefinitionFile { path: path.to_owned(), content: content.as_bytes().to_vec() }
}

fn seed(files: &[&str]) -> MockOperation {
    let definitions = files.iter().map(|path| ServiceDefinition { files: vec![file(path, "<definitions/>")] });
    MockOperation::Seed { definitions: definitions.collect(), patience: Duration::from_mins(2) }
}

fn soap_call(payload: &str) -> SoapCall {
    SoapCall {
        service: "Track and Trace".to_owned(),
        version: "1.0".to_owned(),
        operation: "Track".to_owned(),
        namespace: Some("urn:carrier".to_owned()),
        payload: payload.to_owned(),
        header: None,
        protocol: SoapProtocol::V11,
    }
}

const PAYLOAD: &str = "<t:Track xmlns:t=\"urn:carrier\"><t:number>1</t:number></t:Track>";
const UP: &str = "{\"status\":\"UP\"}";
