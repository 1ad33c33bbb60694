//! Tests of uploads, the list of services, and seeding.

use super::*;

#[test]
fn files_are_uploaded_as_a_form() {
    let files = vec![file("carrier.wsdl", "<a/>"), file("xsd/ü\"\r\n.xsd", "--waybill-")];
    let answers = [answer(201, "text/plain", "TrackService:1.0\nOther:2.0:x\n")];
    let (sent, result) = run(MockOperation::Upload { files }, &answers);
    assert_eq!(paths(&sent), ["POST /api/artifact/upload"]);
    let body = String::from_utf8(sent[0].body.clone()).unwrap();
    let content_type = sent[0].head.headers["content-type"].to_str().unwrap();
    let boundary = content_type.strip_prefix("multipart/form-data; boundary=").unwrap();
    assert!(boundary.len() <= 70 && boundary.starts_with("waybill-"), "{boundary}");
    let part = |name: &str, content: &str| {
        format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n"
        )
    };
    let expected = [part("carrier.wsdl", "<a/>"), part("xsd/ü%22  .xsd", "--waybill-")].concat();
    assert_eq!(body, format!("{expected}--{boundary}--\r\n"));
    let Ok(MockResult::Uploaded(services)) = result else { panic!("{result:?}") };
    assert_eq!(services.iter().map(UploadedService::id).collect::<Vec<_>>(), ["TrackService:1.0", "Other:2.0:x"]);
}

#[test]
fn upload_response_is_read_in_every_known_form() {
    let upload = |answer| run(MockOperation::Upload { files: vec![file("a.wsdl", "")] }, &[answer]).1;
    let ids = |result| match result {
        Ok(MockResult::Uploaded(services)) => services.iter().map(UploadedService::id).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(ids(upload(json(201, r#"[{"name":"A","version":"1","notes":["n"]}]"#))), ["A:1"]);
    assert_eq!(ids(upload(json(201, r#"{"name":"A:1"}"#))), ["A:1"]);
    assert_eq!(ids(upload(answer(201, "text/plain", "\"A:1\""))), ["A:1"]);
    for (answer, reason) in [
        (answer(204, "text/plain", ""), "the upload contains no service"),
        (json(201, "[]"), "the reply lists no service"),
        (answer(400, "application/problem+json", r#"{"detail":"a.wsdl is empty"}"#), "a.wsdl is empty"),
        (answer(400, "text/plain", "Version property is missing"), "Version property is missing"),
        (answer(500, "text/html", "<html>"), "the reply is 500 Internal Server Error"),
    ] {
        let error = upload(answer).unwrap_err();
        assert_eq!(error.code, code::IMPORT_REFUSED);
        assert_eq!(error.message, format!("a.wsdl was not imported: {reason}"));
    }
}

#[test]
fn upload_without_files_or_names_is_rejected_before_sending() {
    for files in [vec![], vec![file("", "x")]] {
        let (sent, result) = run(MockOperation::Upload { files: files.clone() }, &[]);
        assert_eq!((sent.len(), result.unwrap_err().code), (0, code::REQUEST_INVALID));
        let definitions = vec![ServiceDefinition { files }];
        let (sent, result) = run(MockOperation::Seed { definitions, patience: DEFAULT_PATIENCE }, &[]);
        assert_eq!((sent.len(), result.unwrap_err().code), (0, code::REQUEST_INVALID));
    }
}

#[test]
fn service_lists_of_the_platform_and_of_microcks_are_read() {
    let body = r#"[{"id":"65f","name":"Track","version":"1.0","type":"SOAP_HTTP","metadata":{},
        "operations":[{"name":"Track","resourcePaths":["/soap/Track/1.0"]},{"name":"Old","resourcePaths":null}]}]"#;
    let (_, result) = run(MockOperation::ListServices, &[json(200, body)]);
    let Ok(MockResult::Services(services)) = result else { panic!("{result:?}") };
    assert_eq!(services[0].operations[0].resource_paths, ["/soap/Track/1.0"]);
    assert_eq!((services[0].id().as_str(), services[0].kind.as_deref()), ("Track:1.0", Some("SOAP_HTTP")));
    let error = run(MockOperation::ListServices, &[json(200, r#"{"services":[]}"#)]).1.unwrap_err();
    assert_eq!(error.code, code::MOCK_OTHER_SERVER);
}

#[test]
fn a_full_page_of_services_may_have_another_behind_it() {
    let page = |from: usize, to: usize| {
        let services: Vec<String> = (from..to).map(|n| format!("{{\"name\":\"S{n}\",\"version\":\"1\"}}")).collect();
        json(200, &format!("[{}]", services.join(",")))
    };
    let count = |answers: &[MockAnswer]| match run(MockOperation::ListServices, answers) {
        (sent, Ok(MockResult::Services(services))) => (paths(&sent), services.len()),
        (_, other) => panic!("{other:?}"),
    };
    let (asked, listed) = count(&[page(0, 20), page(20, 40), page(40, 43)]);
    assert_eq!(asked[1..], ["GET /api/services?page=1&size=20", "GET /api/services?page=2&size=20"]);
    assert_eq!(listed, 43);
    // A server without pages returns the same list again.
    assert_eq!(count(&[page(0, 20), page(0, 20)]).1, 20);
    assert_eq!(count(&[page(0, 21)]).1, 21);
}

#[test]
fn seeding_reports_failed_imports() {
    let answers = [
        json(503, r#"{"status":"DOWN"}"#),
        json(200, UP),
        answer(201, "text/plain", "A:1"),
        answer(400, "application/problem+json", r#"{"detail":"b.wsdl is empty"}"#),
        answer(201, "text/plain", "C:1"),
        json(200, r#"[{"name":"A","version":"1","unserved":"it has no port"}]"#),
    ];
    let (sent, result) = run(seed(&["a.wsdl", "b.wsdl", "c.wsdl"]), &answers);
    let upload = "POST /api/artifact/upload";
    assert_eq!(paths(&sent), ["GET /api/health", "GET /api/health", upload, upload, upload, "GET /api/services"]);
    let Ok(MockResult::Seeded(SeedReport { definitions })) = result else { panic!("{result:?}") };
    let failures: Vec<Option<&str>> = definitions.iter().map(|definition| definition.failure.as_deref()).collect();
    assert_eq!(failures, [None, Some("b.wsdl is empty"), Some("C:1 is not in the list of services")]);
    assert_eq!(definitions[0].services[0].unserved.as_deref(), Some("it has no port"));
}

#[test]
fn one_that_ends_while_it_is_seeded_is_not_asked_for_the_rest() {
    let begin = || {
        let (mut call, _) = client().begin(seed(&["a.wsdl", "b.wsdl"]), at(0));
        call.on_answer(&json(200, UP), at(0));
        let MockStep::Send(check) = call.on_failure(NoAnswer::Lost.into(), at(0)) else { panic!("it is asked") };
        assert!(check.head.url.ends_with("/api/health"));
        call
    };
    let MockStep::Done(result) = begin().on_failure(NoAnswer::NotConnected.into(), at(0)) else { panic!("it is over") };
    let error = result.unwrap_err();
    assert_eq!(error.code, code::MOCK_NOT_UP);
    assert!(error.message.starts_with(&format!("{URL} stopped responding during the upload of a.wsdl: ")), "{error}");
    let mut call = begin();
    let MockStep::Send(upload) = call.on_answer(&json(200, UP), at(0)) else { panic!("the next is uploaded") };
    assert!(upload.head.url.ends_with("/api/artifact/upload"));
    assert_eq!(call.seeded()[0].failure.as_deref(), Some("the connection was lost"));
}

#[test]
fn a_hostile_list_or_file_is_read_in_time_that_grows_with_it() {
    // Each of these took minutes when every entry was compared with every other.
    let services: Vec<String> = (0..200_000).map(|n| format!("{{\"name\":\"S{n}\",\"version\":\"1\"}}")).collect();
    let (_, result) = run(MockOperation::ListServices, &[json(200, &format!("[{}]", services.join(",")))]);
    assert!(matches!(result, Ok(MockResult::Services(services)) if services.len() == 200_000));
    let marks = (0..500_000).map(|n| n.to_string()).collect::<Vec<_>>().join("\r\n--waybill-");
    let answers = [answer(201, "text/plain", "A:1")];
    assert!(run(MockOperation::Upload { files: vec![file("a.wsdl", &marks)] }, &answers).1.is_ok());
}
