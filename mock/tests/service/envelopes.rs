//! What an envelope and the elements in it may look like, and what is said where they may not.

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK, TRACK_BODY, call, upload, with_track};

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
    assert!(answer.text().contains("the `Body` holds text"), "{}", answer.text());
}

#[test]
fn a_name_of_another_namespace_is_said_with_both() {
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
