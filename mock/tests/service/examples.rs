//! Answers that were written by hand: uploaded for an operation, held to its schema, and given instead of samples.

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK_BODY, call, envelope, get, post, upload, upload_to, with_track};

const SOAP_1_1: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const UPLOAD: &str = "/api/artifact/upload?mainArtifact=false&service=TrackService:1.0";
const EXAMPLE: &str =
    "<r:TrackResponse xmlns:r=\"urn:track\"><r:number>ZZ9999</r:number><r:state>IN_TRANSIT</r:state></r:TrackResponse>";

fn track(mock: &MockService) -> Answer {
    call(mock, "/soap/TrackService/1.0", "Track", TRACK_BODY)
}

fn upload_example(mock: &MockService, text: &str) -> Answer {
    upload_to(mock, UPLOAD, &[], &[("track-answer.xml", text.as_bytes())])
}

fn detail(answer: &Answer) -> String {
    assert_eq!(answer.status(), 400);
    answer.json()["detail"].as_str().unwrap().to_owned()
}

#[test]
fn an_example_is_answered_as_it_was_written() {
    let whole = format!("<!-- by hand -->\n{}", envelope(SOAP_1_1, EXAMPLE));
    for text in
        [EXAMPLE, &envelope(SOAP_1_1, EXAMPLE), &format!("<?xml version='1.0' encoding='ISO-8859-1'?>\n{whole}")]
    {
        let mock = with_track(Settings::default());
        let answer = upload_example(&mock, text);
        assert_eq!((answer.status(), answer.text()), (201, "TrackService:1.0\n"));
        let answer = track(&mock);
        assert!(answer.status() == 200 && answer.text().contains(EXAMPLE), "{}", answer.text());
        assert!(answer.text().starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"), "{}", answer.text());
        assert_eq!(get(&mock, "/api/services").json()[0]["operations"][0]["example"], true);
    }
}

#[test]
fn a_request_is_held_to_its_schema_before_an_example_answers_it() {
    let mock = with_track(Settings::default());
    upload_example(&mock, EXAMPLE);
    let refused =
        call(&mock, "/soap/TrackService/1.0", "Track", "<t:Track xmlns:t=\"urn:track\"><t:number/></t:Track>");
    assert_eq!(refused.status(), 500);
}

#[test]
fn the_envelope_is_of_the_requests_version() {
    let wsdl = crate::support::TRACK.replace("wsdl/soap/", "wsdl/soap12/");
    let mock = MockService::new(Settings::default());
    upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    upload_example(&mock, &envelope(SOAP_1_1, EXAMPLE));
    let soap_1_2 = "http://www.w3.org/2003/05/soap-envelope";
    let headers = [("content-type", "application/soap+xml; action=Track")];
    let answer = post(&mock, "/soap/TrackService/1.0", &headers, envelope(soap_1_2, TRACK_BODY).as_bytes());
    assert_eq!(answer.status(), 200, "{}", answer.text());
    assert!(answer.text().contains(EXAMPLE) && answer.text().contains(soap_1_2), "{}", answer.text());
    assert!(!answer.text().contains(SOAP_1_1), "{}", answer.text());
}

#[test]
fn invalid_example_is_rejected_with_every_violation() {
    let mock = with_track(Settings::default());
    let before = track(&mock).text().to_owned();
    let wrong = EXAMPLE.replace("ZZ9999", "9").replace("IN_TRANSIT", "LOST");
    let said = detail(&upload_example(&mock, &wrong));
    for part in ["track-answer.xml", "/TrackResponse/number", "/TrackResponse/state"] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(track(&mock).text(), before);
}

#[test]
fn example_needs_an_existing_service_and_operation() {
    let mock = with_track(Settings::default());
    let upload = |query: &str, text: &str| {
        let path = format!("/api/artifact/upload?mainArtifact=false{query}");
        detail(&upload_to(&mock, &path, &[], &[("a.xml", text.as_bytes())]))
    };
    assert!(upload("", EXAMPLE).contains("service=NAME:VERSION"));
    let said = upload("&service=Track:1.0", EXAMPLE);
    assert!(said.contains("Track:1.0 is not imported") && said.contains("TrackService:1.0"), "{said}");
    let said = upload("&service=TrackService:1.0&operation=Trace", EXAMPLE);
    assert!(said.contains("no operation Trace") && said.contains("Track"), "{said}");
    let said = upload("&service=TrackService:1.0", "<Order/>");
    assert!(said.contains("`Order`") && said.contains("`TrackResponse` of the namespace `urn:track`"), "{said}");
    assert!(upload("&service=TrackService:1.0", "no XML").contains("a.xml"));
}

#[test]
fn export_includes_examples_and_a_new_import_drops_them() {
    let mock = with_track(Settings::default());
    upload_example(&mock, EXAMPLE);
    let export = get(&mock, "/api/services/export").text().to_owned();
    let again = MockService::new(Settings::default());
    assert_eq!(upload(&again, &[("export.json", export.as_bytes())]).status(), 201);
    assert_eq!(get(&again, "/api/services/export").text(), export);
    assert_eq!(track(&again).text(), track(&mock).text());
    upload(&again, &[("track.wsdl", crate::support::TRACK.as_bytes())]);
    assert!(!track(&again).text().contains("ZZ9999"));
}
