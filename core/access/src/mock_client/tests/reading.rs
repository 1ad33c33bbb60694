//! Tests of the request log, the metrics and the export.

use super::*;

#[test]
fn the_request_log_is_read_as_a_list_and_as_a_page_of_spring() {
    let list = |page, size, answer: MockAnswer| {
        let (service, version) = ("Track/Trace".to_owned(), "1.0".to_owned());
        run(MockOperation::ListInvocations { service, version, page, size }, &[answer])
    };
    let entry = r#"{"timestamp":7,"operation":"Track","request":{"method":"POST","headers":{"a":["b"]},"body":"<x/>"},"response":{"status":200},"valid":true,"more":[1]}"#;
    let (sent, result) = list(Some(0), Some(5), json(200, &format!("[{entry}]")));
    assert_eq!(paths(&sent), ["GET /api/invocations/Track%2FTrace/1.0?page=0&size=5"]);
    let Ok(MockResult::Invocations(page)) = result else { panic!("{result:?}") };
    let Invocation { timestamp, operation, request, response, json: text, .. } = page.entries[0].clone();
    assert_eq!((timestamp, operation.as_deref(), page.total), (Some(7), Some("Track"), None));
    assert_eq!((request.unwrap().body.as_deref(), response.unwrap().status), (Some("<x/>"), Some(200)));
    assert!(text.contains("\"more\":[1]"), "{text}");

    let (sent, result) =
        list(None, None, json(200, &format!(r#"{{"content":[{entry},{{"timestamp":"?"}}],"totalElements":42}}"#)));
    assert_eq!(paths(&sent), ["GET /api/invocations/Track%2FTrace/1.0"]);
    let Ok(MockResult::Invocations(page)) = result else { panic!("{result:?}") };
    assert_eq!((page.total, page.entries[1].timestamp), (Some(42), None));

    let (service, version) = ("a".to_owned(), "1".to_owned());
    let empty = MockOperation::ListInvocations { service, version, page: None, size: Some(0) };
    assert_eq!(run(empty, &[]).1.unwrap_err().code, code::LOG_PAGE);
}

#[test]
fn metrics_are_read_into_samples() {
    let text = "# HELP a_total A\n# TYPE a_total counter\na_total{x=\"1\",y=\"q\\\"\\\\\\n,}\",} 3 1700000000000\nup 1\nb_bucket{le=\"+Inf\"} +Inf\n \nc NaN\n";
    let (sent, result) = run(MockOperation::ReadMetrics, &[answer(200, "text/plain", text)]);
    assert_eq!(paths(&sent), ["GET /actuator/prometheus"]);
    let Ok(MockResult::Metrics(samples)) = result else { panic!("{result:?}") };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(samples[0].labels, [pair("x", "1"), pair("y", "q\"\\\n,}")]);
    assert_eq!((samples[0].value, samples[0].timestamp), (3.0, Some(1_700_000_000_000)));
    assert_eq!((samples[1].name.as_str(), samples[2].value), ("up", f64::INFINITY));
    assert!(samples[3].value.is_nan());
    for broken in ["a", "a{", "a{b} 1", "a{b=\"} 1", "a{b=\"c\"d} 1", "a 1 2 3", "<html>", "a b", "a 1 x", "{} 1"] {
        let error = run(MockOperation::ReadMetrics, &[answer(200, "text/plain", broken)]).1.unwrap_err();
        assert_eq!(error.code, code::MOCK_OTHER_SERVER, "{broken}");
    }
}

#[test]
fn an_export_is_given_as_it_came() {
    let (sent, result) = run(MockOperation::Export, &[json(200, "{\"services\": [ ]}")]);
    assert_eq!(paths(&sent), ["GET /api/services/export"]);
    assert_eq!(result, Ok(MockResult::Export(b"{\"services\": [ ]}".to_vec())));
    for given in [json(200, "<html>"), json(500, "{}")] {
        assert_eq!(run(MockOperation::Export, &[given]).1.unwrap_err().code, code::MOCK_OTHER_SERVER);
    }
}

#[test]
fn an_answer_that_breaks_off_is_no_answer() {
    for operation in [
        MockOperation::ListServices,
        MockOperation::Export,
        MockOperation::ReadMetrics,
        MockOperation::CallSoap(soap_call(PAYLOAD)),
    ] {
        let broken = MockAnswer { complete: false, ..json(200, "[]") };
        assert_eq!(run(operation, &[broken]).1.unwrap_err().code, code::TRANSPORT_LOST);
    }
    let (mut call, _) = client().begin(MockOperation::Export, at(0));
    let MockStep::Done(result) = call.on_failure(NoAnswer::TimedOut.into(), at(0)) else { panic!("it is over") };
    assert_eq!(result.unwrap_err().code, code::TRANSPORT_LOST);
    let MockStep::Done(result) = call.on_time(at(0)) else { panic!("it is over") };
    assert_eq!(result.unwrap_err().code, code::CLIENT_MISUSE);
}
