//! `waybill mock` among clients that mean harm: slow, silent, endless, mistaken, and many. Others are served all the while.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit of slow clients in these tests, in seconds; other clients are served meanwhile.
const LIMIT: &str = "5";

const PATH: &str = "/soap/TramontaShipService/1.0";

/// How long anything may take, on a machine that does other work.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running `waybill mock` with one carrier, whose standard output nobody reads after its first line.
struct Mock {
    child: Child,
    address: String,
    request: String,
}

impl Mock {
    fn start(arguments: &[&str]) -> Mock {
        let carrier = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/mock/carriers/tramonta");
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["mock", "--port", "0", "--until-stdin-closes", "--seed", carrier.to_str().unwrap()])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::with_capacity(1, child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("waybill mock listening on http://").unwrap().to_owned();
        let request = fs::read_to_string(carrier.join("requests/processShipment.xml")).unwrap();
        let mock = Mock { child, address, request };
        while status(&mock.exchange(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) != 200
        {
            std::thread::sleep(Duration::from_millis(10));
        }
        mock
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes on a connection of their own; everything that came back until it was closed.
    fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        read_all(&mut stream)
    }

    /// A call that is right, and how long it took.
    fn call(&self) -> Duration {
        let began = Instant::now();
        let answer = self.exchange(&post(&self.request, "Connection: close\r\n"));
        assert_eq!(status(&answer), 200, "{answer}");
        assert!(answer.contains("ProcessShipmentReply"), "{answer}");
        began.elapsed()
    }

    /// The memory it has had at most, in MiB.
    fn peak(&self) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap() / 1024
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn post(body: &str, headers: &str) -> Vec<u8> {
    let length = body.len();
    let head =
        format!("POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nSOAPAction: processShipment\r\n");
    format!("{head}{headers}Content-Length: {length}\r\n\r\n{body}").into_bytes()
}

/// What comes until the connection is closed or reset.
fn read_all(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut chunk = [0; 8 * 1024];
    while let Ok(read @ 1..) = stream.read(&mut chunk) {
        answer.extend_from_slice(&chunk[..read]);
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status of the first answer; 0 where none came.
fn status(answer: &str) -> u16 {
    answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).and_then(|code| code.parse().ok()).unwrap_or(0)
}

#[test]
fn slow_bodies_are_aborted_without_blocking_others() {
    let mock = Mock::start(&["--body-timeout", LIMIT]);
    let mut slow: Vec<TcpStream> = (0..200).map(|_| mock.connect()).collect();
    for stream in &mut slow {
        stream
            .write_all(
                format!("POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n<").as_bytes(),
            )
            .unwrap();
    }
    assert!(mock.call() < Duration::from_secs(LIMIT.parse().unwrap()));
    let began = Instant::now();
    let answer = read_all(&mut slow[0]);
    assert_eq!(status(&answer), 408, "{answer}");
    assert!(answer.contains("came too slowly"), "{answer}");
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    assert!(mock.peak() < 100, "{} MiB", mock.peak());
}

#[test]
fn incomplete_heads_and_idle_connections_are_closed() {
    let mock = Mock::start(&["--head-timeout", LIMIT]);
    let mut idle: Vec<TcpStream> = (0..1_000).map(|_| mock.connect()).collect();
    idle[0].write_all(b"POST /soap HTTP/1.1\r\nHost:").unwrap();
    let kept = post(&mock.request, "");
    idle[1].write_all(&kept).unwrap();
    assert!(mock.call() < Duration::from_secs(LIMIT.parse().unwrap()));
    let began = Instant::now();
    for number in [0, 1, 999] {
        read_all(&mut idle[number]);
        assert!(began.elapsed() < PATIENCE, "{number}: {:?}", began.elapsed());
    }
    assert!(mock.peak() < 100, "{} MiB", mock.peak());
}

#[test]
fn gigabyte_body_is_rejected_with_or_without_length() {
    let mock = Mock::start(&[]);
    let long = mock.exchange(
        format!("POST {PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1073741824\r\n\r\n")
            .as_bytes(),
    );
    assert_eq!(status(&long), 413);
    let mut stream = mock.connect();
    stream
        .write_all(
            format!(
                "POST {PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            .as_bytes(),
        )
        .unwrap();
    let mut reading = stream.try_clone().unwrap();
    let sender = std::thread::spawn(move || {
        let chunk = [b"100000\r\n".as_slice(), &vec![b' '; 1 << 20], b"\r\n"].concat();
        let _ = (0..1024).try_for_each(|_| stream.write_all(&chunk));
    });
    let answer = read_all(&mut reading);
    sender.join().unwrap();
    assert_eq!(status(&answer), 413, "{answer}");
    mock.call();
    assert!(mock.peak() < 250, "{} MiB", mock.peak());
}

#[test]
fn bytes_that_are_not_http_are_rejected() {
    let mock = Mock::start(&[]);
    for garbage in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"\0\0\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n",
    ] {
        let mut stream = mock.connect();
        stream.write_all(garbage).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let answer = read_all(&mut stream);
        assert!([0, 400, 404, 405, 505].contains(&status(&answer)), "{garbage:?}: {answer}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(200_000));
    assert!([0, 414, 431].contains(&status(&mock.exchange(long.as_bytes()))));
    mock.call();
}

#[test]
fn unusual_requests_that_are_http_are_answered() {
    let mock = Mock::start(&[]);
    let pipelined =
        [post(&mock.request, ""), post(&mock.request, ""), post(&mock.request, "Connection: close\r\n")].concat();
    assert_eq!(mock.exchange(&pipelined).matches("HTTP/1.1 200").count(), 3);
    let head = mock.exchange(b"HEAD /api/services HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&head), 200);
    assert!(head.ends_with("\r\n\r\n"), "{head}");
    let absolute =
        mock.exchange(b"GET http://localhost/api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&absolute), 200, "{absolute}");
    let twice =
        mock.exchange(&post(&mock.request, "Connection: close\r\nSOAPAction: other\r\nX-A: \u{ff}\r\nX-A: b\r\n"));
    assert_eq!(status(&twice), 200, "{twice}");
    let path = mock.exchange(b"GET /soap/%ff/1.0 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&path), 404);
    let old = mock.exchange(b"GET /api/health HTTP/1.0\r\n\r\n");
    assert!(old.starts_with("HTTP/1.0 200"), "{old}");
}

#[test]
fn a_long_request_does_not_hold_up_short_ones() {
    let mock = Mock::start(&[]);
    mock.call();
    let filler = "x".repeat(1000);
    let line = format!("<!--{filler}--><a>{filler}</a>");
    let long = mock.request.replacen("</soapenv:Body>", &format!("{}</soapenv:Body>", line.repeat(3_000)), 1);
    assert!(long.len() > 5 << 20, "{}", long.len());
    let done = std::sync::atomic::AtomicBool::new(false);
    let began = Instant::now();
    let mut times = std::thread::scope(|scope| {
        let mock = &mock;
        let done = &done;
        scope.spawn(move || {
            for _ in 0..2 {
                let answer = mock.exchange(&post(&long, "Connection: close\r\n"));
                assert_eq!(status(&answer), 500, "{}", &answer[..answer.len().min(500)]);
            }
            done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let mut times = Vec::new();
        while !done.load(std::sync::atomic::Ordering::Relaxed) {
            times.push(mock.call());
        }
        times
    });
    let whole = began.elapsed();
    times.sort();
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{} short requests beside two long ones of {whole:?}: median {middle:?}, longest {worst:?}", times.len());
    // One that waits for a long one takes half of the whole.
    assert!(times.len() > 5 && middle < whole / 10, "{} requests, {middle:?}, {worst:?}, {whole:?}", times.len());
}

#[test]
fn unread_standard_output_does_not_block_requests() {
    let mock = Mock::start(&[]);
    let request = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "x".repeat(4_000));
    for _ in 0..100 {
        assert_eq!(status(&mock.exchange(request.as_bytes())), 404);
    }
    mock.call();
}

#[test]
fn two_uploads_at_once_are_both_imported() {
    let mock = Mock::start(&[]);
    let wsdl = fs::read_to_string(
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/mock/carriers/quillon/PickupService.wsdl"),
    )
    .unwrap();
    std::thread::scope(|scope| {
        for version in ["7", "8"] {
            let (mock, wsdl) = (&mock, &wsdl);
            scope.spawn(move || {
                let form = format!("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wsdl\"\r\n\r\n{wsdl}\r\n--x--\r\n");
                let head = format!("POST /api/artifact/upload?version={version} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {}\r\n\r\n", form.len());
                assert_eq!(status(&mock.exchange(format!("{head}{form}").as_bytes())), 201);
            });
        }
    });
    let services = mock.exchange(b"GET /api/services HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(services.contains("\"version\":\"7\"") && services.contains("\"version\":\"8\""), "{services}");
}

#[test]
fn one_that_was_killed_and_seeded_again_gives_the_same_answers() {
    let answer = || {
        let mock = Mock::start(&["--clock", "2026-03-01"]);
        let answer = mock.exchange(&post(&mock.request, "Connection: close\r\n"));
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    assert_eq!(answer(), answer());
}
