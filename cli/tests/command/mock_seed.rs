//! `waybill mock seed` at an address where another server answers: it says so at once instead of waiting.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A server that gives every connection these bytes, and its `host:port`.
fn serve(bytes: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(bytes.as_bytes());
        }
    });
    address
}

fn answer(head: &str, body: &str) -> String {
    format!("HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

/// What the command says when it seeds this address.
fn seed(url: &str, wait: &str) -> String {
    let carrier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mock/carriers/tramonta");
    let began = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_waybill"))
        .args(["mock", "seed", url])
        .arg(carrier)
        .args(["--wait", wait])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(began.elapsed() < Duration::from_secs(30), "it was waited for: {text}");
    text
}

#[test]
fn seeding_fails_at_once_on_an_invalid_health_response() {
    for (bytes, given) in [
        (answer("404 Not Found", "<html/>"), "returns 404 Not Found"),
        (answer("200 OK", "<html/>"), "returns 200 OK without a status of UP or DOWN"),
        (answer("200 OK", "{\"status\":\"green\"}"), "returns 200 OK without a status of UP or DOWN"),
        (answer("400 Bad Request", "Client sent an HTTP request to an HTTPS server."), "returns 400 Bad Request"),
    ] {
        let url = format!("http://{}", serve(bytes));
        let text = seed(&url, "60");
        assert!(text.contains(&format!("the server at {url} is not a mock service: /api/health {given}")), "{text}");
        assert!(text.contains("help: check host and port"), "{text}");
    }
}

#[test]
fn redirect_of_the_health_endpoint_is_reported() {
    let target = "Location: https://mock.example/api/health\r\nX: x";
    let url = format!("http://{}", serve(answer(&format!("301 Moved Permanently\r\n{target}"), "")));
    let text = seed(&url, "60");
    assert!(text.contains("redirects to https://mock.example/api/health"), "{text}");
    assert!(text.contains("help: use https://mock.example instead"), "{text}");
}

#[test]
fn server_without_http_or_tls_is_reported_at_once() {
    let address = serve("SSH-2.0-OpenSSH_9.9\r\n".to_owned());
    let text = seed(&format!("http://{address}"), "60");
    assert!(text.contains("does not speak HTTP") && text.contains(&format!("use https://{address} if")), "{text}");
    let address = serve(answer("400 Bad Request", ""));
    let text = seed(&format!("https://{address}"), "60");
    assert!(text.contains("does not speak TLS") && text.contains("use http:// instead of https://"), "{text}");
}

#[test]
fn a_refusal_by_name_says_how_to_allow_it() {
    let detail = "{\"status\":403,\"detail\":\"the Host of the request is `mock`\"}";
    let text = seed(&format!("http://{}", serve(answer("403 Forbidden", detail))), "60");
    assert!(text.contains("rejected the request") && text.contains("the Host of the request is `mock`"), "{text}");
    assert!(text.contains("start the mock service with --allow-host"), "{text}");
}

#[test]
fn one_that_is_not_up_yet_is_waited_for() {
    for (bytes, reason) in [
        (
            answer("503 Service Unavailable", "{\"status\":\"DOWN\"}"),
            "it is still importing the files that it was started with",
        ),
        (answer("502 Bad Gateway", "<html/>"), "the reply is 502 Bad Gateway"),
    ] {
        let url = format!("http://{}", serve(bytes));
        let text = seed(&url, "1");
        assert!(text.contains(&format!("{url} was not up within 1 s: {reason}")), "{text}");
    }
}

#[test]
fn a_mock_service_that_ends_meanwhile_is_not_asked_for_the_rest() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(answer("200 OK", "{\"status\":\"UP\"}").as_bytes());
    });
    let text = seed(&url, "60");
    assert!(text.contains(&format!("{url} stopped responding during the upload of ShipService_v21.wsdl: ")), "{text}");
    assert!(text.contains("help: start it again, and seed it again"), "{text}");
}

#[test]
fn one_that_is_up_and_lists_no_services_is_no_mock_service() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = [0; 4096];
            let length = stream.read(&mut head).unwrap_or(0);
            let is_list = head.get(..length).is_some_and(|head| head.starts_with(b"GET /api/services"));
            let body = if is_list { "{\"services\": []}" } else { "{\"status\":\"UP\"}" };
            let _ = stream.write_all(answer("200 OK", body).as_bytes());
            // What is left of an upload is read, so that closing does not reset the connection.
            let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
            while stream.read(&mut head).is_ok_and(|length| length > 0) {}
        }
    });
    let text = seed(&url, "60");
    let said =
        format!("the server at {url} is not a mock service: /api/services returns 200 OK without a list of services");
    assert!(text.contains(&said) && text.contains("help: check host and port"), "{text}");
}
