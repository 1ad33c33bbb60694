//! What an envelope and the elements in it may look like, and what is said where they may not.

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK, TRACK_BODY, call, envelope, post, upload, with_track};

const PATH: &str = "/soap/TrackService/1.0";

fn track(mock: &MockService, inner: &str) -> Answer {
    call(mock, PATH, "Track", &format!("<t:Track xmlns:t=\"urn:track\">{inner}</t:Track>"))
}

#[test]
fn a_value_goes_on_after_a_comment_an_instruction_and_cdata() {
    let mock = with_track(Settings::default());
    for number in
        ["AB<!-- c -->1234", "AB<?p?>12<!-- c -->34", "<!-- c -->AB1234", "AB<![CDATA[12]]><!-- c --><![CDATA[34]]>"]
    {
        let answer = track(&mock, &format!("<t:number>{number}</t:number>"));
        assert_eq!(answer.status(), 200, "{}", answer.text());
        assert!(answer.text().contains("AB1234"), "{number}: {}", answer.text());
    }
    let answer = track(&mock, "<t:number>AB1234<!-- c -->rest</t:number>");
    assert!(answer.text().contains("value=\"AB1234rest\""), "{}", answer.text());
    upload(&mock, &[("track.wsdl", TRACK.replace("[A-Z]{2}[0-9]{4}", "[A-Z]{2} [0-9]{4}").as_bytes())]);
    let answer = track(&mock, "<t:number>AB<!-- c --> <!-- c -->1234</t:number>");
    assert_eq!(answer.status(), 200, "{}", answer.text());
}

#[test]
fn text_beside_the_payload_is_refused_with_a_fault() {
    let mock = with_track(Settings::default());
    let answer = call(&mock, PATH, "Track", &format!("{TRACK_BODY}text"));
    assert_eq!(answer.status(), 500);
    assert!(answer.text().contains("the `Body` contains text"), "{}", answer.text());
}

#[test]
fn wrong_namespace_is_reported_with_the_expected_one() {
    let mock = with_track(Settings::default());
    for (number, found) in [
        ("<number xmlns='urn:x'>AB1234</number>", "`number` of the namespace `urn:x`"),
        ("<number>AB1234</number>", "`number` of no namespace"),
    ] {
        let answer = track(&mock, number);
        let expected = format!("{found} is not allowed here: expected `number` of `urn:track`");
        assert!(answer.text().contains(&expected), "{}", answer.text());
    }
    upload(&mock, &[("track.wsdl", TRACK.replace("elementFormDefault=\"qualified\"", "").as_bytes())]);
    let answer = track(&mock, "<t:number>AB1234</t:number>");
    let expected = "`number` of the namespace `urn:track` is not allowed here: expected `number` of no namespace";
    assert!(answer.text().contains(expected), "{}", answer.text());
}

/// [`TRACK`] with another operation, `Enc`, whose messages are encoded.
fn with_encoded(action: &str) -> String {
    let operation = format!(
        "<operation name=\"Enc\"><soap:operation soapAction=\"{action}\"/><input><soap:body use=\"encoded\"/></input></operation>"
    );
    TRACK
        .replace(
            "</operation></portType>",
            "</operation><operation name=\"Enc\"><input message=\"tns:In\"/></operation></portType>",
        )
        .replace("</operation>\n  </binding>", &format!("</operation>{operation}\n  </binding>"))
}

#[test]
fn call_of_an_unservable_operation_fails_with_the_reason() {
    let reason = "Enc cannot be served: its messages are encoded (use=&quot;encoded&quot;)";
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", with_encoded("urn:enc").as_bytes())]);
    for body in ["<o:Enc xmlns:o=\"urn:track\"/>", ""] {
        for action in ["Enc", "urn:enc"] {
            let answer = call(&mock, PATH, action, body);
            assert!(answer.text().contains(reason), "{action}: {}", answer.text());
        }
    }
    assert_eq!(call(&mock, PATH, "Track", TRACK_BODY).status(), 200);
    let answer = call(&mock, PATH, "Other", "");
    assert!(answer.text().contains("this service has `Track` or `urn:track#Track`<"), "{}", answer.text());
    let alone = TRACK.replace("<input><soap:body use=\"literal\"/>", "<input><soap:body use=\"encoded\"/>");
    upload(&mock, &[("track.wsdl", alone.as_bytes())]);
    for action in ["Track", ""] {
        let answer = call(&mock, PATH, action, TRACK_BODY);
        assert!(answer.text().contains("Track cannot be served: its messages are encoded"), "{}", answer.text());
    }
}

#[test]
fn missing_action_never_selects_an_unservable_operation() {
    let queue = "<binding name=\"Queue\" type=\"tns:Port\"><soap:binding transport=\"urn:queue\"/><operation name=\"Track\"/></binding>\n  <service name=\"TrackService\"><port name=\"Queue\" binding=\"tns:Queue\"/>";
    let mock = with_track(Settings::default());
    let two = TRACK.replace("<service name=\"TrackService\">", queue);
    for wsdl in [two, with_encoded("")] {
        upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
        let answer = call(&mock, PATH, "", "");
        assert!(answer.text().contains("this service has `Track` or `urn:track#Track`<"), "{}", answer.text());
        assert_eq!(call(&mock, PATH, "Track", TRACK_BODY).status(), 200);
    }
}

#[test]
fn unknown_payload_without_an_action_is_reported() {
    let mock = with_track(Settings::default());
    let v1_1 = TRACK.replace("urn:track#Track", "");
    let v1_2 = v1_1.replace("xmlsoap.org/wsdl/soap/\"", "xmlsoap.org/wsdl/soap12/\"");
    let other = "<t:Other xmlns:t=\"urn:track\"/>";
    for (wsdl, namespace, media, field) in [
        (v1_1, "http://schemas.xmlsoap.org/soap/envelope/", "text/xml", "without a SOAPAction"),
        (v1_2, "http://www.w3.org/2003/05/soap-envelope", "application/soap+xml", "without an action parameter"),
    ] {
        upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
        let said = |body: &str| {
            post(&mock, PATH, &[("content-type", media)], envelope(namespace, body).as_bytes()).text().to_owned()
        };
        let begin = format!("{field} it must start with `Track`");
        assert!(
            said(other).contains(&format!("the body contains `Other` of the namespace `urn:track`; {begin}")),
            "{}",
            said(other)
        );
        assert!(said("").contains(&format!("the body is empty; {begin}")), "{}", said(""));
    }
}

#[test]
fn rpc_wrapper_in_the_body_namespace_is_lenient() {
    let wsdl = TRACK
        .replace("<part name=\"body\" element=\"tns:Track\"/>", "<part name=\"number\" type=\"tns:Number\"/>")
        .replace("<part name=\"body\" element=\"tns:TrackResponse\"/>", "<part name=\"number\" type=\"tns:Number\"/>")
        .replace("<soap:binding ", "<soap:binding style=\"rpc\" ")
        .replace("<soap:body ", "<soap:body namespace=\"urn:rpc\" ");
    let (mock, strict) = (with_track(Settings::default()), with_track(Settings::strict()));
    for mock in [&mock, &strict] {
        upload(mock, &[("track.wsdl", wsdl.as_bytes())]);
    }
    let call = |mock: &MockService, namespace: &str| {
        let body = format!("<t:Track xmlns:t=\"{namespace}\"><number>AB1234</number></t:Track>");
        let answer = call(mock, PATH, "Track", &body);
        (answer.status(), answer.header("x-waybill-lenient").map(str::to_owned))
    };
    assert_eq!(call(&mock, "urn:track"), (200, None));
    assert_eq!(call(&mock, "urn:rpc"), (200, Some("payload-namespace".to_owned())));
    assert_eq!(call(&mock, "urn:other").0, 500);
    assert_eq!((call(&strict, "urn:track").0, call(&strict, "urn:rpc").0), (200, 500));
}

#[test]
fn rpc_part_in_a_namespace_is_reported_with_both_names() {
    let wsdl = TRACK
        .replace("<part name=\"body\" element=\"tns:Track\"/>", "<part name=\"number\" type=\"tns:Number\"/>")
        .replace("<soap:binding ", "<soap:binding style=\"rpc\" ");
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    let answer = call(&mock, PATH, "Track", "<t:Track xmlns:t=\"urn:track\"><t:number>AB1234</t:number></t:Track>");
    let expected = "`number` of the namespace `urn:track` is not expected here; expected `number` of no namespace";
    assert!(answer.text().contains(expected), "{}", answer.text());
    assert!(
        answer.text().contains("path=\"/Track/number\"") && !answer.text().contains("is missing"),
        "{}",
        answer.text()
    );
}

/// A .NET client undeclares the default namespace on each unqualified element (Namespaces in XML 1.0, section 6.2).
#[test]
fn element_with_empty_xmlns_is_in_no_namespace() {
    let unqualified = TRACK.replace("elementFormDefault=\"qualified\"", "");
    let rpc = TRACK
        .replace("<part name=\"body\" element=\"tns:Track\"/>", "<part name=\"number\" type=\"tns:Number\"/>")
        .replace("<soap:binding ", "<soap:binding style=\"rpc\" ");
    for (wsdl, body) in [
        (&unqualified, "<Track xmlns='urn:track'><number xmlns=''>AB1234</number></Track>"),
        (&rpc, "<Track xmlns='urn:track'><number xmlns=''>AB1234</number></Track>"),
        (&rpc, "<Track xmlns=''><number>AB1234</number></Track>"),
    ] {
        let mock = with_track(Settings::default());
        upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
        let answer = call(&mock, PATH, "Track", body);
        assert_eq!(answer.status(), 200, "{body}: {}", answer.text());
        assert!(answer.text().contains("AB1234"), "{body}: {}", answer.text());
    }
}

#[test]
fn empty_or_truncated_body_is_reported_as_such() {
    let mock = with_track(Settings::default());
    let headers = [("content-type", "text/xml"), ("soapaction", "Track")];
    let whole = envelope("http://schemas.xmlsoap.org/soap/envelope/", TRACK_BODY);
    let cut = format!("\n{}", whole.split_once("</e:Body>").unwrap().0);
    let column = cut.len();
    for (body, reason) in [
        ("", "line 1, column 1: it is empty".to_owned()),
        (" \n", "line 1, column 1: it is empty".to_owned()),
        ("<!-- no more -->", "line 1, column 1: it has no complete element".to_owned()),
        ("{}", "line 1, column 1: `<` is expected here".to_owned()),
        (cut.as_str(), format!("line 2, column {column}: it is incomplete: elements are still open")),
        ("<a", "line 1, column 1: it has no complete element".to_owned()),
    ] {
        let sentence = post(&mock, "/soap/TrackService/1.0", &headers, body.as_bytes()).sentence();
        assert_eq!(sentence, format!("the body is not XML: {}", reason.replace('<', "&lt;")), "{body}");
    }
}

#[test]
fn long_action_is_shortened_in_the_fault() {
    let mock = with_track(Settings::default());
    let sentence = call(&mock, "/soap/TrackService/1.0", &"x".repeat(6_000), TRACK_BODY).sentence();
    assert!(sentence.contains("xxx…` matches no operation; this service has `Track`"), "{sentence}");
}

#[test]
fn envelope_of_the_other_version_names_the_right_namespace() {
    let mock = with_track(Settings::default());
    let sent = |content_type| {
        let body = envelope("http://www.w3.org/2003/05/soap-envelope", TRACK_BODY);
        let headers = [("content-type", content_type), ("soapaction", "Track"), ("accept", "application/json")];
        post(&mock, PATH, &headers, body.as_bytes()).json()["detail"].clone()
    };
    let speak = "; the ports of this service use SOAP 1.1, whose `Envelope` is in the namespace http://schemas.xmlsoap.org/soap/envelope/";
    assert_eq!(sent("application/soap+xml"), format!("the envelope is SOAP 1.2{speak}"));
    assert_eq!(sent("text/xml"), format!("the envelope is SOAP 1.2, but is sent as SOAP 1.1{speak}"));
}
