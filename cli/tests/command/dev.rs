//! `waybill dev` over real sockets: its first line, the three path families, rotation, faults, the mock service beside it,
//! and its end.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const TOKEN: &str = "/auth/realms/acme/protocol/openid-connect/token";
const LOGIN: &str = "grant_type=password&client_id=commerce&username=ada&password=correct+horse";

/// A running `waybill dev`.
struct Dev {
    child: Child,
    address: String,
    output: Option<BufReader<ChildStdout>>,
}

/// An answer as it came over the wire.
struct Answer {
    status: u16,
    head: String,
    body: Value,
}

impl Dev {
    fn start() -> Dev {
        Dev::start_with(&[])
    }

    fn start_with(arguments: &[&str]) -> Dev {
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["dev", "--port", "0", "--until-stdin-closes"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("waybill dev listening on http://").unwrap().to_owned();
        Dev { child, address, output: Some(output) }
    }

    /// What stands beside it, whose address is on a line of its own.
    fn mock_address(&mut self) -> String {
        let mut lines = self.output.as_mut().unwrap().lines().map(Result::unwrap);
        lines.find(|line| line.starts_with("mock service")).unwrap();
        lines.next().unwrap().trim().strip_prefix("http://").unwrap().to_owned()
    }

    /// Everything the server sends until it closes the connection: nothing at all when it drops the request.
    fn exchange(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Option<Answer> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let lines = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<Vec<_>>().concat();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{lines}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        // A reset instead of an orderly close is a drop too.
        let _ = stream.read_to_string(&mut text);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_lowercase(), body: serde_json::from_str(body).unwrap_or_default() })
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        let form = ("content-type", "application/x-www-form-urlencoded");
        self.exchange("POST", path, &[form], body).unwrap()
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.exchange("GET", path, headers, "").unwrap()
    }

    fn fault(&self, fault: &str) {
        let body = json!({ "scope": "platform", "fault": fault }).to_string();
        assert_eq!(self.post("/_waybill/faults", &body).status, 201);
    }

    /// Ends it; all that it wrote after its guide, on standard output and on standard error.
    fn logged(&mut self) -> String {
        drop(self.child.stdin.take());
        let mut rest = String::new();
        self.output.take().unwrap().read_to_string(&mut rest).unwrap();
        let mut log = rest.split_once("services are listed here:\n").unwrap().1.to_owned();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }

    fn bearer(&self) -> String {
        let config = self.get("/_waybill/config", &[]).body;
        format!("Bearer {}", config["credentials"][0]["api_key"].as_str().unwrap())
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn printed_credentials_work_for_all_path_families() {
    let dev = Dev::start();
    let key = dev.bearer();
    let tokens = dev.post(TOKEN, LOGIN).body;
    let access = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    for (path, headers, family) in [
        ("/api/v1/connections/c-1/health", [("authorization", &*key), ("x-note", "1")], "platform"),
        ("/api/commerce/orders", [("authorization", &*key), ("x-seller-id", "s-1")], "proxy"),
        ("/commerce/api/orders", [("authorization", &*access), ("x-tenant", "acme")], "commerce"),
    ] {
        let answer = dev.get(path, &headers);
        assert_eq!((answer.status, answer.body["family"].as_str()), (200, Some(family)));
    }
}

#[test]
fn a_short_lifetime_is_really_short() {
    let dev = Dev::start();
    dev.post("/_waybill/tokens", r#"{"lifespan_s":1}"#);
    let tokens = dev.post(TOKEN, LOGIN).body;
    let access = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    std::thread::sleep(Duration::from_millis(1_100));
    let answer = dev.get("/commerce/api/orders", &[("authorization", &access), ("x-tenant", "acme")]);
    assert_eq!(answer.status, 401);
    assert!(answer.head.contains("the token has expired"), "{}", answer.head);
}

#[test]
fn faults_delay_replace_and_drop_answers() {
    let dev = Dev::start();
    let key = dev.bearer();
    let ask = |extra: (&str, &str)| dev.exchange("GET", "/api/v1/x", &[("authorization", &*key), extra], "");
    dev.fault("status=503; retry-after=7");
    let answer = ask(("x-note", "1")).unwrap();
    assert_eq!(answer.status, 503);
    assert!(answer.head.contains("retry-after: 7"), "{}", answer.head);
    dev.fault("drop=before");
    assert!(ask(("x-note", "1")).is_none());
    dev.fault("drop=after");
    assert!(ask(("x-note", "1")).is_none());
    let started = Instant::now();
    assert_eq!(ask(("x-waybill-fault", "delay=300")).unwrap().status, 200);
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert!(ask(("x-waybill-fault", "html")).unwrap().head.contains("text/html"));
}

#[test]
fn a_body_that_is_too_long_is_refused() {
    let dev = Dev::start();
    let body = "x".repeat(16 * 1024 * 1024 + 1);
    assert_eq!(dev.post("/api/v1/x", &body).status, 413);
}

#[test]
fn token_requests_are_counted_and_logged_without_secrets() {
    let mut dev = Dev::start();
    dev.post(TOKEN, LOGIN);
    dev.post(TOKEN, "grant_type=password&client_id=commerce&username=ada&password=canary-wrong");
    assert_eq!(dev.get("/_waybill/stats", &[]).body["token_requests"], 2);
    assert_eq!(dev.logged(), "token request 1: password, 200\ntoken request 2: password, 401\n");
    assert!(dev.child.wait().unwrap().success());
}

#[test]
fn nothing_it_logs_shows_a_secret() {
    let mut dev = Dev::start();
    let key = dev.bearer();
    let first = dev.post(TOKEN, LOGIN).body;
    let refresh = first["refresh_token"].as_str().unwrap().to_owned();
    let refreshed =
        dev.post(TOKEN, &format!("grant_type=refresh_token&client_id=commerce&refresh_token={refresh}")).body;
    let mut secrets = vec![key.clone(), "correct horse".to_owned(), "correct+horse".to_owned(), "canary".to_owned()];
    for tokens in [&first, &refreshed] {
        secrets.extend(["access_token", "refresh_token"].map(|name| tokens[name].as_str().unwrap().to_owned()));
    }
    // The spent one, then what never was one; in bodies, headers, queries and paths, and with faults on the way.
    dev.post(TOKEN, &format!("grant_type=refresh_token&client_id=commerce&refresh_token={refresh}"));
    dev.post(TOKEN, "grant_type=refresh_token&client_id=commerce&refresh_token=canary-refresh");
    dev.post(TOKEN, "grant_type=canary-grant&client_id=canary-client&client_secret=canary-secret");
    dev.post(&format!("{TOKEN}?password=canary-password"), LOGIN);
    dev.post("/auth/realms/canary-realm/protocol/openid-connect/token", LOGIN);
    dev.post("/_waybill/faults", r#"{"scope":"token","fault":"status=503"}"#);
    dev.post(TOKEN, LOGIN);
    let access = format!("Bearer {}", refreshed["access_token"].as_str().unwrap());
    for (path, credential) in [
        ("/api/v1/x", &*key),
        ("/api/v1/x?key=canary-key", "Bearer canary-key"),
        ("/api/commerce/orders", "Bearer canary-key"),
        ("/commerce/api/orders", &*access),
        ("/commerce/api/canary-path", "Bearer canary-access"),
    ] {
        dev.get(path, &[("authorization", credential), ("x-tenant", "acme"), ("x-seller-id", "s-1")]);
    }
    let logged = dev.logged();
    assert!(logged.contains("token request 2: refresh"), "{logged}");
    for secret in secrets.iter().map(|secret| secret.trim_start_matches("Bearer ")) {
        assert!(!logged.contains(secret), "{logged}");
    }
}

#[test]
fn server_keeps_running_if_its_output_is_closed() {
    let mut dev = Dev::start();
    drop(dev.output.take());
    assert_eq!(dev.post(TOKEN, LOGIN).status, 200);
    assert_eq!(dev.post(TOKEN, LOGIN).status, 200);
}

#[test]
fn mock_service_listens_on_its_own_port() {
    let carriers = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/mock/carriers/tramonta");
    let mut dev = Dev::start_with(&["--seed", carriers, "--soap-action", "any"]);
    let mock = dev.mock_address();
    let platform = std::mem::replace(&mut dev.address, mock);
    while dev.get("/api/health", &[]).status != 200 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let request = std::fs::read_to_string(format!("{carriers}/requests/processShipment.xml")).unwrap();
    let headers = [("content-type", "text/xml"), ("soapaction", "anything")];
    let answer = dev.exchange("POST", "/soap/TramontaShipService/1.0", &headers, &request).unwrap();
    assert_eq!(answer.status, 200);
    dev.address = platform;
    assert_eq!(dev.post(TOKEN, LOGIN).status, 200);
    let logged = dev.logged();
    assert!(logged.contains("POST /soap/TramontaShipService/1.0 200"), "{logged}");
    assert!(logged.contains("token request 1: password, 200\n"), "{logged}");
    assert!(dev.child.wait().unwrap().success());
}

#[test]
fn stored_files_that_are_not_there_end_it() {
    let output = Command::new(env!("CARGO_BIN_EXE_waybill"))
        .args(["dev", "--port", "0", "--seed", "/no/such/folder"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/folder"));
}

#[test]
fn port_in_use_is_an_error() {
    let dev = Dev::start();
    let port = dev.address.rsplit(':').next().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_waybill")).args(["dev", "--port", port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{error}");
    #[cfg(target_os = "linux")]
    assert!(error.contains(&format!("process {} (", dev.child.id())), "{error}");
    assert!(output.stdout.is_empty());
    // The mock service is moved, unless its port was asked for.
    let mock = Command::new(env!("CARGO_BIN_EXE_waybill")).args(["dev", "--port", "0", "--mock-port", port]).output();
    let error = String::from_utf8(mock.unwrap().stderr).unwrap();
    assert!(error.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{error}");
    assert!(error.contains("with --mock-port (0 for any free port)"), "{error}");
}

#[test]
fn one_port_for_both_is_refused_as_such() {
    let output = Command::new(env!("CARGO_BIN_EXE_waybill"))
        .args(["dev", "--port", "4999", "--mock-port", "4999"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{text}");
    assert!(text.contains("--port and --mock-port are both 4999"), "{text}");
    assert!(text.contains("help: change one of them, or remove --mock-port"), "{text}");
}
