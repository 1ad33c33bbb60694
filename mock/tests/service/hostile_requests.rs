//! Requests that mean harm: each is answered, in time and shortly, and says nothing of this machine.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http::Request;
use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, NOW, TRACK, TRACK_BODY, call, envelope, get, post, send, upload, with_track};
use flate2::Compression;
use flate2::write::GzEncoder;

const PATH: &str = "/soap/TrackService/1.0";
const SOAP: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const XML: [(&str, &str); 2] = [("content-type", "text/xml; charset=utf-8"), ("soapaction", "Track")];

/// In a build without optimisation, on a machine that does other work.
const PATIENCE: Duration = Duration::from_mins(1);

fn send_body(body: &[u8]) -> Answer {
    let mock = with_track(Settings::default());
    let began = Instant::now();
    let answer = post(&mock, PATH, &XML, body);
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    answer
}

#[track_caller]
fn assert_refused(body: &[u8], reason: &str) {
    let answer = send_body(body);
    assert_eq!(answer.status(), 500, "{}", answer.text());
    assert!(answer.text().contains(reason), "{}", answer.text());
    assert!(answer.text().len() < 64 * 1024, "{} bytes", answer.text().len());
}

#[test]
fn entities_are_not_expanded() {
    let body = envelope(SOAP, TRACK_BODY);
    assert_refused(format!("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>{body}").as_bytes(), "DOCTYPE");
    assert_refused(body.replace("AB1234", "&x;").as_bytes(), "not XML");
    assert_refused(body.replace("AB1234", &"&amp;".repeat(100_000)).as_bytes(), "number");
}

#[test]
fn ten_thousand_levels_and_many_siblings_are_answered() {
    assert_refused(format!("{}{}", "<a>".repeat(10_000), "</a>".repeat(10_000)).as_bytes(), "nested deeper");
    assert_refused(envelope(SOAP, &"<a/>".repeat(100_000)).as_bytes(), "the body contains");
    let more = format!("{TRACK_BODY}{}", "<a/>".repeat(50_000));
    assert_refused(envelope(SOAP, &more).as_bytes(), "nothing more in the body");
    let wide = TRACK_BODY.replace("</t:Track>", &format!("{}</t:Track>", "<t:x/>".repeat(50_000)));
    assert_refused(envelope(SOAP, &wide).as_bytes(), "x");
}

#[test]
fn names_attributes_and_namespaces_without_measure_are_refused() {
    let attributes: String = (0..10_000).map(|number| format!(" a{number}=''")).collect();
    assert_refused(envelope(SOAP, &format!("<a{attributes}/>")).as_bytes(), "more than 256 attributes");
    let namespaces: String = (0..200).map(|number| format!(" xmlns:n{number}='u:{number}'")).collect();
    let body = format!("<a{namespaces}>{}</a>", "<b xmlns='u'/>".repeat(20_000));
    assert_refused(envelope(SOAP, &body).as_bytes(), "namespace declarations");
    assert_refused(envelope(SOAP, &format!("<{}/>", "n".repeat(1 << 20))).as_bytes(), "a name has more than");
    assert_refused(envelope(SOAP, &format!("<a {}='1'/>", "n".repeat(1 << 20))).as_bytes(), "a name has more than");
    assert_refused(envelope(SOAP, &format!("<a xmlns='{}'/>", "n".repeat(1 << 20))).as_bytes(), "the body contains");
    assert_refused(envelope(SOAP, &TRACK_BODY.replace("AB1234", &"n".repeat(1 << 20))).as_bytes(), "number");
    assert_refused(&[b"<a".as_slice(), &vec![b'='; 1 << 20]].concat(), "more than 256 attributes");
    assert_refused(format!("<{}", "<".repeat(1 << 20)).as_bytes(), "not XML");
}

#[test]
fn wrong_charset_is_reported() {
    let mock = with_track(Settings::default());
    let body = envelope(SOAP, TRACK_BODY);
    let with_type = |content_type: &str, body: &[u8]| {
        post(&mock, PATH, &[("content-type", content_type), ("soapaction", "Track")], body)
    };
    assert!(with_type("text/xml; charset=ebcdic", body.as_bytes()).text().contains("`ebcdic`"));
    assert!(with_type("text/xml; charset=utf-16", body.as_bytes()).text().contains("not XML"));
    let latin: Vec<u8> =
        body.replace("AB1234", "AB1234 Z\u{fc}").chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert!(with_type("text/xml; charset=utf-8", &latin).text().contains("not UTF-8"));
    for (charset, bytes) in [
        ("utf-16", body.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>()),
        ("utf-16le", body.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ] {
        let answer = with_type(&format!("text/xml; charset={charset}"), &bytes);
        assert_eq!(answer.status(), 200, "{charset}: {}", answer.text());
        assert_eq!(with_type(&format!("text/xml; charset={charset}"), &bytes[1..]).status(), 500);
    }
}

#[test]
fn bodies_that_lie_about_their_coding_are_refused() {
    let mock = with_track(Settings::default());
    let gzip = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let with_coding = |body: &[u8]| post(&mock, PATH, &[XML[0], XML[1], ("content-encoding", "gzip")], body).status();
    let body = gzip(envelope(SOAP, TRACK_BODY).as_bytes());
    assert_eq!(with_coding(&body), 200);
    assert_eq!(with_coding(envelope(SOAP, TRACK_BODY).as_bytes()), 400);
    assert_eq!(with_coding(&body[..body.len() / 2]), 400);
    let mut wrong_sum = body.clone();
    let end = wrong_sum.len() - 8;
    wrong_sum[end] ^= 1;
    assert_eq!(with_coding(&wrong_sum), 400);
    assert_eq!(with_coding(&gzip(&vec![b' '; 65 << 20])), 413);
    let twice = post(&mock, PATH, &[XML[0], XML[1], ("content-encoding", "gzip, gzip")], &gzip(&body));
    assert_eq!(twice.status(), 415);
}

#[test]
fn headers_and_paths_of_any_bytes_are_answered() {
    let mock = with_track(Settings::default());
    for path in [
        "/soap/%FF%FE/1.0",
        "/soap/%00/1.0",
        "/soap/../../etc/passwd",
        "/soap//1.0",
        "/%",
        "/api/invocations/%80/%",
        "/soap/TrackService/1.0?wsdl=../../etc/passwd",
        "/soap/TrackService/1.0?xsd=%00",
    ] {
        assert_eq!(get(&mock, path).status(), 404, "{path}");
    }
    for name in
        ["content-type", "soapaction", "accept", "prefer", "host", "content-encoding", "accept-encoding", "origin"]
    {
        let mut request = Request::post(PATH).header("soapaction", "Track");
        for value in [&b"\xff\xfe"[..], b"", b";;;===", b"\"", b"a/b;c=\"\\"] {
            request = request.header(name, value);
        }
        let answer = send(&mock, &request.body(envelope(SOAP, TRACK_BODY).into_bytes()).unwrap());
        assert!([200, 415, 500].contains(&answer.status()), "{name}: {}", answer.status());
    }
}

#[test]
fn a_long_request_leaves_the_log_of_others_alone() {
    let mock = with_track(Settings::default());
    call(&mock, PATH, "Track", TRACK_BODY);
    let body = envelope(SOAP, &TRACK_BODY.replace("AB1234", &"x".repeat(40 << 20)));
    post(&mock, PATH, &XML, body.as_bytes());
    let answer = get(&mock, "/api/invocations/TrackService/1.0");
    let entries = answer.json();
    assert_eq!(entries.as_array().unwrap().len(), 2);
    assert!(entries[0]["request"]["body"].as_str().unwrap().ends_with(" more bytes]"));
    assert!(answer.text().len() < 1 << 20, "{}", answer.text().len());
}

#[test]
fn requests_during_a_replacement_get_the_old_or_new_response() {
    let mock = with_track(Settings::default());
    let other = TRACK.replace("IN_TRANSIT", "DELIVERED");
    let done = AtomicBool::new(false);
    let states = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut number = 0_usize;
            while !done.load(Ordering::Relaxed) {
                let text = if number.is_multiple_of(2) { other.as_str() } else { TRACK };
                assert_eq!(upload(&mock, &[("track.wsdl", text.as_bytes())]).status(), 201);
                let extra = TRACK.replace("\"TrackService\"", &format!("\"Track{}\"", number % 50));
                assert_eq!(upload(&mock, &[("extra.wsdl", extra.as_bytes())]).status(), 201);
                number += 1;
            }
        });
        let callers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let request = Request::post(PATH).header("content-type", "text/xml").header("soapaction", "Track");
                    let request = request.body(envelope(SOAP, TRACK_BODY).into_bytes()).unwrap();
                    let mut answers = std::collections::BTreeMap::<Vec<u8>, usize>::new();
                    for _ in 0..5_000 {
                        let reply = mock.handle(&request, NOW);
                        assert_eq!(reply.response.status(), 200);
                        mock.finished(&reply.ticket, Duration::from_micros(1));
                        *answers.entry(reply.response.into_body()).or_default() += 1;
                    }
                    answers
                })
            })
            .collect();
        let answers: Vec<_> = callers.into_iter().map(|caller| caller.join().unwrap()).collect();
        done.store(true, Ordering::Relaxed);
        answers
    });
    let kinds: std::collections::BTreeSet<&Vec<u8>> = states.iter().flat_map(|answers| answers.keys()).collect();
    let texts: Vec<String> = kinds.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(
        texts.iter().any(|text| text.contains("IN_TRANSIT")) && texts.iter().any(|text| text.contains("DELIVERED"))
    );
    assert_eq!(states.iter().flat_map(|answers| answers.values()).sum::<usize>(), 10_000);
}

#[test]
fn a_mock_service_that_is_filled_again_answers_as_before() {
    let answer = || {
        let mock = MockService::new(Settings::default());
        upload(&mock, &[("track.wsdl", TRACK.as_bytes())]);
        call(&mock, PATH, "Track", TRACK_BODY).text().to_owned()
    };
    assert_eq!(answer(), answer());
}
