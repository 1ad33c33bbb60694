//! The mock service's own endpoints.

use std::time::Duration;

use http::Request;
use nom_openmetrics::MetricDescriptor;
use serde_json::{Value, json};
use waybill_mock::service::{LogLimits, MockService, ProcessFigures, SeedFailure, Settings};

use crate::support::{NOW, TRACK, TRACK_BODY, call, envelope, get, post, send, upload, with_track};

const PATH: &str = "/soap/TrackService/1.0";
const SOAP: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const LOG: &str = "/api/invocations/TrackService/1.0";

#[test]
fn health_is_down_while_seeding_and_lists_failed_files() {
    let mock = MockService::new(Settings::default());
    assert_eq!((get(&mock, "/api/health").status(), get(&mock, "/api/health").text()), (200, "{\"status\":\"UP\"}"));
    mock.set_seeding(true);
    assert_eq!(
        (get(&mock, "/api/health").status(), get(&mock, "/api/health").json()["status"].clone()),
        (503, "DOWN".into())
    );
    // `curl --retry` waits for the import.
    let early = get(&mock, PATH);
    assert_eq!((early.status(), early.header("retry-after")), (503, Some("1")));
    mock.add_seed_failure(SeedFailure { file: "a.wsdl".into(), reason: "it is empty".into() });
    mock.set_seeding(false);
    assert_eq!(get(&mock, PATH).status(), 404);
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
fn a_service_that_no_port_serves_is_listed_with_the_reason() {
    let broken = TRACK.replace("binding=\"tns:Soap\"", "binding=\"tns:Nowhere\"");
    let empty = TRACK
        .replace("<operation name=\"Track\"><soap:operation", "<!--")
        .replace("</operation>\n  </bind", "--></bind");
    let without_port = format!("{}</service>\n</definitions>", TRACK.split_once("<port ").unwrap().0);
    for (wsdl, reason) in [
        (&broken, "port SoapPort refers to the binding tns:Nowhere, which is not in any of the files"),
        (&empty, "port SoapPort has no operation: its binding tns:Soap declares none"),
        (&without_port, "it has no port with an operation"),
    ] {
        let mock = with_track(Settings::default());
        upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
        let service = &get(&mock, "/api/services").json()[0];
        assert_eq!((&service["operations"], &service["unserved"]), (&json!([]), &json!(reason)));
        let summary = &mock.services()[0];
        assert_eq!((summary.operations, summary.unserved.as_deref()), (0, Some(reason)));
        let text = call(&mock, PATH, "Track", TRACK_BODY).text().to_owned();
        assert!(text.contains(&format!("no port of this service can be called with SOAP: {reason}")), "{text}");
    }
    let beside = TRACK.replace("</service>", "<port name=\"Other\" binding=\"tns:Nowhere\"/></service>");
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", beside.as_bytes())]);
    let service = &get(&mock, "/api/services").json()[0];
    assert_eq!((service["operations"].as_array().unwrap().len(), &service["unserved"]), (1, &Value::Null));
    assert_eq!(
        service["notes"],
        json!(["port Other refers to the binding tns:Nowhere, which is not in any of the files"])
    );
    assert_eq!(mock.services()[0].unserved, None);
}

#[test]
fn uncallable_operation_counts_and_its_service_is_unserved() {
    let wsdl = TRACK.replace("use=\"literal\"", "use=\"encoded\"");
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    let summary = &mock.services()[0];
    assert_eq!(summary.operations, 1);
    assert!(summary.unserved.as_deref().unwrap().starts_with("port SoapPort: its messages are encoded"), "{summary:?}");
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
    assert_eq!(total(LogLimits { entries: 7, ..LogLimits::default() }), 7);
    let few = total(LogLimits { entries: 1000, bytes: 10_000, ..LogLimits::default() });
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

/// The metrics as a parser of others reads them.
fn scrape(answer: &str) -> Vec<nom_openmetrics::Family<'_>> {
    let (rest, families) = nom_openmetrics::parser::prometheus(answer).unwrap();
    assert_eq!(rest, "");
    families
}

fn label<'s>(sample: &'s nom_openmetrics::Sample<'_>, name: &str) -> Option<&'s str> {
    sample.labels().iter().find(|label| label.name == name).map(|label| label.value.as_str())
}

#[test]
fn metrics_are_read_by_a_parser_of_others() {
    let mock = with_track(Settings::default());
    let other = TRACK.replace("\"TrackService\"", "'Track \"é\" {\\} Trace,&#10;2'");
    assert_eq!(upload(&mock, &[("other.wsdl", other.as_bytes())]).status(), 201);
    call(&mock, PATH, "Track", TRACK_BODY);
    call(&mock, PATH, "Tra\"ck", TRACK_BODY);
    let path = "/soap/Track%20%22%C3%A9%22%20%7B%5C%7D%20Trace,%0A2/1.0";
    assert_eq!(call(&mock, path, "Track", TRACK_BODY).status(), 200);
    mock.set_process_figures(ProcessFigures {
        cpu_time: Some(Duration::from_millis(250)),
        open_fds: Some(7),
        ..Default::default()
    });
    let answer = get(&mock, "/actuator/prometheus");
    let families = scrape(answer.text());
    let samples = |name: &str| families.iter().flat_map(|family| &family.samples).filter(|s| s.name() == name).count();
    let value = |name: &str, labels: &[(&str, &str)]| {
        let fits = |sample: &&nom_openmetrics::Sample<'_>| {
            sample.name() == name && labels.iter().all(|(name, value)| label(sample, name) == Some(value))
        };
        families.iter().flat_map(|family| &family.samples).find(fits).map(nom_openmetrics::Sample::number)
    };
    let served = "waybill_mock_requests_total";
    assert_eq!(samples(served), 3);
    assert_eq!(value(served, &[("service", "Track \"é\" {\\} Trace,\n2"), ("outcome", "answered")]), Some(1.0));
    assert_eq!(value(served, &[("service", "TrackService"), ("outcome", "answered")]), Some(1.0));
    assert_eq!(value(served, &[("service", "TrackService"), ("outcome", "refused")]), Some(1.0));
    assert_eq!((value("process_open_fds", &[]), value("process_cpu_seconds_total", &[])), (Some(7.0), Some(0.25)));
}

#[test]
fn durations_are_histograms_that_add_up() {
    let mock = with_track(Settings::default());
    let request = Request::post(PATH).header("content-type", "text/xml").header("soapaction", "Track");
    let request = request.body(envelope(SOAP, TRACK_BODY).into_bytes()).unwrap();
    for micros in [50, 400, 400, 30_000_000] {
        let reply = mock.handle(&request, NOW);
        mock.finished(&reply.ticket, Duration::from_micros(micros));
    }
    let answer = get(&mock, "/actuator/prometheus");
    let families = scrape(answer.text());
    let of_soap: Vec<_> = families
        .iter()
        .flat_map(|family| &family.samples)
        .filter(|sample| label(sample, "uri") == Some("/soap/{service}/{version}"))
        .collect();
    let one = |suffix: &str| {
        let name = format!("http_server_requests_seconds{suffix}");
        of_soap.iter().find(|sample| sample.name() == name).unwrap().number()
    };
    assert_eq!((one("_count"), one("_sum")), (4.0, 30.000_85));
    let buckets: Vec<_> = of_soap
        .iter()
        .filter(|sample| sample.name() == "http_server_requests_seconds_bucket")
        .map(|sample| (label(sample, "le").unwrap().parse::<f64>().unwrap(), sample.number()))
        .collect();
    assert!(buckets.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1), "{buckets:?}");
    let below = |bound: f64| buckets.iter().find(|(le, _)| *le >= bound).unwrap().1;
    assert_eq!((below(0.0001), below(0.0005), below(10.0), below(f64::INFINITY)), (1.0, 3.0, 3.0, 4.0));
}

#[test]
fn every_metric_has_its_help_and_its_type() {
    let mock = with_track(Settings::default());
    assert!(scrape(get(&MockService::new(Settings::default()), "/actuator/prometheus").text()).is_empty());
    call(&mock, PATH, "Track", TRACK_BODY);
    call(&mock, PATH, "", TRACK_BODY);
    call(&mock, PATH, "urn:track#Track", TRACK_BODY);
    let figures = ProcessFigures {
        start_time_seconds: Some(1.0),
        cpu_time: Some(Duration::from_millis(250)),
        resident_memory_bytes: Some(1),
        open_fds: Some(7),
    };
    mock.set_process_figures(figures);
    let answer = get(&mock, "/actuator/prometheus");
    let mut seen = Vec::new();
    for family in scrape(answer.text()) {
        let [MetricDescriptor::Help { metric, help }, MetricDescriptor::Type { metric: typed, .. }] =
            family.descriptors.as_slice()
        else {
            panic!("{family:?}")
        };
        assert!(metric == typed && !help.is_empty() && !seen.contains(metric), "{family:?}");
        let suffixes = ["", "_bucket", "_sum", "_count"];
        let names: Vec<String> = suffixes.iter().map(|suffix| format!("{metric}{suffix}")).collect();
        assert!(family.samples.iter().all(|sample| names.iter().any(|name| sample.name() == name)), "{family:?}");
        seen.push(*metric);
    }
    assert_eq!(
        seen,
        [
            "http_server_requests_seconds",
            "waybill_mock_requests_total",
            "waybill_mock_lenient_total",
            "process_start_time_seconds",
            "process_cpu_seconds_total",
            "process_resident_memory_bytes",
            "process_open_fds"
        ]
    );
    assert!(answer.text().contains("# TYPE http_server_requests_seconds histogram\n"));
}

#[test]
fn page_of_another_origin_cannot_call_control_endpoints() {
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
    let head = send(&mock, &Request::head(format!("{PATH}?wsdl")).body(Vec::new()).unwrap());
    assert_eq!((head.status(), head.header("content-type"), head.text()), (200, Some("text/xml; charset=utf-8"), ""));
    let answer = get(&mock, &format!("https://carrier.example{PATH}?wsdl"));
    assert!(answer.text().contains("location=\"https://carrier.example/soap/TrackService/1.0\""), "{}", answer.text());
}

#[test]
fn every_answer_forbids_sniffing() {
    let mock = with_track(Settings::default());
    for answer in [get(&mock, "/api/health"), get(&mock, "/nowhere"), call(&mock, PATH, "Track", TRACK_BODY)] {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    assert!(matches!(get(&mock, "/nowhere").json(), Value::Object(_)));
}

#[test]
fn invalid_credential_is_reported_without_its_value() {
    let mock = MockService::new(Settings::default());
    let wsdl = TRACK.replace("name=\"number\"", "name=\"password\"");
    assert_eq!(upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).status(), 201);
    let body = TRACK_BODY.replace("t:number", "t:password").replace("AB1234", "canary");
    let refused = call(&mock, "/soap/TrackService/1.0", "Track", &body);
    assert_eq!(refused.status(), 500);
    assert!(refused.text().contains("path=\"/Track/password\""), "{}", refused.text());
    for text in [refused.text(), get(&mock, "/api/invocations/TrackService/1.0").text()] {
        assert!(text.contains("[redacted]") && !text.contains("canary"), "{text}");
    }
}

#[test]
fn unknown_path_names_the_closest_service_or_the_endpoints() {
    let mock = with_track(Settings::default());
    for (path, detail) in [
        (
            "/",
            "nothing is served at /; `imported` lists the imported services, and `endpoints` the mock service's own paths",
        ),
        ("/soap/Other/1.0", "no service Other:1.0 is imported; import its definition, or use a service in `imported`"),
        (
            "/api/invocations/trackservice/1.0",
            "no service trackservice:1.0 is imported; the closest is /soap/TrackService/1.0",
        ),
        (
            "/rest/TrackServic/1.0/a/long/path",
            "no service TrackServic:1.0 is imported; the closest is /soap/TrackService/1.0",
        ),
        ("/soap/TrackService/1.0", "the description is at ?wsdl; send calls with POST"),
    ] {
        assert_eq!(get(&mock, path).json()["detail"], detail, "{path}");
    }
    assert!(get(&mock, "/").json()["endpoints"].as_array().unwrap().contains(&"/api/services".into()));
}

#[test]
fn page_of_another_origin_may_call_only_services() {
    let mock = with_track(Settings { cors_origins: vec!["http://shop.example".to_owned()], ..Settings::default() });
    let with_origin = |method: &str, path: &str| {
        let request = Request::builder().method(method).uri(path).header("origin", "http://shop.example");
        send(&mock, &request.header("access-control-request-method", "POST").body(Vec::new()).unwrap())
    };
    let refused = with_origin("GET", "/api/services");
    assert!(refused.text().contains("a page can call the services below /soap and /rest"), "{}", refused.text());
    let preflight = with_origin("OPTIONS", "/soap/TrackService/1.0");
    let all = |name: &str| preflight.0.headers().get_all(name).iter().count();
    assert_eq!((all("vary"), all("access-control-allow-origin")), (1, 1));
    assert_eq!(preflight.header("access-control-expose-headers"), Some("*"));
}

#[test]
fn a_call_whose_body_cannot_be_decoded_is_in_the_log() {
    let mock = with_track(Settings::default());
    let answer = post(&mock, PATH, &[("content-type", "text/xml"), ("content-encoding", "br")], b"\x01\x02");
    assert_eq!(answer.status(), 415);
    let log = get(&mock, LOG).json();
    assert_eq!(log[0]["reason"], "the Content-Encoding is br; gzip and deflate are supported");
    assert_eq!(log[0]["request"]["body"], "");
}
