//! What an envelope and the elements in it may look like, and what is said where they may not.

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK, call, upload, with_track};

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
