//! The mock service's own endpoints.

use http::Request;
use serde_json::Value;
use waybill_mock::service::{LogLimits, MockService, SeedFailure, Settings};

use crate::support::{TRACK_BODY, call, get, post, send, with_track};

const PATH: &str = "/soap/TrackService/1.0";
const LOG: &str = "/api/invocations/TrackService/1.0";

#[test]
fn health_is_down_until_stored_files_were_tried_and_names_those_that_failed() {
    let mock = MockService::new(Settings::default());
    assert_eq!((get(&mock, "/api/health").status(), get(&mock, "/api/health").text()), (200, "{\"status\":\"UP\"}"));
    mock.set_seeding(true);
    assert_eq!(
        (get(&mock, "/api/health").status(), get(&mock, "/api/health").json()["status"].clone()),
        (503, "DOWN".into())
    );
    mock.add_seed_failure(SeedFailure { file: "a.wsdl".into(), reason: "it is empty".into() });
    mock.set_seeding(false);
    let health = get(&mock, "/api/health");
    assert_eq!((health.status(), health.json()["failed"][0]["file"].clone()), (200, "a.wsdl".into()));
}

#[test]
fn services_are_listed_with_operations_and_whole_paths() {
    let mock = with_track(Settings::default());
    let services = get(&mock, "/api/services").json();
    assert_eq!(services[0]["name"], "TrackService");
    let operation = &services[0]["operations"][0];
    assert_eq!(operation["name"], "Track");
    assert_eq!(operation["resourcePaths"], serde_json::json!([PATH]));
    assert_eq!(operation["bindings"][0]["faults"], serde_json::json!(["NotFound"]));
}

#[test]
fn the_log_is_newest_first_and_holds_refused_calls() {
    let mock = with_track(Settings::default());
    call(&mock, PATH, "Track", TRACK_BODY);
    call(&mock, PATH, "urn:track#Track", TRACK_BODY);
    call(&mock, PATH, "Track", &TRACK_BODY.replace("AB1234", "?"));
    let page = get(&mock, LOG);
    assert_eq!(page.header("x-total-count"), Some("3"));
    let entries = page.json();
    assert_eq!((entries[0]["valid"].clone(), entries[0]["response"]["status"].clone()), (false.into(), 500.into()));
    assert_eq!(entries[0]["violations"][0]["path"], "/Track/number");
    assert_eq!(entries[1]["lenient"], serde_json::json!(["soap-action"]));
    assert_eq!((entries[2]["valid"].clone(), entries[2]["operation"].clone()), (true.into(), "Track".into()));
    assert_eq!(entries[2]["durationMs"], 1.5);
    assert!(entries[2]["request"]["body"].as_str().unwrap().contains("AB1234"));
    assert!(entries[2]["response"]["body"].as_str().unwrap().contains("TrackResponse"));
}

#[test]
fn pages_of_the_log_are_counted_from_zero() {
    let mock = with_track(Settings::default());
    for _ in 0..25 {
        call(&mock, PATH, "Track", TRACK_BODY);
    }
    let length = |query: &str| get(&mock, &format!("{LOG}{query}")).json().as_array().unwrap().len();
    assert_eq!((length(""), length("?page=1"), length("?page=2"), length("?size=1000")), (20, 5, 0, 25));
    for query in ["?page=-1", "?size=0", "?page=x", "?size=", "?size=1.5"] {
        assert_eq!(get(&mock, &format!("{LOG}{query}")).status(), 400, "{query}");
    }
    assert_eq!(length("?page=99999999999999999999"), 0);
    assert_eq!(get(&mock, "/api/invocations/Nobody/1.0").status(), 404);
}

#[test]
fn the_log_is_bounded_in_count_and_in_bytes() {
    let total = |log| {
        let mock = with_track(Settings { log, ..Settings::default() });
        for _ in 0..50 {
            call(&mock, PATH, "Track", TRACK_BODY);
        }
        get(&mock, LOG).header("x-total-count").unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(total(LogLimits { entries: 7, bytes: 1 << 20 }), 7);
    let few = total(LogLimits { entries: 1000, bytes: 10_000 });
    assert!((2..20).contains(&few), "{few}");
}

#[test]
fn the_log_holds_no_credentials() {
    let mock = with_track(Settings::default());
    let body = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Header>\
        <s:Security xmlns:s=\"urn:wss\"><s:UsernameToken><s:Username>CANARY1</s:Username></s:UsernameToken></s:Security></e:Header>\
        <e:Body><t:Track xmlns:t=\"urn:track\"><t:number>AB1234</t:number><t:Password>CANARY2</t:Password></t:Track></e:Body></e:Envelope>";
    let headers = [
        ("content-type", "text/xml"),
        ("soapaction", "Track"),
        ("authorization", "Bearer CANARY3"),
        ("cookie", "session=CANARY4"),
        ("x-api-key", "CANARY5"),
    ];
    post(&mock, &format!("{PATH}?token=CANARY6"), &headers, body.as_bytes());
    let log = get(&mock, LOG);
    assert!(log.text().contains("AB1234"));
    assert!(!log.text().contains("CANARY"), "{}", log.text());
    assert!(!format!("{mock:?}").contains("CANARY"));
}

#[test]
fn metrics_count_requests_by_service_operation_and_outcome() {
    let mock = with_track(Settings::default());
    call(&mock, PATH, "Track", TRACK_BODY);
    call(&mock, PATH, "EVIL\"LABEL", TRACK_BODY);
    get(&mock, "/nowhere/EVIL");
    let metrics = get(&mock, "/actuator/prometheus");
    assert!(metrics.header("content-type").unwrap().starts_with("text/plain; version=0.0.4"));
    for line in [
        "waybill_mock_requests_total{service=\"TrackService\",version=\"1.0\",operation=\"Track\",outcome=\"answered\"} 1",
        "waybill_mock_requests_total{service=\"TrackService\",version=\"1.0\",operation=\"\",outcome=\"refused\"} 1",
        "http_server_requests_seconds_count{exception=\"none\",method=\"POST\",outcome=\"SUCCESS\",status=\"200\",uri=\"/soap/{service}/{version}\"} 1",
        "http_server_requests_seconds_count{exception=\"none\",method=\"GET\",outcome=\"CLIENT_ERROR\",status=\"404\",uri=\"UNKNOWN\"} 1",
    ] {
        assert!(metrics.text().contains(line), "{line}\n{}", metrics.text());
    }
    assert!(!metrics.text().contains("EVIL"));
}

#[test]
fn a_page_of_another_origin_does_not_reach_the_control_endpoints() {
    let mock = with_track(Settings { cors_origins: vec!["http://app.example".into()], ..Settings::default() });
    let request = |path: &str, host: &str, origin: &str| {
        let request = Request::get(path).header("host", host).header("origin", origin);
        send(&mock, &request.body(Vec::new()).unwrap())
    };
    assert_eq!(request("/api/services", "localhost:8080", "http://app.example").status(), 403);
    assert_eq!(request("/api/services", "evil.example", "http://evil.example").status(), 403);
    assert_eq!(request("/api/services", "localhost:8080", "http://localhost:8080").status(), 200);
    let described = request(&format!("{PATH}?wsdl"), "localhost:8080", "http://app.example");
    assert_eq!(described.header("access-control-allow-origin"), Some("http://app.example"));
    let described = request(&format!("{PATH}?wsdl"), "localhost:8080", "http://other.example");
    assert_eq!(described.header("access-control-allow-origin"), None);
}

#[test]
fn the_wsdl_is_given_with_addresses_that_lead_back() {
    let mock = with_track(Settings::default());
    let request = Request::get(format!("{PATH}?WSDL")).header("host", "localhost:8080").body(Vec::new()).unwrap();
    let answer = send(&mock, &request);
    assert_eq!(answer.header("content-type"), Some("text/xml; charset=utf-8"));
    assert!(answer.text().contains("location=\"http://localhost:8080/soap/TrackService/1.0\""), "{}", answer.text());
    assert_eq!(get(&mock, PATH).status(), 405);
}

#[test]
fn every_answer_forbids_sniffing() {
    let mock = with_track(Settings::default());
    for answer in [get(&mock, "/api/health"), get(&mock, "/nowhere"), call(&mock, PATH, "Track", TRACK_BODY)] {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    assert!(matches!(get(&mock, "/nowhere").json(), Value::Object(_)));
}
