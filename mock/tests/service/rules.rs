//! The platform's four rules for SOAP, by their letter and as they are read unless `--strict` says otherwise.

use waybill_mock::service::{ActionRule, Admission, ServiceSettings, Settings};

use crate::support::{TRACK, TRACK_BODY, call, envelope, get, post, upload, upload_to, with_track};

const PATH: &str = "/soap/TrackService/1.0";
const V1_1: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const V1_2: &str = "http://www.w3.org/2003/05/soap-envelope";

#[test]
fn the_action_is_the_operations_name_quoted_or_not() {
    let mock = with_track(Settings::default());
    for action in ["Track", "\"Track\""] {
        let answer = call(&mock, PATH, action, TRACK_BODY);
        assert_eq!(answer.status(), 200, "{}", answer.text());
        assert_eq!(answer.header("x-waybill-lenient"), None);
        assert!(answer.text().contains("AB1234"), "the number is repeated: {}", answer.text());
    }
}

#[test]
fn the_action_that_the_wsdl_declares_is_accepted_and_marked() {
    let mock = with_track(Settings::default());
    let answer = call(&mock, PATH, "urn:track#Track", TRACK_BODY);
    assert_eq!((answer.status(), answer.header("x-waybill-lenient")), (200, Some("soap-action")));
    let strict = with_track(Settings::strict());
    let answer = call(&strict, PATH, "urn:track#Track", TRACK_BODY);
    assert_eq!(answer.status(), 500);
    assert!(answer.text().contains("this service has `Track`"), "{}", answer.text());
}

#[test]
fn another_action_or_none_is_refused_where_one_is_declared() {
    let mock = with_track(Settings::default());
    for action in ["Trace", "\"\""] {
        let answer = call(&mock, PATH, action, TRACK_BODY);
        assert_eq!(answer.status(), 500);
        assert!(answer.text().contains("`Track` or `urn:track#Track`"), "{}", answer.text());
    }
    let headers = [("content-type", "text/xml")];
    assert_eq!(post(&mock, PATH, &headers, envelope(V1_1, TRACK_BODY).as_bytes()).status(), 500);
    let any = with_track(Settings { action: ActionRule::Any, ..Settings::default() });
    assert_eq!(post(&any, PATH, &headers, envelope(V1_1, TRACK_BODY).as_bytes()).status(), 200);
}

#[test]
fn an_empty_declared_action_is_met_by_an_empty_one_or_none() {
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", TRACK.replace("urn:track#Track", "").as_bytes())]);
    for action in ["", "\"\""] {
        assert_eq!(call(&mock, PATH, action, TRACK_BODY).status(), 200, "{action:?}");
    }
    let headers = [("content-type", "text/xml")];
    assert_eq!(post(&mock, PATH, &headers, envelope(V1_1, TRACK_BODY).as_bytes()).status(), 200);
    assert_eq!(call(&mock, PATH, "Other", TRACK_BODY).status(), 500);
}

#[test]
fn header_and_body_must_match_even_without_validation() {
    let mock = with_track(Settings { validate: false, ..Settings::default() });
    let answer = call(&mock, PATH, "Track", "<t:Trace xmlns:t=\"urn:track\"/>");
    assert_eq!(answer.status(), 500);
    assert!(answer.text().contains("it must start with `Track` of the namespace `urn:track`"), "{}", answer.text());
    assert_eq!(call(&mock, PATH, "Track", "").status(), 500);
}

#[test]
fn the_payload_is_in_the_target_namespace() {
    let mock = with_track(Settings::default());
    for namespace in ["urn:other", ""] {
        let body = TRACK_BODY.replace("urn:track", namespace);
        let body = if namespace.is_empty() { "<Track><number>AB1234</number></Track>" } else { &body };
        assert_eq!(call(&mock, PATH, "Track", body).status(), 500, "{namespace:?}");
    }
}

#[test]
fn wsdl_namespace_of_payload_is_lenient_unless_strict() {
    let wsdl = TRACK
        .replacen("targetNamespace=\"urn:track\"", "targetNamespace=\"urn:definitions\" xmlns:d=\"urn:definitions\"", 1)
        .replace("message=\"tns:", "message=\"d:")
        .replace("type=\"tns:Port\"", "type=\"d:Port\"")
        .replace("binding=\"tns:Soap\"", "binding=\"d:Soap\"");
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    let answer = call(&mock, PATH, "Track", TRACK_BODY);
    assert_eq!((answer.status(), answer.header("x-waybill-lenient")), (200, Some("payload-namespace")));
    let strict = with_track(Settings::strict());
    upload(&strict, &[("track.wsdl", wsdl.as_bytes())]);
    let answer = call(&strict, PATH, "Track", TRACK_BODY);
    assert!(answer.text().contains("targetNamespace `urn:definitions`"), "{}", answer.text());
    // Whatever namespace the client tries, it is told that none will do.
    for namespace in ["urn:track", "urn:definitions", "urn:other"] {
        let answer = call(&strict, PATH, "Track", &TRACK_BODY.replace("urn:track", namespace));
        let expected =
            "Track cannot be called under strict rules: its element `Track` is declared in the namespace `urn:track`";
        assert!(answer.text().contains(expected), "{}", answer.text());
    }
}

/// [`TRACK`] with an operation `Trace` beside `Track`, whose element is in another namespace.
fn with_trace() -> String {
    let schema = "<xs:schema targetNamespace=\"urn:other\"><xs:element name=\"Trace\" type=\"xs:string\"/></xs:schema>";
    let message = "<message name=\"Trace\"><part name=\"body\" element=\"o:Trace\" xmlns:o=\"urn:other\"/></message>";
    let declared = "<operation name=\"Trace\"><input message=\"tns:Trace\"/></operation></portType>";
    let bound = "<operation name=\"Trace\"><soap:operation soapAction=\"urn:track#Trace\"/><input><soap:body use=\"literal\"/>\
                 </input></operation></binding>";
    TRACK
        .replace("</types>", &format!("{schema}</types>{message}"))
        .replace("</portType>", declared)
        .replace("</binding>", bound)
}

#[test]
fn strict_refusal_lists_the_accepted_actions() {
    let strict = with_track(Settings::strict());
    let trace = "<Trace xmlns=\"urn:other\"/>";
    upload(&strict, &[("track.wsdl", with_trace().as_bytes())]);
    let refused = |action: &str, body: &str| call(&strict, PATH, action, body).sentence();
    assert_eq!(
        refused("urn:track#Track", TRACK_BODY),
        "the SOAPAction `urn:track#Track` is what the WSDL declares for Track, but the rule operation-name, which \
         strict rules include, accepts only the operation's name; this service has `Track`"
    );
    assert_eq!(refused("Other", TRACK_BODY), "the SOAPAction `Other` matches no operation; this service has `Track`");
    for body in [trace, TRACK_BODY] {
        assert!(refused("Trace", body).starts_with("Trace cannot be called under strict rules: "), "{body}");
    }
    let sentence = refused("Track", trace);
    assert!(
        sentence.starts_with("the body contains `Trace` of the namespace `urn:other`; with this SOAPAction"),
        "{sentence}"
    );
    let lenient = with_track(Settings::default());
    upload(&lenient, &[("track.wsdl", with_trace().as_bytes())]);
    let sentence = call(&lenient, PATH, "Track", trace).sentence();
    assert!(sentence.contains("(the element of Trace)"), "{sentence}");
    let sentence = call(&lenient, PATH, "Other", trace).sentence();
    assert!(
        sentence.ends_with("this service has `Track` or `urn:track#Track`, `Trace` or `urn:track#Trace`"),
        "{sentence}"
    );
}

#[test]
fn a_service_of_which_strict_rules_admit_no_operation_says_so() {
    let wsdl = with_trace().replace("element=\"tns:Track\"", "element=\"o:Trace\" xmlns:o=\"urn:other\"");
    let strict = with_track(Settings::strict());
    upload(&strict, &[("track.wsdl", wsdl.as_bytes())]);
    assert_eq!(
        call(&strict, PATH, "Other", TRACK_BODY).sentence(),
        "the SOAPAction `Other` matches no operation; strict rules accept no operation of this service, because all \
         elements are declared outside the WSDL's targetNamespace `urn:track`; serve it without strict rules"
    );
}

#[test]
fn the_envelope_is_of_the_ports_version() {
    let mock = with_track(Settings::default());
    let headers = [("content-type", "application/soap+xml; action=\"Track\"")];
    let answer = post(&mock, PATH, &headers, envelope(V1_2, TRACK_BODY).as_bytes());
    assert_eq!((answer.status(), answer.header("content-type")), (500, Some("text/xml; charset=utf-8")));
    assert!(answer.text().contains("<faultcode>soap:VersionMismatch</faultcode>"), "{}", answer.text());
    assert!(answer.text().contains(V1_1), "{}", answer.text());
    let headers = [("content-type", "text/xml"), ("soapaction", "Track")];
    let answer = post(&mock, PATH, &headers, envelope("urn:soap-2", TRACK_BODY).as_bytes());
    assert!(answer.text().contains("VersionMismatch"), "{}", answer.text());
}

#[test]
fn invalid_request_is_a_fault_with_path_expectation_and_value() {
    let mock = with_track(Settings::default());
    let body = TRACK_BODY.replace("AB1234", "1234");
    let answer = call(&mock, PATH, "Track", &body);
    assert_eq!((answer.status(), answer.header("content-type")), (500, Some("text/xml; charset=utf-8")));
    for part in ["<faultcode>soap:Client</faultcode>", "path=\"/Track/number\"", "[A-Z]{2}[0-9]{4}", "value=\"1234\""] {
        assert!(answer.text().contains(part), "{part}: {}", answer.text());
    }
}

#[test]
fn the_refusal_is_json_where_that_is_preferred() {
    let mock = with_track(Settings::default());
    let headers = [("content-type", "text/xml"), ("soapaction", "Track"), ("accept", "application/json")];
    let body = envelope(V1_1, &TRACK_BODY.replace("AB1234", "1234"));
    let answer = post(&mock, PATH, &headers, body.as_bytes());
    assert_eq!((answer.status(), answer.header("content-type")), (400, Some("application/problem+json")));
    assert_eq!(answer.json()["errors"][0]["path"], "/Track/number");
}

#[test]
fn validation_can_be_left_out_for_one_call() {
    let mock = with_track(Settings::default());
    let body = TRACK_BODY.replace("AB1234", "1234");
    assert_eq!(call(&mock, &format!("{PATH}?validate=false"), "Track", &body).status(), 200);
}

#[test]
fn a_service_may_have_rules_of_its_own() {
    let any = ServiceSettings { action: Some(ActionRule::Any), validate: Some(false) };
    let services = [("TrackService:1.0".to_owned(), any)].into();
    let mock = with_track(Settings { services, ..Settings::strict() });
    upload_to(&mock, "/api/artifact/upload?version=2.0", &[], &[("track.wsdl", TRACK.as_bytes())]);
    let wrong = "<t:Track xmlns:t=\"urn:track\"/>";
    assert_eq!(call(&mock, "/soap/TrackService/1.0", "Other", wrong).status(), 200);
    assert_eq!(call(&mock, "/soap/TrackService/2.0", "Other", TRACK_BODY).status(), 500);
    assert_eq!(call(&mock, "/soap/TrackService/2.0", "Track", wrong).status(), 500);
}

#[test]
fn undeclared_headers_are_ignored_and_marked() {
    let mock = with_track(Settings::default());
    let envelope = format!(
        "<e:Envelope xmlns:e=\"{V1_1}\"><e:Header><x:Trace xmlns:x=\"urn:x\" e:mustUnderstand=\"1\"/></e:Header><e:Body>{TRACK_BODY}</e:Body></e:Envelope>"
    );
    let headers = [("content-type", "text/xml"), ("soapaction", "Track")];
    let answer = post(&mock, PATH, &headers, envelope.as_bytes());
    assert_eq!((answer.status(), answer.header("x-waybill-lenient")), (200, Some("undeclared-header")));
}

#[test]
fn a_path_of_no_service_is_404_with_the_closest() {
    let mock = with_track(Settings::default());
    let answer = call(&mock, "/soap/TrakService/1.0", "Track", TRACK_BODY);
    assert_eq!((answer.status(), answer.header("content-type")), (404, Some("application/problem+json")));
    assert_eq!(answer.json()["closest"], PATH);
    assert_eq!(answer.json()["imported"][0], PATH);
    let answer = call(&mock, "/soap/TrackService/2.0", "Track", TRACK_BODY);
    assert!(
        answer.json()["detail"].as_str().unwrap().contains("TrackService is imported in version 1.0, not in 2.0"),
        "{}",
        answer.text()
    );
}

#[test]
fn a_path_of_any_length_is_repeated_in_part() {
    let mock = with_track(Settings::default());
    let answer = get(&mock, &format!("/soap/{}", "a".repeat(30_000)));
    assert_eq!(answer.status(), 404);
    assert!(answer.text().len() < 1_000 && answer.text().contains("aaa…; "), "{}", answer.text().len());
}

#[test]
fn service_of_the_other_kind_is_named_with_its_path() {
    let mock = with_track(Settings::default());
    let answer = get(&mock, "/rest/TrackService/1.0/parcels");
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert_eq!(
        (answer.status(), detail.as_str()),
        (404, "TrackService:1.0 is a SOAP service, which is served at /soap/TrackService/1.0")
    );
}

#[test]
fn service_without_soap_lists_its_ports() {
    let wsdl = TRACK
        .replace("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/http/")
        .replace("</service>", "<port name=\"Other\" binding=\"tns:Nowhere\"/></service>");
    let mock = with_track(Settings::default());
    assert_eq!(upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).status(), 201);
    let text = call(&mock, PATH, "Track", TRACK_BODY).text().to_owned();
    assert!(text.contains("no port of this service can be called with SOAP: port "), "{text}");
    assert!(
        text.contains("its binding is HTTP") && text.contains("; port Other refers to the binding tns:Nowhere"),
        "{text}"
    );
}

#[test]
fn wrong_method_is_405_and_lists_the_allowed_methods() {
    let mock = with_track(Settings::default());
    let described = [format!("{PATH}?wsdl"), format!("{PATH}?XSD=track.xsd")];
    for (method, address, allow) in [
        ("PUT", PATH, "POST"),
        ("GET", PATH, "POST"),
        ("HEAD", PATH, "POST"),
        ("PUT", described[0].as_str(), "GET, HEAD, POST"),
        ("DELETE", described[1].as_str(), "GET, HEAD, POST"),
        ("POST", "/api/services", "GET, HEAD"),
        ("GET", "/api/artifact/upload", "POST"),
    ] {
        let request = http::Request::builder().method(method).uri(address).body(Vec::new()).unwrap();
        let answer = crate::support::send(&mock, &request);
        assert_eq!((answer.status(), answer.header("allow")), (405, Some(allow)), "{method} {address}");
        assert_eq!(answer.text().is_empty(), method == "HEAD", "{method} {address}");
        let (head, _) = request.into_parts();
        assert!(matches!(mock.admit(&head), Admission::Reply(_)), "{method} {address}");
    }
    assert!(get(&mock, PATH).text().contains("the description is at ?wsdl; send calls with POST"));
    assert_eq!(call(&mock, &described[0], "Track", TRACK_BODY).status(), 200);
}

#[test]
fn a_declared_fault_is_answered_where_the_request_prefers_it() {
    let mock = with_track(Settings::default());
    let headers = [("content-type", "text/xml"), ("soapaction", "Track"), ("prefer", "fault=NotFound")];
    let answer = post(&mock, PATH, &headers, envelope(V1_1, TRACK_BODY).as_bytes());
    assert_eq!(answer.status(), 500);
    assert!(answer.text().contains("NotFound") && answer.text().contains("<detail>"), "{}", answer.text());
}

#[test]
fn the_same_request_on_the_same_day_gets_the_same_bytes() {
    let (one, other) = (with_track(Settings::default()), with_track(Settings::default()));
    assert_eq!(call(&one, PATH, "Track", TRACK_BODY).text(), call(&other, PATH, "Track", TRACK_BODY).text());
}

#[test]
fn rpc_wrapper_contains_only_the_parts() {
    let wsdl = TRACK
        .replace("<part name=\"body\" element=\"tns:Track\"/>", "<part name=\"number\" type=\"tns:Number\"/>")
        .replace("<part name=\"body\" element=\"tns:TrackResponse\"/>", "<part name=\"number\" type=\"tns:Number\"/>")
        .replace("<soap:binding ", "<soap:binding style=\"rpc\" ");
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    let number = "<number>AB1234</number>";
    let wrapped =
        |attributes: &str, inner: &str| format!("<t:Track xmlns:t=\"urn:track\" {attributes}>{inner}</t:Track>");
    for body in [wrapped("", number), format!("<Track>{number}</Track>")] {
        let answer = call(&mock, PATH, "Track", &body);
        assert_eq!(answer.status(), 200, "{}", answer.text());
        assert!(answer.text().contains("TrackResponse xmlns:rpc=\"urn:track\""), "{}", answer.text());
    }
    for (body, path) in [
        (wrapped("id=\"1\"", number), "/Track/@id"),
        (wrapped("", &format!("text{number}")), "/Track"),
        (
            wrapped("", "<number xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" i:nil=\"true\"/>"),
            "/Track/number/@nil",
        ),
        (wrapped("", ""), "/Track"),
        (wrapped("", &format!("{number}<more/>")), "/Track/more"),
    ] {
        let answer = call(&mock, PATH, "Track", &body);
        assert_eq!(answer.status(), 500, "{body}");
        assert!(answer.text().contains(&format!("path=\"{path}\"")), "{path}: {}", answer.text());
    }
}

#[test]
fn headers_that_the_wsdl_declares_for_answers_are_in_them() {
    let wsdl = TRACK
        .replace("<message name=\"Out\">", "<message name=\"Out\"><part name=\"head\" element=\"tns:NotFound\"/>")
        .replace("<output><soap:body use=\"literal\"/></output>", "<output><soap:body parts=\"body\" use=\"literal\"/><soap:header message=\"tns:Out\" part=\"head\" use=\"literal\"/></output>");
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    let answer = call(&mock, PATH, "Track", TRACK_BODY);
    assert!(answer.text().contains("<soap:Header>") && answer.text().contains("NotFound"), "{}", answer.text());
}

#[test]
fn every_address_of_a_described_port_leads_back() {
    let wsdl = TRACK.replace("<soap:address ", "<h:address xmlns:h=\"http://schemas.xmlsoap.org/wsdl/http/\" ");
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    let described = get(&mock, &format!("{PATH}?wsdl"));
    assert!(described.text().contains("location=\"http://localhost/soap/TrackService/1.0\""), "{}", described.text());
}
