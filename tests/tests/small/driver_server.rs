//! The driver server does what the script says, seen from plain sockets: a suite is worth what its server is.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use serde_json::Value;
use waybill_tests::driver_server::script::Script;
use waybill_tests::driver_server::{DriverServer, byte_at};

const RUN: &str = "rust-1";
const AUTHORIZATION: &str = "Authorization: Bearer canary-api-key\r\n";

fn server() -> DriverServer {
    DriverServer::start(Script::built_in().unwrap(), 0).unwrap()
}

fn connect(origin: &str) -> TcpStream {
    TcpStream::connect(origin.strip_prefix("http://").unwrap()).unwrap()
}

fn send(stream: &mut TcpStream, head: &str, headers: &str, body: &[u8]) {
    let length = body.len();
    let head = format!("{head} HTTP/1.1\r\nHost: drivers\r\n{headers}Content-Length: {length}\r\n\r\n");
    stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
}

fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    String::from_utf8(head).unwrap()
}

/// One answer with a `Content-Length`: its head and its body.
fn answer(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let head = read_head(stream);
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).map_or(0, |n| n.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    (head, body)
}

fn ask(server: &DriverServer, path: &str) -> Value {
    let mut stream = connect(&server.origin());
    send(&mut stream, &format!("GET {path}"), "", b"");
    serde_json::from_slice(&answer(&mut stream).1).unwrap()
}

fn seen(server: &DriverServer, scenario: &str, count: &str) -> Value {
    ask(server, &format!("/seen/{RUN}/{scenario}")).get(count).unwrap().clone()
}

#[test]
fn a_second_post_is_read_and_then_dropped_in_order() {
    let server = server();
    let mut stream = connect(&server.origin());
    let post = format!("POST /second-post-dropped/{RUN}/api/v1/things");
    send(&mut stream, &post, AUTHORIZATION, b"{}");
    assert_eq!(answer(&mut stream).1, b"{}");
    send(&mut stream, &post, AUTHORIZATION, b"{}");
    assert_eq!(stream.read(&mut [0; 8]).unwrap(), 0);
    assert_eq!(seen(&server, "second-post-dropped", "calls"), 2);
}

#[test]
fn a_reset_is_a_reset_whether_the_request_was_read_or_not() {
    let server = server();
    for (scenario, read) in [("reset-before-read", 0), ("reset-after-read", 2)] {
        let mut stream = connect(&server.origin());
        send(&mut stream, &format!("POST /{scenario}/{RUN}/api/v1/things"), AUTHORIZATION, b"{}");
        assert_eq!(stream.read(&mut [0; 8]).unwrap_err().kind(), ErrorKind::ConnectionReset);
        assert_eq!(seen(&server, scenario, "received_bytes"), read);
    }
}

#[test]
fn refused_port_refuses_connections() {
    let server = server();
    let origin = ask(&server, "/refused");
    let address = origin.get("origin").unwrap().as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
    assert_eq!(TcpStream::connect(address).unwrap_err().kind(), ErrorKind::ConnectionRefused);
}

#[test]
fn a_held_body_comes_after_the_release() {
    let server = server();
    let mut stream = connect(&server.origin());
    send(&mut stream, &format!("GET /slow-body/{RUN}/api/v1/things"), AUTHORIZATION, b"");
    read_head(&mut stream);
    stream.read_exact(&mut [0; 1024]).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_millis(300))).unwrap();
    let stopped = stream.read(&mut [0]).unwrap_err().kind();
    assert!(matches!(stopped, ErrorKind::WouldBlock | ErrorKind::TimedOut));
    stream.set_read_timeout(None).unwrap();
    ask(&server, &format!("/release/{RUN}/slow-body"));
    let mut rest = vec![0; 200_000 - 1024];
    stream.read_exact(&mut rest).unwrap();
    assert!(rest.iter().zip(1024..).all(|(byte, at)| *byte == byte_at(at)));
}

#[test]
fn a_client_that_leaves_a_held_answer_is_noticed() {
    let server = server();
    let mut stream = connect(&server.origin());
    send(&mut stream, &format!("GET /cancel-before-head/{RUN}/api/v1/things"), AUTHORIZATION, b"");
    drop(stream);
    let noticed = (0..3_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        seen(&server, "cancel-before-head", "disconnects") == 1
    });
    assert!(noticed);
}

#[test]
fn upload_bytes_are_counted_and_checked_in_any_framing() {
    let server = server();
    let mut stream = connect(&server.origin());
    let body: Vec<u8> = (0..1000).map(byte_at).collect();
    let mut damaged: Vec<u8> = (1000..2000).map(byte_at).collect();
    if let Some(byte) = damaged.get_mut(500) {
        *byte = b' ';
    }
    let post = format!("POST /streamed-upload/{RUN}/api/v1/things");
    send(&mut stream, &post, AUTHORIZATION, &body);
    answer(&mut stream);
    let chunked = format!("{post} HTTP/1.1\r\n{AUTHORIZATION}Transfer-Encoding: chunked\r\n\r\n3e8\r\n");
    stream.write_all(&[chunked.as_bytes(), &damaged, b"\r\n0\r\n\r\n"].concat()).unwrap();
    answer(&mut stream);
    assert_eq!(seen(&server, "streamed-upload", "received_bytes"), 2000);
    assert_eq!(seen(&server, "streamed-upload", "damaged_bytes"), 1);
}

#[test]
fn a_scripted_challenge_is_on_the_answer() {
    let server = server();
    let mut stream = connect(&server.origin());
    let get = format!("GET /unauthorized-with-other-challenge/{RUN}/api/v1/things");
    send(&mut stream, &get, AUTHORIZATION, b"");
    let (head, body) = answer(&mut stream);
    assert!(
        head.starts_with("HTTP/1.1 401 ") && head.contains("\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"),
        "{head}"
    );
    assert_eq!(body, b"{\"message\":\"no\"}");
}

#[test]
fn a_call_without_its_credential_is_refused_and_counted() {
    let server = server();
    for (path, headers) in [
        ("api/v1/things", ""),
        ("api/orders", AUTHORIZATION),
        ("api/commerce/orders", AUTHORIZATION),
        ("api/orders", "Authorization: Bearer canary-access-1\r\nX-Tenant: acme\r\n"),
    ] {
        let mut stream = connect(&server.origin());
        send(&mut stream, &format!("GET /plain-call/{RUN}/{path}"), headers, b"");
        assert!(answer(&mut stream).0.starts_with("HTTP/1.1 401 "), "{path}");
    }
    assert_eq!(seen(&server, "plain-call", "refused_credentials"), 4);
}
