//! Any response at the mock service's address. Every operation of its client has to end, and must not send requests to
//! another address.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use waybill_core::mock_client::{
    DefinitionFile, MockAnswer, MockClient, MockOperation, MockStep, ServiceDefinition, SoapCall, SoapProtocol,
};
use waybill_core::{Environment, EnvironmentKind, ResponseHead, Timestamp};
use waybill_fuzz::access::split;

const URL: &str = "http://mock:8080";

/// Maximum number of steps of an operation. Services are listed in at most a thousand pages.
const MOST_STEPS: usize = 1_100;

fuzz_target!(|data: &[u8]| {
    let (head, rest) = split(data);
    let (text, body) = split(rest);
    let (which, statuses) = head.split_first().unwrap_or((&0, &[]));
    let mut environment = Environment::new("local", EnvironmentKind::Development);
    environment.mock_url = Some(URL.to_owned());
    let Ok(client) = MockClient::new(&environment) else { panic!("the environment has a mock service") };
    let now = Timestamp::from_millis(0);
    let (mut call, mut step) = client.begin(operation(*which, &String::from_utf8_lossy(text)), now);
    let mut statuses = statuses.iter().map(|byte| 200 + u16::from(*byte) * 2).cycle();
    for _ in 0..MOST_STEPS {
        step = match step {
            MockStep::Send(request) => {
                assert!(request.head.url.starts_with("http://mock:8080/"));
                assert!(!request.head.headers.contains_key("authorization"));
                let status = statuses.next().unwrap_or(200);
                let kind = if status % 3 == 0 { "text/xml" } else { "application/json" };
                let Ok(head) = ResponseHead::new(status, [("content-type", kind)]) else {
                    panic!("it has three digits")
                };
                call.on_answer(&MockAnswer { head, body: body.to_vec(), complete: true }, now)
            }
            MockStep::Wait { until } => call.on_time(until),
            MockStep::Done(_) => return,
        };
    }
    panic!("it does not end");
});

fn operation(which: u8, text: &str) -> MockOperation {
    let (service, version) = (text.to_owned(), "1.0".to_owned());
    let files = vec![DefinitionFile { path: text.to_owned(), content: text.as_bytes().to_vec() }];
    match which % 8 {
        0 => MockOperation::CheckHealth,
        1 => MockOperation::Upload { files },
        2 => MockOperation::ListServices,
        3 => MockOperation::Export,
        4 => MockOperation::ListInvocations { service, version, page: None, size: None },
        5 => MockOperation::ReadMetrics,
        6 => MockOperation::CallSoap(SoapCall {
            service: "Track".to_owned(),
            version,
            operation: "Track".to_owned(),
            namespace: None,
            payload: service,
            header: None,
            protocol: SoapProtocol::V11,
        }),
        // If no service is up, its first health check is also the last.
        _ => MockOperation::Seed { definitions: vec![ServiceDefinition { files }], patience: Duration::ZERO },
    }
}
