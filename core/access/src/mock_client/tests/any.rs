//! Tests of arbitrary operations and responses.

use proptest::prelude::*;

use super::*;

/// Returns every operation, with arbitrary texts of a host.
fn operations() -> impl Strategy<Value = MockOperation> {
    let text = "\\PC{0,20}";
    prop_oneof![
        Just(MockOperation::CheckHealth),
        Just(MockOperation::WaitUntilUp { patience: Duration::from_millis(400) }),
        Just(MockOperation::ListServices),
        Just(MockOperation::Export),
        Just(MockOperation::ReadMetrics),
        (text, text).prop_map(|(service, version)| MockOperation::ListInvocations {
            service,
            version,
            page: Some(1),
            size: Some(1)
        }),
        (text, text).prop_map(|(path, content)| MockOperation::Upload { files: vec![file(&path, &content)] }),
        (text, text, text).prop_map(|(service, operation, payload)| {
            MockOperation::CallSoap(SoapCall {
                service,
                operation,
                namespace: None,
                payload: format!("<a>{payload}"),
                ..soap_call("")
            })
        }),
        Just(seed(&["a.wsdl", "b.wsdl"])),
    ]
}

proptest! {
    #[test]
    fn any_operation_ends_and_sends_no_credential(
        operation in operations(),
        answers in proptest::collection::vec((200_u16..600, prop_oneof![Just(UP.to_owned()), "\\PC{0,40}", Just("[]".to_owned())]), 1..12),
    ) {
        let mut now = at(0);
        let (mut call, mut step) = client().begin(operation, now);
        let mut answers = answers.iter().cycle();
        let mut ended = false;
        for _ in 0..2000 {
            step = match step {
                MockStep::Send(request) => {
                    prop_assert!(request.head.url.starts_with("http://mock:8080/"));
                    prop_assert!(!request.head.headers.contains_key("authorization"));
                    let (status, body) = answers.next().unwrap();
                    call.on_answer(&json(*status, body), now)
                }
                MockStep::Wait { until } => {
                    prop_assert!(until > now);
                    now = until;
                    call.on_time(now)
                }
                MockStep::Done(_) => { ended = true; break; }
            };
        }
        prop_assert!(ended);
    }
}

#[test]
fn mock_client_results_match_the_typescript_types() {
    waybill_wire_types::Declarations::default().with::<MockResult>().hold("mock-client.d.ts");
}
