//! Tests of SOAP calls, and of errors for a 404.

use super::*;

#[test]
fn a_soap_call_has_the_operation_as_its_action() {
    let reply = || answer(200, "text/xml; charset=utf-8", "<e/>");
    let (sent, result) = run(
        MockOperation::CallSoap(soap_call(&format!("\u{feff}<?xml version='1.0'?>\n<!-- c -->{PAYLOAD}"))),
        &[reply()],
    );
    assert_eq!(paths(&sent), ["POST /soap/Track%20and%20Trace/1.0"]);
    assert_eq!(sent[0].head.headers["soapaction"], "\"Track\"");
    assert_eq!(sent[0].head.headers["content-type"], "text/xml; charset=utf-8");
    let envelope = format!(
        "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>{PAYLOAD}</soap:Body></soap:Envelope>"
    );
    assert_eq!(String::from_utf8(sent[0].body.clone()).unwrap(), envelope);
    let expected = SoapReply { status: 200, is_fault: false, envelope: "<e/>".to_owned() };
    assert_eq!(result, Ok(MockResult::Soap(expected)));

    let call =
        SoapCall { protocol: SoapProtocol::V12, header: Some("<h xmlns=\"urn:h\"/>".to_owned()), ..soap_call(PAYLOAD) };
    let (sent, _) = run(MockOperation::CallSoap(call), &[reply()]);
    assert!(!sent[0].head.headers.contains_key("soapaction"));
    assert_eq!(sent[0].head.headers["content-type"], "application/soap+xml; charset=utf-8; action=\"Track\"");
    let body = String::from_utf8(sent[0].body.clone()).unwrap();
    assert!(
        body.contains("2003/05/soap-envelope\"><soap:Header><h xmlns=\"urn:h\"/></soap:Header><soap:Body>"),
        "{body}"
    );
}

#[test]
fn faults_are_replies_and_so_is_no_output() {
    for (status, is_fault) in [(200, false), (400, true), (500, true)] {
        let (_, result) = run(MockOperation::CallSoap(soap_call(PAYLOAD)), &[answer(status, "text/xml", "<e/>")]);
        assert_eq!(result, Ok(MockResult::Soap(SoapReply { status, is_fault, envelope: "<e/>".to_owned() })));
    }
    let (_, result) = run(MockOperation::CallSoap(soap_call(PAYLOAD)), &[answer(202, "", "")]);
    assert_eq!(result, Ok(MockResult::Soap(SoapReply { status: 202, is_fault: false, envelope: String::new() })));
    let problem = answer(415, "application/problem+json", r#"{"detail":"the media type is none of SOAP's"}"#);
    let error = run(MockOperation::CallSoap(soap_call(PAYLOAD)), &[problem]).1.unwrap_err();
    assert_eq!((error.code, error.status), (code::MOCK_REFUSED, Some(415)));
    assert!(error.message.ends_with("rejected the call of `Track`: the media type is none of SOAP's"), "{error}");
}

#[test]
fn invalid_payload_is_rejected_before_sending() {
    for (payload, problem) in [
        ("", "is not an XML element"),
        ("Track", "is not an XML element"),
        ("<!DOCTYPE a><a/>", "starts with a document type"),
        ("<!-- x", "is not closed"),
        ("<t:Track/>", "whose prefix it does not declare"),
        ("<Track", "starts with an invalid tag"),
        ("<Track a>", "starts with an invalid tag"),
        ("<Track/>", "is in no namespace, and the service's is `urn:carrier`"),
        ("<Track xmlns='urn:other'/>", "is in the namespace `urn:other`, and the service's is `urn:carrier`"),
        ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'/>", "is the SOAP element"),
    ] {
        let (sent, result) = run(MockOperation::CallSoap(soap_call(payload)), &[]);
        let error = result.unwrap_err();
        assert!(sent.is_empty() && error.code == code::REQUEST_INVALID);
        assert!(error.message.contains(problem), "{payload}: {error}");
    }
    for operation in ["", "a\r\nb", "a b", "a\"b", "ü"] {
        let call = SoapCall { operation: operation.to_owned(), ..soap_call(PAYLOAD) };
        assert_eq!(run(MockOperation::CallSoap(call), &[]).1.unwrap_err().code, code::REQUEST_INVALID, "{operation}");
    }
    for service in ["", ".", ".."] {
        let call = SoapCall { service: service.to_owned(), ..soap_call(PAYLOAD) };
        assert_eq!(run(MockOperation::CallSoap(call), &[]).1.unwrap_err().code, code::REQUEST_INVALID, "{service}");
    }
    let amp = SoapCall { namespace: Some("urn:a&b".to_owned()), ..soap_call("<T xmlns='urn:a&amp;b'/>") };
    assert!(run(MockOperation::CallSoap(amp), &[answer(200, "text/xml", "<e/>")]).1.is_ok());
}

#[test]
fn missing_service_lists_imported_ones_and_the_remedy() {
    let missing = || answer(404, "text/plain", "The service does not exist!");
    let services = |names: &[&str]| {
        let list: Vec<String> = names
            .iter()
            .map(|name| format!("{{\"name\":\"{name}\",\"version\":\"1.0\",\"operations\":[{{\"name\":\"Find\"}}]}}"))
            .collect();
        json(200, &format!("[{}]", list.join(",")))
    };
    let fail = |answers: &[MockAnswer]| run(MockOperation::CallSoap(soap_call(PAYLOAD)), answers).1.unwrap_err();
    let path = "nothing is served at /soap/Track%20and%20Trace/1.0";
    let error = fail(&[missing(), services(&["Rates", "Labels"])]);
    assert_eq!((error.code, error.status), (code::SERVICE_UNKNOWN, Some(404)));
    assert_eq!(error.message, format!("{path}: Track and Trace:1.0 is not imported; imported: Rates:1.0, Labels:1.0"));
    assert_eq!(error.remedy, "import the definition; use the exact path");
    assert_eq!(error.details.unwrap().evidence, ["the mock service reports: The service does not exist!"]);
    let error = fail(&[missing(), services(&["Track and Trace"])]);
    assert_eq!(error.message, "Track and Trace:1.0 has no operation `Track`; its operations: Find");
    assert!(fail(&[missing(), services(&[])]).message.ends_with("imported: nothing"));
    assert_eq!(fail(&[missing(), json(500, "")]).message, path);
    let (service, version) = ("A".to_owned(), "1.0".to_owned());
    let log = MockOperation::ListInvocations { service, version, page: None, size: None };
    let error = run(log, &[missing(), services(&["B"])]).1.unwrap_err();
    assert!(error.message.ends_with("A:1.0 is not imported; imported: B:1.0"), "{error}");
}
