//! Tests of the mock service's address and health.

use super::*;

#[test]
fn it_exists_in_development_alone() {
    for kind in [EnvironmentKind::Staging, EnvironmentKind::Sandbox, EnvironmentKind::Production] {
        let environment = Environment { mock_url: Some(URL.to_owned()), ..Environment::new("other", kind) };
        let error = MockClient::new(&environment).unwrap_err();
        assert_eq!(error.code, code::ENVIRONMENT_MOCK);
        assert!(error.remedy.contains("test connections"), "{}", error.remedy);
    }
    let without = MockClient::new(&Environment::new("local", EnvironmentKind::Development)).unwrap_err();
    assert_eq!(without.code, code::ENVIRONMENT_NO_URL);
    for url in ["http://user:canary@mock", "mock:8080", "http://mock/?key=canary"] {
        let environment =
            Environment { mock_url: Some(url.to_owned()), ..Environment::new("local", EnvironmentKind::Development) };
        let error = MockClient::new(&environment).unwrap_err();
        assert_eq!(error.code, code::ENVIRONMENT_URL);
        assert!(!error.message.contains("canary"), "{error}");
    }
}

#[test]
fn invalid_health_response_is_another_server() {
    let health = |answer| run(MockOperation::CheckHealth, &[answer]).1;
    let up = |failed: &[FailedFile], is_up| Ok(MockResult::Health(MockHealth { is_up, failed: failed.to_vec() }));
    let failed = FailedFile { file: "a.wsdl".to_owned(), reason: "it is empty".to_owned() };
    assert_eq!(health(json(200, UP)), up(&[], true));
    assert_eq!(health(answer(200, "text/plain", "")), up(&[], true));
    assert_eq!(
        health(json(503, r#"{"status":"DOWN","failed":[{"file":"a.wsdl","reason":"it is empty"}]}"#)),
        up(&[failed], false)
    );
    for (status, body, code) in [
        (200, "<html/>", code::MOCK_OTHER_SERVER),
        (200, "{\"status\":\"green\"}", code::MOCK_OTHER_SERVER),
        (404, "", code::MOCK_OTHER_SERVER),
        (502, "<html/>", code::MOCK_NOT_UP),
        (403, "{\"detail\":\"the Host of the request is `mock`\"}", code::MOCK_REFUSED),
    ] {
        assert_eq!(health(json(status, body)).unwrap_err().code, code, "{status} {body}");
    }
    let broken = MockAnswer { complete: false, ..json(200, "{\"status\"") };
    assert_eq!(health(broken).unwrap_err().code, code::MOCK_NOT_UP);
    let odd = health(json(999, "")).unwrap_err();
    assert!(odd.message.ends_with("/api/health returns 999"), "{odd}");
    let head = ResponseHead::new(301, [("location", "https://mock.example/api/health")]).unwrap();
    let error = health(MockAnswer { head, body: Vec::new(), complete: true }).unwrap_err();
    assert_eq!((error.code, &*error.remedy), (code::MOCK_OTHER_SERVER, "use https://mock.example instead"));
}

#[test]
fn it_is_asked_until_it_is_up() {
    let wait = MockOperation::WaitUntilUp { patience: Duration::from_mins(2) };
    let (sent, result) = run(wait, &[json(502, ""), json(503, r#"{"status":"DOWN"}"#), json(200, UP)]);
    assert_eq!((sent.len(), result), (3, Ok(MockResult::Up)));
}

#[test]
fn wait_ends_in_time_despite_clock_changes() {
    let (mut call, _) = client().begin(MockOperation::WaitUntilUp { patience: Duration::from_secs(1) }, at(10_000));
    let refused = || NoAnswer::NotConnected.into();
    assert_eq!(call.on_failure(refused(), at(10_000)), MockStep::Wait { until: at(10_250) });
    let MockStep::Send(request) = call.on_time(at(10_250)) else { panic!("it is asked again") };
    assert_eq!(request.timeout, Duration::from_secs(1));
    // The clock is set back by five seconds; of the wait of one second, 750 ms are left.
    assert_eq!(call.on_failure(refused(), at(5_250)), MockStep::Wait { until: at(5_500) });
    call.on_time(at(5_500));
    let MockStep::Done(result) = call.on_failure(refused(), at(6_000)) else { panic!("the time is over") };
    let error = result.unwrap_err();
    assert_eq!(error.code, code::MOCK_NOT_UP);
    assert_eq!(
        error.message,
        format!("{URL} was not up within 1 s: the connection was refused or the host is unreachable")
    );
}

#[test]
fn redirects_and_refusals_are_reported_for_every_operation() {
    for (operation, path) in
        [(MockOperation::ListServices, "/api/services"), (MockOperation::ReadMetrics, "/actuator/prometheus")]
    {
        let location = format!("https://mock.example{path}");
        let head = ResponseHead::new(302, [("location", location.as_str())]).unwrap();
        let error = run(operation.clone(), &[MockAnswer { head, body: Vec::new(), complete: true }]).1.unwrap_err();
        assert_eq!((error.code, &*error.remedy), (code::MOCK_OTHER_SERVER, "use https://mock.example instead"));
        let error = run(operation, &[answer(403, "text/plain", "log in first")]).1.unwrap_err();
        assert_eq!((error.code, error.status), (code::MOCK_REFUSED, Some(403)));
        assert!(error.message.ends_with("rejected the request: log in first"), "{error}");
    }
}

#[test]
fn suspended_process_asks_once_more() {
    let (mut call, _) = client().begin(MockOperation::WaitUntilUp { patience: Duration::from_millis(300) }, at(0));
    // After an hour the host's timer gives up a response that may have arrived.
    let MockStep::Wait { until } = call.on_failure(NoAnswer::TimedOut.into(), at(3_600_000)) else {
        panic!("it is asked")
    };
    assert!(matches!(call.on_time(until), MockStep::Send(_)));
    let MockStep::Done(result) = call.on_failure(NoAnswer::TimedOut.into(), at(3_601_300)) else {
        panic!("it is over")
    };
    assert!(result.unwrap_err().message.contains("was not up within 300 ms: "));
}
