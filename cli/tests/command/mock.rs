//! `waybill mock` over real sockets: its first line, an upload, a call, stored files, a port that is taken, and its end.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A running `waybill mock`.
struct Mock {
    child: Child,
    address: String,
    output: BufReader<ChildStdout>,
}

/// An answer as it came over the wire.
struct Answer {
    status: u16,
    body: String,
}

impl Mock {
    fn start(arguments: &[&str]) -> Mock {
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["mock", "--port", "0", "--until-stdin-closes"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("waybill mock listening on http://").unwrap().to_owned();
        Mock { child, address, output }
    }

    fn exchange(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let lines = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<Vec<_>>().concat();
        let (address, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{lines}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        Answer { status: head.split(' ').nth(1).unwrap().parse().unwrap(), body: body.to_owned() }
    }

    fn get(&self, path: &str) -> Answer {
        self.exchange("GET", path, &[], "")
    }

    /// Waits until every stored file was tried.
    fn wait_until_up(&self) {
        while self.get("/api/health").status != 200 {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends it; its exit status, and what it wrote after its first line.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

fn carrier(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/mock/carriers").join(file)
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_waybill")).arg("mock").args(arguments).output().unwrap()
}

#[test]
fn a_wsdl_is_uploaded_and_its_operation_answered_and_refused() {
    let mock = Mock::start(&[]);
    let wsdl = fs::read_to_string(carrier("tramonta/ShipService_v21.wsdl")).unwrap();
    let form = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"ship.wsdl\"\r\n\r\n{wsdl}\r\n--x--\r\n"
    );
    let form_type = [("content-type", "multipart/form-data; boundary=x")];
    let uploaded = mock.exchange("POST", "/api/artifact/upload", &form_type, &form);
    assert_eq!((uploaded.status, uploaded.body.as_str()), (201, "TramontaShipService:1.0\n"));
    let request = fs::read_to_string(carrier("tramonta/requests/processShipment.xml")).unwrap();
    let headers = [("content-type", "text/xml"), ("soapaction", "processShipment")];
    let answered = mock.exchange("POST", "/soap/TramontaShipService/1.0", &headers, &request);
    assert_eq!(answered.status, 200, "{}", answered.body);
    assert!(answered.body.contains("ProcessShipmentReply"), "{}", answered.body);
    let refused = mock.exchange("POST", "/soap/TramontaShipService/1.0", &headers, "<no-envelope/>");
    assert_eq!(refused.status, 500, "{}", refused.body);
    let (status, log) = mock.end();
    assert_eq!(status, Some(0));
    assert!(log.contains("POST /soap/TramontaShipService/1.0 200"), "{log}");
    assert!(log.contains("rejected: the root element is `no-envelope`"), "{log}");
}

#[test]
fn stored_files_are_imported_at_start_and_listed() {
    let mock = Mock::start(&["--seed", carrier("").to_str().unwrap()]);
    mock.wait_until_up();
    let services: Value = serde_json::from_str(&mock.get("/api/services").body).unwrap();
    assert_eq!(services.as_array().unwrap().len(), 6);
    let (_, log) = mock.end();
    assert!(log.contains("/soap/RateService/1.0  RateService:1.0 (3 operations)"), "{log}");
}

#[test]
fn service_without_callable_port_is_reported_as_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let wsdl = fs::read_to_string(carrier("tramonta/ShipService_v21.wsdl")).unwrap();
    let (before, port) = wsdl.split_once("<port ").unwrap();
    let (_, after) = port.split_once("binding=\"").unwrap().1.split_once('"').unwrap();
    fs::write(folder.path().join("ship.wsdl"), format!("{before}<port name=\"P\" binding=\"ns:Gone\"{after}")).unwrap();
    let folder = folder.path().to_str().unwrap();
    let mock = Mock::start(&["--seed", folder]);
    mock.wait_until_up();
    let expected = "  TramontaShipService:1.0 is not served, because none of its ports can be called with SOAP: port P refers to the \
                    binding ns:Gone, which is not in any of the files\n";
    let sent = run(&["seed", &format!("http://{}", mock.address), folder]);
    assert!(String::from_utf8_lossy(&sent.stdout).contains(expected), "{sent:?}");
    let (_, log) = mock.end();
    assert!(log.contains(expected) && !log.contains("/soap/TramontaShipService/1.0  "), "{log}");
}

#[test]
fn names_in_stored_files_do_not_move_the_cursor() {
    let folder = tempfile::tempdir().unwrap();
    let wsdl = fs::read_to_string(carrier("tramonta/ShipService_v21.wsdl")).unwrap();
    let wsdl = wsdl.replace("service name=\"TramontaShipService\"", "service name=\"Ship&#10;up&#9;\u{9b}2J\"");
    fs::write(folder.path().join("ship.wsdl"), wsdl).unwrap();
    let mock = Mock::start(&["--seed", folder.path().to_str().unwrap()]);
    mock.wait_until_up();
    let (_, log) = mock.end();
    assert!(log.contains("ship.wsdl: Ship up \\u{9b}2J:1.0\n"), "{log}");
    assert!(!log.chars().any(|c| c.is_control() && c != '\n'), "{log:?}");
}

#[test]
fn failed_seed_file_is_reported_and_stops_a_strict_start() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(carrier("tramonta/ShipService_v21.wsdl"), folder.path().join("good.wsdl")).unwrap();
    fs::write(folder.path().join("bad.wsdl"), "<definitions").unwrap();
    let path = folder.path().to_str().unwrap();
    let mock = Mock::start(&["--seed", path]);
    mock.wait_until_up();
    let health: Value = serde_json::from_str(&mock.get("/api/health").body).unwrap();
    assert_eq!((health["status"].as_str(), health["failed"][0]["file"].as_str()), (Some("UP"), Some("bad.wsdl")));
    let output = run(&["--port", "0", "--seed", path, "--strict-seed"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("not imported: bad.wsdl"));
}

#[test]
fn definitions_are_sent_to_a_running_mock_service() {
    let mock = Mock::start(&[]);
    let url = format!("http://{}", mock.address);
    let output = run(&["seed", &url, carrier("").to_str().unwrap()]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("imported norrvik/RateService.wsdl: RateService:1.0"), "{text}");
    let services: Value = serde_json::from_str(&mock.get("/api/services").body).unwrap();
    assert_eq!(services.as_array().unwrap().len(), 6);
}

/// Calls an operation of the carrier Tramonta with a request that its schema does not admit.
fn call_wrongly(mock: &Mock, action: &str) -> Answer {
    let request = fs::read_to_string(carrier("tramonta/requests/processShipment.xml")).unwrap();
    let wrong = request.replacen("RequestedShipment", "WrongShipment", 2);
    assert_ne!(wrong, request);
    let headers = [("content-type", "text/xml"), ("soapaction", action)];
    mock.exchange("POST", "/soap/TramontaShipService/1.0", &headers, &wrong)
}

#[test]
fn one_service_has_rules_of_its_own() {
    let seed = carrier("tramonta");
    let seed = seed.to_str().unwrap();
    let service = "TramontaShipService:1.0";
    let options = ["--seed", seed, &format!("--no-validate={service}"), "--soap-action", &format!("{service}=any")];
    let mock = Mock::start(&options);
    mock.wait_until_up();
    assert_eq!(call_wrongly(&mock, "urn:whatever").status, 200);
    let others = Mock::start(&["--seed", seed, "--no-validate=Other:1.0", "--soap-action", "Other:1.0=any"]);
    others.wait_until_up();
    assert_eq!(call_wrongly(&others, "processShipment").status, 500);
    let (_, log) = others.end();
    assert!(log.contains("an option names the service `Other:1.0`, which is not imported yet"), "{log}");
}

#[test]
fn contradictory_or_invalid_options_are_rejected() {
    for (options, complaint) in [
        (vec!["--strict", "--soap-action", "any"], "--strict and --soap-action contradict each other"),
        (vec!["--soap-action", "sometimes"], "`sometimes` is not a rule; use operation-name, declared or any"),
        (vec!["--soap-action", "Track=any"], "`Track` is not a service; write NAME:VERSION"),
        (vec!["--no-validate=Track"], "`Track` is not a service; write NAME:VERSION"),
        (vec!["--no-validate="], "`` is not a service; write NAME:VERSION"),
    ] {
        let output = run(&[&["--port", "0"], options.as_slice()].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(complaint), "{text}");
    }
}

#[test]
fn two_processes_give_the_same_bytes() {
    let answers = [(); 2].map(|()| {
        let mock = Mock::start(&["--seed", carrier("").to_str().unwrap(), "--clock", "2026-03-01"]);
        mock.wait_until_up();
        let request = fs::read_to_string(carrier("tramonta/requests/processShipment.xml")).unwrap();
        let headers = [("content-type", "text/xml"), ("soapaction", "processShipment")];
        let answer = mock.exchange("POST", "/soap/TramontaShipService/1.0", &headers, &request);
        assert_eq!(answer.status, 200, "{}", answer.body);
        (answer.body, mock.get("/api/services").body, mock.get("/api/services/export").body)
    });
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn log_entries_option_limits_the_log() {
    let mock = Mock::start(&["--seed", carrier("tramonta").to_str().unwrap(), "--log-entries", "1"]);
    mock.wait_until_up();
    call_wrongly(&mock, "processShipment");
    call_wrongly(&mock, "processShipment");
    let log: Value = serde_json::from_str(&mock.get("/api/invocations/TramontaShipService/1.0").body).unwrap();
    assert_eq!(log.as_array().unwrap().len(), 1);
}

#[test]
fn a_mock_service_that_is_not_up_is_waited_for_only_so_long() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let output = run(&["seed", &url, carrier("").to_str().unwrap(), "--wait", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("was not up within 0 s"));
}

#[test]
fn invalid_mock_address_is_rejected_at_once() {
    let folder = carrier("tramonta");
    for url in
        ["localhost:8090", "localhost", "ftp://localhost:1", "", "http://localhost:1/?x=1", "http://localhost:1/a/b"]
    {
        let output = run(&["seed", url, folder.to_str().unwrap(), "--wait", "5"]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{url}: {text}");
        assert!(
            text.contains("is not the address of a mock service") && text.contains("http://127.0.0.1:8080"),
            "{text}"
        );
    }
}

#[test]
fn a_server_that_answers_nothing_is_waited_for_only_so_long() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let began = Instant::now();
    let output = run(&["seed", &url, carrier("tramonta").to_str().unwrap(), "--wait", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("was not up within 1 s"));
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn folder_without_definitions_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let mock = Mock::start(&["--seed", folder.path().to_str().unwrap()]);
    mock.wait_until_up();
    let (_, log) = mock.end();
    let said = log.split_once(" has no definitions: no WSDL file, OpenAPI description, zip archive or export\n");
    // A question whether it is up may be answered in between.
    assert!(said.is_some_and(|(_, behind)| behind.lines().any(|line| line == "up")), "{log}");
}

#[cfg(unix)]
#[test]
fn special_files_are_reported_and_links_are_not_followed_twice() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::copy(carrier("tramonta/ShipService_v21.wsdl"), inner.join("ship.wsdl")).unwrap();
    symlink(".", folder.path().join("again")).unwrap();
    symlink(&inner, folder.path().join("a-link")).unwrap();
    symlink("nowhere", folder.path().join("dangling.wsdl")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe.wsdl")).status().unwrap().success());
    let mock = Mock::start(&["--seed", folder.path().to_str().unwrap()]);
    mock.wait_until_up();
    let health: Value = serde_json::from_str(&mock.get("/api/health").body).unwrap();
    let failed: Vec<&str> =
        health["failed"].as_array().unwrap().iter().map(|failed| failed["file"].as_str().unwrap()).collect();
    assert_eq!(failed, ["dangling.wsdl", "pipe.wsdl"]);
    let (_, log) = mock.end();
    assert!(log.contains("imported 1 of 1: inner/ship.wsdl: "), "{log}");
}

#[test]
fn port_in_use_is_reported_with_the_process() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let output = run(&["--port", &port]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains(&format!("process {} (", std::process::id())), "{text}");
}

#[test]
fn listening_on_a_foreign_address_is_an_error() {
    // Kept for documentation (RFC 5737): no machine has it.
    let output = run(&["--host", "192.0.2.1", "--port", "0"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("cannot listen on 192.0.2.1: it is not an address of this machine"), "{text}");
    assert!(text.contains("help: use --host 127.0.0.1") && !text.contains("holds the port"), "{text}");
}

#[test]
fn request_in_progress_is_answered_after_a_signal() {
    let mut mock = Mock::start(&["--seed", carrier("tramonta").to_str().unwrap()]);
    mock.wait_until_up();
    let body = fs::read_to_string(carrier("tramonta/requests/processShipment.xml")).unwrap();
    // The first call reads the schema, which a busy machine does not do in the second and a half after the signal.
    let headers = [("SOAPAction", "processShipment"), ("Content-Type", "text/xml")];
    assert_eq!(mock.exchange("POST", "/soap/TramontaShipService/1.0", &headers, &body).status, 200);
    let mut stream = TcpStream::connect(&mock.address).unwrap();
    let (address, length) = (&mock.address, body.len());
    let head = format!(
        "POST /soap/TramontaShipService/1.0 HTTP/1.1\r\nHost: {address}\r\nSOAPAction: processShipment\r\nContent-Type: text/xml\r\nExpect: 100-continue\r\nContent-Length: {length}\r\n\r\n"
    );
    let (first, rest) = body.split_at(100);
    let mut replies = BufReader::new(stream.try_clone().unwrap());
    stream.write_all(head.as_bytes()).unwrap();
    // The server asks for the body: the request is under way.
    let mut line = String::new();
    replies.read_line(&mut line).unwrap();
    assert_eq!(line, "HTTP/1.1 100 Continue\r\n");
    replies.read_line(&mut line).unwrap();
    stream.write_all(first.as_bytes()).unwrap();
    assert!(Command::new("kill").args(["-TERM", &mock.child.id().to_string()]).status().unwrap().success());
    // It takes no further connection: it stops.
    while TcpStream::connect(&mock.address).is_ok() {
        std::thread::sleep(Duration::from_millis(10));
    }
    stream.write_all(rest.as_bytes()).unwrap();
    line.clear();
    replies.read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "HTTP/1.1 200 OK");
    assert_eq!(mock.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_is_sent() {
    let mock = Mock::start(&[]);
    let mut stream = TcpStream::connect(&mock.address).unwrap();
    let head = "POST /api/artifact/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "HTTP/1.1 413 Payload Too Large");
}
